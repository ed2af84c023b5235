/** The front and the backend as two processes: what crosses between them, what does not, and what a client is told when the other is gone. */
import {
	afterAll,
	afterEach,
	beforeAll,
	describe,
	expect,
	test,
} from "bun:test";
import { until } from "../test/attempts-client.ts";
import { type Program, serviceForFile } from "../test/harness.ts";
import { connectTo, serveRaw, type Wire } from "../test/raw-http.ts";
import { launchPack, seedInto } from "../test/seed-packs.ts";

const service = await serviceForFile({ LOG_LEVEL: "info" });
beforeAll(async () => {
	await seedInto(service, await launchPack());
});

/** Headers that differ from one answer to the next: the time, and what is left of a limit. */
const CHANGING = new Set(["date", "ratelimit"]);

describe("two processes", () => {
	let front: Program;
	let backend: Program;
	beforeAll(async () => {
		backend = await service.another({ SERVE: "backend" });
		front = await service.another({
			SERVE: "front",
			BACKEND_URL: backend.backend,
		});
	});
	afterAll(() => front.end("SIGKILL"));

	test("listen each on an address of its own, and on no other", () => {
		expect(backend.front).toBe("");
		expect(front.front).toStartWith("http://");
		expect(front.backend).toBe(backend.backend);
	});

	test.each([
		["/packs", 200],
		["/packs/express/challenges/say-hello-over-http", 200],
		["/packs/none", 404],
		["/packs?limit=0", 400],
		["/settings", 401],
	])("answer %s alike, problems too: %i", async (path, status) => {
		const headers = { "x-request-id": "one-and-the-same" };
		const [there, here] = await Promise.all([
			fetch(`${backend.backend}/api${path}`, { headers }),
			fetch(`${front.front}/api/v1${path}`, { headers }),
		]);
		expect(here.status).toBe(status);
		expect(await here.text()).toBe(await there.text());
		const told = (answer: Response) =>
			[...answer.headers].filter(([name]) => !CHANGING.has(name)).sort();
		expect(told(here)).toEqual(told(there));
	});

	test.each(["/packs", "/packs/express", "/packs/none"])(
		"answer HEAD %s as GET, without the body",
		async (path) => {
			const told = async (address: string, method: string) => {
				const client = await connectTo(address);
				const { pathname } = new URL(address);
				client.send(
					`${method} ${pathname} HTTP/1.1\r\nHost: x\r\nX-Request-Id: head-and-get\r\n\r\n`,
				);
				await client.has("\r\n\r\n");
				const [head = ""] = client.came().split("\r\n\r\n");
				client.cut();
				return head
					.split("\r\n")
					.map((line) => line.toLowerCase())
					.filter((line) => !CHANGING.has(line.split(":")[0] ?? ""))
					.sort();
			};
			for (const base of [service.front, front.front])
				expect(await told(`${base}/api/v1${path}`, "HEAD")).toEqual(
					await told(`${base}/api/v1${path}`, "GET"),
				);
		},
	);

	test("let a learner in by the cookie, and keep the body of a change", async () => {
		const { cookie } = await service.signIn("Ada");
		const session = await fetch(`${front.front}/api/auth/session`, {
			headers: { cookie },
		});
		expect((await session.json()).data.user.name).toBe("Ada");
		const changed = await fetch(`${front.front}/api/v1/settings`, {
			method: "PATCH",
			headers: { cookie, "content-type": "application/json" },
			body: JSON.stringify({ darkMode: true }),
		});
		expect(changed.status).toBe(200);
		expect((await changed.json()).data.darkMode).toBe(true);
	});

	test("write one request id into both logs and the answer", async () => {
		const answer = await fetch(`${front.front}/api/v1/packs`);
		const id = answer.headers.get("x-request-id") ?? "";
		expect(id).toMatch(/^[0-9a-f-]{36}$/);
		await until(() =>
			[front, backend].every((one) => one.printed().includes(id)),
		);
	});

	test("keep the backend's own routes from the public", async () => {
		for (const path of [
			"/api/admin/packs/seed",
			"/api/v1/admin/packs/seed",
			"/api/v1/packs/../admin/packs/seed",
			"/api/v1/packs/%2e%2e/admin/packs/seed",
			"/api/packs",
		]) {
			const answer = await fetch(front.front + path, { method: "POST" });
			expect([path, answer.status]).toEqual([path, 404]);
		}
	});

	test("are told apart when the backend is gone, and meet again when it is back", async () => {
		const port = new URL(backend.backend).port;
		const ready = () => fetch(`${front.front}/api/health/ready`);
		expect((await ready()).status).toBe(200);
		await backend.end("SIGKILL");
		const down = await fetch(`${front.front}/api/v1/packs`);
		expect(down.status).toBe(502);
		expect(down.headers.get("retry-after")).toBe("1");
		expect(await down.json()).toMatchObject({
			code: "backend_unavailable",
			requestId: down.headers.get("x-request-id"),
		});
		expect((await ready()).status).toBe(503);
		backend = await service.another({ SERVE: "backend", BACKEND_PORT: port });
		expect((await fetch(`${front.front}/api/v1/packs`)).status).toBe(200);
	});
});

/** A front before a backend that answers by hand; every connection is kept. */
describe("before any backend, the front", () => {
	let front: Program;
	let stop: () => void;
	let wires: Wire[] = [];
	beforeAll(async () => {
		const backend = await serveRaw((wire) => wires.push(wire));
		stop = backend.stop;
		front = await service.another({
			SERVE: "front",
			BACKEND_URL: backend.url,
			REQUEST_TIMEOUT_MS: "5000",
		});
	});
	afterEach(() => {
		for (const wire of wires) wire.cut();
		wires = [];
	});
	afterAll(() => stop());

	/** The connection of the request that is at the backend by now. */
	const arrived = async (): Promise<Wire> => {
		await until(() => wires.some((wire) => wire.came().includes("\r\n\r\n")));
		return wires.find((wire) => wire.came().includes("\r\n\r\n")) as Wire;
	};

	test("passes on what is meant for it, and drops what is meant for one connection", async () => {
		const client = await connectTo(front.front);
		client.send(
			[
				"GET /api/v1/packs?tag=a&tag=b HTTP/1.1",
				"Host: treeline.example",
				"Cookie: JSESSIONID=abc; theme=dark",
				"Accept-Language: de",
				"X-Request-Id: the-client-own-id",
				"Connection: keep-alive, X-Private",
				"X-Private: for the front only",
				"Keep-Alive: timeout=9",
				"TE: trailers",
				"Proxy-Authorization: Basic Zm9v",
				"X-Forwarded-For: 203.0.113.9",
				"X-Forwarded-Proto: https",
				"X-Real-IP: 203.0.113.9",
				"Forwarded: for=203.0.113.9",
				"",
				"",
			].join("\r\n"),
		);
		const backend = await arrived();
		const [first = "", ...lines] = backend.came().split("\r\n");
		expect(first).toBe("GET /api/packs?tag=a&tag=b HTTP/1.1");
		const came = Object.fromEntries(
			lines
				.filter(Boolean)
				.map((line) => line.split(/: (.*)/))
				.map(([name = "", value]) => [name.toLowerCase(), value]),
		);
		expect(came).toMatchObject({
			cookie: "JSESSIONID=abc; theme=dark",
			"accept-language": "de",
			"x-request-id": "the-client-own-id",
			"x-forwarded-for": "127.0.0.1",
			"x-forwarded-host": "treeline.example",
		});
		for (const name of [
			"x-private",
			"keep-alive",
			"te",
			"proxy-authorization",
			"x-forwarded-proto",
			"x-real-ip",
			"forwarded",
		])
			expect(Object.keys(came)).not.toContain(name);

		backend.send(
			[
				"HTTP/1.1 200 OK",
				"Connection: close, X-Inner",
				"X-Inner: for the front only",
				"Keep-Alive: timeout=9",
				"Proxy-Authenticate: Basic",
				"Set-Cookie: JSESSIONID=new; Path=/; HttpOnly",
				"Set-Cookie: flow=; Path=/api/auth; Max-Age=0",
				'ETag: "abc"',
				"Content-Type: application/json",
				"Content-Length: 2",
				"",
				"{}",
			].join("\r\n"),
		);
		await client.has("{}");
		const answer = client.came();
		expect(answer).toStartWith("HTTP/1.1 200 OK\r\n");
		expect(answer.match(/^set-cookie: .*$/gm)).toEqual([
			"set-cookie: JSESSIONID=new; Path=/; HttpOnly",
			"set-cookie: flow=; Path=/api/auth; Max-Age=0",
		]);
		expect(answer).toMatch(/^etag: "abc"\r$/im);
		expect(answer).toMatch(/^x-request-id: the-client-own-id\r$/im);
		expect(answer).not.toMatch(/^(x-inner|keep-alive|proxy-authenticate):/im);
		client.cut();
	});

	test("hands on each part of a body as it comes, in both directions", async () => {
		const client = await connectTo(front.front);
		client.send(
			"POST /api/v1/attempts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nfirst \r\n",
		);
		const backend = await arrived();
		await backend.has("first ");
		expect(backend.came()).not.toContain("second");
		client.send("6\r\nsecond\r\n0\r\n\r\n");
		await backend.has("second");
		backend.send(
			"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n7\r\nthird, \r\n",
		);
		await client.has("third, ");
		expect(client.came()).not.toContain("fourth");
		backend.send("6\r\nfourth\r\n0\r\n\r\n");
		await client.has("fourth");
		client.cut();
	});

	test("takes the backend's work along when the client leaves", async () => {
		const client = await connectTo(front.front);
		client.send("GET /api/v1/packs HTTP/1.1\r\nHost: x\r\n\r\n");
		const backend = await arrived();
		client.cut();
		await until(() => backend.closed());
	});

	test("answers 504 when the time is up, and lets the backend know", async () => {
		const answer = await fetch(`${front.front}/api/v1/packs`);
		expect(answer.status).toBe(504);
		expect(await answer.json()).toMatchObject({ code: "request_timeout" });
		const backend = await arrived();
		await until(() => backend.closed());
	});

	test("answers 502 when the backend breaks off before it answers", async () => {
		const answer = fetch(`${front.front}/api/v1/attempts`, { method: "POST" });
		(await arrived()).cut();
		expect((await answer).status).toBe(502);
		expect(await (await answer).json()).toMatchObject({
			code: "backend_unavailable",
		});
	});

	test("cuts an answer that the backend cuts, and does not end it as if it were whole", async () => {
		const client = await connectTo(front.front);
		client.send("GET /api/v1/packs HTTP/1.1\r\nHost: x\r\n\r\n");
		const backend = await arrived();
		backend.send(
			"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
		);
		await client.has("half");
		backend.cut();
		await until(() => client.closed());
		expect(client.came()).not.toContain("0\r\n\r\n");
	});

	test.each([
		["201 Created", "/api/author/packs/mine", "/api/v1/author/packs/mine"],
		["303 See Other", "https://idp.example/a", "https://idp.example/a"],
	])(
		"hands on a %s, and the address as the public meets it",
		async (status, there, here) => {
			const client = await connectTo(front.front);
			client.send(
				"POST /api/v1/author/packs HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
			);
			(await arrived()).send(
				`HTTP/1.1 ${status}\r\nLocation: ${there}\r\nContent-Length: 0\r\n\r\n`,
			);
			await client.has("\r\n\r\n");
			expect(client.came()).toStartWith(`HTTP/1.1 ${status}`);
			expect(/^location: (.*)\r$/im.exec(client.came())?.[1]).toBe(here);
			client.cut();
		},
	);
});
