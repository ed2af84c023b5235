/** Verification from a cached tree gives the same result as a full verification, after any edits. */
import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { readerFor } from "#bytes";
import { Budget } from "../limits/budget.ts";
import type { Assertion, AssertionSet } from "../shapes.ts";
import { propertyRuns } from "../test/property-runs.ts";
import { check } from "../verify.ts";
import { heapBytes } from "./core.ts";
import { createGrammars } from "./grammars.ts";
import { TreeCache } from "./tree-cache.ts";

const grammars = createGrammars(readerFor());
const bounds = propertyRuns(20, 60);

/** Files as people write them: the engine's own, and one of each other grammar. */
const texts: Record<string, string> = {
	"a.ts": readFileSync(join(import.meta.dir, "tree-cache.ts"), "utf8"),
	"b.ts": readFileSync(join(import.meta.dir, "../worker/session.ts"), "utf8"),
	"a.js": `import express from "express";\nconst app = express();\n/** 😀 */\nclass Store extends Map { get(key) { return super.get(key); } }\napp.get("/x", async (request, response) => {\n\tconst { a, ...rest } = request.query;\n\tif (!a) return response.status(404).json({ rest });\n\tresponse.json(\`\${a}😀\`);\n});\nexport { app, Store as default };\n`,
	"a.tsx": `export function List({ items }: { items: string[] }) {\r\n\treturn <ul className="a">{items.map((item) => <li key={item}>{item} &amp; more & more</li>)}</ul>;\r\n}\r\n`,
	"a.py": `import os\nfrom dataclasses import dataclass\n\n@dataclass\nclass Point(object):\n    x: int = 0\n\n    async def move(self, by, *args):\n        """Moves."""\n        if by:\n            return [f"{n}" for n in args]\n        return None\n`,
	"a.html": `<!doctype html>\n<main class="a"><p>Hi &amp; bye<br></p><script>let a = 1 < 2;</script></main>\n`,
	"a.css": `@media (width > 3em) {\n\t.a > b::after { color: #fff; content: "x"; }\n}\n`,
	"a.json": readFileSync(join(import.meta.dir, "../package.json"), "utf8"),
};

const described = (assertions: object[]) =>
	assertions.map((one) => ({ description: "d", ...one }) as Assertion);
const pattern = (pattern: string): Assertion[] => [
	{ type: "codePattern", description: "d", pattern },
];
const set = {
	perFile: {
		"a.js": pattern('$_.get("/x", ($_, $res) => {\n  $res.json($_);\n})'),
		"a.py": pattern("async def move(self, $by, ...):\n    return $_"),
	},
	crossFile: described([
		{ type: "functionDeclaration", name: "compile" },
		{ type: "functionDeclaration", name: "List", params: ["items"] },
		{ type: "variableDeclaration", name: "app", kind: "const" },
		{ type: "importDeclaration", source: "express" },
		{ type: "methodCall", method: "get", object: "app" },
		{ type: "methodCall", method: "clearTimeout" },
		{ type: "returnStatement", valuePattern: "null" },
		{ type: "classDeclaration", name: "Store", extends: "Map" },
		{ type: "jsxElement", name: "ul", props: ["className"] },
		{ type: "pythonFunctionDef", name: "move", params: ["by"] },
		{ type: "pythonImport", module: "os" },
		{ type: "sexpression", pattern: "(string) @a" },
		{ type: "sexpression", pattern: "(class_selector)" },
	]),
} as AssertionSet;

function hooks(treeCache: TreeCache) {
	return () => ({
		onStep() {},
		timedOutSteps: new Set<string>(),
		skipUserPatterns: false,
		budget: new Budget(),
		treeCache,
	});
}
const kept = new TreeCache(20);
afterAll(() => kept.clear());
const verified = (path: string, content: string, treeCache: TreeCache) =>
	check(set, [{ path, content }], grammars, hooks(treeCache));

/** Random edits: letters, brackets, quotes, line ends, pasted pieces, and deletions. */
const edit = fc.record({
	at: fc.double({ min: 0, max: 1, noNaN: true }),
	remove: fc.oneof(fc.nat(3), fc.nat(80)),
	insert: fc.oneof(
		fc.constantFrom(..."abx1 \n\t(){}[]<>`'\"=;:,./*#@&\\-+"),
		fc.constantFrom(
			"",
			"\r\n",
			"😀",
			"\uFEFF",
			"async ",
			"return ",
			"/*",
			"*/",
			"${",
			'"""',
			"</",
			"function f(a) {}",
		),
		fc.string({ maxLength: 6, unit: "binary" }),
	),
});

interface Edit {
	at: number;
	remove: number;
	insert: string;
}

const applied = (text: string, { at, remove, insert }: Edit) =>
	text.slice(0, Math.floor(at * text.length)) +
	insert +
	text.slice(Math.floor(at * text.length) + remove);

describe(`kept trees (seed ${bounds.seed})`, () => {
	for (const [path, original] of Object.entries(texts))
		test(`${path}: as if read anew after every edit`, async () => {
			const steps = fc.array(fc.tuple(edit, fc.boolean()), {
				minLength: 1,
				maxLength: 12,
			});
			await fc.assert(
				fc.asyncProperty(steps, async (edits) => {
					let text = original;
					for (const [one, undo] of edits) {
						const before = text;
						text = applied(text, one);
						expect(await verified(path, text, kept)).toEqual(
							await verified(path, text, new TreeCache()),
						);
						// Most of what is typed is right again a moment later.
						if (undo) text = before;
					}
				}),
				bounds,
			);
		}, 600_000);
});

test("each edit of a real file, letter by letter, is read from the tree before", async () => {
	const path = "typed.ts";
	const text = texts["b.ts"] as string;
	for (let end = 2000; end < 2060; end++) {
		const content = `${text.slice(0, 2000)}${text.slice(2000, end)}${text.slice(2000)}`;
		expect(await verified(path, content, kept)).toEqual(
			await verified(path, content, new TreeCache()),
		);
	}
});

test("no more than so many are kept, nor more than so much, and none after clear", async () => {
	const few = new TreeCache(3, 1000);
	const content = `const a = ${"1".repeat(300)};`;
	for (let file = 0; file < 10; file++)
		await verified(`${file}.js`, content, few);
	expect(few.size).toBe(3);
	await verified("large.js", `${content}${" ".repeat(600)}`, few);
	expect(few.size).toBe(1);
	few.clear();
	expect(few.size).toBe(0);
});

test("the heap does not grow with the number of edits", async () => {
	const text = texts["b.ts"] as string;
	const type = async (count: number) => {
		for (let step = 0; step < count; step++)
			await verified(`${step % 30}.ts`, `${text}// ${step}`, kept);
		return heapBytes();
	};
	const early = await type(100);
	expect(await type(300)).toBe(early);
}, 600_000);

test("the cases are of every grammar", () => {
	expect(
		new Set(Object.keys(texts).map((path) => path.split(".")[1])).size,
	).toBe(7);
	expect(readdirSync(import.meta.dir)).toContain("tree-cache.ts");
});
