/** The MCP server asked by the MCP inspector's command line, a client that is none of ours: a new server for each request. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ListToolsResult } from "@modelcontextprotocol/sdk/types.js";
import { TOOLS } from "@treeline/packs/learner-tools";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const root = join(import.meta.dir, "../../..");
const folder = mkdtempSync(join(tmpdir(), "treeline-inspector-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inspector = Bun.resolveSync(
	"@modelcontextprotocol/inspector-cli/build/index.js",
	import.meta.dir,
);
const SERVER = ["mcp", "express", "--folder", folder];
/** The command of the README, and the one behind it, which starts faster. */
const NPM = ["npm", "--prefix", root, "run", "-s", "packs", "--", ...SERVER];
const DIRECT = [
	process.execPath,
	join(import.meta.dir, "../main.ts"),
	...SERVER,
];

interface Answer {
	code: number;
	/** What it printed, which is JSON unless it failed. */
	printed: string;
	errors: string;
}

/** Runs the inspector with `options` against a server that `command` starts. */
async function inspect(
	[program = "", ...args]: string[],
	...options: string[]
): Promise<Answer> {
	const child = Bun.spawn(
		[process.execPath, inspector, program, ...options, "--", ...args],
		// It reads its own manifest from beside the working directory.
		{ cwd: join(inspector, ".."), stdout: "pipe", stderr: "pipe" },
	);
	const [printed, errors, code] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	return { code, printed, errors };
}

const callTool = (name: string, args: string[]) =>
	inspect(
		DIRECT,
		...["--method", "tools/call", "--tool-name", name],
		...(args.length > 0 ? ["--tool-arg", ...args] : []),
	);

const CHALLENGE = ["pack=express", "challenge=say-hello-over-http"];

test("lists its tools through `npm run packs -- mcp`", async () => {
	const { code, printed, errors } = await inspect(
		NPM,
		"--method",
		"tools/list",
	);
	expect(code, errors).toBe(0);
	const { tools } = JSON.parse(printed) as ListToolsResult;
	expect(tools.map(({ name }) => name)).toEqual(Object.keys(TOOLS));
});

test("answers a call of each tool", async () => {
	const ask = async (name: string, ...args: string[]) => {
		const { code, printed, errors } = await callTool(name, args);
		expect(code, errors).toBe(0);
		const { isError, structuredContent } = JSON.parse(printed);
		expect(isError, printed).toBeFalsy();
		return structuredContent;
	};
	const { challenges } = await ask("treeline_list", "query=hello http");
	expect(challenges[0]).toMatchObject({
		challenge: "say-hello-over-http",
		status: "not_started",
	});
	const opened = await ask("treeline_open", ...CHALLENGE);
	writeFileSync(
		join(opened.folder, "app.js"),
		'import express from "expres";\n',
	);
	const verified = await ask("treeline_verify", ...CHALLENGE);
	expect(verified).toMatchObject({
		passed: false,
		missed: expect.arrayContaining([
			expect.objectContaining({ expected: "express", found: "expres" }),
		]),
	});
	expect(
		await ask("treeline_explain_check", ...CHALLENGE, "check=1"),
	).toMatchObject({
		passed: false,
		message: expect.stringContaining("is close to `express`"),
	});
	expect(await ask("treeline_next_hint", ...CHALLENGE)).toMatchObject({
		number: 1,
		of: 4,
	});
});

describe("refuses bad arguments with the next step", () => {
	test.each([
		["treeline_explain_check", [...CHALLENGE, "check=first"], "`check`"],
		["treeline_open", ["pack=expres", "challenge=x"], 'Did you mean "express"'],
	])("%s %j", async (name, args, said) => {
		const { code, printed, errors } = await callTool(name, args);
		expect(code, errors).toBe(0);
		const { isError, content } = JSON.parse(printed);
		expect(isError).toBe(true);
		expect(content[0].text).toContain(said);
	});

	test("a tool that does not exist", async () => {
		const { code, errors } = await callTool("treeline_solve", []);
		expect(code).toBe(1);
		expect(errors).toContain("Call one of treeline_list");
	});
});
