/** The commands that export and import content, run as an operator runs them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { editor, newItem } from "../test/content-client.ts";
import { ADMIN_KEY, serviceForFile } from "../test/harness.ts";

const service = await serviceForFile();
const folder = mkdtempSync(join(tmpdir(), "treeline-transfer-"));
const file = join(folder, "content.ndjson");
beforeAll(async () => {
	for (const slug of ["b", "a"])
		await editor(service)("POST", "", newItem({ slug }));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(
	command: "export" | "import",
	args: string[],
	env: Record<string, string> = {},
) {
	const child = Bun.spawn(
		[process.execPath, join(import.meta.dir, `${command}-content.ts`), ...args],
		{
			env: {
				PATH: process.env.PATH,
				ADMIN_API_KEY: ADMIN_KEY,
				FRONTEND_URL: service.front,
				...env,
			},
			stdout: "pipe",
			stderr: "pipe",
		},
	);
	const [said, code] = await Promise.all([
		new Response(child.stderr).text(),
		child.exited,
	]);
	return { said, code };
}

test("an export is a file that is never overwritten, and imports again without a change", async () => {
	const exported = await run("export", [file]);
	expect(exported).toMatchObject({ code: 0 });
	expect(readFileSync(file, "utf8").match(/"slug":"\w+"/g)).toEqual([
		'"slug":"a"',
		'"slug":"b"',
	]);
	const again = await run("export", [file]);
	expect(again.code).toBe(1);
	expect(again.said).toContain("not overwritten");
	expect(await run("import", [file])).toEqual({
		code: 0,
		said: "0 created, 0 updated, 2 unchanged\n",
	});
});

test("an import can be tried, and names the lines that are wrong", async () => {
	const more = join(folder, "more.ndjson");
	writeFileSync(more, '{"type":"project","slug":"c","data":{}}\n');
	const tried = await run("import", [more, "--dry-run"]);
	expect(tried.said).toBe(
		"Would import: 1 created, 0 updated, 0 unchanged. Nothing was stored.\n",
	);
	expect((await run("import", [more])).said).toContain("1 created");
	writeFileSync(
		more,
		'{"type":"project","slug":"d","data":{}}\n{"slug":"C"}\n',
	);
	const wrong = await run("import", [more]);
	expect(wrong.code).toBe(1);
	expect(wrong.said).toContain("line 2, #/slug: ");
	expect(wrong.said).toContain("line 2, #/type: ");
	writeFileSync(more, "{not JSON}\n");
	const { said } = await run("import", [more]);
	expect(said.match(/line 1/gi)).toHaveLength(1);
});

test("a file that is not there is named", async () => {
	const missing = join(folder, "no-such.ndjson");
	expect(await run("import", [missing])).toEqual({
		code: 1,
		said: `\nThere is no file ${missing}.\n`,
	});
});

test("a wrong key, and a service that is not there, are told with what to do", async () => {
	const wrong = await run("export", [`${file}.x`], {
		ADMIN_API_KEY: "another-key-of-32-characters-or-more-than-that",
	});
	expect(wrong).toMatchObject({ code: 1 });
	expect(wrong.said).toContain("ADMIN_API_KEY");
	const nobody = await run("export", [`${file}.x`], {
		FRONTEND_URL: "http://127.0.0.1:9",
	});
	expect(nobody).toMatchObject({ code: 1 });
	expect(nobody.said).toContain("set FRONTEND_URL to where it runs");
	expect((await run("import", [])).code).toBe(2);
});
