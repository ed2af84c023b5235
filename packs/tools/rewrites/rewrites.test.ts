// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the examples are code
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packs } from "../test/command.ts";
import { deriveRewrites, operators } from "./derive.ts";
import { ways } from "./ways.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const rewritesOf = (path: string, content: string, prompt = "") =>
	deriveRewrites({ prompt }, [{ path, content }]);

/** What an operator makes of a file. */
const EXAMPLES: [operator: string, path: string, from: string, to: string][] = [
	[
		"otherName",
		"a.js",
		"f((req) => g({ req, a: req.req }));",
		"f((req2) => g({ req: req2, a: req2.req }));",
	],
	[
		"otherName",
		"a.js",
		"function f({ a = 1 }) { return a; }\nf();",
		"function f({ a: a2 = 1 }) { return a2; }\nf();",
	],
	[
		"otherName",
		"a.tsx",
		"const a = (label: string) => <label>{label}</label>;",
		"const a = (label2: string) => <label>{label2}</label>;",
	],
	[
		"otherName",
		"a.py",
		"def f(x):\n    y = g(y=1)\n    return y.y\n",
		"def f(x):\n    y2 = g(y=1)\n    return y2.y\n",
	],
	[
		"aliasedImport",
		"a.js",
		'import { a } from "b";\na();',
		'import { a as a2 } from "b";\na2();',
	],
	[
		"aliasedImport",
		"a.py",
		"from b import a\na()\n",
		"from b import a as a2\na2()\n",
	],
	["wholeImport", "a.py", "from b import c\nc()\n", "import b\nb.c()\n"],
	[
		"arrowForFunction",
		"a.js",
		"export async function f(a) { g(a); }",
		"export const f = async (a) => { g(a); };",
	],
	[
		"arrowForFunction",
		"a.tsx",
		"function f<T>(a: T): T { return a; }",
		"const f = <T,>(a: T): T => { return a; };",
	],
	[
		"arrowForFunction",
		"a.js",
		"f(function (a) { g(a); });",
		"f((a) => { g(a); });",
	],
	[
		"arrowForFunction",
		"a.tsx",
		"f(function <T>(a: T) { g(a); });",
		"f(<T,>(a: T) => { g(a); });",
	],
	[
		"functionForArrow",
		"a.js",
		"const f = a => a + 1;",
		"function f(a) { return a + 1; }",
	],
	[
		"functionForArrow",
		"a.js",
		"f((a) => g(a));",
		"f(function (a) { return g(a); });",
	],
	["otherBody", "a.js", "f((a) => a.b);", "f((a) => { return a.b; });"],
	["otherBody", "a.js", "f(() => { return {}; });", "f(() => ({}));"],
	[
		"namedHandler",
		"a.js",
		"f(1, (a) => g(a));",
		"const handler = (a) => g(a);\nf(1, handler);",
	],
	[
		"namedHandler",
		"a.tsx",
		"function A() {\n  return <b onClick={() => f()} />;\n}",
		"function A() {\n  const handler = () => f();\nreturn <b onClick={handler} />;\n}",
	],
	[
		"membersForDestructuring",
		"a.js",
		"const { a, b: c, d = 1 } = e.f;",
		"const a = e.f.a;\nconst c = e.f.b;\nconst d = e.f.d === undefined ? 1 : e.f.d;",
	],
	["destructuringForMember", "a.js", "const a = b.c;", "const { c: a } = b;"],
	[
		"destructuringInBody",
		"a.tsx",
		"const f = ({ a }: P) => <b>{a}</b>;",
		"const f = (given: P) => { const { a } = given; return <b>{a}</b>; };",
	],
	[
		"elseForEarlyReturn",
		"a.js",
		"function f() {\n  if (a) { b(); return; }\n  c();\n}",
		"function f() {\n  if (a) { b();  } else {\n  c();\n}\n}",
	],
	[
		"elseForEarlyReturn",
		"a.py",
		"def f():\n    if a:\n        return 1\n    b()\n    return 2\n",
		"def f():\n    if a:\n        return 1\n    else:\n        b()\n        return 2\n",
	],
	[
		"earlyReturnForElse",
		"a.js",
		"function f() { if (a) { b(); } else { c(); } }",
		"function f() { if (a) { b(); return;\n}\nc(); }",
	],
	[
		"earlyReturnForElse",
		"a.py",
		"def f():\n    if a:\n        return 1\n    else:\n        b()\n        return 2\n",
		"def f():\n    if a:\n        return 1\n    b()\n    return 2\n",
	],
	[
		"turnedRound",
		"a.js",
		"if (a) { b(); } else c();",
		"if (!(a)) { c(); } else { b(); }",
	],
	["turnedRound", "a.js", "f(a ? b : c);", "f(!(a) ? (c) : (b));"],
	["turnedRound", "a.py", "a = b if c else d\n", "a = d if not (c) else b\n"],
	[
		"constantForLiteral",
		"a.js",
		'import a from "a";\na("b");',
		'import a from "a";\nconst VALUE = "b";\n\na(VALUE);',
	],
	["constantForLiteral", "a.py", "a(-90)\n", "\nVALUE = 90\na(-VALUE)\n"],
	["otherKeyOrder", "a.js", "f({ a: 1, b });", "f({ b, a: 1 });"],
	["otherKeyOrder", "a.py", "f(x, a=1, b=2)\n", "f(x, b=2, a=1)\n"],
	["otherKeyOrder", "a.tsx", "f(<a b c={1} />);", "f(<a c={1} b />);"],
	[
		"sumForTemplate",
		"a.js",
		"f(`a ${b} c`, `${d.e}`);",
		'f("a " + b + " c", `${d.e}`);',
	],
	["templateForSum", "a.js", 'f("a " + b + "c");', "f(`a ${b}c`);"],
	[
		"formatForInterpolation",
		"a.py",
		'f(f"a {b:.1f} {c}")\n',
		'f("a {:.1f} {}".format(b, c))\n',
	],
	["sumForIncrease", "a.js", "a.b += c * 2;", "a.b = a.b + (c * 2);"],
	["sumForIncrease", "a.py", "a[b] += 1\n", "a[b] = a[b] + 1\n"],
	["increaseForSum", "a.js", "a = a + b;", "a += b;"],
];

test.each(EXAMPLES)("%s in %s: %p becomes %p", async (name, path, from, to) => {
	const made = await rewritesOf(path, from);
	expect(
		made
			.filter(({ id }) => id.startsWith(`${name} `))
			.map(({ files }) => files[0]?.content),
	).toContain(to);
});

test("every operator has an example", () => {
	const shown = new Set(EXAMPLES.map(([name]) => name));
	const own = Object.keys(operators).filter((name) => !(name in ways));
	expect(own.filter((name) => !shown.has(name))).toEqual([]);
});

describe("what is not the learner's to choose keeps its name", () => {
	const renamedIn = async (path: string, content: string, prompt?: string) =>
		(await rewritesOf(path, content, prompt))
			.filter(({ id }) => id.startsWith("otherName "))
			.map(({ id }) => /`(\w+)`/.exec(id)?.[1]);

	test.each([
		["an export", "a.js", "export function f() {}", ""],
		["a name of the task", "a.js", "const app = f();", "Call it `app`."],
		["a field of a class", "a.py", "class A:\n    b: int = 1\n", "`A`"],
		["a parameter in Python", "a.py", "def f(x):\n    pass\n", "`f`"],
		["a decorated function", "a.py", "@a\ndef f():\n    pass\n", ""],
	])("%s", async (_, path, content, prompt) => {
		expect(await renamedIn(path, content, prompt)).toEqual([]);
	});

	test("a parameter in JavaScript is the learner's, whatever the task says", async () => {
		expect(await renamedIn("a.js", "f((req) => req);", "Read `req`.")).toEqual([
			"req",
		]);
	});
});

test("a name that another Python file imports keeps its name in both", async () => {
	const files = [
		{ path: "main.py", content: "from parts import ALL\nf(ALL)\n" },
		{ path: "parts.py", content: "one = 1\nALL = [one]\n" },
	];
	const made = await deriveRewrites({ prompt: "" }, files);
	expect(
		made.map(({ id }) => id).filter((id) => id.startsWith("otherName")),
	).toEqual(["otherName parts.py: `one` is called `one2`"]);
});

test("a package of the answer's own is not imported whole", async () => {
	const files = [
		{
			path: "main.py",
			content: "from routers import readings\nreadings.f()\n",
		},
		{ path: "routers/readings.py", content: "def f():\n    pass\n" },
	];
	const made = await deriveRewrites({ prompt: "" }, files);
	expect(made.filter(({ id }) => id.startsWith("wholeImport"))).toEqual([]);
});

describe("the command", () => {
	const folder = mkdtempSync(join(tmpdir(), "treeline-rewrites-"));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	const GOOD = join(import.meta.dir, "../broken/fixtures/good");

	async function classified(name: string, check: object) {
		cpSync(GOOD, join(folder, name), { recursive: true });
		const path = join(folder, name, "challenges/01-say-hello-over-http.json");
		const challenge = await Bun.file(path).json();
		challenge.assertions = {
			perFile: { "app.js": [{ description: "There is a path.", ...check }] },
		};
		writeFileSync(path, JSON.stringify(challenge));
		return packs(["rewrites", `./${name}`, "--challenge", "1"], { folder });
	}

	test.each(["rewrites", "mutants", "prove"])(
		"%s of a challenge that no pack has is an error",
		async (command) => {
			cpSync(GOOD, join(folder, command), { recursive: true });
			const { out, err, code } = await packs(
				[command, `./${command}`, "--trust", "--challenge", "99"],
				{ folder },
			);
			expect(`${out}${err}`).toContain(
				'There is no challenge "99" in good. Name it by its slug, its file or its number.',
			);
			expect(code).not.toBe(0);
		},
	);

	test("a check that reads the meaning accepts every spelling", async () => {
		const { out, code } = await classified("meaning", {
			type: "codePattern",
			pattern: ['$_.get("/hello", $_)', '$_.route("/hello").get($_)'],
		});
		expect(out).toMatch(
			/✓ good\/01-say-hello-over-http: \d\d+ rewrites, 0 refused\n/,
		);
		expect(code).toBe(0);
	});

	test("a check that reads the spelling is named with the rewrite and its message", async () => {
		const { out, code } = await classified("spelling", {
			type: "sexpression",
			pattern:
				'((call_expression arguments: (arguments (string) @p)) (#eq? @p "\\"/hello\\""))',
		});
		expect(out).toMatch(
			/✗ good\/01-say-hello-over-http: \d+ rewrites, \d+ refused\n/,
		);
		expect(out).toContain(
			'    - constantForLiteral app.js: `"/hello"` is a constant, in the reference\n        "There is a path." ',
		);
		expect(code).toBe(1);
	});
});
