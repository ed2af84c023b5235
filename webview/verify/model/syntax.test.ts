/** The copies of syntax trees, which are read from the core's memory, are what the core's cursor tells of the same trees. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Tree } from "web-tree-sitter";
import { readerFor } from "#bytes";
import { createGrammars, grammarOf } from "../parse/grammars.ts";
import { type ParsedFile, parseFile } from "../parse/parse.ts";
import { copySyntax, type SyntaxNode } from "./syntax.ts";

type Told = Omit<SyntaxNode, "named" | "children"> & { children: Told[] };

function toldByCursor(tree: Tree): Told {
	const cursor = tree.walk();
	const tell = (): Told => {
		const node: Told = {
			type: cursor.nodeType,
			field: cursor.currentFieldName ?? null,
			start: cursor.startIndex,
			end: cursor.endIndex,
			isNamed: cursor.nodeIsNamed,
			children: [],
		};
		if (cursor.gotoFirstChild()) {
			do node.children.push(tell());
			while (cursor.gotoNextSibling());
			cursor.gotoParent();
		}
		return node;
	};
	const root = tell();
	cursor.delete();
	return root;
}

const told = ({ named: _, children, ...node }: SyntaxNode): Told => ({
	...node,
	children: children.map(told),
});

const grammars = createGrammars(readerFor());

async function parsed(path: string, content: string, before?: ParsedFile) {
	const grammar = await grammars.load(grammarOf(path) ?? "json");
	const file = parseFile({ path, content }, grammar, undefined, before);
	if (typeof file === "string") throw new Error(file);
	return file;
}

/** The engine's own files, and texts with what is rare: other alphabets, hidden and missing nodes, aliases, long tokens, comments everywhere. */
const texts: [path: string, content: string][] = [
	...["verify.ts", "model/javascript.ts", "shapes.ts"].map(
		(path): [string, string] => [
			path,
			readFileSync(join(import.meta.dir, "..", path), "utf8"),
		],
	),
	...readdirSync(join(import.meta.dir, "../test")).flatMap(
		(name): [string, string][] =>
			name.endsWith(".ts")
				? [[name, readFileSync(join(import.meta.dir, "../test", name), "utf8")]]
				: [],
	),
	["empty.js", ""],
	["bom.js", "\uFEFF// é\nlet 変数 = `😀$" + "{a}😀`;"],
	[
		"long.js",
		`x = "${"a".repeat(70_000)}"; /* ${"b".repeat(500)} */ f(${"1, ".repeat(3000)}2)`,
	],
	[
		"broken.js",
		"function f( { return [1, 2; }\nclass { get x() { } \nif (a { b",
	],
	["missing.js", "const a = () => { if (b) { c();\n"],
	[
		"jsx.jsx",
		"const A = () => <><b.c d={1} e='&amp;' {...f}>x & y {/* z */}</b.c><g/></>;",
	],
	[
		"app.tsx",
		"export default function A<T>({ a }: { a?: T[] }) { return <B<T> c={a as any}>&lt;</B>; }",
	],
	[
		"main.py",
		"# a\n\n@b(c=1)\nasync def d(e: int = 1, *f, **g) -> str:\n    '''h'''\n    if not i in j: return f'{k!r:>{l}} {m}'\n    x = y is  not z\n    match n:\n        case {'o': 1, **p}: pass\n\tbad\n",
	],
	[
		"page.html",
		"<!doctype html><ul><li>a<li b c='d'>&amp;</ul><script>let x</script><p>",
	],
	[
		"style.css",
		"@media (a: b) { a > b:not(.c)::before { --d: #fff; e: f(1px, 2%) !important } } }",
	],
	["data.json", '{"a": [1, null, {"b": "\\u00e9"}], }'],
];

test.each(texts)("of %s", async (path, content) => {
	const { tree } = await parsed(path, content);
	expect(told(copySyntax(tree))).toEqual(toldByCursor(tree));
	tree.delete();
});

test("of trees that were parsed anew after edits", async () => {
	const [, text = ""] = texts[1] ?? [];
	let before = await parsed("a.ts", text);
	for (let at = 100; at < text.length; at += 997) {
		const content = `${before.content.slice(0, at)} /* é */ ${before.content.slice(at)}`;
		const after = await parsed("a.ts", content, before);
		expect(told(copySyntax(after.tree))).toEqual(toldByCursor(after.tree));
		before.tree.delete();
		before = after;
	}
	before.tree.delete();
});

test("leaves out what nests too deeply", async () => {
	const { tree } = await parsed("a.js", "[".repeat(5000));
	let depth = 0;
	for (let node: SyntaxNode | undefined = copySyntax(tree); node; depth++)
		node =
			node.children.findLast(({ children }) => children.length > 0) ??
			node.children[0];
	expect(depth).toBeLessThanOrEqual(600);
	tree.delete();
});
