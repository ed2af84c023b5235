/** The table of the specification's clauses, both ways: it is whole, and what it lacks is told. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { CLAUSES, PARTS, uncoveredClauses } from "./clauses.ts";
import { readHouse } from "./house.ts";

process.chdir(join(import.meta.dir, ".."));
const house = readHouse();

test("every clause of the specification has a test that exists", () => {
	expect(uncoveredClauses(house)).toEqual([]);
});

const table = JSON.parse(house.get(CLAUSES) ?? "{}");
const broken = (change: (packs: { file: string; test: string }[]) => void) => {
	const copy = structuredClone(table);
	change(copy.packs);
	return uncoveredClauses(
		new Map([...house, [CLAUSES, JSON.stringify(copy)]]),
	).join("\n");
};

test.each<[string, Parameters<typeof broken>[0], string]>([
	["a clause that is missing", (packs) => packs.pop(), "give each of the"],
	[
		"a test that is called otherwise",
		([first]) => Object.assign(first ?? {}, { test: "something else" }),
		'has no test "something else"',
	],
	[
		"a file that does not exist",
		([first]) => Object.assign(first ?? {}, { file: "api/no.test.ts" }),
		"packs 1: api/no.test.ts does not exist",
	],
	[
		"a file that is no test",
		([first]) => Object.assign(first ?? {}, { file: "api/main.ts" }),
		"neither a file of tests",
	],
	[
		"a clause without a test",
		([first]) => Object.assign(first ?? {}, { test: "" }),
		"name the clause and its test",
	],
])("%s is told", (_, change, told) => {
	expect(broken(change)).toContain(told);
});

test("each clause stands once in its part", () => {
	for (const part of Object.keys(PARTS)) {
		const names = table[part].map(({ clause }: { clause: string }) => clause);
		expect(names).toEqual([...new Set(names)]);
	}
});

test("three launch packs of ten challenges have 25, 30 and 10 behavioural tests", () => {
	// In either form: a challenge is a file or a folder, and its suite stands in `behavior/` or in the folder.
	const counted = (pack: string, name: RegExp, pattern: RegExp) =>
		[...house]
			.filter(([path]) => path.startsWith(`packs/${pack}/`))
			.filter(([path]) => name.test(path.slice(`packs/${pack}/`.length)))
			.flatMap(([, text]) => text.match(pattern) ?? []).length;
	const suite = /^(behavior|challenges\/[^/]+)\/[^/]+\.(tsx?|py)$/;
	const challenge = /^challenges\/([^/]+\.json|[^/]+\/challenge\.json)$/;
	const tests: Record<string, [RegExp, number]> = {
		express: [/^\s*test\(/gm, 25],
		react: [/^\s*test\(/gm, 30],
		fastapi: [/^(async )?def test_/gm, 10],
	};
	for (const [pack, [pattern, count]] of Object.entries(tests)) {
		expect(counted(pack, suite, pattern), pack).toBe(count);
		expect(counted(pack, challenge, /^\{/g), pack).toBe(10);
	}
});
