/**
 * Whatever is written, in a file or in a check, the answer is a well-formed result: a miss for the learner, a fault for the check's
 * author, and nothing throws. The seed is printed; `SEED=… bun test webview/verify/test/properties.test.ts` runs the same again.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import {
	type AssertionResult,
	type AssertionSet,
	assertionFaults,
	type FileEntry,
	verify,
} from "../index.ts";
import { shapeFaults } from "../kinds/faults.ts";
import { allAssertions } from "../kinds/located-assertions.ts";
import { assertionKinds } from "../shapes.ts";
import { propertyRuns } from "./property-runs.ts";

const bounds = propertyRuns(100, 400);
console.log(`seed ${bounds.seed}`);

setDefaultTimeout(600_000);

/** Every facet that a near miss may name, in the order in which they are looked at. */
const facets = [
	"file",
	"name",
	"kind",
	"async",
	"params",
	"receiver",
	"arguments",
	"source",
	"specifiers",
	"default or named",
	"superclass",
	"implements",
	"props",
	"decorator",
	"bases",
	"value",
	// What a query's author calls it.
	"attribute",
	"method",
	"path",
	"status",
	"tag",
	"text",
	// How code differs from a pattern.
	"missing",
	"absent",
	"order",
	"parameters",
	"forbidden",
	"count",
	"import",
	"unreached",
	"member",
	// Its author knows it.
	"mistake",
];

const folder = `${import.meta.dir}/../cases`;
const kinds = Object.keys(assertionKinds);
interface Written {
	code: string;
	path?: string;
	assertion: object;
}
const written: (Written & { type: string })[] = (
	await Promise.all(
		kinds.map(async (type) => {
			const cases: Written[] = await Bun.file(`${folder}/${type}.json`).json();
			return cases.map((one) => ({ ...one, type }));
		}),
	)
).flat();

const paths = ["js", "jsx", "ts", "tsx", "py", "html", "css", "json"].map(
	(ending) => `app.${ending}`,
);
const full = (type: string, assertion: object) => ({
	type,
	description: "d",
	...assertion,
});
/** One assertion of each kind, for any file and for one. */
const ofEachKind = fc.tuple(
	...kinds.map((type) => fc.constantFrom(...assertionsOf(type))),
);

function assertionsOf(type: string) {
	return written
		.filter((one) => one.type === type)
		.map(({ assertion }) => full(type, assertion));
}

const bytes = fc
	.uint8Array({ maxLength: 400 })
	.map((some) => String.fromCharCode(...some));
const marks = fc
	.array(fc.constantFrom(..."(){}[]<>=>:;,.`'\"#@/*\n\t \\$&|?!ax1é𝒳"), {
		maxLength: 300,
	})
	.map((some) => some.join(""));
const words = fc
	.array(
		fc.constantFrom(
			..."export import default function class const async await return from as def @a * { } ( ) = => , ; : < /> . x y \n".split(
				" ",
			),
		),
		{ maxLength: 120 },
	)
	.map((some) => some.join(" "));
const text = fc.oneof(
	bytes,
	marks,
	words,
	fc.string({ unit: "binary", maxLength: 200 }),
);

/** A snippet of the cases with pieces cut out, put in and doubled. */
const edited = fc
	.tuple(
		fc.constantFrom(...written),
		fc.array(
			fc.tuple(fc.nat(200), fc.nat(12), fc.oneof(marks, fc.constant(""))),
			{ maxLength: 4 },
		),
	)
	.map(([one, edits]) => ({
		...one,
		code: edits.reduce(
			(code, [at, length, piece]) =>
				code.slice(0, at) + piece.slice(0, 6) + code.slice(at + length),
			one.code,
		),
	}));

function expectWellFormed(result: AssertionResult, files: FileEntry[]) {
	const { passed, message, location, nearMiss, fault } = result;
	expect(typeof passed).toBe("boolean");
	expect(message.length).toBeGreaterThan(0);
	// The words for an exception that nothing foresaw.
	expect(message).not.toContain("could not be evaluated (");
	if (fault) expect(passed).toBe(false);
	if (nearMiss) {
		expect(passed).toBe(false);
		expect(facets).toContain(nearMiss.facet);
	}
	if (!location) return;
	const content = files.findLast(({ path }) => path === location.file)?.content;
	const lines = (content ?? "").split("\n");
	const { line, column, endLine, endColumn } = location;
	expect(line).toBeGreaterThanOrEqual(1);
	expect(column).toBeGreaterThanOrEqual(1);
	expect(endLine).toBeLessThanOrEqual(lines.length);
	expect(endLine > line || (endLine === line && endColumn >= column)).toBe(
		true,
	);
	expect(endColumn).toBeLessThanOrEqual((lines[endLine - 1] ?? "").length + 1);
}

async function verified(set: unknown, files: FileEntry[]) {
	const result = await verify(set as AssertionSet, files);
	const all = [
		...result.fileResults.flatMap(({ results }) => results),
		...result.crossFileResults,
	];
	expect(result.totalAssertions).toBe(all.length);
	expect(result.passedAssertions).toBe(
		all.filter(({ passed }) => passed).length,
	);
	expect(result.passed).toBe(
		all.length > 0 && all.every(({ passed }) => passed),
	);
	for (const one of all) expectWellFormed(one, files);
	return all;
}

test("any text in any file, asked for everything", async () => {
	await fc.assert(
		fc.asyncProperty(
			text,
			fc.constantFrom(...paths),
			ofEachKind,
			async (content, path, assertions) => {
				const set = { perFile: { [path]: assertions }, crossFile: assertions };
				const all = await verified(set, [{ path, content }]);
				expect(all.length).toBe(assertions.length * 2);
			},
		),
		bounds,
	);
});

test("any edit of a snippet, asked for what it was written for", async () => {
	await fc.assert(
		fc.asyncProperty(
			edited,
			ofEachKind,
			async ({ code, path = "app.js", type, assertion }, others) => {
				const set = { perFile: { [path]: [full(type, assertion), ...others] } };
				await verified(set, [{ path, content: code }]);
			},
		),
		bounds,
	);
});

const key = fc.oneof(
	fc.constantFrom(
		...new Set(
			Object.values(assertionKinds).flatMap(({ properties }) =>
				Object.keys(properties),
			),
		),
	),
	fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty"),
	fc.string({ maxLength: 6 }),
);
const value = fc.oneof(
	fc.constantFrom(...kinds, "__proto__", "constructor", "", "x", "("),
	fc.jsonValue({ maxDepth: 2 }),
	fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 }),
	fc.boolean(),
);
const assertion = fc.oneof(
	fc.jsonValue({ maxDepth: 2 }),
	fc
		.tuple(
			fc.oneof(fc.constantFrom(...kinds), value),
			fc.array(fc.tuple(key, value), { maxLength: 6 }),
			fc.boolean(),
		)
		// Object.fromEntries makes an own key even of `__proto__`, as JSON.parse does.
		.map(([type, fields, isDescribed]) =>
			Object.fromEntries([
				...(isDescribed ? [["description", "d"]] : []),
				...fields,
				["type", type],
			]),
		),
);
const list = fc.oneof(fc.array(assertion, { maxLength: 4 }), assertion);

test("any assertion: a malformed one is its author's fault, and never passes", async () => {
	await fc.assert(
		fc.asyncProperty(
			list,
			list,
			fc.constantFrom(...paths, "__proto__", "notes.txt"),
			fc.constantFrom(...written),
			async (perFile, crossFile, path, { code, path: own = "app.js" }) => {
				const set = {
					perFile: Object.fromEntries([[path, perFile]]),
					crossFile,
				};
				const faults = assertionFaults(set);
				const files = [
					{ path, content: code },
					{ path: own, content: code },
				];
				const all = await verified(set, files);
				const located = allAssertions(set);
				expect(all.length).toBe(located.length);
				for (const [index, { assertion, pointer }] of located.entries()) {
					if (shapeFaults(assertion, false).length === 0) continue;
					expect(all[index]?.fault).toBe("check");
					expect(faults.some((one) => one.pointer.startsWith(pointer))).toBe(
						true,
					);
				}
			},
		),
		bounds,
	);
});

test("any malformed value as a set is a fault", () => {
	fc.assert(
		fc.property(fc.jsonValue(), (set) => {
			for (const { pointer, message } of assertionFaults(set)) {
				expect(pointer === "" || pointer.startsWith("/")).toBe(true);
				expect(message.length).toBeGreaterThan(0);
			}
		}),
		bounds,
	);
});
