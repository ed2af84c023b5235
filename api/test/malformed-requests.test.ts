/** Requests that no well-behaved client sends: each is answered as a problem, none with a page of our own insides. */
import { beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { serviceForFile } from "./harness.ts";
import { launchPack, seedInto } from "./seed-packs.ts";

const service = await serviceForFile();
beforeAll(async () => {
	await seedInto(service, await launchPack());
});

/** Whether an answer that tells its length has come as a whole; one that tells none ends with its connection. */
function isWhole(answer: string): boolean {
	const [head = "", body] = answer.split(/\r\n\r\n(.*)/s);
	const length = /^content-length: (\d+)$/im.exec(head)?.[1];
	return body !== undefined && length !== undefined && body.length >= +length;
}

/** What comes back for these very bytes. */
function raw(address: string, request: string): Promise<string> {
	const { hostname, port } = new URL(address);
	return new Promise((resolve, reject) => {
		let answer = "";
		const socket = connect(Number(port), hostname, () => socket.write(request));
		socket.on("data", (part) => {
			answer += part.toString("latin1");
			if (isWhole(answer)) socket.destroy();
		});
		socket.on("error", reject);
		socket.on("close", () => resolve(answer));
	});
}

describe("a request whose address makes no URL is a 400 problem", () => {
	test.each([
		["no host at all", "GET /api/v1/packs HTTP/1.0\r\n\r\n"],
		["a host of two words", "GET /api/v1/packs HTTP/1.1\r\nHost: a b\r\n\r\n"],
		["an empty host", "GET /api/v1/packs HTTP/1.1\r\nHost:\r\n\r\n"],
		["half a host", "GET /api/v1/packs HTTP/1.1\r\nHost: [\r\n\r\n"],
		["no host, for the page", "GET / HTTP/1.0\r\nAccept: text/html\r\n\r\n"],
	])("%s", async (_, request) => {
		for (const address of [service.front, service.backend]) {
			const answer = await raw(address, request);
			expect(answer).toStartWith("HTTP/1.1 400 ");
			expect(answer).toMatch(/content-type: application\/problem\+json/i);
			expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/i);
			expect(answer).toContain('"code":"validation_failed"');
			expect(answer).not.toMatch(/<html|\.ts\b|stack/i);
		}
	});
});

describe("a request that two servers would read differently is refused, and nothing after it is read", () => {
	const post = "POST /api/v1/attempts HTTP/1.1\r\nHost: x\r\n";
	const get = "GET /api/v1/packs HTTP/1.1\r\nHost: x\r\n";
	test.each([
		[
			"two ways to tell its end",
			`${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${get}\r\n`,
		],
		[
			"two lengths",
			`${post}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`,
		],
		["a length below nothing", `${post}Content-Length: -1\r\n\r\n`],
		["a length of no number", `${post}Content-Length: 4, 4\r\n\r\nabcd`],
		["an endless length", `${post}Content-Length: ${"9".repeat(20)}\r\n\r\n`],
		[
			"an unknown encoding",
			`${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
		],
		[
			"a folded header",
			`${get}X-Request-Id: abcdefgh\r\n X-Injected: 1\r\n\r\n`,
		],
		["a blank before a colon", `${get}Cookie : a=b\r\n\r\n`],
		["NUL in a header", `${get}Cookie: a\0b\r\n\r\n`],
		["a header without an end", `${get}Cookie: ${"a".repeat(100_000)}\r\n\r\n`],
		["headers without an end", `${get}${"X-A: a\r\n".repeat(500)}\r\n`],
	])("%s", async (_, request) => {
		for (const address of [service.front, service.backend]) {
			const answer = await raw(address, request);
			expect(answer).toMatch(/^HTTP\/1\.1 (400|431) /);
			expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
		}
	});
});

describe("a path that names no text is a 404 problem", () => {
	test.each([
		"/api/v1/packs/a%00b",
		"/api/v1/packs/%zz",
		"/api/v1/packs/%ff",
		"/api/v1/packs/express/challenges/%00",
		"/api/v1/challenges/%zz",
		"/packs/%zz",
	])("%s", async (path) => {
		const answer = await raw(
			service.front,
			`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
		);
		expect(answer).toStartWith("HTTP/1.1 404 ");
		expect(answer).toContain('"code":"not_found"');
		expect(answer).not.toContain("null");
	});
});

describe("a query that no database can hold is a 400 that names it", () => {
	test.each([
		["q=%00", "q"],
		["tag=rest&tag=a%00b", "tag"],
		["language=%00", "language"],
	])("%s", async (query, name) => {
		const answer = await fetch(`${service.front}/api/v1/packs?${query}`);
		expect(answer.status).toBe(400);
		expect((await answer.json()).errors).toMatchObject([
			{ pointer: `#/query/${name}`, code: "not_storable" },
		]);
	});
});

describe("the page answers 200 where it has a screen, and 404 elsewhere", () => {
	test.each([
		["/", 200],
		["/packs/express", 200],
		["/packs/express/say-hello-over-http", 200],
		["/settings", 200],
		["/classes", 200],
		["/classes/a-class", 200],
		["/join/a-token", 200],
		["/join", 404],
		["/preferences", 404],
		["/packs", 404],
		["/packs/a/b/c", 404],
		["/packs/a/b/c/d", 404],
	])("%s: %i", async (path, status) => {
		const answer = await fetch(service.front + path, {
			headers: { accept: "text/html" },
		});
		// 503 for both where the page has not been built.
		expect([status, 503]).toContain(answer.status);
		expect(answer.headers.get("content-type")).toMatch(/^text\//);
		if (status === 404) expect(answer.status).not.toBe(200);
	});
});

test("a session token may end in =", async () => {
	const { userId } = await service.signIn("Ada");
	const token = "dG9rZW4tb2YtYS1zZXNzaW9u==";
	const hash = new Bun.CryptoHasher("sha256").update(token).digest("hex");
	await service.sql`UPDATE sessions SET token_hash = ${hash} WHERE user_id = ${userId}`;
	const answer = await fetch(`${service.front}/api/auth/session`, {
		headers: { cookie: `a=b=c; JSESSIONID=${token}; theme=dark` },
	});
	expect((await answer.json()).data.user).toMatchObject({ name: "Ada" });
});
