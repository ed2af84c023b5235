/** Each way that is derived for another one, and the code that keeps its way. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packs } from "../test/command.ts";
import { deriveRewrites } from "./derive.ts";
import { ways } from "./ways.ts";

const waysOf = async (path: string, content: string) =>
	(await deriveRewrites({ prompt: "" }, [{ path, content }])).filter(
		({ isOtherWay }) => isOtherWay,
	);

/** What a way makes of a file. */
const EXAMPLES: [way: string, path: string, from: string, to: string][] = [
	[
		"forEachForLoop",
		"a.js",
		"for (const { a } of b.c) d(a);",
		"b.c.forEach(({ a }) => { d(a); });",
	],
	[
		"loopForForEach",
		"a.js",
		"a.forEach((b) => { c(b); });",
		"for (const b of a) { c(b); }",
	],
	[
		"loopForChain",
		"a.js",
		"function f(a) { return a.filter((b) => b.c).map(({ d }) => d); }",
		"function f(a) { const found = [];\nfor (const b of a) {\nif (b.c) {\nconst { d } = b;\nfound.push(d);\n}\n}\nreturn found; }",
	],
	["otherSort", "a.js", "a = [...b].sort(c);", "a = b.toSorted(c);"],
	["otherSort", "a.js", "a = b.toSorted();", "a = [...b].sort();"],
	[
		"statementsForChoice",
		"a.js",
		"function f() { return a ? b : c; }",
		"function f() { if (a) {\nreturn b;\n}\nreturn c; }",
	],
	[
		"statementsForChoice",
		"a.py",
		"def f():\n    return b if a else c\n",
		"def f():\n    if a:\n        return b\n    return c\n",
	],
	[
		"choiceForStatements",
		"a.js",
		"function f() { if (a) return b; return c; }",
		"function f() { return (a) ? (b) : (c); }",
	],
	[
		"choiceForStatements",
		"a.py",
		"def f():\n    if a:\n        return b\n    return c\n",
		"def f():\n    return b if a else c\n",
	],
	[
		"loopForComprehension",
		"a.py",
		"def f(a):\n    return [b.c for b in a if b.d]\n",
		"def f(a):\n    found = []\n    for b in a:\n        if b.d:\n            found.append(b.c)\n    return found\n",
	],
	[
		"comprehensionForLoop",
		"a.py",
		"a = []\nfor b in c:\n    a.append(b.d)\n",
		"a = [b.d for b in c]\n",
	],
	[
		"loopForComprehension",
		"a.py",
		"def f(a):\n    b = {k: v + 1 for k, v in a.items() if v}\n    return b\n",
		"def f(a):\n    b = {}\n    for k, v in a.items():\n        if v:\n            b[k] = v + 1\n    return b\n",
	],
	[
		"loopForComprehension",
		"a.py",
		"a = {b.c for b in d}\n",
		"a = set()\nfor b in d:\n    a.add(b.c)\n",
	],
	[
		"comprehensionForLoop",
		"a.py",
		"a = {}\nfor b, c in d:\n    if c:\n        a[b] = c\n",
		"a = {b: c for b, c in d if c}\n",
	],
	[
		"comprehensionForLoop",
		"a.py",
		"a = 0\nfor b in c:\n    a += b.d\n",
		"a = sum(b.d for b in c)\n",
	],
	[
		"loopForSum",
		"a.py",
		"def f(a):\n    return sum(b.c for b in a)\n",
		"def f(a):\n    total = 0\n    for b in a:\n        total += b.c\n    return total\n",
	],
	["nextBound", "a.js", "if (a <= 30) b();", "if (a < 31) b();"],
	["nextBound", "a.py", "a = b > 6\n", "a = b >= 7\n"],
	["sumForDouble", "a.js", "a = b * 2;", "a = (b + b);"],
	[
		"floorForCeil",
		"a.js",
		"a = Math.ceil(b / 60);",
		"a = Math.floor((b + 59) / 60);",
	],
	["floorForCeil", "a.py", "a = math.ceil(b / 60)\n", "a = ((b + 59) // 60)\n"],
	[
		"oneReturn",
		"a.js",
		"function f(a) { if (a < b) { return 0; } const c = d(a); return c.e; }",
		"function f(a) { let result = 0;\nif (!(a < b)) {\nconst c = d(a);\nresult = c.e;\n}\nreturn result; }",
	],
	[
		"namedError",
		"a.js",
		"function f() { throw new Error(a); }",
		"function f() { const error = new Error(a);\nthrow error; }",
	],
	[
		"insertionForSort",
		"a.py",
		"def f(a):\n    return sorted(a)\n",
		"def f(a):\n    ordered = []\n    for one in a:\n        place = 0\n        while place < len(ordered) and ordered[place] <= one:\n            place += 1\n        ordered.insert(place, one)\n    return ordered\n",
	],
	[
		"choiceForGet",
		"a.py",
		'a = b.get("c", 7)\n',
		'a = (b["c"] if "c" in b else 7)\n',
	],
	[
		"continueForBranch",
		"a.py",
		"for a in b:\n    c(a)\n    if a.d:\n        e(a)\n        if a.f:\n            g(a)\n",
		"for a in b:\n    c(a)\n    if not (a.d):\n        continue\n    e(a)\n    if a.f:\n        g(a)\n",
	],
	[
		"branchForContinue",
		"a.py",
		"for a in b:\n    if a.d:\n        continue\n    if a.f:\n        g(a)\n    h(a)\n",
		"for a in b:\n    if not (a.d):\n        if a.f:\n            g(a)\n        h(a)\n",
	],
	[
		"reduceForLoop",
		"a.js",
		"let a = 0;\nfor (const b of c) a += b.d;",
		"let a = c.reduce((total, b) => total + (b.d), 0);",
	],
	[
		"chainForLoop",
		"a.js",
		"const a = [];\nfor (const b of c) {\nif (b.d) a.push(b.e);\n}",
		"const a = c.filter((b) => b.d).map((b) => (b.e));",
	],
	[
		"indexForElement",
		"a.js",
		"for (const a of b) {\nc(a);\n}",
		"for (let i = 0; i < b.length; i++) {\nconst a = b[i];\nc(a);\n}",
	],
	[
		"loopForSome",
		"a.js",
		"function f(a) { return a.every((b) => b > 1); }",
		"function f(a) { for (const b of a) {\nif (!(b > 1)) {\nreturn false;\n}\n}\nreturn true; }",
	],
	[
		"loopForReduce",
		"a.js",
		"function f(a) { return a.reduce((b, c) => b + c.d, 0); }",
		"function f(a) { let result = 0;\nfor (const c of a) {\nresult += c.d;\n}\nreturn result; }",
	],
	[
		"branchesForTruth",
		"a.js",
		"function f(a) { return a > 1; }",
		"function f(a) { if (a > 1) {\nreturn true;\n}\nreturn false; }",
	],
	[
		"branchesForTruth",
		"a.py",
		"def f(a):\n    return a in b\n",
		"def f(a):\n    if a in b:\n        return True\n    return False\n",
	],
	[
		"choiceForTruth",
		"a.js",
		"function f(a) { return a > 1; }",
		"function f(a) { return (a > 1) ? true : false; }",
	],
	[
		"falseForNot",
		"a.js",
		"if (!(a > 1)) b();",
		"if (((a > 1)) === false) b();",
	],
	["otherOrder", "a.js", "if (a || b > 1) c();", "if (b > 1 || a) c();"],
	[
		"guardForEach",
		"a.py",
		"def f(a):\n    if a < 1 or a > 9:\n        return None\n    return a\n",
		"def f(a):\n    if a < 1:\n        return None\n    if a > 9:\n        return None\n    return a\n",
	],
	["otherBound", "a.js", "if (a.length === 0) b();", "if (a.length < 1) b();"],
	["choiceForLimit", "a.js", "a = Math.min(b, 30);", "a = (b < 30 ? b : 30);"],
	["narrowerError", "a.js", "throw new Error(a);", "throw new RangeError(a);"],
	[
		"helperForGuard",
		"a.js",
		"class A {\nb(c) {\nif (c < 1) throw new Error(d);\n}\n}",
		"class A {\n#check(c) {\nif (c < 1) throw new Error(d);\n}\nb(c) {\nthis.#check(c);\n}\n}",
	],
	[
		"helperForGuard",
		"a.py",
		"def f(a):\n    if a < 1:\n        raise ValueError(b)\n    return a\n",
		"def _check(a):\n    if a < 1:\n        raise ValueError(b)\n\ndef f(a):\n    _check(a)\n    return a\n",
	],
	[
		"fieldForNumber",
		"a.js",
		"class A { b(c) { return c > 30; } }",
		"class A {\nstatic #LIMIT = 30;\n b(c) { return c > A.#LIMIT; } }",
	],
	[
		"nameForMember",
		"a.js",
		"class A { b(c) { this.d += c; return this.d; } }",
		"class A { b(c) { const next_value = this.d + (c);\n                 this.d = next_value;\n                 return next_value; } }",
	],
	[
		"returnedAssignment",
		"a.js",
		"class A { b(c) { this.d += c; return this.d; } }",
		"class A { b(c) { return (this.d += c); } }",
	],
	[
		"anyForIn",
		"a.py",
		"a = b not in c\n",
		"a = not any(one == b for one in c)\n",
	],
	[
		"sortForSorted",
		"a.py",
		"def f(a):\n    return sorted(a, key=b)\n",
		"def f(a):\n    ordered = list(a)\n    ordered.sort(key=b)\n    return ordered\n",
	],
	["truthForZero", "a.py", "if a != 0:\n    b()\n", "if a:\n    b()\n"],
	[
		"truthForZero",
		"a.py",
		"a = [b for b in c if d and b.e == 0]\n",
		"a = [b for b in c if d and not b.e]\n",
	],
	[
		"zeroForTruth",
		"a.py",
		"a = b - 1\nif not b:\n    c()\n",
		"a = b - 1\nif b == 0:\n    c()\n",
	],
];

test.each(EXAMPLES)("%s in %s: %p becomes %p", async (name, path, from, to) => {
	const made = await waysOf(path, from);
	expect(
		made
			.filter(({ id }) => id.startsWith(`${name} `))
			.map(({ files }) => files[0]?.content),
	).toContain(to);
});

test("every way has an example", () => {
	expect([...new Set(EXAMPLES.map(([name]) => name))].sort()).toEqual(
		Object.keys(ways).sort(),
	);
});

test.each([
	["a loop that is left", "a.js", "for (const a of b()) { if (a) break; }"],
	["a list that is used", "a.py", "a = [1]\na = [b for b in a]\n"],
	[
		"a loop with `else`",
		"a.py",
		"a = []\nfor b in c:\n    a.append(b)\nelse:\n    d()\n",
	],
	["a count that is a value", "a.py", "a = b == 0\n"],
	["what is no number", "a.py", "if a:\n    b(a)\n"],
	[
		"a dictionary that is read while it is filled",
		"a.py",
		"a = {}\nfor b in c:\n    a[b] = a.get(b, 0)\n",
	],
	["a call that waits", "a.js", "for (const a of b()) { await c(a); }"],
])("%s keeps its way", async (_, path, content) => {
	expect(await waysOf(path, content)).toEqual([]);
});

test("a way in Python that a check refuses is told with the check and its message, and is no fault", async () => {
	const folder = mkdtempSync(join(tmpdir(), "treeline-ways-"));
	try {
		await packs(
			[
				...["new", "pack", "shop", "stock", "--in", "."],
				...["--language", "python", "--file", "stock.py", "--name", "stock"],
			],
			{ folder },
		);
		const at = join(folder, "shop/challenges/01-stock");
		const file = join(at, "challenge.json");
		const challenge = await Bun.file(file).json();
		challenge.assertions.perFile = {
			"stock.py": [
				{
					type: "codePattern",
					description: "Nothing that is 0 is left.",
					pattern: "def stock(...):\n    $_ != 0",
				},
			],
		};
		await Bun.write(file, JSON.stringify(challenge));
		await Bun.write(
			join(at, "solution/stock.py"),
			"def stock(counts):\n    return [one for one in counts if one != 0]\n",
		);
		const { out, code } = await packs(["rewrites", "./shop"], { folder });
		expect(out).toContain(
			'    Other ways to do the same that a check refuses; where the task allows them, ask for less:\n    - truthForZero stock.py: `one != 0` by its truth, in the reference\n        "Nothing that is 0 is left." ',
		);
		expect(out).toMatch(/ \d+ rewrites, 0 refused; other ways: 2, 1 refused\n/);
		expect(code).toBe(0);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}, 300_000);
