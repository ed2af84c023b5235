/** Looking for near misses costs little, ends soon and decides nothing, whatever the file and the pattern. */
import { describe, expect, test } from "bun:test";
import { verify } from "../index.ts";
import { workDone } from "../limits/budget.ts";
import { isQuick } from "../limits/regex.ts";
import { regexLiterals } from "./regex-literals.ts";

async function missed(pattern: string, content: string) {
	const check = { type: "sexpression", description: "d", pattern } as const;
	const { crossFileResults } = await verify({ crossFile: [check] }, [
		{ path: "a.js", content },
	]);
	const [result] = crossFileResults;
	if (!result) throw new Error("no result");
	return result;
}

const call = (name: string, rest: string) =>
	`((call_expression function: (identifier) @name arguments: (arguments (string (string_fragment) @text))) (#eq? @name "${name}") ${rest})`;

describe("limits", () => {
	test("of very many candidates the first ones are looked at", async () => {
		const pattern = call("fetch", '(#eq? @text "x")');
		const near = await missed(
			pattern,
			`${'send("y");\n'.repeat(600)}fech("x");`,
		);
		expect(near).toMatchObject({ passed: false });
		expect(near.nearMiss).toBeUndefined();
		const first = await missed(
			pattern,
			`fech("x");\n${'send("y");\n'.repeat(50)}`,
		);
		expect(first.nearMiss?.expected).toBe("fetch");
	});

	test("an expression that may not end is left alone where it was not reached", async () => {
		const text = `${"a".repeat(60)}!`;
		for (const endless of ["^(a+)+$", "(a|a)*$", "a*a*a*a*a*a*b"]) {
			const result = await missed(
				call("fetch", `(#match? @text "${endless}")`),
				`fech("${text}");`,
			);
			expect(result.passed).toBe(false);
			expect(result.fault).toBeUndefined();
			expect(result.nearMiss).toBeUndefined();
		}
	});

	test("a query that was slow to miss ends within the work of a few runs", async () => {
		const content = `${"f(".repeat(3000)}"x"${")".repeat(3000)}`.repeat(10);
		const pattern =
			'((call_expression function: (_) @name) @text (#eq? @name "g") (#eq? @text "g"))';
		const before = workDone();
		const { passed } = await missed(pattern, content);
		expect(passed).toBe(false);
		expect(workDone() - before).toBeLessThan(1_000_000);
	});

	test("the query answers as before after a search", async () => {
		const pattern = call("fetch", '(#eq? @text "x")');
		const passed: boolean[] = [];
		for (const code of ['fech("x")', 'fetch("x")', 'fetch("z")'])
			passed.push((await missed(pattern, code)).passed);
		expect(passed).toEqual([false, true, false]);
	});

	test("a pattern whose predicates cannot be distinguished has no near miss", async () => {
		const result = await missed(`_\n${call("fetch", "")}`, "");
		expect(result.nearMiss).toBeUndefined();
	});
});

describe("words of a regular expression", () => {
	const table: [source: string, words: string[] | null, whole?: boolean][] = [
		["^get$", ["get"], true],
		["get", ["get"], false],
		["^(get|post)$", ["get", "post"], true],
		["^/books/?$", ["/books"], true],
		["^[xX]-[kK]ey$", ["x-key"], true],
		["\\bint\\b", ["int"], false],
		["(\\(|\\bpath\\s*=\\s*)[\"']/latest[\"']\\s*[,)]", ['("/latest")'], false],
		["^fastapi(\\.applications)?$", ["fastapi"], true],
		["\\w+", null],
		["^(?!None)x$", null],
		["[a-z]", null],
		["a{2}", null],
		["", null],
		["[*]", null],
		["a|b|c|d|e|f|g", null],
	];
	for (const [source, words, whole] of table)
		test(source || "nothing", () => {
			expect(regexLiterals(source)).toEqual(
				words && { words, whole: whole ?? false },
			);
		});
});

describe("expressions that end soon", () => {
	const table: [source: string, length: number, quick: boolean][] = [
		["^/hello/?$", 1000, true],
		["(\\(\\s*|\\bpath\\s*=\\s*)[\"']/latest[\"']\\s*[,)]", 100, true],
		["^(a+)+$", 10, false],
		["(a|a)*", 10, false],
		["(a|b){2,9}", 10, false],
		["(a)\\1", 10, false],
		["a*a*a*a*a*b", 4000, false],
		["[\\s\\S]*x[\\s\\S]*y", 5000, false],
		[".*", 200, true],
	];
	for (const [source, length, quick] of table)
		test(`${source} on ${length} letters`, () => {
			expect(isQuick(source, length)).toBe(quick);
		});
});
