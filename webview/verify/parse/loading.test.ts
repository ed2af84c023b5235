/** Loading of grammars: once, concurrently, from the given place, with an error message when one is missing. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resetCache, verify } from "../index.ts";
import { check } from "../verify.ts";
import { readerFor as webReaderFor } from "./bytes/web.ts";
import { coreFile, heapBytes } from "./core.ts";
import { createGrammars, grammarNames, grammarOf } from "./grammars.ts";
import checksums from "./wasm-files.json";
import { grammarFiles } from "./wasm-files.ts";

const set = {
	crossFile: [
		{
			type: "functionDeclaration" as const,
			description: "d",
			name: "f",
		},
	],
};
const files = [{ path: "a.js", content: "function f() {}" }];

const paths = new Map(grammarFiles().map(({ name, path }) => [name, path]));
const server = Bun.serve({
	port: 0,
	fetch(request) {
		const { pathname } = new URL(request.url);
		if (pathname.startsWith("/spa/"))
			return new Response("<!doctype html>", {
				headers: { "content-type": "text/html" },
			});
		const path = paths.get(pathname.slice("/tree-sitter/".length));
		return path && pathname.startsWith("/tree-sitter/")
			? new Response(Bun.file(path))
			: new Response("no", { status: 404 });
	},
});
const folder = mkdtempSync(join(tmpdir(), "grammars-"));
afterAll(() => {
	server.stop(true);
	rmSync(folder, { recursive: true });
});

describe("base path", () => {
	test("without one, the installed packages", async () => {
		expect((await verify(set, files)).passed).toBe(true);
	});

	test("a folder", async () => {
		for (const { name, path } of grammarFiles())
			writeFileSync(
				join(folder, name),
				new Uint8Array(await Bun.file(path).arrayBuffer()),
			);
		const options = { wasmBasePath: folder };
		expect((await verify(set, files, options)).passed).toBe(true);
	});

	test.each(["tree-sitter", "tree-sitter/"])("a URL: %s", async (base) => {
		const wasmBasePath = `${server.url}${base}`;
		expect((await verify(set, files, { wasmBasePath })).passed).toBe(true);
	});

	test("a wrong folder is named, with the next step", async () => {
		expect(
			verify(set, files, { wasmBasePath: "/no/such/folder" }),
		).rejects.toThrow(
			"/no/such/folder/tree-sitter-javascript.wasm could not be read (ENOENT); check wasmBasePath, or leave it out to use the installed grammars",
		);
	});

	test("a page in place of a grammar is reported by its type", async () => {
		const wasmBasePath = `${server.url}spa/`;
		expect(verify(set, files, { wasmBasePath })).rejects.toThrow(
			`${wasmBasePath}tree-sitter-javascript.wasm answered 200 with text/html, where a WebAssembly binary should be`,
		);
	});

	test("a missing one by its status", async () => {
		expect(
			verify(set, files, { wasmBasePath: `${server.url}nowhere` }),
		).rejects.toThrow("answered 404");
	});

	test("without one in a browser, the static path /tree-sitter/", async () => {
		await expect(webReaderFor()("tree-sitter-css.wasm")).rejects.toThrow(
			"/tree-sitter/tree-sitter-css.wasm could not be fetched",
		);
	});

	test("an address that does not answer", async () => {
		expect(
			webReaderFor("/tree-sitter/")("tree-sitter-css.wasm"),
		).rejects.toThrow("/tree-sitter/tree-sitter-css.wasm could not be fetched");
	});
});

test("a failed load is forgotten and may be repeated", async () => {
	let there = false;
	const grammars = createGrammars(async (name) => {
		if (!there) throw new Error(`no ${name}`);
		return Bun.file(paths.get(name) ?? "").bytes();
	});
	expect(grammars.load("css")).rejects.toThrow("no tree-sitter-css.wasm");
	await grammars.load("css").catch(() => null);
	there = true;
	expect((await grammars.load("css")).name).toBe("css");
});

test("the grammars of all files are loaded in parallel, and a file that cannot be read keeps none of the others", async () => {
	const query = (pattern: string) => [
		{ type: "sexpression" as const, description: "d", pattern },
	];
	const perFile = {
		"a.js": query("(program (class_declaration))"),
		"b.ts": query("(program (interface_declaration))"),
		"c.tsx": query("(jsx_self_closing_element)"),
		"d.py": query("(module (class_definition))"),
		"e.css": query("(stylesheet (rule_set))"),
		"no-text.js": query("(program)"),
	};
	const asked = new Set<string>();
	const all = Promise.withResolvers<void>();
	const grammars = createGrammars(async (name) => {
		asked.add(name);
		if (asked.size === 5) all.resolve();
		// None arrives before each has been asked for.
		if (name !== coreFile) await all.promise;
		return Bun.file(paths.get(name) ?? "").bytes();
	});
	const contents = {
		"no-text.js": undefined as unknown as string,
		"a.js": "class A {}",
		"b.ts": "interface B {}",
		"c.tsx": "<C />;",
		"d.py": "class D: pass",
		"e.css": "a { b: c }",
	};
	const entries = Object.entries(contents).map(([path, content]) => ({
		...{ path, content },
	}));
	await verify(set, files);
	const { result } = await check({ perFile }, entries, grammars);
	expect(result.fileResults.map(({ file, passed }) => [file, passed])).toEqual(
		Object.keys(perFile).map((path) => [path, path !== "no-text.js"]),
	);
}, 60_000);

test("concurrent first calls load each grammar once", async () => {
	const asked: string[] = [];
	const grammars = createGrammars(async (name) => {
		asked.push(name);
		return Bun.file(paths.get(name) ?? "").bytes();
	});
	const both = [...grammarNames, ...grammarNames];
	const loaded = await Promise.all(both.map((name) => grammars.load(name)));
	expect(loaded.map(({ name }) => name)).toEqual(both);
	expect(asked.length).toBe(new Set(asked).size);
});

test("concurrent first calls in a fresh process do not build two cores", () => {
	const script = `
		import { verify } from "${import.meta.dir}/../index.ts";
		const files = ["js", "ts", "tsx", "py"].map((x) => ({ path: "a." + x, content: "f()" }));
		const set = { crossFile: [{ type: "methodCall", description: "d", method: "f" }] };
		const results = await Promise.all(files.map((file) => verify(set, [file])));
		console.log(results.map(({ passed }) => passed).join());
	`;
	const { stdout, stderr } = Bun.spawnSync([process.execPath, "-e", script]);
	expect(stderr.toString()).toBe("");
	expect(stdout.toString().trim()).toBe("true,true,true,false");
});

test("resetCache leaves nothing behind and may be called at any time", async () => {
	const settle = async () => {
		for (let i = 0; i < 50; i++) {
			resetCache();
			expect((await verify(set, files)).passed).toBe(true);
		}
		return heapBytes();
	};
	const first = await settle();
	expect(await settle()).toBe(first);
});

test("3,000 verifications end at the same heap as 300", async () => {
	const content = `${files[0]?.content}\n`.repeat(100);
	const many = async (count: number) => {
		for (let i = 0; i < count; i++)
			await verify(set, [{ path: "a.js", content }]);
		return heapBytes();
	};
	const early = await many(300);
	expect(await many(2700)).toBe(early);
});

test("the binaries are the ones whose behaviour the cases prove", async () => {
	const found: Record<string, string> = {};
	for (const { name, path } of grammarFiles())
		found[name] = new Bun.CryptoHasher("sha256")
			.update(await Bun.file(path).arrayBuffer())
			.digest("hex");
	expect(found).toEqual(checksums);
});

test.each([
	["a.js", "javascript"],
	["a.jsx", "javascript"],
	["a.TS", "typescript"],
	["dir.py/a.tsx", "tsx"],
	["a.py", "python"],
	["a.html", "html"],
	["a.css", "css"],
	["a.json", "json"],
	["a.mjs", null],
	["a.d.mts", null],
	["js", null],
	["a.js/b", null],
	["a.constructor", null],
])("the grammar of %s is %p", (path, grammar) => {
	expect(grammarOf(path)).toBe(grammar as ReturnType<typeof grammarOf>);
});
