/** The engine where it has to start: in a browser under a strict policy, from an address and from a blob, and in CommonJS. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { grammarFiles } from "@treeline/verify/wasm-files";
import { type BuildOptions, build } from "esbuild";
import {
	DEADLINE_MS,
	requireBuiltPage,
	sharedBrowser,
	TEST_DEADLINE_MS,
} from "./browser.ts";

const resolve = createRequire(import.meta.path).resolve;
const folder = mkdtempSync(join(tmpdir(), "engine-"));
const POLICY =
	"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob: 'self'; connect-src 'self'";

/** What a page does with the engine; `start` names the way its worker is started. */
const PROGRAM = `
import { createVerifier } from "@treeline/verify/worker";
window.tryOut = async (worker, start, base, pattern) => {
	const text = await (await fetch(worker)).text();
	const blob = () => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
	const bytes = async (name) => new Uint8Array(await (await fetch(base + name)).arrayBuffer());
	const verifier = createVerifier({
		"address": { spawn: () => new Worker(worker), wasmBasePath: base },
		"address, as module": { spawn: () => new Worker(worker, { type: "module" }), wasmBasePath: base },
		"blob": { spawn: () => new Worker(blob()), bytes },
		"blob, as module": { spawn: () => new Worker(blob(), { type: "module" }), bytes },
		"blob, absolute address": { spawn: () => new Worker(blob()), wasmBasePath: location.origin + base },
	}[start]);
	const easy = { type: "methodCall", description: "d", method: "ready" };
	const crossFile = pattern ? [easy, { type: "sexpression", description: "d", pattern }] : [easy];
	const content = 'ready(); "' + "a".repeat(40) + '!"';
	try {
		const { result } = await verifier.check({ crossFile }, [{ path: "a.js", content }]);
		const again = await verifier.check({ crossFile: [easy] }, [{ path: "a.js", content }]);
		return [...result.crossFileResults, ...again.result.crossFileResults].map(({ fault, passed }) => fault ?? passed).join();
	} catch (problem) {
		return problem.message;
	} finally {
		verifier.close();
	}
};
`;

const files = new Map<string, { body: string | Blob; type: string }>();
const asked: string[] = [];
let server: ReturnType<typeof Bun.serve>;

setDefaultTimeout(TEST_DEADLINE_MS);

beforeAll(async () => {
	requireBuiltPage();
	const assets = join(import.meta.dir, "../../.build/page/assets");
	const worker = readdirSync(assets).find((name) =>
		/^worker-\w+\.js$/.test(name),
	);
	const { outputFiles } = await build({
		stdin: { contents: PROGRAM, resolveDir: import.meta.dir },
		bundle: true,
		write: false,
		format: "iife",
		conditions: ["browser"],
	});
	const script = "text/javascript";
	files.set("/", {
		body: '<!doctype html><script src="/page.js"></script>',
		type: "text/html",
	});
	files.set("/page.js", { body: outputFiles[0]?.text ?? "", type: script });
	files.set("/worker.js", {
		body: Bun.file(join(assets, worker ?? "")),
		type: script,
	});
	for (const { name, path } of grammarFiles())
		files.set(`/tree-sitter/${name}`, {
			body: Bun.file(path),
			type: "application/wasm",
		});
	server = Bun.serve({
		port: 0,
		fetch(request) {
			const { pathname } = new URL(request.url);
			asked.push(pathname);
			const file = files.get(pathname) ?? files.get("/");
			return new Response(file?.body, {
				headers: {
					"content-type": file?.type ?? "",
					"content-security-policy": POLICY,
				},
			});
		},
	});
});

afterAll(() => {
	server?.stop(true);
	rmSync(folder, { recursive: true, force: true });
});

async function tryOut(start: string, base: string, pattern = "") {
	const page = await (await sharedBrowser()).newPage();
	page.setDefaultTimeout(DEADLINE_MS);
	asked.length = 0;
	try {
		await page.goto(server.url.href);
		return await page.evaluate(
			`tryOut("/worker.js", ${JSON.stringify(start)}, ${JSON.stringify(base)}, ${JSON.stringify(pattern)})`,
		);
	} finally {
		await page.close();
	}
}

describe("in Chromium, under a policy that lets no code in but ours", () => {
	for (const start of [
		"address",
		"address, as module",
		"blob",
		"blob, as module",
		"blob, absolute address",
	])
		test(`a worker from ${start}`, async () => {
			expect(await tryOut(start, "/tree-sitter/")).toBe("true,true");
			expect(asked.filter((path) => path.endsWith(".wasm"))).toEqual([
				"/tree-sitter/web-tree-sitter.wasm",
				"/tree-sitter/tree-sitter-javascript.wasm",
			]);
		});

	test("a regular expression without end is ended", async () => {
		const pattern = '((string_fragment) @a (#match? @a "^(a+)+$"))';
		expect(await tryOut("blob", "/tree-sitter/", pattern)).toBe(
			"true,check,true",
		);
	});

	test("a page in place of a grammar is told by address, status and type", async () => {
		expect(await tryOut("address", "/nowhere/")).toContain(
			"/nowhere/web-tree-sitter.wasm answered 200 with text/html, where a WebAssembly binary should be",
		);
	});
});

test("in CommonJS under plain Node, as in an extension host", async () => {
	for (const { name, path } of grammarFiles())
		copyFileSync(path, join(folder, name));
	const program = `
		import { extractParseErrors, verify } from "@treeline/verify";
		import { createVerifier } from "@treeline/verify/worker";
		const wasmBasePath = __dirname;
		const set = { crossFile: [{ type: "methodCall", description: "d", method: "ready" }] };
		const files = [{ path: "a.js", content: "ready();" }];
		const verifier = createVerifier({ entry: __dirname + "/entry.cjs", wasmBasePath });
		async function main() {
			console.log((await verify(set, files, { wasmBasePath })).passed, typeof extractParseErrors);
			console.log((await verifier.check(set, files)).result.passed);
			await createVerifier().check(set, files).catch(({ message }) => console.log(message));
		}
		main();
	`;
	const shared = {
		bundle: true,
		platform: "node",
		format: "cjs",
		conditions: ["commonjs"],
		target: "es2022",
		logLevel: "error",
	} satisfies BuildOptions;
	await build({
		...shared,
		stdin: { contents: program, resolveDir: import.meta.dir },
		outfile: join(folder, "program.cjs"),
	});
	await build({
		...shared,
		entryPoints: [resolve("@treeline/verify/worker/entry-node")],
		outfile: join(folder, "entry.cjs"),
	});
	const run = spawnSync("node", [join(folder, "program.cjs")], {
		encoding: "utf8",
		timeout: 45_000,
	});
	expect(run.stderr).toBe("");
	expect(run.stdout).toBe(
		"true function\ntrue\ncreateVerifier needs `entry` in a CommonJS bundle; bundle `@treeline/verify/worker/entry-node` to a file of its own and give its path\n",
	);
});
