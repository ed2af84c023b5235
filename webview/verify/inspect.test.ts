/** Inspection holds to the limits of verification, and reads its files once. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { openProject } from "./inspect.ts";

setDefaultTimeout(600_000);

const code = "const total = 1;\nsave(total);\n";

test("one project answers for all of its files", async () => {
	const project = await openProject([
		{ path: "a.js", content: code },
		{ path: "b.js", content: "drop(1);\n" },
		{ path: "notes.txt", content: "a {}" },
	]);
	const bound = project.inspect("save($what)", "a.js");
	expect(bound.passed).toBe(true);
	expect(bound.bindings.map(({ name, text }) => `${name} ${text}`)).toEqual([
		"$what total",
	]);
	expect(project.inspect("save($what)", "b.js").passed).toBe(false);
	expect(project.inspect("drop($what)", "b.js").passed).toBe(true);
	for (const path of ["notes.txt", "missing.js"])
		expect(project.inspect("save($what)", path)).toEqual({
			passed: false,
			bindings: [],
			matches: [],
			fault: null,
		});
});

test("a condition of a wrong shape is a fault, as authors type one", async () => {
	const project = await openProject([{ path: "a.js", content: code }]);
	for (const wrong of [
		{ pattern: "save()", not: [{ has: "g()" }] },
		{ pattern: 7 },
		{ all: [null] },
		null,
	])
		expect(
			project.inspect(wrong as never, "a.js").fault,
			JSON.stringify(wrong),
		).toBeString();
	expect(project.inspect(["drop()", "save($_)"], "a.js").passed).toBe(true);
});

test("every place that matches is reported once, with its own metavariables", async () => {
	const project = await openProject([
		{ path: "a.js", content: "save(total);\nsave(1);\ndrop(2);\n" },
	]);
	const { matches } = project.inspect("save($what)", "a.js");
	expect(
		matches.map(
			({ location, bindings }) => `${location?.line} ${bindings[0]?.text}`,
		),
	).toEqual(["1 total", "2 1"]);
	const whole = project.inspect({ not: "lose()" }, "a.js");
	expect(whole.passed).toBe(true);
	expect(whole.matches).toEqual([{ location: null, parts: [], bindings: [] }]);
});

test.each([
	["function f(...) {\n  $sum += $_;\n  return $sum;\n}", [3, 5]],
	["let $sum = 0;\nreturn $sum;", [2, 5]],
	["export function f(...) { ... }", [1]],
	["save(...)", [4]],
])("the parts of %j are lines %j", async (pattern, lines) => {
	const content =
		"export function f(list) {\n  let sum = 0;\n  for (const one of list) sum += one;\n  save(sum);\n  return sum;\n}\n";
	const { inspect } = await openProject([{ path: "a.js", content }]);
	const [first] = inspect(pattern, "a.js").matches;
	expect(first?.parts.map(({ line }) => line)).toEqual(lines);
});

const mostOf = `// ${"x".repeat(900_000)}\n`;
const table: [what: string, contents: string[], fault: RegExp][] = [
	[
		"a file that is too large",
		[mostOf.repeat(2)],
		/^`0\.js` is larger than 1 MiB/,
	],
	[
		"files that are too large together",
		[code, mostOf, mostOf, `${mostOf}1;`],
		/^`3\.js` was not checked, because your files are larger than 2 MiB/,
	],
	[
		"a pattern that is too costly",
		[`f(${Array.from({ length: 200 }, (_, i) => i).join(", ")});`],
		/^it is too costly: .*make it more specific$/,
	],
];

test.each(table)("%s is a fault", async (_, contents, fault) => {
	const files = contents.map((content, index) => ({
		path: `${index}.js`,
		content,
	}));
	const { inspect } = await openProject(files);
	const pattern = "f(..., $a, ..., $b, ..., $c, ..., $d, ..., $a)";
	expect(inspect(pattern, `${files.length - 1}.js`).fault).toMatch(fault);
});

test("deep nesting is inspected", async () => {
	const content = `save(${"(".repeat(100_000)}1${")".repeat(100_000)});\n${code}`;
	const { inspect } = await openProject([{ path: "a.js", content }]);
	expect(inspect("save(total)", "a.js").passed).toBe(true);
});
