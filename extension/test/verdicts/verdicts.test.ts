/** The same verdict everywhere: what the engine answers under Bun to every case, it answers under Node and in Chromium. The extension hosts have a scenario. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
	copyFileSync,
	cpSync,
	mkdtempSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { grammarFiles } from "@treeline/verify/wasm-files";
import { type BuildOptions, build } from "esbuild";
import { verdictFolder } from "../build.ts";
import { openBrowser } from "../harness/browser.ts";
import { TEST_DEADLINE_MS } from "../harness/deadline.ts";
import { nodeForHost } from "../harness/places.ts";
import type { VerdictTable } from "./cases.ts";

const folder = mkdtempSync(join(tmpdir(), "treeline-verdicts-"));

setDefaultTimeout(TEST_DEADLINE_MS);

beforeAll(async () => {
	cpSync(await verdictFolder(), folder, { recursive: true });
	const { cases } = (await Bun.file(
		join(folder, "table.json"),
	).json()) as VerdictTable;
	expect(cases.length).toBeGreaterThan(1500);
	for (const { name, path } of grammarFiles())
		copyFileSync(path, join(folder, name));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bundle(contents: string, options: BuildOptions) {
	const { outputFiles } = await build({
		stdin: { contents, resolveDir: import.meta.dir },
		bundle: true,
		write: false,
		target: "es2022",
		...options,
	});
	return outputFiles?.[0]?.text ?? "";
}

test("Node answers as Bun does", async () => {
	const program = await bundle(
		`import { disagreements } from "./verdicts.ts";
		 const read = (name) => JSON.parse(require("node:fs").readFileSync(__dirname + name, "utf8"));
		 disagreements(read("/table.json"), __dirname, async () => read("/verdicts.json")).then((all) => console.log(JSON.stringify(all.slice(0, 3))));`,
		{
			platform: "node",
			format: "cjs",
			conditions: ["commonjs"],
			logLevel: "error",
		},
	);
	writeFileSync(join(folder, "program.cjs"), program);
	const { stdout, stderr } = spawnSync(
		nodeForHost(),
		[join(folder, "program.cjs")],
		{ encoding: "utf8", timeout: TEST_DEADLINE_MS },
	);
	expect({ stdout, stderr }).toEqual({ stdout: "[]\n", stderr: "" });
});

test("Chromium answers as Bun does", async () => {
	const program = await bundle(
		`import { disagreements } from "./verdicts.ts";
		 const read = async (path) => (await fetch(path)).json();
		 window.compare = async () => (await disagreements(await read("/table.json"), "/", () => read("/verdicts.json"))).slice(0, 3);`,
		{ format: "iife", conditions: ["browser"] },
	);
	const server = Bun.serve({
		port: 0,
		fetch(request) {
			const { pathname } = new URL(request.url);
			if (pathname === "/program.js")
				return new Response(program, {
					headers: { "content-type": "text/javascript" },
				});
			if (pathname === "/")
				return new Response(
					'<!doctype html><meta charset="utf-8"><script src="/program.js"></script>',
					{
						headers: { "content-type": "text/html" },
					},
				);
			return new Response(Bun.file(join(folder, pathname)));
		},
	});
	const browser = await openBrowser();
	try {
		await browser.page.goto(server.url.href);
		expect<unknown>(await browser.page.evaluate("compare()")).toEqual([]);
	} finally {
		await browser.close();
		await server.stop(true);
	}
});
