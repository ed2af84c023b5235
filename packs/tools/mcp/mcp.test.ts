/** The MCP server as an editor has it: started as a program, asked by the SDK's client over its standard input and output. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { ToolName, ToolOutput } from "@treeline/packs/learner-tools";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const MAIN = join(import.meta.dir, "../main.ts");
const KEY = { pack: "express", challenge: "say-hello-over-http" };
const REFERENCE = readFileSync(
	join(
		import.meta.dir,
		"../../express/challenges/01-say-hello-over-http/solution/app.js",
	),
	"utf8",
);

const scratch = mkdtempSync(join(tmpdir(), "treeline-mcp-"));
const folder = join(scratch, "treeline");
const file = join(folder, "express/01-say-hello-over-http/app.js");
const client = new Client({ name: "test", version: "1.0.0" });

beforeAll(async () => {
	await client.connect(
		new StdioClientTransport({
			command: process.execPath,
			args: [MAIN, "mcp", "express"],
			cwd: scratch,
		}),
		{ timeout: 120_000 },
	);
	// The client checks answers by the schemas that it has seen.
	await client.listTools();
});
afterAll(async () => {
	await client.close();
	rmSync(scratch, { recursive: true, force: true });
});

async function call(name: string, args: object = {}) {
	const { content, isError, structuredContent } = await client.callTool(
		{ name, arguments: { ...args } },
		undefined,
		{ timeout: 120_000 },
	);
	const [{ text = "" } = {}] = content as { text?: string }[];
	expect(text).not.toContain(JSON.stringify(REFERENCE).slice(1, -1));
	return { failed: isError === true, text, answer: structuredContent };
}

async function ask<Name extends ToolName>(name: Name, args: object = {}) {
	const { failed, text, answer } = await call(name, args);
	expect(failed, text).toBe(false);
	expect(JSON.parse(text)).toEqual(answer);
	return answer as ToolOutput<Name>;
}

async function refusal(name: string, args: object = {}): Promise<string> {
	const { failed, text } = await call(name, args);
	expect(failed, text).toBe(true);
	return text;
}

test("it names itself, its rules and five tools with the shapes of their answers", async () => {
	expect(client.getServerVersion()).toMatchObject({ name: "treeline" });
	expect(client.getInstructions()).toContain("treeline_list");
	const { tools } = await client.listTools();
	expect(
		tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
	).toEqual([
		["treeline_list", true],
		["treeline_open", false],
		["treeline_verify", true],
		["treeline_explain_check", true],
		["treeline_next_hint", false],
	]);
	for (const { inputSchema, outputSchema } of tools)
		expect([inputSchema.type, outputSchema?.type]).toEqual([
			"object",
			"object",
		]);
});

test("without an open challenge, the next step is told", async () => {
	expect(await refusal("treeline_verify")).toContain("Call treeline_list");
});

test("a challenge goes from the list over its starter and a miss to its pass", async () => {
	const listed = await ask("treeline_list", {
		query: "hello http",
	});
	expect(listed.challenges[0]).toMatchObject({
		...KEY,
		status: "not_started",
	});

	const opened = await ask("treeline_open", KEY);
	expect(join(opened.folder, opened.files[0] ?? "")).toBe(file);
	expect(opened.checks).toHaveLength(6);
	expect(JSON.stringify(opened)).not.toMatch(/"(debrief|assertions|hint)"/);
	expect(readFileSync(file, "utf8")).not.toBe(REFERENCE);

	writeFileSync(file, REFERENCE.replace('"express"', '"expres"'));
	await ask("treeline_open", KEY);
	expect(readFileSync(file, "utf8")).toContain('"expres"');
	const missed = await ask("treeline_verify");
	expect(missed).toMatchObject({
		...KEY,
		passed: false,
		passedChecks: 5,
		missed: [{ line: 1, expected: "express", found: "expres" }],
	});
	const [{ check = 0 } = {}] = missed.missed;
	expect(await ask("treeline_explain_check", { check })).toMatchObject({
		check,
		passed: false,
		message: expect.stringContaining("is close to `express`"),
	});

	writeFileSync(file, "let x = (;\n");
	expect(await ask("treeline_verify")).toMatchObject({
		passed: false,
		passedChecks: 0,
		missed: [],
		syntaxErrors: [{ file: "app.js", line: 1 }],
	});

	writeFileSync(file, REFERENCE);
	expect(await ask("treeline_verify")).toMatchObject({
		passed: true,
		passedChecks: 6,
		missed: [],
	});
	expect(await ask("treeline_list", { status: "passed" })).toMatchObject({
		total: 1,
	});
});

test("hints come one at a time, until there is none left", async () => {
	const numbers: number[] = [];
	let of = 1;
	while (numbers.length < of) {
		const hint = await ask("treeline_next_hint", KEY);
		of = hint.of;
		numbers.push(hint.number);
		expect(hint.hint).not.toBeEmpty();
	}
	expect(numbers).toEqual([1, 2, 3, 4]);
	expect(await refusal("treeline_next_hint", KEY)).toContain("All 4 hints");
});

describe("what is refused names what is wrong and the next step", () => {
	test.each([
		["treeline_list", { pack: "expres" }, 'Did you mean "express"?'],
		[
			"treeline_open",
			{ ...KEY, challenge: "say-helo-over-http" },
			'Did you mean "say-hello-over-http"?',
		],
		["treeline_verify", { pack: "express" }, "Give both"],
		["treeline_explain_check", { ...KEY, check: 99 }, "no check 99"],
		["treeline_explain_check", KEY, "`check` is missing"],
		["treeline_list", { packs: "express" }, "`packs` is not known"],
		[
			"treeline_verify",
			{ ...KEY, challenge: "look-up-one-book" },
			"Call treeline_open",
		],
	])("%s %j", async (name, args, said) => {
		expect(await refusal(name, args)).toContain(said);
	});

	test("a tool that does not exist", async () => {
		await expect(
			client.callTool({ name: "treeline_solve", arguments: {} }),
		).rejects.toThrow("Call one of treeline_list");
	});
});

test("nothing is written through a link that leaves the folder", async () => {
	const outside = join(scratch, "outside");
	mkdirSync(outside);
	symlinkSync(outside, join(folder, "express/03-check-in-a-new-book"));
	const text = await refusal("treeline_open", {
		...KEY,
		challenge: "check-in-a-new-book",
	});
	expect(text).toContain("is a link");
	expect(readdirSync(outside)).toEqual([]);
});

test("it ends when its client goes", async () => {
	const child = Bun.spawn([process.execPath, MAIN, "mcp", "express"], {
		cwd: scratch,
		stdin: "pipe",
		stdout: "pipe",
		stderr: "pipe",
	});
	await child.stdin.end();
	expect(await child.exited).toBe(0);
	expect(await new Response(child.stdout).text()).toBe("");
});
