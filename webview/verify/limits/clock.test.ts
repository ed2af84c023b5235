/** Results do not depend on the speed of the machine: the clock may run a thousand times faster or slower than the engine. */
import { afterEach, expect, spyOn, test } from "bun:test";
import { readerFor } from "#bytes";
import type { Assertion, AssertionResult } from "../index.ts";
import { createGrammars, grammarOf } from "../parse/grammars.ts";
import { parseFile } from "../parse/parse.ts";
import { TreeCache } from "../parse/tree-cache.ts";
import { CompiledQuery } from "../query/query.ts";
import { check } from "../verify.ts";
import { easy, query } from "../worker/attacks.ts";
import { Budget } from "./budget.ts";

const statements = "f();\n".repeat(3000);
const calls = `${"f(".repeat(1500)}"x"${")".repeat(1500)}`;
const returns = (valuePattern: string): Assertion => ({
	type: "returnStatement",
	description: "It returns",
	valuePattern,
});

const table: [name: string, path: string, code: string, Assertion][] = [
	["a match", "a.js", "ready();", easy],
	["a near miss", "a.js", "redy();", easy],
	["a large file", "a.js", `${statements}ready();`, easy],
	["a syntax error", "a.js", "ready(;\nconst = 5;", easy],
	["deep HTML", "a.html", "<div>".repeat(3000), query("(element)")],
	["HTML too deep", "a.html", "<div>".repeat(12_000), query("(element)")],
	["a query that matches", "a.js", calls, query("(string_fragment) @a")],
	[
		"a near miss of a query",
		"a.js",
		'fech("x");',
		query(
			'((call_expression function: (identifier) @name arguments: (arguments (string (string_fragment) @text))) (#eq? @name "fetch") (#eq? @text "x"))',
		),
	],
	[
		"a match that needs a second look",
		"a.jsx",
		"const a = <ul><li key={x}>a</li><li>b</li></ul>;",
		query(
			"(jsx_element (jsx_element) (jsx_element (jsx_opening_element attribute: (jsx_attribute))))",
		),
	],
	[
		"captures that explode for a predicate",
		"a.js",
		"f();\n".repeat(600),
		query(
			'((program (expression_statement)* @a (expression_statement) @b) (#eq? @a "x"))',
		),
	],
	[
		"captures that explode, which no predicate reads",
		"a.js",
		statements,
		query("(program (expression_statement)* @a (expression_statement) @b)"),
	],
	[
		"permutations",
		"a.js",
		`f(${"x,".repeat(300)}x)`,
		query("(arguments (identifier) @a (identifier) @b (identifier) @c)"),
	],
	[
		"a regular expression that fits",
		"a.js",
		"function f() { return [1, 2].map(g); }",
		returns("\\.map\\("),
	],
	[
		"a regular expression that does not fit",
		"a.js",
		"function f() { return [1, 2].map(g); }",
		returns("^\\[\\d+, \\d+\\]\\.filter"),
	],
	[
		"a regular expression in a query",
		"a.js",
		'app.get("/books", f);',
		query('((string_fragment) @a (#match? @a "^/(books|shelves)$"))'),
	],
];

const grammars = createGrammars(readerFor());
const dateNow = Date.now.bind(Date);
const performanceNow = performance.now.bind(performance);
const spies: { mockRestore(): void }[] = [];
afterEach(() => {
	for (const spy of spies.splice(0)) spy.mockRestore();
});

/** The results of the whole table while the clock runs `speed` times as fast. */
async function resultsAt(speed: number, deadline: number | null = null) {
	const [wall, precise] = [dateNow(), performanceNow()];
	spies.push(
		spyOn(Date, "now").mockImplementation(
			() => wall + (dateNow() - wall) * speed,
		),
		spyOn(performance, "now").mockImplementation(
			() => precise + (performanceNow() - precise) * speed,
		),
	);
	const results: AssertionResult[] = [];
	for (const [, path, content, assertion] of table) {
		const { result } = await check(
			{ perFile: { [path]: [assertion, assertion] } },
			[{ path, content }],
			grammars,
			() => ({
				onStep() {},
				timedOutSteps: new Set(),
				skipUserPatterns: false,
				budget: new Budget(deadline),
				treeCache: new TreeCache(),
			}),
		);
		results.push(...(result.fileResults[0]?.results ?? []));
	}
	for (const spy of spies.splice(0)) spy.mockRestore();
	return results;
}

const expected = await resultsAt(1);

for (const speed of [1000, 0.001])
	test(`a clock that runs ${speed} times as fast gives equal results`, async () => {
		expect(expected).toHaveLength(2 * table.length);
		expect(await resultsAt(speed)).toEqual(expected);
	}, 300_000);

test("captures that explode for a predicate are the check's fault", () => {
	const at = table.findIndex(
		([name]) => name === "captures that explode for a predicate",
	);
	const faults = expected.slice(2 * at, 2 * at + 2).map(({ fault }) => fault);
	expect(faults).toEqual(["check", "check"]);
});

test("a worker's time limit never turns one verdict into the other", async () => {
	const contained = /too long/;
	for (const [index, result] of (await resultsAt(1000, 2000)).entries())
		if (!contained.test(result.message))
			expect(result).toEqual(expected[index] as AssertionResult);
}, 300_000);

/** What a query finds in each file of the table, in a worker's call. */
async function foundByQueries() {
	new Budget(2000);
	const found: (string | null)[] = [];
	for (const [, path, content, assertion] of table) {
		const name = grammarOf(path);
		if (assertion.type !== "sexpression" || !name) continue;
		const grammar = await grammars.load(name);
		const file = parseFile({ path, content }, grammar);
		if (typeof file === "string") continue;
		const compiled = new CompiledQuery(grammar.language, assertion.pattern);
		try {
			const match = compiled.find(file.tree.rootNode);
			found.push(match && `at ${match.node?.startIndex}`);
		} catch (problem) {
			found.push(String(problem));
		} finally {
			compiled.delete();
			file.tree.delete();
		}
	}
	return found;
}

test("a clock that jumps ahead a minute whenever it is asked decides no query", async () => {
	const found = await foundByQueries();
	let minutes = 0;
	spies.push(
		spyOn(Date, "now").mockImplementation(() => 60_000 * minutes++),
		spyOn(performance, "now").mockImplementation(() => 60_000 * minutes++),
	);
	expect(await foundByQueries()).toEqual(found);
	expect(found.filter((one) => one?.startsWith("at "))).not.toHaveLength(0);
}, 300_000);
