/** The same engine under plain Node: bundled, with the grammars in a folder beside it. */
import { afterAll, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { grammarFiles } from "../parse/wasm-files.ts";

const folder = mkdtempSync(join(tmpdir(), "verify-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** One call that passes, one whose regular expression never ends, and one after it. */
const program = `
import { createVerifier } from "./node.js";
const verifier = createVerifier({
	entry: new URL("./entry-node.js", import.meta.url),
	wasmBasePath: ${JSON.stringify(folder)},
	deadlineMs: 1000,
});
const files = [{ path: "a.js", content: 'ready(); "${"a".repeat(40)}!"' }];
const easy = { type: "methodCall", description: "d", method: "ready" };
const pattern = '((string_fragment) @a (#match? @a "^(a+)+$"))';
const bad = { type: "sexpression", description: "d", pattern };
for (const crossFile of [[easy], [easy, bad], [easy]]) {
	const { result } = await verifier.check({ crossFile }, files);
	console.log(result.crossFileResults.map(({ passed, fault }) => fault ?? passed).join());
}
`;

test.skipIf(!Bun.which("node"))(
	"runs under plain Node",
	async () => {
		const { outputs } = await Bun.build({
			entrypoints: ["node.ts", "entry-node.ts"].map((name) =>
				join(import.meta.dir, name),
			),
			target: "node",
			outdir: folder,
		});
		expect(outputs).toHaveLength(2);
		for (const { name, path } of grammarFiles())
			copyFileSync(path, join(folder, name));
		writeFileSync(join(folder, "package.json"), '{"type":"module"}');
		writeFileSync(join(folder, "program.js"), program);
		// Without a call to close(): an idle worker must not keep the process alive.
		const run = Bun.spawnSync(["node", "program.js"], { cwd: folder });
		expect(run.stderr.toString()).toBe("");
		expect(run.stdout.toString()).toBe("true\ntrue,check\ntrue\n");
		expect(run.exitCode).toBe(0);
	},
	300_000,
);
