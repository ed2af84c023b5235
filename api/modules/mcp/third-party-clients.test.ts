/**
 * The clients that people have, at the program as it starts by itself, on its own database and with a key of its own making: the
 * protocol's inspector at the command line, and the SDKs' clients of both revisions.
 */

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
	Client,
	StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { runToEnd } from "../../test/child-programs.ts";
import { openBrowser } from "../../test/cookie-browser.ts";
import { type Program, startProgram } from "../../test/harness.ts";
import { connected } from "../../test/mcp-clients.ts";
import { smallPacks } from "../../test/seed-packs.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const INSPECTOR = join(
	dirname(require.resolve("@modelcontextprotocol/inspector/package.json")),
	"clients/launcher/build/index.js",
);

const scratch = mkdtempSync(join(tmpdir(), "treeline-mcp-"));
const dataDir = join(scratch, "data");
let program: Program;
let key: string;
beforeAll(async () => {
	const packs = join(scratch, "packs");
	smallPacks(packs);
	program = await startProgram({
		PORT: "0",
		BACKEND_PORT: "0",
		DATA_DIR: dataDir,
		PACKS_DIR: packs,
	});
	key = readFileSync(join(dataDir, "admin-api-key"), "utf8").trim();
});
afterAll(async () => {
	await program.end("SIGTERM");
	rmSync(scratch, { recursive: true, force: true });
});

/** What the inspector prints, and how it ends. It keeps settings in the home folder, which is nobody's here. */
const run = (...words: string[]) =>
	runToEnd([process.execPath, "--bun", INSPECTOR, "--cli", ...words], {
		env: { PATH: process.env.PATH, HOME: scratch },
	});

const inspect = (...words: string[]) =>
	run(
		...[`${program.front}/api/mcp`, "--transport", "http"],
		...["--header", `X-Admin-Key: ${key}`],
		...words,
	);

/** The same for a method that must succeed. */
async function inspected(...words: string[]) {
	const { out, err, code } = await inspect(...words);
	expect(code, err + out).toBe(0);
	return JSON.parse(out);
}

test("the inspector lists tools and calls one", async () => {
	const { tools } = await inspected("--method", "tools/list");
	expect(tools.length).toBeGreaterThan(5);
	const called = await inspected(
		...["--method", "tools/call", "--tool-name", "packs_list"],
		...["--tool-arg", "limit=1"],
	);
	expect(called.structuredContent).toMatchObject({
		packs: [{ slug: "express" }],
		total: 1,
	});
});

test("the inspector reads resources, writes a prompt and is told of what there is not", async () => {
	const { resources } = await inspected("--method", "resources/list");
	expect(resources).toContainEqual(
		expect.objectContaining({ uri: "pack://express" }),
	);
	const { contents } = await inspected(
		...["--method", "resources/read", "--uri", "pack://express"],
	);
	expect(JSON.parse(contents[0].text).slug).toBe("express");
	const { prompts } = await inspected("--method", "prompts/list");
	expect(prompts.length).toBeGreaterThan(0);
	const unknown = await inspect(
		...["--method", "tools/call", "--tool-name", "no_such_tool"],
	);
	expect(unknown.code).not.toBe(0);
});

test("the README's configurations are all that a client needs", async () => {
	const readme = readFileSync(join(import.meta.dir, "../../README.md"), "utf8");
	const blocks = [
		...readme.matchAll(/```json\n(\{\n\s+"(?:servers|mcpServers)"[^`]*)```/g),
	];
	expect(blocks).toHaveLength(2);
	for (const [index, [, block = ""]] of blocks.entries()) {
		const { servers, mcpServers = servers } = JSON.parse(
			block
				.replace("http://localhost:3000", program.front)
				.replace(/<key>|\$\{input:treeline-key\}/, key),
		);
		const file = join(scratch, `client-${index}.json`);
		writeFileSync(file, JSON.stringify({ mcpServers }));
		const { out, err, code } = await run(
			...["--config", file, "--server", "treeline"],
			...["--method", "tools/call", "--tool-name", "service_status"],
		);
		expect(code, err + out).toBe(0);
		expect(JSON.parse(out).structuredContent.status).toBe("ready");
	}
});

test("the inspector finds no fault in the tools' schemas", async () => {
	const { err, code } = await inspect("--method", "tools/list", "--strict");
	expect({ err, code }).toEqual({ err: "", code: 0 });
});

/** A personal token of someone who signs in with a name, as people do on their own machine. */
async function newToken(name: string): Promise<string> {
	const browser = openBrowser();
	const { way } = await browser.follow(`${program.front}/api/auth/signin`, {
		stop: (location) => location.includes("/dev-idp/authorize"),
	});
	await browser.follow(way.at(-1) ?? "", {
		method: "POST",
		body: new URLSearchParams({ name }),
	});
	const answer = await browser.ask(`${program.front}/api/v1/account/tokens`, {
		method: "POST",
		headers: { "content-type": "application/json", origin: program.front },
		body: JSON.stringify({ name: "My model", scopes: ["read", "attempt"] }),
	});
	return ((await answer.json()) as { data: { token: string } }).data.token;
}

test("a learner's personal token is all that the inspector needs for the learner's tools", async () => {
	const server = [
		...[`${program.front}/api/mcp`, "--transport", "http"],
		...["--header", `Authorization: Bearer ${await newToken("Robin")}`],
	];
	const list = await run(...server, "--method", "tools/list", "--strict");
	expect(list.err).toBe("");
	const names = JSON.parse(list.out).tools.map(
		(one: { name: string }) => one.name,
	);
	expect(names).toContain("attempt_record");
	expect(names).not.toContain("pack_seed");
	const progress = await run(
		...server,
		...["--method", "tools/call", "--tool-name", "progress_get"],
	);
	expect(progress.code, progress.err).toBe(0);
	expect(JSON.parse(progress.out).structuredContent).toEqual({
		packs: [],
		recent: [],
	});
	const seed = await run(
		...server,
		...["--method", "tools/call", "--tool-name", "pack_seed"],
	);
	expect(seed.code).not.toBe(0);
});

test("the SDK's client has a session, and ends it", async () => {
	const { client, transport } = await connected(program.front, key);
	expect(client.getServerVersion()).toMatchObject({ name: "treeline" });
	expect(client.getInstructions()).toContain("Treeline");
	const { total } = (
		await client.callTool({ name: "packs_list", arguments: {} })
	).structuredContent as { total: number };
	expect(total).toBe(1);
	await transport.terminateSession();
	await expect(client.listTools()).rejects.toThrow();
	await client.close();
});

test("the SDK's client of 2026-07-28 finds the same tools, resources and prompts without a session", async () => {
	const { client: session } = await connected(program.front, key);
	const transport = new StreamableHTTPClientTransport(
		new URL(`${program.front}/api/mcp`),
		{ requestInit: { headers: { "x-admin-key": key } } },
	);
	const client = new Client(
		{ name: "test", version: "1.0.0" },
		{ versionNegotiation: { mode: { pin: "2026-07-28" } } },
	);
	await client.connect(transport);
	expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
	expect(transport.sessionId).toBeUndefined();
	const names = (some: { name: string }[]) => some.map(({ name }) => name);
	const [modern, old] = await Promise.all([
		Promise.all([
			client.listTools(),
			client.listResources(),
			client.listPrompts(),
		]),
		Promise.all([
			session.listTools(),
			session.listResources(),
			session.listPrompts(),
		]),
	]);
	expect(names(modern[0].tools)).toEqual(names(old[0].tools));
	expect(names(modern[1].resources)).toEqual(names(old[1].resources));
	expect(names(modern[2].prompts)).toEqual(names(old[2].prompts));
	const { structuredContent } = await client.callTool({
		name: "pack_get",
		arguments: { pack: "express" },
	});
	expect(structuredContent).toMatchObject({ pack: { slug: "express" } });
	await Promise.all([client.close(), session.close()]);
});
