/**
 * Attacks on the engine, each with its expected outcome, for the tests and for `bench/attacks.ts`. Texts are built on demand, because
 * some have many megabytes.
 */
import type { Assertion } from "../shapes.ts";

/**
 * What a result reports: a pass, a miss of the code, an unreadable file, or a fault of the check.
 * `unblamed`: a pass or a fault of the check, depending on the speed of the machine, but never a miss.
 */
export type AttackOutcome = "passed" | "code" | "file" | "check" | "unblamed";

export interface Attack {
	name: string;
	path: string;
	content(): string;
	assertion: Assertion;
	/** One, or those that depend on the machine's speed. */
	outcomes: readonly AttackOutcome[];
}

export const easy: Assertion = {
	type: "methodCall",
	description: "It is ready",
	method: "ready",
};
export const query = (pattern: string): Assertion => ({
	type: "sexpression",
	description: "It matches",
	pattern,
});

const nothing = query("(comment)");
const slowOrMiss: AttackOutcome[] = ["code", "file"];
const deep = 100_000;
const nested = (open: string, close = "", between = "") =>
	open.repeat(deep) + between + close.repeat(deep);
const statements = "f();\n".repeat(5000);
const longName = "a".repeat(40);
const fragments = `"${longName}!";\n`.repeat(60);
const endless = "^(a+)+$";

const row = (
	name: string,
	path: string,
	content: () => string,
	assertion: Assertion,
	outcomes: readonly AttackOutcome[],
): Attack => ({ name, path, content, assertion, outcomes });

/** Nesting that a recursive walk would not survive, and that some scanners read in quadratic time. */
const nestings: Attack[] = (
	[
		["parentheses", "js", () => nested("(", ")", "1")],
		["open parentheses", "js", () => nested("(")],
		["arrays", "js", () => nested("[", "]")],
		["blocks", "js", () => nested("{", "}")],
		["arrow functions", "js", () => nested("a=>", "", "1")],
		["templates", "js", () => nested("`${", "}`", "1")],
		["else-ifs", "js", () => nested("if(a){}else ", "", "{}")],
		["additions", "js", () => nested("1+", "", "1")],
		["negations", "js", () => nested("!", "", "1")],
		["member calls", "js", () => `a${nested(".b()")}`],
		["JSX", "jsx", () => nested("<a>", "</a>")],
		["open JSX", "jsx", () => nested("<a>")],
		["generics", "ts", () => `type A = ${nested("B<", ">", "C")}`],
		["HTML", "html", () => nested("<div>")],
		["closed HTML", "html", () => nested("<div>", "</div>")],
		["Python parentheses", "py", () => nested("(", ")", "1")],
		["JSON arrays", "json", () => nested("[", "]")],
		["CSS blocks", "css", () => nested("a{", "}")],
	] as [string, string, () => string][]
).map(([name, extension, content]) =>
	row(
		`${name} nested 100,000 times`,
		`t.${extension}`,
		content,
		/js|ts/.test(extension) && extension !== "json" ? easy : nothing,
		// Where nothing but a query looks, the query may be what runs out of time.
		[...slowOrMiss, "check"],
	),
);

const sizes: Attack[] = [
	row("10 MB of calls", "t.js", () => "ready();\n".repeat(1_200_000), easy, [
		"file",
	]),
	row("30 MB", "t.js", () => " ".repeat(30_000_000), easy, ["file"]),
	...(
		[
			["punctuation", () => "%&=)(/&%$".repeat(116_000)],
			["closing brackets", () => ");".repeat(524_000)],
			["one string", () => `"${"a".repeat(1_048_000)}"`],
			["one comment", () => `/*${"a".repeat(1_048_000)}*/`],
			["one name", () => "a".repeat(1_048_000)],
			["white space", () => " ".repeat(1_048_000)],
			["arguments", () => `f(${"x,".repeat(520_000)}x)`],
		] as [string, () => string][]
	).map(([name, content]) =>
		row(`1 MiB of ${name}`, "t.js", content, easy, slowOrMiss),
	),
	row(
		"HTML nested 10,000 times",
		"t.html",
		() => "<div>".repeat(10_000),
		nothing,
		["file"],
	),
];

const queries: Attack[] = [
	row(
		"a query over 100,000 open parentheses",
		"t.js",
		() => nested("("),
		query("(identifier) @a"),
		["code", "file", "check"],
	),
	row(
		"a query over nested arrays",
		"t.json",
		() => nested("[", "]"),
		query("(array) @a"),
		["file", "unblamed"],
	),
	row(
		"a query over a chain of calls",
		"t.js",
		() => `a${".b()".repeat(20_000)}`,
		query("(call_expression) @a"),
		["file", "unblamed"],
	),
	...[200, 3000].map((count) =>
		row(
			`permutations of ${count} arguments`,
			"t.js",
			() => `f(${"x,".repeat(count)}x)`,
			query("(arguments (identifier) @a (identifier) @b (identifier) @c)"),
			["unblamed"],
		),
	),
	row(
		"captures that explode, which no predicate reads",
		"t.js",
		() => statements,
		query("(program (expression_statement)* @a (expression_statement) @b)"),
		["unblamed"],
	),
	row(
		"captures that explode for a predicate",
		"t.js",
		() => statements,
		query(
			'((program (expression_statement)* @a (expression_statement) @b) (#eq? @a "x"))',
		),
		["check"],
	),
	...[1000, 5000].map((count) =>
		row(
			`a pattern of ${count} brackets`,
			"t.js",
			() => "f();",
			query("(".repeat(count)),
			["check"],
		),
	),
	row(
		"a pattern that is too long",
		"t.js",
		() => "f();",
		query("(_)\n".repeat(20_000)),
		["check"],
	),
	row("2,700 patterns", "t.js", () => "f();", query("(_)".repeat(2700)), [
		"unblamed",
	]),
];

const expressions: Attack[] = [
	row(
		"a regular expression without end, in a query",
		"t.js",
		() => fragments,
		query(`((string_fragment) @a (#match? @a "${endless}"))`),
		["check"],
	),
	row(
		"the same, turned round",
		"t.js",
		() => fragments,
		query(`((string_fragment) @a (#not-match? @a "${endless}"))`),
		["check"],
	),
	row(
		"a regular expression without end, on a return value",
		"t.js",
		() => `function f() { return ${longName}$; }`,
		{
			type: "returnStatement",
			description: "It returns",
			valuePattern: endless,
		},
		["check"],
	),
	row(
		"a regular expression that grows with a power of its text",
		"t.js",
		() => `"${"a".repeat(4000)}"`,
		query('((string_fragment) @a (#match? @a "a*a*a*a*a*b"))'),
		["check"],
	),
	row(
		"a regular expression that is too long",
		"t.js",
		() => "f();",
		query(`((identifier) @a (#match? @a "${"a".repeat(2000)}"))`),
		["check"],
	),
];

const oddTexts: Attack[] = (
	[
		["NUL bytes", "\0\0ready();\0"],
		["lone surrogates", '"\ud800"; ready(); "\udc00"'],
		["astral names", "const 𠮷 = 1; ready();"],
		["a byte order mark", "\uFEFFready();"],
		["CRLF", "\r\nready();\r\n"],
		["line separators", "\u2028ready();\u2029"],
		["no-break spaces", "\u00A0ready();\u00A0"],
		["a hash-bang", "#!/usr/bin/env node\nready();"],
	] as [string, string][]
).map(([name, content]) => row(name, "t.js", () => content, easy, ["passed"]));

const noTexts: Attack[] = (
	[
		["nothing", undefined],
		["null", null],
		["a number", 5],
		["bytes", new Uint8Array([114, 101])],
	] as [string, unknown][]
).map(([name, content]) =>
	row(`${name} in place of a text`, "t.js", () => content as string, easy, [
		"file",
	]),
);

export const attacks: readonly Attack[] = [
	...nestings,
	...sizes,
	...queries,
	...expressions,
	...oddTexts,
	...noTexts,
];
