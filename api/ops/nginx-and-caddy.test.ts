/** The samples for nginx and Caddy, run before two instances as they stand but for names, ports and certificates. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attempt, challengeIdOf, until } from "../test/attempts-client.ts";
import { freePort, held, pidOf, stop } from "../test/child-programs.ts";
import { type Program, serviceForFile } from "../test/harness.ts";
import { startLlm } from "../test/llm-provider.ts";
import { INITIALIZE, PING, send } from "../test/mcp-clients.ts";
import { launchPack, seedInto } from "../test/seed-packs.ts";
import { startRedis } from "../test/temporary-redis.ts";

const TLS = join(import.meta.dir, "../test/tls");
const CA = readFileSync(join(TLS, "ca.pem"), "utf8");
const scratch = mkdtempSync(join(tmpdir(), "treeline-proxies-"));
const CAPACITY = 40;
const llm = startLlm();

const service = await serviceForFile({
	...llm.settings,
	TRUSTED_PROXIES: "127.0.0.1,::1",
	CONTENT_RATE_LIMIT_CAPACITY: String(CAPACITY),
	CONTENT_RATE_LIMIT_REFILL_RATE: "0.001",
	// However fast the machine is, the clients of the restarts are not refused.
	PACK_RATE_LIMIT_CAPACITY: "1000000",
});
const second = await service.another();
let challengeId: string;
beforeAll(async () => {
	await seedInto(service, await launchPack());
	challengeId = await challengeIdOf(service, "express", "say-hello-over-http");
});
afterAll(async () => {
	await llm.stop();
	rmSync(scratch, { recursive: true, force: true });
});

interface Proxy {
	url: string;
	stop(): Promise<void>;
}

/** The port of an address, as proxies are given it. */
const portOf = (url: string) => new URL(url).port;

const answers = (url: string) =>
	until(() =>
		fetch(url, { tls: { ca: CA } } as RequestInit).then(
			({ status }) => status === 200,
			() => false,
		),
	);

/** `reload` resolves when requests go to `instances` alone; each may have ` down` behind it. */
async function startNginx(
	instances: string[],
): Promise<Proxy & { reload(instances: string[]): Promise<void> }> {
	const [port, plain] = [await freePort(), await freePort()];
	const file = join(scratch, "nginx.conf");
	const write = (servers: string[]) => {
		const site = readFileSync(join(import.meta.dir, "nginx.conf"), "utf8")
			.replace(/server 127\.0\.0\.1:3000( [^;]*;)/, (_, more) =>
				servers.map((server) => `server ${server}${more}`).join("\n"),
			)
			.replace("listen 443", `listen 127.0.0.1:${port}`)
			.replace("listen 80", `listen 127.0.0.1:${plain}`)
			.replaceAll("treeline.example;", "localhost;")
			.replace(/ssl_certificate [^;]+/, `ssl_certificate ${TLS}/server.pem`)
			.replace(
				/ssl_certificate_key [^;]+/,
				`ssl_certificate_key ${TLS}/server.key`,
			);
		const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
			.map((name) => `${name}_temp_path ${scratch}/${name};`)
			.join("\n");
		writeFileSync(
			file,
			`user root; worker_processes 2; pid ${scratch}/nginx.pid; daemon off; error_log stderr error;
			events {} http { access_log off; ${temporary}\n${site} }`,
		);
	};
	write(instances);
	const nginx = process.env.NGINX_SERVER ?? "nginx";
	const child = held([nginx, "-c", file, "-p", scratch, "-e", "stderr"]);
	const pid = await pidOf(child);
	const url = `https://localhost:${port}`;
	await answers(`${url}/api/health/ready`);
	return {
		url,
		async reload(servers) {
			const before = new Set(workersOf(pid));
			write(servers);
			process.kill(pid, "SIGHUP");
			await until(async () => {
				const now = workersOf(pid);
				return now.length > 0 && !now.some((worker) => before.has(worker));
			});
		},
		stop: () => stop(child),
	};
}

async function startCaddy(instances: string[]): Promise<Proxy> {
	const port = await freePort();
	const file = join(scratch, "Caddyfile");
	const site = readFileSync(join(import.meta.dir, "Caddyfile"), "utf8")
		.replace(
			/^\{\$DOMAIN:[^}]*\} \{/m,
			`localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${TLS}/server.pem ${TLS}/server.key`,
		)
		.replace(/\{\$INSTANCES:[^}]*\}/, instances.join(" "));
	writeFileSync(
		file,
		`{\n\tadmin off\n\tauto_https off\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n${site}`,
	);
	const caddy = process.env.CADDY_SERVER ?? "caddy";
	const child = held([
		"env",
		`HOME=${scratch}`,
		caddy,
		"run",
		"--adapter",
		"caddyfile",
		"--config",
		file,
	]);
	await pidOf(child);
	const url = `https://localhost:${port}`;
	await answers(`${url}/api/health/ready`);
	return {
		url,
		stop: () => stop(child),
	};
}

/** The processes that answer; old ones are among them until they have answered what they were sent. */
const workersOf = (pid: number): string[] =>
	readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
		.split(" ")
		.filter(Boolean);

const behind = ({ front }: { front: string }) => `127.0.0.1:${portOf(front)}`;

describe.each([
	["nginx", startNginx],
	["Caddy", startCaddy],
] as const)("%s", (name, start) => {
	let proxy: Proxy;
	const ask = (path: string, init: RequestInit = {}) =>
		fetch(proxy.url + path, { ...init, tls: { ca: CA } } as RequestInit);
	beforeAll(async () => {
		proxy = await start([behind(service), behind(second)]);
	});
	afterAll(() => proxy.stop());

	test("answers over TLS, and passes compression, caching and problems on", async () => {
		const page = await ask("/", { headers: { "accept-encoding": "br" } });
		expect(page.status).toBe(200);
		expect(page.headers.get("strict-transport-security")).toContain("max-age=");
		const [, script = ""] = /src="(\/[^"]+\.js)"/.exec(await page.text()) ?? [];
		const asset = await ask(script, { headers: { "accept-encoding": "br" } });
		expect(asset.status).toBe(200);
		expect(asset.headers.get("cache-control")).toContain("immutable");
		const missing = await ask("/api/v1/packs/none");
		expect(missing.status).toBe(404);
		expect(missing.headers.get("content-type")).toContain("problem+json");
	});

	test("a client's own X-Forwarded-For does not give it another address", async () => {
		const statuses: number[] = [];
		for (
			let index = 0;
			index <= 2 * CAPACITY && !statuses.includes(429);
			index++
		) {
			const { status } = await ask("/api/v1/content?type=project", {
				headers: { "x-forwarded-for": `203.0.113.${index}` },
			});
			statuses.push(status);
		}
		expect(statuses).toContain(429);
	});

	test("a reply of the chat arrives while the model still writes", async () => {
		llm.fault = "drip";
		const given = new AbortController();
		const { body } = await ask("/api/v1/chat", {
			method: "POST",
			headers: {
				"content-type": "application/json",
				accept: "text/event-stream",
			},
			body: JSON.stringify({ message: "Hello?", visitorId: `v-${name}` }),
			signal: given.signal,
		});
		const stream = body?.pipeThrough(new TextDecoderStream()).getReader();
		let text = "";
		while (!text.includes("event: delta"))
			text += (await stream?.read())?.value;
		given.abort();
		llm.fault = null;
	});
});

/** How many requests the restarts are made under, at least; `REQUESTS=100000` is the full size. */
const REQUESTS = Number(process.env.REQUESTS ?? 400);

test(
	"instances behind nginx are restarted in turn without a failed request, an MCP session goes on, and limits are shared",
	async () => {
		const redis = await startRedis();
		const shared = { CACHE_URL: redis.url };
		const instances = [
			await service.another(shared),
			await service.another(shared),
		];
		const places = instances.map(behind);
		const proxy = await startNginx(places);
		// A connection each: nginx closes idle ones when it reloads, maybe just as a request is sent on one.
		const connection = { tls: { ca: CA }, keepalive: false };
		const ask = (path: string, init: RequestInit = {}) =>
			fetch(proxy.url + path, { ...init, ...connection } as RequestInit);
		const read = async () => {
			const answer = await ask("/api/v1/packs/express");
			await answer.arrayBuffer();
			return answer.status;
		};
		/** Each by a learner of its own, whom no limit stops. */
		const write = async () => {
			const learner = await service.signIn();
			const body = { challengeId, passed: false };
			return (await attempt({ front: proxy.url, connection }, learner, body))
				.status;
		};
		const tell = (body: object, headers: Record<string, string> = {}) =>
			send(proxy.url, body, headers, "POST", connection);
		const begun = await tell(INITIALIZE);
		const session = {
			"mcp-session-id": begun.headers.get("mcp-session-id") ?? "",
		};
		const ping = async () => {
			const answer = await tell(PING, session);
			return "result" in (await answer.json()) ? answer.status : "no result";
		};
		const counts: Record<string, number> = {};
		let sent = 0;
		let stopped = false;
		const clients = [read, write, read, write, ping].map(async (request) => {
			for (; !stopped; sent++) {
				const outcome = `${request.name} ${await request().catch((error) => error.code)}`;
				counts[outcome] = (counts[outcome] ?? 0) + 1;
			}
		});
		try {
			for (const [index, place] of places.entries()) {
				await until(() => sent >= (REQUESTS * (index + 1)) / 3);
				await proxy.reload(
					places.map((one) => (one === place ? `${one} down` : one)),
				);
				expect(await (instances[index] as Program).end("SIGTERM")).toBe(0);
				instances[index] = await service.another({
					...shared,
					PORT: place.split(":")[1] ?? "",
				});
				await proxy.reload(places);
			}
			await until(() => sent >= REQUESTS);
		} finally {
			stopped = true;
		}
		await Promise.all(clients);
		console.log(`${sent} requests through two restarts:`, counts);
		expect(Object.keys(counts).sort()).toEqual([
			"ping 200",
			"read 200",
			"write 201",
		]);
		const limited = Array.from(
			{ length: 2 * CAPACITY },
			async () => (await ask("/api/v1/content?type=project")).status,
		);
		const statuses = await Promise.all(limited);
		expect(statuses.filter((status) => status === 200)).toHaveLength(CAPACITY);
		await proxy.stop();
		await redis.stop();
	},
	180_000 + 20 * REQUESTS,
);
