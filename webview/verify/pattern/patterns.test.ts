/** Properties of patterns (`codePattern`): code matches itself, definitions keep their names apart, and nothing hostile runs away. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { assertionFaults, compileFaults, verify } from "../index.ts";
import type { AssertionSet, Condition, Definitions } from "../shapes.ts";

setDefaultTimeout(600_000);

async function check(
	path: string,
	content: string,
	condition: Condition,
	definitions?: Definitions,
) {
	const fields =
		typeof condition === "string" || Array.isArray(condition)
			? { pattern: condition }
			: condition;
	const assertion = { type: "codePattern", description: "d", ...fields };
	const set = {
		perFile: { [path]: [assertion] },
		...(definitions && { definitions }),
	} as AssertionSet;
	const { fileResults } = await verify(set, [{ path, content }]);
	const [result] = fileResults[0]?.results ?? [];
	if (!result) throw new Error("no result");
	return result;
}

interface Written {
	path?: string;
	code: string;
}
const folder = `${import.meta.dir}/../cases`;
const written: Written[] = (
	await Promise.all(
		readdirSync(folder)
			.filter((name) => !/^(bullets|names|general)\./.test(name))
			.map((name) => Bun.file(`${folder}/${name}`).json()),
	)
).flat();

/** Code of the cases by path and text, but for what patterns read otherwise: `$`, `...` and code that never runs. */
const sources = new Map(
	written
		.map(({ path = "app.js", code }) => ({ path, code }))
		.filter(
			({ path, code }) =>
				/\.(jsx?|tsx?|py)$/.test(path) &&
				code.trim() &&
				!/\$|\.\.\.|return( null)?;\n|if \(false\)|= true \?/.test(code),
		)
		.map((one) => [`${one.path} ${one.code}`, one]),
);

/** Which code of the cases is made a pattern with a metavariable in place of one of its words. */
const everyNth = 16;

test("no message shows how a pattern is read", async () => {
	const all = written.filter(({ code }) => code.trim() && !/[$µ]/.test(code));
	const shown: string[] = [];
	let missed = 0;
	for (const [index, { path = "app.js", code }] of all.entries()) {
		const words = code.match(/[A-Za-z_][\w-]*/g) ?? [];
		const word = words[(index * 5) % words.length];
		if (index % everyNth > 0 || !word) continue;
		const place = new RegExp(`(?<![\\w$-])${word}(?![\\w-])`, "g");
		const pattern = code.replace(place, `$${word.replaceAll("-", "_")}`);
		for (const content of [
			code.replaceAll(word, "zz"),
			code.slice(0, code.length / 2),
		]) {
			const result = await check(path, content, pattern);
			if (result.passed || result.fault) continue;
			missed++;
			const { message, nearMiss } = result;
			if (/[µ·]/.test(message + JSON.stringify(nearMiss)))
				shown.push(`${pattern}\n${message}`);
		}
	}
	expect(missed).toBeGreaterThan(50);
	expect(shown).toEqual([]);
});

/** Code that is no match for itself, or for itself with open texts and numbers, with what is said of it: nothing else may be. */
const unmatched = new URL("unmatched.json", import.meta.url);

type Unmatched = Record<"itself" | "open", { code: string; message: string }[]>;

test("code matches itself as a pattern, and with its texts and numbers left open, unless it is known to be none", async () => {
	const found: Unmatched = { itself: [], open: [] };
	const compare = async (
		kind: keyof Unmatched,
		path: string,
		code: string,
		pattern: string,
	) => {
		const { passed, message } = await check(path, code, pattern);
		if (!passed) found[kind].push({ code: pattern, message });
	};
	for (const { path, code } of sources.values()) {
		await compare("itself", path, code, code);
		if (/^\s*(import|from)\b|export .* from|export \{|<|"use|'|`/m.test(code))
			continue;
		const pattern = code.replace(/"[^"\n]*"|(?<![\w.])\d+(?![\w.])/g, "$_");
		await compare("open", path, code, pattern);
	}
	expect(found).toEqual(await Bun.file(unmatched).json());
	expect(sources.size - found.itself.length).toBeGreaterThan(500);
});

describe("definitions", () => {
	const definitions: Definitions = {
		fluent: ["status"],
		patterns: {
			"$status($res, $code)": ["$res.status($code)", "$res.statusCode = $code"],
			"$answers($res, $code, $body)": "$status($res, $code); $res.json($body)",
			"$get($path, $handler)": {
				pattern: "$app.get($path, ..., $handler)",
				where: { $app: "express()" },
			},
			$created: ["201", "STATUS.CREATED"],
			"$handles($handler)": {
				pattern: "$app.$method(..., $handler)",
				where: { $method: { regex: "^(get|post)$" } },
			},
			"$calls($name, $part)": "$_.$name($part)",
		},
	};
	const table: [
		what: string,
		code: string,
		pattern: string,
		passed: boolean,
	][] = [
		["a chain", "res.status(404).json({});", "$answers($res, 404, $_)", true],
		["a method that fits", "app.get(home);", "$handles(home)", true],
		["another method", "app.listen(home);", "$handles(home)", false],
		[
			"two methods that fit",
			"app.get(home);\napp.post(away);",
			"$handles(home);\n$handles(away)",
			true,
		],
		["a method that is given", "app.get(home);", "$calls(get, home)", true],
		["not the one given", "app.put(home);", "$calls(get, home)", false],
		["any method", "app.put(home);", "$calls($any, home)", true],
		[
			"the same method twice",
			"app.get(home);\napp.put(away);",
			"$calls($any, home);\n$calls($any, away)",
			false,
		],
		[
			"two steps",
			"res.statusCode = 404;\nres.json({});",
			"$answers($res, 404, $_)",
			true,
		],
		[
			"two things",
			"a.status(404);\nb.json({});",
			"$answers($res, 404, $_)",
			false,
		],
		[
			"another status",
			"res.status(400).json({});",
			"$answers($res, 404, $_)",
			false,
		],
		[
			"without parts",
			"res.status(STATUS.CREATED);",
			"$res.status($created)",
			true,
		],
		[
			"names of their own",
			'const app = express();\napp.get("/", h);\nf(x);',
			'$get("/", $_);\nf($app);',
			true,
		],
		[
			"what they are called on",
			'const app = express();\napp.get("/", h);',
			'$get("/", $_)',
			true,
		],
		[
			"called on something else",
			'new Map().get("/", 1);',
			'$get("/", $_)',
			false,
		],
		[
			"called on what is not known",
			'export default (app) => app.get("/", h);',
			'$get("/", $_)',
			true,
		],
	];
	for (const [what, code, pattern, passed] of table)
		test(what, async () => {
			const result = await check("app.js", code, pattern, definitions);
			expect([result.passed, result.fault]).toEqual([passed, undefined]);
		});

	const faulty: [
		what: string,
		patterns: Definitions["patterns"],
		says: string,
	][] = [
		[
			"that use themselves",
			{ "$a($x)": "$b($x)", "$b($x)": "$a($x)" },
			"uses itself",
		],
		[
			"that are too deep",
			Object.fromEntries(
				Array.from({ length: 9 }, (_, i) => [
					`$a${i}($x)`,
					i === 8 ? "$x" : `$a${i + 1}($x)`,
				]),
			),
			"deep",
		],
		["that are given too much", { "$a($x)": "$x" }, "takes 1"],
		["that are no code", { "$a($x)": "f(" }, "definition"],
	];
	for (const [what, patterns, says] of faulty)
		test(`${what} are at fault`, async () => {
			const name = Object.keys(patterns ?? {})[0]?.split("(")[0];
			const pattern = says === "takes 1" ? "$a(1, 2)" : `${name}(1)`;
			const set = {
				perFile: {
					"a.js": [{ type: "codePattern", description: "d", pattern }],
				},
				definitions: { patterns },
			} as AssertionSet;
			expect(assertionFaults(set)).toEqual([]);
			const [fault] = await compileFaults(set);
			expect(`${fault?.pointer} ${fault?.message}`).toContain(says);
		});
});

describe("what is hostile", () => {
	const many = (count: number, text: (index: number) => string) =>
		Array.from({ length: count }, (_, index) => text(index)).join("\n");
	const nested = "(".repeat(3000) + ")".repeat(3000);
	const table: [
		what: string,
		code: string,
		condition: Condition,
		path?: string,
	][] = [
		[
			"elements within elements",
			`${"<div>".repeat(300)}${"</div>".repeat(300)}`,
			`${"<div>".repeat(9)}<p>$x</p>${"</div>".repeat(9)}`,
			"a.html",
		],
		[
			"classes without end",
			`<p class="${many(400, (i) => `c${i}`)}">x</p>`,
			'<p class="$a $b $c $d x">$_</p>',
			"a.html",
		],
		[
			"arrays of open elements",
			JSON.stringify(Array.from({ length: 300 }, (_, i) => ({ id: i }))),
			`[${"..., $_, ".repeat(6)}..., { "id": 1 }, { "id": 0 }]`,
			"a.json",
		],
		[
			"keys that may be any",
			JSON.stringify(
				Object.fromEntries(Array.from({ length: 200 }, (_, i) => [i, i])),
			),
			"{ $a: $b, $c: $d, $e: $f, $b: $a, $d: $c, $g: $a }",
			"a.json",
		],
		[
			"custom properties that stand for each other",
			":root { --a: var(--b); --b: var(--a) } p { color: var(--a) }",
			"p { color: red }",
			"a.css",
		],
		[
			"selectors within selectors",
			`${".a, & & .b {".repeat(40)}${"}".repeat(40)}`,
			".b .b { color: red }",
			"a.css",
		],
		[
			"rules without end",
			many(400, (i) => `.a${i}, .b${i} { gap: ${i}px; margin: 0 }`),
			".$a { gap: $x }\n.$b { margin: $x; gap: $y }\n.$c { gap: $y; color: red }",
			"a.css",
		],
		[
			"functions within functions",
			`p { width: ${"calc(".repeat(900)}1px${")".repeat(900)} }`,
			"p { width: 1px }",
			"a.css",
		],
		[
			"names that stand for each other",
			"let a = b;\nlet b = a;\nf(a);",
			"f(1)",
		],
		[
			"objects spread into each other",
			"let a = { ...b };\nlet b = { ...a };\nf(a);",
			"f({ x: 1 })",
		],
		[
			"functions that call each other",
			"const f = () => g();\nconst g = () => f();\nh(f());",
			"h(1)",
		],
		[
			"names that stand for ever more",
			many(
				40,
				(i) => `const a${i} = c ? a${i + 1} : b ? a${i + 1} : a${i + 2};`,
			),
			"const a0 = 7",
		],
		[
			"ever more ways to match",
			many(300, (i) => `f(${i}, x, y);`),
			{ pattern: "f($a, ...);\nf($b, ...);\nf($c, ...);\nf($a, $b, $c);" },
		],
		[
			"ellipses",
			`f(${Array.from({ length: 200 }, (_, i) => i).join(", ")});`,
			"f(..., $a, ..., $b, ..., $c, ..., $d, ..., $a)",
		],
		["deep code", `f${nested};`, "g()"],
		[
			"cases within cases",
			`${"switch (a) { case 1: case 2: ".repeat(28)}f();${" break; }".repeat(28)}`,
			"g()",
		],
		[
			"cases that run on",
			`switch (a) { ${many(3000, (i) => `case ${i}: f(${i});`)} }`,
			"g()",
		],
		["a deep pattern", "f();", `f${nested}`],
	];
	for (const [what, code, condition, path = "a.js"] of table)
		test(`${what}: ends, and passes nothing`, async () => {
			const { passed, message, fault } = await check(path, code, condition);
			expect(passed).toBe(false);
			expect(message).not.toContain("could not be evaluated (");
			if (fault) expect(message).toMatch(/too costly|is not valid code/);
		});
});
