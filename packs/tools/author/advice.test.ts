import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { ChallengeFile } from "@treeline/packs/format";
import { openProject } from "@treeline/verify/inspect";
import type {
	AssertionOf,
	Condition,
	FileEntry,
} from "@treeline/verify/shapes";
import { createVerifier } from "@treeline/verify/worker";
import { adviceOn } from "./advice.ts";
import { forbiddenBy } from "./alternatives.ts";
import { painter } from "./code-frame.ts";
import { checkMatrix, isAsExpected, matrixLines } from "./matrix.ts";
import { loosened, patternsIn } from "./patterns.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const file = (content: string, path = "app.js"): FileEntry[] => [
	{ path, content },
];

function challenge(
	reference: string,
	more: Partial<ChallengeFile> = {},
): ChallengeFile {
	return {
		title: "x",
		prompt: "Call `save` with the status `404`.",
		difficulty: "beginner",
		tags: [],
		timeEstimateSeconds: 1,
		scaffolded: true,
		files: file(reference),
		scaffold: file("// Write here.\n"),
		hints: [],
		assertions: {},
		...more,
	};
}

describe("advice", () => {
	async function warningsOn(
		condition: Partial<AssertionOf<"codePattern">>,
		answer = "const total = 1;\nsave(total);\n",
		more: Partial<ChallengeFile> = {},
	) {
		const check = {
			type: "codePattern" as const,
			description: "x",
			...condition,
		};
		const given = challenge("const total = 1;\nsave(total);\n", {
			assertions: { perFile: { "app.js": [check] } },
			...more,
		});
		const advice = await adviceOn(given, [
			{ name: "an answer", files: file(answer) },
		]);
		return advice.flatMap(({ warnings }) => warnings);
	}

	test("a fair check gets none", async () => {
		expect(await warningsOn({ pattern: "save($total)" })).toEqual([]);
	});

	test("a metavariable that several parts bind", async () => {
		const [only, ...more] = await warningsOn({
			all: ["const $a = 1", { pattern: "save($a)" }],
		});
		expect(only).toStartWith(
			"`$a` is bound in several parts (all/0, all/1), so all of them must mean the same thing",
		);
		expect(more).toEqual([]);
	});

	test("a part under `not` binds nothing", async () => {
		expect(
			await warningsOn({ pattern: "save($a)", not: { has: "drop($a)" } }),
		).toEqual([]);
	});

	test("a name that the task leaves open", async () => {
		expect((await warningsOn({ pattern: "save(total)" })).join()).toContain(
			"it names `total`, which the task leaves to the learner; write `$total`",
		);
	});

	test("a check that the starter passes", async () => {
		const warnings = await warningsOn({ pattern: "save($_)" }, undefined, {
			scaffold: file("save(0);\n"),
		});
		expect(warnings.join()).toContain("it passes on the starter");
	});

	test("a list of ways of which one is enough is said to be none", async () => {
		const [only, ...more] = await warningsOn({
			pattern: ["save($total)", "store($total)"],
		});
		expect(only).toContain(
			"`pattern` is a list of 2 patterns, of which `save($total)` alone takes every right answer that is known",
		);
		expect(more).toEqual([]);
	});

	test("a list of ways is judged by further right answers, too", async () => {
		const both = challenge("save(1);\n", {
			assertions: {
				perFile: {
					"app.js": [
						{
							type: "codePattern",
							description: "x",
							pattern: ["save($a)", "store($a)"],
						},
					],
				},
			},
		});
		const advice = await adviceOn(
			both,
			[{ name: "an answer", files: file("save(2);\n") }],
			[],
			[{ name: "a case", files: file("store(1);\n") }],
		);
		expect(advice.flatMap(({ warnings }) => warnings).join()).not.toContain(
			"alone takes every right answer",
		);
	});

	test("a list of ways that are all needed names what it refuses", async () => {
		const [only] = await warningsOn(
			{ has: ["save(1)", "store(1)"] },
			"store(1);\n",
			{ files: file("if (late) {\n  save(1);\n} else {\n  save(1);\n}\n") },
		);
		expect(only).toContain("`has` is a list of 2 ways");
		expect(only).toContain(
			"a list of ways that share none, as in examples 33 and 34 of packs/README.md, may stay",
		);
	});

	test("arguments that are too exact for an answer", async () => {
		const warnings = await warningsOn(
			{ pattern: "save($a)" },
			"save(1, { sync: true });\n",
		);
		expect(warnings.join()).toContain(
			"`save(…)` is too exact for an answer, which has more in that place; write `...`",
		);
	});
});

test("each exact list of a pattern is loosened by itself", () => {
	expect(
		loosened('if (f(a, ...)) g("(", () => { h(); })').map(({ code }) => code),
	).toEqual([
		'if (f(a, ...)) g("(", (...) => { h(); })',
		'if (f(a, ...)) g("(", () => { h(...); })',
		'if (f(a, ...)) g("(", () => { h(); }, ...)',
	]);
});

test("the patterns of a check are found wherever they stand", () => {
	const places = patternsIn({
		type: "codePattern",
		description: "x",
		pattern: ["a", "b"],
		not: { has: "c" },
		where: { $d: { any: ["e"] } },
	}).map(({ place, code, binds }) => `${place} ${code} ${binds}`);
	expect(places).toEqual([
		"pattern/0 a true",
		"pattern/1 b true",
		"not/has c false",
		"where/$d/any/0 e true",
	]);
});

test("a table tells which check each answer passes, and what should not be so", async () => {
	const challenge = await Bun.file(
		join(
			import.meta.dir,
			"../broken/fixtures/good/challenges/01-say-hello-over-http.json",
		),
	).json();
	const { files, scaffold, assertions } = challenge;
	const answer = (name: string, own: FileEntry[]) => ({ name, files: own });
	const verifier = createVerifier();
	try {
		const matrix = await checkMatrix(
			challenge,
			{
				accepted: [answer("the starter \u001b[2J", scaffold)],
				rejected: [
					{ ...answer("right", files), caughtBy: "perFile/app.js/1" },
					{ ...answer("the starter", scaffold), caughtBy: "perFile/app.js/2" },
				],
			},
			verifier,
		);
		expect(isAsExpected(matrix)).toBe(false);
		expect(matrixLines(matrix, painter(false)).slice(5)).toEqual([
			"                              A  B  C  D",
			"  solution                    ✓  ✓  ✓  ✓",
			"  starter                     ✓  ✗  ✗  ✗",
			"  accepted: the starter ·[2J  ✓  !  !  !",
			"  rejected: right             ✓  !  ✓  ✓",
			"  rejected: the starter       ✓  ✗  ✗  ✗",
			"",
			"  ✓ passes   ✗ fails   ! passes or fails, and should not",
			...["B", "C", "D"].map((letter) =>
				expect.stringContaining(`  ! ${letter}, accepted: the starter ·[2J: `),
			),
			"  ! B, rejected: right: passes, and its `caughtBy` names this check",
			"  No rejected answer is there to be caught by A, D; add one that breaks that alone.",
		]);
		const place = assertions.perFile["app.js"][0].description;
		expect(matrixLines(matrix, painter(false))[0]).toBe(
			`  A  perFile/app.js/0  ${place}`,
		);
	} finally {
		verifier.close();
	}
});

test("a table tells which check cannot be evaluated on an answer: it does not count as failed", async () => {
	const files = (content: string) => [{ path: "app.js", content }];
	const calls = Array.from({ length: 40 }, (_, at) => `f(${at}, x${at});`);
	const pattern = "$a($_, ...);\n$b($_, ...);\n$c($_, ...);\n$d(9, $a);";
	const checks = ["f(1, ...)", pattern].map((pattern) => ({
		type: "codePattern",
		description: "It is called.",
		pattern,
	}));
	const verifier = createVerifier();
	try {
		const matrix = await checkMatrix(
			{
				assertions: { perFile: { "app.js": checks } },
				files: files("f(1);\ng(1);\nh(1);\ni(9, f);"),
			} as never,
			{
				accepted: [],
				rejected: [
					{
						name: "much",
						files: files(calls.join("\n")),
						caughtBy: "perFile/app.js/1",
					},
				],
			},
			verifier,
		);
		expect(matrixLines(matrix, painter(false)).slice(3)).toEqual([
			"                  A  B",
			"  solution        ✓  ✓",
			"  rejected: much  ✓  ?",
			"",
			"  ✓ passes   ✗ fails   ! passes or fails, and should not   ? cannot be evaluated",
			expect.stringContaining(
				"  ? B, rejected: much: cannot be evaluated: it is too costly: ",
			),
			"  No rejected answer is there to be caught by A; add one that breaks that alone.",
		]);
		expect(isAsExpected(matrix)).toBe(false);
	} finally {
		verifier.close();
	}
});

test.each([
	[{ has: ["$_.sort()", "$_.reverse()"] }, "`not/has` 2 of 2"],
	[
		{ any: [{ has: "$_.sort()" }, { has: "$_.reverse()" }] },
		"`not/any` 2 of 2",
	],
	[
		{ any: ["f($_)", { has: { any: ["a()", ["b()", "$_.reverse()"]] } }] },
		"`not/any/1/has/any/1` 2 of 2",
	],
	[["(...) => g($_)", "(...) => { $_.reverse(); }"], "`not` 2 of 2"],
	[{ has: "$_.reverse()" }, null],
	[{ has: ["$_.sort()", "$_.push()"] }, null],
] as [Condition, string | null][])(
	"which item of %j refuses a match",
	async (not, by) => {
		const path = "app.js";
		const content = "export const f = (list) => { list.reverse(); };";
		const project = await openProject([{ path, content }]);
		expect(
			forbiddenBy(
				{ pattern: "(...) => { ... }", not },
				(one) => project.inspect(one, path).passed,
			),
		).toBe(by);
	},
);
