/** Code whose names, functions and files lead back to themselves costs about what other code does: the steps of a check are held. */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { AssertionOf, Definitions } from "../shapes.ts";
import { searchSteps } from "./search-steps.ts";

setDefaultTimeout(60_000);

interface Costly {
	code: string;
	/** Further files by path. */
	files?: Record<string, string>;
	language?: "python";
	check: Partial<AssertionOf<"codePattern">>;
	definitions?: Definitions;
	passed: boolean;
	/** Most steps; about twice those that it takes. */
	most: number;
}

const lines = (count: number, line: (index: number) => string, by = "\n") =>
	Array.from({ length: count }, (_, index) => line(index)).join(by);

/** How many files import each other. */
const modules = [1, 2, 3, 4, 5];
const othersThan = (index: number) =>
	[0, ...modules].filter((one) => one !== index);
const namesOf = (index: number, name = "v") =>
	othersThan(index).map((one) => `${name}${one}`);

/** Files that all import from all others, the first being the one that is checked. */
const allFromAll = (
	ending: "js" | "py",
	importOf: (from: number) => string,
	body: (index: number) => string,
) => {
	const text = (index: number) =>
		`${othersThan(index).map(importOf).join("\n")}\n${body(index)}`;
	return {
		code: text(0),
		files: Object.fromEntries(
			modules.map((index) => [`m${index}.${ending}`, text(index)]),
		),
	};
};

const asksForNone = { pattern: "if $t is None:\n    return 9" };
const asksForNull = { pattern: "if ($t === null) { return 9; }" };

const python = (index: number) =>
	`v${index} = ${namesOf(index).join(" or ")}
def f${index}():
    if v${(index + 1) % 6}:
        return 1
    if not v${(index + 2) % 6}:
        return 2
`;

const costly: Record<string, Costly> = {
	"a default by `or` of itself": {
		language: "python",
		code: "def share(amount, people, tip=None):\n    tip = tip or 10\n    if not people:\n        return 0\n    return amount * tip / people\n",
		check: asksForNone,
		passed: false,
		most: 80,
	},
	"a default by `or` of itself, forbidden": {
		language: "python",
		code: "def share(amount, people, tip=None):\n    tip = tip or 10\n    return amount * tip / people\n",
		check: {
			pattern: "def share($amount, $people, $tip, ...): ...",
			not: { has: "if $tip is None:\n    $_ = 10" },
		},
		passed: true,
		most: 120,
	},
	"a chain of defaults that ends where it began": {
		language: "python",
		code: `def share(a0):\n${lines(12, (i) => `    a${i + 1} = a${i} or ${i}`)}\n    a0 = a12 or 3\n    if a12:\n        return 1\n`,
		check: asksForNone,
		passed: false,
		most: 2500,
	},
	"three variables that are given each other": {
		language: "python",
		code: `def f(a, b, c):\n${lines(20, (i) => `    ${"abc"[i % 3]} = ${"abc"[(i + 1) % 3]} or ${"abc"[(i + 2) % 3]} or ${i}`)}\n    if a and b and c:\n        return 1\n    if not (a or b or c):\n        return 2\n`,
		check: asksForNone,
		passed: false,
		most: 9000,
	},
	"a flag that is narrowed step by step in Python": {
		language: "python",
		code: `def f(x):\n    ok = True\n${lines(6, (i) => `    ok = ok and x > ${i}`)}\n    ok = ok and not x == 9\n    if not ok:\n        return 0\n    return x\n`,
		check: asksForNone,
		passed: false,
		most: 1000,
	},
	"a flag that is narrowed step by step": {
		code: `export function f(x) {\n  let ok = true;\n${lines(8, (i) => `  ok = ok && x !== ${i};`)}\n  if (!ok) return 0;\n  return x;\n}\n`,
		check: { pattern: "if ($n > 9) { return $_; }" },
		passed: false,
		most: 1200,
	},
	"`??` of itself": {
		code: "export function f(a, b) {\n  a = a ?? b;\n  b = b || a;\n  a = a || b;\n  if (a) return a;\n  return b;\n}\n",
		check: {
			pattern:
				"function f($a, ...) {\n  if ($a === undefined) { return 9; }\n}",
		},
		passed: false,
		most: 250,
	},
	"functions that call each other": {
		code: lines(
			6,
			(i) =>
				`export function f${i}(n) {\n  if (f${(i + 1) % 6}(n) && !f${(i + 2) % 6}(n - 1)) return true;\n  return f${(i + 3) % 6}(n) || f${(i + 4) % 6}(n);\n}`,
		),
		check: { pattern: "if (!$ok) { return $_; }", not: "$_.x" },
		passed: true,
		most: 1200,
	},
	"functions that call each other in Python": {
		language: "python",
		code: lines(
			6,
			(i) =>
				`def f${i}(n):\n    if f${(i + 1) % 6}(n) and not f${(i + 2) % 6}(n - 1):\n        return True\n    return f${(i + 3) % 6}(n) or f${(i + 4) % 6}(n)\n`,
		),
		check: asksForNone,
		passed: false,
		most: 18_000,
	},
	"methods that ask each other": {
		language: "python",
		code: "class A:\n    def __init__(self, b=None):\n        self.b = b or A(self)\n        self.c = self.b or self.c\n    def x(self):\n        if self.b and self.c or self.y():\n            return self.y() or self.x()\n        return self.c.x() if self.b else self.b.y()\n    def y(self):\n        return self.x() or self.b.y() or self.c\na = A(A(A()))\na.x().y().x()\n",
		check: { pattern: "if self.$x is None:\n    return 9" },
		passed: false,
		most: 7000,
	},
	"a state that is made of the one before": {
		code: "export function reducer(state, action) {\n  switch (action.type) {\n    case 'add': return { ...state, items: [...state.items, action.x] };\n    case 'remove': return { ...state, items: state.items.filter((x) => x !== action.x) };\n    case 'toggle': return { ...state, on: !state.on };\n    default: return reducer({ ...state, n: state.n + 1 }, action);\n  }\n}\nlet s = reducer({ items: [] }, { type: 'add', x: 1 });\ns = reducer(s, { type: 'remove', x: 1 });\ns = reducer(s, s);\n",
		check: {
			pattern: "return { ...$state, items: [...$state.items, $a.item] }",
		},
		passed: false,
		most: 4500,
	},
	"objects that are spread into themselves": {
		code: `export function f(n) {\n${lines(4, () => "  n = { a: n, b: n, c: n, ...n };")}\n  return { ...n, a: n, b: { ...n } };\n}`,
		check: { pattern: "{ a: { b: { c: $x.zz } } }" },
		passed: false,
		most: 27_000,
	},
	"promises that hand on each other": {
		code: `let p = fetch('/');\n${lines(10, (i) => `p = p.then((r) => r.json ? p : r.x${i}).catch((e) => p);`)}\nexport default p;`,
		check: { pattern: "$_.then(($x) => { return $x.zz(); })" },
		passed: false,
		most: 45_000,
	},
	"many questions joined": {
		code: `export function f(a) {\n  if (${lines(12, (i) => `a.p${i} !== undefined`, " && ")}) return 1;\n  if (${lines(12, (i) => `a.p${i} === 2`, " || ")}) return 2;\n  return 3;\n}`,
		check: { pattern: "if ($x && $y) { return 9; }" },
		passed: false,
		most: 40_000,
	},
	"values through files that import each other": {
		...allFromAll(
			"js",
			(from) => `import { v${from} } from "./m${from}.js";`,
			(i) =>
				`export const v${i} = ${namesOf(i).join(" || ")};\nexport function f${i}() { if (v${i}) return 1; if (!v${(i + 1) % 6}) return 2; }`,
		),
		check: asksForNull,
		passed: false,
		most: 3000,
	},
	"calls through files that import each other": {
		...allFromAll(
			"js",
			(from) => `import { f${from} } from "./m${from}.js";`,
			(i) =>
				`export function f${i}(n, m) { return ${othersThan(i)
					.map((one) => `f${one}(n.a, m).b`)
					.join(
						" || ",
					)}; }\nf${i}({ a: 1 }, f${i}).zz.yy.ww(f${(i + 1) % 6}().b);`,
		),
		check: { pattern: "$x.zz.yy.ww($_.q)" },
		passed: false,
		most: 37_000,
	},
	"files that hand on each other's exports": {
		code: 'import d from "./m1.js";\nexport default d;\nexport * from "./m2.js";\nexport { default as x } from "./m2.js";\nd.zz.ww(d.p);',
		files: {
			"m1.js": 'import d from "./m2.js";\nexport default d;\nd.zz.ww(d.p);',
			"m2.js":
				'import d from "./m0.js";\nexport default d;\nexport * from "./m0.js";\nexport { default as x } from "./m1.js";',
		},
		check: { pattern: "$x.zz.ww($_.q)" },
		passed: false,
		most: 300,
	},
	"files that import all of each other": {
		language: "python",
		...allFromAll("py", (from) => `from m${from} import *`, python),
		check: asksForNone,
		passed: false,
		most: 5500,
	},
	"members of modules that import each other": {
		language: "python",
		...allFromAll(
			"py",
			(from) => `import m${from}`,
			(i) =>
				python(i).replaceAll(/\bv(\d)/g, (name, one) =>
					Number(one) === i ? name : `m${one}.${name}`,
				),
		),
		check: asksForNone,
		passed: false,
		most: 5500,
	},
	// Each condition fails on every way in which the pattern matches.
	"a router, its class and its shelf in a circle": {
		code: 'import express from "express";\nimport { ShelfError } from "./app.js";\nimport { addBook } from "./shelf.js";\nconst router = express.Router();\nrouter.post("/", (req, res) => {\n  const title = req.body.title;\n  const genre = req.body.genre;\n  if (title == null) throw new ShelfError("no title", 400);\n  const book = addBook(title, genre);\n  res.status(201).json(book);\n});\nexport default router;\n',
		files: {
			"app.js":
				'import express from "express";\nimport router from "./m0.js";\nexport class ShelfError extends Error {\n  constructor(message, status) { super(message); this.status = status; }\n}\nconst app = express();\napp.use(express.json());\napp.use("/books", router);\nexport default app;\n',
			"shelf.js":
				'import { ShelfError } from "./app.js";\nconst books = new Map();\nexport function addBook({ title, genre }) {\n  if (!title) throw new ShelfError("no title", 400);\n  const book = { id: String(books.size), title, genre };\n  books.set(book.id, book);\n  return book;\n}\n',
		},
		definitions: {
			fluent: ["post", "status"],
			patterns: {
				"$post($path, $handler)": {
					pattern: [
						"$app.post($path, ..., $handler, ...)",
						"$app.route($path). ... .post(..., $handler, ...)",
					],
					where: {
						$app: [
							"express.Router(...)",
							'import express from "express";\nexpress.Router(...)',
						],
					},
				},
				"$status($res, $status)": [
					"$res.status($status)",
					"$res.statusCode = $status",
				],
				"$json($res, $body)": ["$res.json($body)", "$res.send($body)"],
			},
		},
		check: {
			pattern:
				'$post("/", ($req, $res, ...) => {\n  $status($res, 201);\n  $json($res, $book);\n})',
			where: { $book: { any: ["addBook(...)", { not: "$_.body" }] } },
			all: [
				{
					pattern: '$post("/", (...) => {\n  addBook($given, ...);\n})',
					where: {
						$given: { not: { pattern: "{ $_: $_ }", not: "{ title: $_ }" } },
					},
				},
			],
			not: {
				any: [
					'$post("/", ($req, $res, ...) => {\n  $status($res, 400);\n  addBook(...);\n})',
					{ has: "addBook($_.title, ...)" },
				],
			},
		},
		passed: false,
		most: 2200,
	},
};

test.each(Object.entries(costly))(
	"%s",
	async (_, {
		code,
		files = {},
		language,
		check,
		definitions,
		passed,
		most,
	}) => {
		const at = language ? "m0.py" : "m0.js";
		const all = Object.entries({ [at]: code, ...files }).map(
			([path, content]) => ({ path, content }),
		);
		const [found] = await searchSteps([check], at, all, definitions);
		expect(found?.passed).toBe(passed);
		expect(found?.steps).toBeLessThanOrEqual(most);
	},
);
