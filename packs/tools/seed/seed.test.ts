import {
	afterAll,
	afterEach,
	beforeEach,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const PACKS = join(import.meta.dir, "../..");
const scratch = mkdtempSync(join(tmpdir(), "treeline-seed-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Call {
	path: string;
	secret: string | null;
	body: {
		manifest?: { slug: string };
		challenges?: unknown[];
		packs?: unknown[];
	};
}

let calls: Call[] = [];
/** The answers to come; when they are used up, all is well. */
let answers: Response[] = [];
let server: ReturnType<typeof Bun.serve>;
beforeEach(() => {
	calls = [];
	answers = [];
	server = Bun.serve({ port: 0, fetch: answer });
});
afterEach(() => server.stop(true));

async function answer(request: Request): Promise<Response> {
	const { pathname, search } = new URL(request.url);
	const body = (await request.json()) as Call["body"];
	const secret = request.headers.get("x-admin-secret");
	calls.push({ path: pathname + search, secret, body });
	const prepared = answers.shift();
	if (prepared) return prepared;
	const one = (slug = "") => ({
		slug,
		result: "created",
		challenges: { created: 3, updated: 0 },
	});
	return Response.json({
		data: body.packs
			? { packs: [one("express")], retired: ["attic"] }
			: one(body.manifest?.slug),
	});
}

const seed = (...args: string[]) =>
	seedFrom(process.cwd(), args, {
		BACKEND_URL: String(server.url),
		ADMIN_SECRET: "the-secret",
	});

async function seedFrom(
	cwd: string,
	args: string[],
	env: Record<string, string>,
) {
	const child = Bun.spawn(
		[process.execPath, join(PACKS, "tools/main.ts"), "seed", ...args],
		{
			cwd,
			stdout: "pipe",
			stderr: "pipe",
			env: { PATH: process.env.PATH, ...env },
		},
	);
	const [out, err, code] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	return { out, err, code };
}

test("one request a pack, with the secret and a line of progress", async () => {
	const { out, code } = await seed("express");
	expect(out).toBe("[1/1] express: created (3 created)\n");
	expect(calls).toMatchObject([
		{ path: "/api/admin/packs/seed", secret: "the-secret" },
	]);
	expect(calls[0]?.body.manifest?.slug).toBe("express");
	expect(code).toBe(0);
});

test("two packs are two requests, each with its manifest and its challenges", async () => {
	const { out, code } = await seed("express", "react");
	expect(
		calls.map(({ path, body }) => [
			path,
			body.manifest?.slug,
			body.challenges?.length,
		]),
	).toEqual([
		["/api/admin/packs/seed", "express", 10],
		["/api/admin/packs/seed", "react", 10],
	]);
	expect(out).toBe(
		"[1/2] express: created (3 created)\n[2/2] react: created (3 created)\n",
	);
	expect(code).toBe(0);
}, 300_000);

test("address and secret are read from a file .env, unless the environment has them", async () => {
	const folder = mkdtempSync(join(scratch, "env-"));
	writeFileSync(
		join(folder, ".env"),
		`BACKEND_URL=${server.url}\nADMIN_SECRET=of-the-file\n`,
	);
	const { code } = await seedFrom(folder, ["express"], {});
	await seedFrom(folder, ["express"], { ADMIN_SECRET: "of-the-environment" });
	expect(calls.map(({ secret }) => secret)).toEqual([
		"of-the-file",
		"of-the-environment",
	]);
	expect(code).toBe(0);
});

test("without an address it is the backend on this machine, at its port", async () => {
	const { code } = await seedFrom(scratch, ["express"], {
		BACKEND_PORT: String(server.port),
		ADMIN_SECRET: "the-secret",
	});
	expect([code, calls.length]).toEqual([0, 1]);
	const { err } = await seedFrom(scratch, ["express"], {
		BACKEND_PORT: "nowhere",
		ADMIN_SECRET: "the-secret",
	});
	expect(err).toContain('BACKEND_PORT is "nowhere"');
});

test("nothing is sent without a secret", async () => {
	const { err, code } = await seedFrom(scratch, ["express"], {
		BACKEND_URL: String(server.url),
		DATA_DIR: scratch,
	});
	expect(err).toContain("ADMIN_SECRET is not set");
	expect([code === 0, calls]).toEqual([false, []]);
});

test("--sync sends all in one and names what was retired", async () => {
	const { out } = await seed("express", "--sync");
	expect(calls[0]?.path).toBe("/api/admin/packs/sync");
	expect(calls[0]?.body.packs).toHaveLength(1);
	expect(out).toBe("express: created (3 created)\nattic: retired\n");
});

test("--dry-run is sent to the server and printed", async () => {
	const { out } = await seed("express", "--dry-run");
	expect(calls[0]?.path).toBe("/api/admin/packs/seed?dryRun=true");
	expect(out).toStartWith("A dry run: nothing is stored.\n");
});

describe("a server that is busy or away is asked again", () => {
	test.each([
		["busy", 429, { "retry-after": "0" }],
		["broken", 502, {}],
	])("%s", async (_, status, headers) => {
		answers = [new Response("wait", { status, headers })];
		const { out, err, code } = await seed("express");
		expect(calls).toHaveLength(2);
		expect(err).toContain(`The server answered ${status}; asking again in`);
		expect(out).toContain("created");
		expect(code).toBe(0);
	});

	test("but not for ever", async () => {
		answers = Array.from(
			{ length: 9 },
			() =>
				new Response("no", { status: 503, headers: { "retry-after": "0" } }),
		);
		const { err, code } = await seed("express");
		expect(calls).toHaveLength(5);
		expect(err).toContain("The server refused it (503): no");
		expect(code).toBe(1);
	});
});

describe("what waiting cannot fix is reported at once", () => {
	test("a wrong secret", async () => {
		answers = [Response.json({ code: "admin_key_invalid" }, { status: 401 })];
		const { err, code } = await seed("express");
		expect(err).toContain("Set ADMIN_SECRET to the one that");
		expect(calls).toHaveLength(1);
		expect(code).toBe(1);
	});

	test("a refused pack, with pointers", async () => {
		const errors = [{ pointer: "#/challenges/0", detail: "is odd" }];
		answers = [Response.json({ detail: "no", errors }, { status: 400 })];
		const { err } = await seed("express");
		expect(err).toContain("(400): no\n  #/challenges/0: is odd");
	});

	test("a server that is not there", async () => {
		server.stop(true);
		const { err, code } = await seed("express");
		expect(err).toContain("cannot be reached");
		expect(err).toContain("set BACKEND_URL to where it runs");
		expect(code).toBe(1);
	}, 300_000);

	test("an invalid pack, before anything is sent", async () => {
		const folder = join(scratch, "express");
		cpSync(join(PACKS, "express"), folder, { recursive: true });
		const challenge = join(folder, "challenges/01-say-hello-over-http");
		cpSync(join(challenge, "starter"), join(challenge, "solution"), {
			recursive: true,
		});
		const { err, code } = await seed(folder);
		expect(err).toContain("Nothing was sent, because a pack is invalid:");
		expect(err).toContain(
			"express/challenges/01-say-hello-over-http/challenge.json:",
		);
		expect(calls).toHaveLength(0);
		expect(code).toBe(1);
	});
});
