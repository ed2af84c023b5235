/** The files that run for a request, after start-up: those that `api/README.md` lists under "What a request passes", and no other. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attempt, challengeIdOf } from "./attempts-client.ts";
import { serviceForFile } from "./harness.ts";
import { begun, send } from "./mcp-clients.ts";
import { launchPack, seedInto } from "./seed-packs.ts";

const folder = mkdtempSync(join(tmpdir(), "treeline-walk-"));
afterAll(() => rmSync(folder, { recursive: true }));
const socket = join(folder, "socket");
const service = await serviceForFile({
	BUN_OPTIONS: `--preload ${join(import.meta.dir, "record-called-files.ts")}`,
	CALLED_FILES: socket,
});
const pack = await launchPack();
await seedInto(service, pack);
const { slug } = pack.manifest;
const challengeId = await challengeIdOf(service, slug, "say-hello-over-http");
const robin = await service.signIn();
const session = await begun(service.front);

const STATELESS = "2026-07-28";
const callPackGet = (headers: Record<string, string>, meta?: object) =>
	send(
		service.front,
		{
			...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
			params: {
				name: "pack_get",
				arguments: { pack: slug },
				...(meta && { _meta: meta }),
			},
		},
		{ accept: "application/json, text/event-stream", ...headers },
	);
const readPack = () =>
	fetch(`${service.front}/api/v1/packs/${slug}`, {
		headers: { cookie: robin.cookie },
	});

const sendAttempt = async (more: object) => {
	const { status } = await attempt(service, robin, {
		...{ challengeId, passed: true, ...more },
		clientAttemptId: crypto.randomUUID(),
	});
	return { ok: status === 201 };
};

/** By what the README calls a request: the most files that it may pass, those of the engine apart, and how to send it. */
const REQUESTS: [name: string, most: number, ask: () => Promise<unknown>][] = [
	["GET /api/v1/packs/:slug", 12, readPack],
	["POST /api/v1/attempts", 16, () => sendAttempt({})],
	[
		"POST /api/v1/attempts with files",
		16,
		() =>
			sendAttempt({ files: [{ path: "app.js", content: "const a = 1;\n" }] }),
	],
	[
		"tools/call",
		12,
		() =>
			callPackGet(
				{
					...{ "mcp-protocol-version": STATELESS },
					...{ "mcp-method": "tools/call", "mcp-name": "pack_get" },
				},
				{
					"io.modelcontextprotocol/protocolVersion": STATELESS,
					"io.modelcontextprotocol/clientCapabilities": {},
					"io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
				},
			),
	],
	[
		"tools/call in a session",
		12,
		() =>
			callPackGet({
				...{ "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" },
			}),
	],
];

/** The files that the README lists for a request, from `api/` or the root on; "as … and" names a request whose files are passed as well. */
function listed(name: string): string[] {
	const text = readFileSync(join(import.meta.dir, "../README.md"), "utf8");
	const [, rest = ""] = text.split(`\n- \`${name}\``);
	const [entry = ""] = rest.split(/\n(?=- |\n)/);
	const files = [...entry.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file]) =>
		file?.startsWith("packs/") ? file : join("api", file ?? ""),
	);
	const [, other] = /as `([^`]+)` and/.exec(entry) ?? [];
	return [...(other ? listed(other) : []), ...files].sort();
}

const calledFiles = async (): Promise<string[]> => {
	const answer = await fetch("http://localhost/", { unix: socket });
	const files: string[] = await answer.json();
	return files.filter((file) => !file.startsWith("webview/verify/"));
};

test.each(REQUESTS)(
	"%s passes the listed files, at most %d",
	async (name, most, ask) => {
		const expected = listed(name);
		expect(expected.length).toBeLessThanOrEqual(most);
		const seen = new Set<string>();
		let always: string[] = [];
		// Timers of the service run now and then, and what ends a request may run a little later: only what runs every time belongs to it.
		for (let time = 0; time < 20; time++) {
			await calledFiles();
			const answer = (await ask()) as { ok: boolean };
			expect(answer.ok).toBe(true);
			if (answer instanceof Response) await answer.text();
			const files = await calledFiles();
			for (const file of files) seen.add(file);
			// The first times, what is compiled or opened once may run as well.
			always = time < 2 ? files : always.filter((file) => files.includes(file));
			if (always.every((file) => expected.includes(file))) {
				if (expected.every((file) => seen.has(file))) break;
			}
		}
		expect({
			missing: expected.filter((file) => !seen.has(file)),
			more: always.filter((file) => !expected.includes(file)),
		}).toEqual({ missing: [], more: [] });
	},
);
