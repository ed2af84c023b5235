/** What one address may ask: token buckets on their routes, and what counts as one address behind proxies and without. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { until } from "../test/attempts-client.ts";
import { ADMIN_SECRET, type Service, startService } from "../test/harness.ts";
import { bucketsInMemory } from "./rate-limit.ts";
import {
	clientAddresses,
	contextOf,
} from "./request-context-address-and-deadline.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

/** A search that comes through `forwarded`, a value of `X-Forwarded-For`. */
const search = (base: string, forwarded?: string, query = "q=x") =>
	fetch(`${base}/search?${query}`, {
		headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
	});

const limitHeaders = ({ headers }: Response) => ({
	policy: headers.get("ratelimit-policy"),
	limit: headers.get("ratelimit"),
	retry: headers.get("retry-after"),
});

describe("without trusted proxies", () => {
	let service: Service;
	let api: string;
	beforeAll(async () => {
		service = await startService({
			CONTENT_RATE_LIMIT_CAPACITY: "4",
			CONTENT_RATE_LIMIT_REFILL_RATE: "0.001",
		});
		api = `${service.front}/api/v1`;
	});
	afterAll(() => service.stop());

	test("each request costs one, a refused one too, at the front and behind it, whoever it says it is for", async () => {
		const wrong = await fetch(`${api}/search`, { method: "POST" });
		expect(wrong.status).toBe(405);
		const answers = [
			await search(api),
			await search(api, "198.51.100.1", "q="),
			await search(`${service.backend}/api`, "198.51.100.2"),
			await search(api, "198.51.100.3, 127.0.0.1"),
			await search(api, "198.51.100.4", "q="),
			await search(`${service.backend}/api`),
		];
		expect(answers.map(({ status }) => status)).toEqual([
			200, 400, 200, 200, 429, 429,
		]);
		for (const [at, answer] of answers.entries()) {
			const { policy, limit, retry } = limitHeaders(answer);
			expect(policy).toBe('"content";q=4;w=4000');
			const [, left, seconds] =
				/^"content";r=(\d);t=(\d+)$/.exec(limit ?? "") ?? [];
			expect(Number(left)).toBe(Math.max(0, 3 - at));
			expect(Number(seconds)).toBeGreaterThan(500);
			expect(Number(seconds)).toBeLessThanOrEqual(1000);
			expect(retry).toBe(answer.status === 429 ? (seconds as string) : null);
		}
		const { code, status } = await (await search(api)).json();
		expect({ code, status }).toEqual({ code: "rate_limited", status: 429 });
	});

	test("what has no bucket tells of none", async () => {
		const { policy, limit } = limitHeaders(await fetch(`${api}/auth/session`));
		expect([policy, limit]).toEqual([null, null]);
	});
});

/** What readiness says of `service`, and how often its log warned of a proxy that is not trusted. */
const noticed = async ({ front, printed }: Service) => {
	const answer = await fetch(`${front}/api/health/ready`);
	const warnings = printed().match(/TRUSTED_PROXIES does not name it/g) ?? [];
	return [answer.status, await answer.json(), warnings.length];
};
const UNNOTICED = [200, { status: "ready", checks: { database: "ok" } }, 0];

describe("a proxy that is not trusted", () => {
	let service: Service;
	beforeAll(async () => {
		service = await startService({ LOG_LEVEL: "warn" });
	});
	afterAll(() => service.stop());

	test("is told of once in the log, with the address and the setting, and from then on by readiness", async () => {
		await search(`${service.front}/api/v1`);
		expect(await noticed(service)).toEqual(UNNOTICED);
		for (const forwarded of ["198.51.100.1", "198.51.100.2"])
			await search(`${service.front}/api/v1`, forwarded);
		await until(() => service.printed().includes("TRUSTED_PROXIES"));
		expect(await noticed(service)).toEqual([
			200,
			{
				status: "degraded",
				checks: { database: "ok", trusted_proxies: "error" },
			},
			1,
		]);
		const line = service
			.printed()
			.split("\n")
			.find((one) => one.includes("TRUSTED_PROXIES"));
		expect(JSON.parse(line ?? "")).toMatchObject({
			level: "warn",
			msg: expect.stringContaining("come from 127.0.0.1"),
		});
	});

	test.each([
		["10.1.2.3", { "x-forwarded-for": "198.51.100.1" }, true, "10.1.2.3"],
		["::ffff:172.17.0.1", { forwarded: "for=198.51.100.1" }, true, "172.17"],
		["fd00::7", { "x-real-ip": "198.51.100.1" }, true, "fd00::7"],
		["9.9.9.9", { "x-forwarded-for": "198.51.100.1" }, false, "an address"],
		["10.1.2.3", {}, false, null],
		["192.168.1.1", { "x-forwarded-for": "198.51.100.1" }, false, null],
	])(
		"from %s with %j is told by readiness: %p, and named in the log: %p",
		(peer, headers, told, name) => {
			const warnings: string[] = [];
			const asking = clientAddresses(["192.168.0.0/16"], (text) =>
				warnings.push(text),
			);
			for (let time = 0; time < 2; time++) {
				const request = new Request("http://localhost/", { headers });
				contextOf(request, () => peer);
				asking.network(request);
			}
			expect(asking.hasUntrustedProxy()).toBe(told);
			expect(warnings).toHaveLength(name === null ? 0 : 1);
			if (name !== null) expect(warnings[0]).toContain(`come from ${name}`);
			if (!told && name !== null) expect(warnings[0]).not.toContain(peer);
		},
	);
});

describe("reads of packs and challenges", () => {
	let service: Service;
	beforeAll(async () => {
		service = await startService({
			TRUSTED_PROXIES: "127.0.0.1",
			PACK_RATE_LIMIT_CAPACITY: "7",
			PACK_RATE_LIMIT_REFILL_RATE: "0.001",
		});
	});
	afterAll(() => service.stop());

	const READS = [
		"/packs",
		"/packs/none",
		"/packs/none/challenges/none",
		`/challenges/${crypto.randomUUID()}`,
		"/cli/packs",
		"/cli/packs/none",
		"/cli/challenges/none/none",
	];
	const read = (path: string, address: string, cookie = "") =>
		fetch(`${service.front}/api/v1${path}`, {
			headers: { "x-forwarded-for": address, cookie },
		});

	test("share a bucket of the address, signed in or not", async () => {
		for (const path of READS) {
			const { policy } = limitHeaders(await read(path, "198.51.100.1"));
			expect([path, policy]).toEqual([path, '"packs";q=7;w=7000']);
		}
		const { cookie } = await service.signIn();
		for (const path of READS)
			for (const one of ["", cookie]) {
				const refused = await read(path, "198.51.100.1", one);
				expect([path, refused.status]).toEqual([path, 429]);
				expect(Number(limitHeaders(refused).retry)).toBeGreaterThan(500);
				expect((await refused.json()).code).toBe("rate_limited");
			}
		expect((await read("/packs", "198.51.100.2")).status).toBe(200);
		const { status } = await search(`${service.front}/api/v1`, "198.51.100.1");
		expect(status).toBe(200);
	});
});

test("whoever waits as long as told is answered", async () => {
	const service = await startService({
		CONTENT_RATE_LIMIT_CAPACITY: "2",
		CONTENT_RATE_LIMIT_REFILL_RATE: "0.7",
	});
	const api = `${service.backend}/api`;
	let refused = await search(api);
	await until(async () => {
		await Promise.all(Array.from({ length: 20 }, () => search(api)));
		// Asked alone: nobody takes the token that it is told to wait for.
		refused = await search(api);
		return refused.status === 429;
	});
	const { policy, retry } = limitHeaders(refused);
	expect(policy).toBe('"content";q=2;w=3');
	const told = performance.now() + Number(retry) * 1000;
	await until(async () => {
		const begun = performance.now();
		if ((await search(api)).status === 200) return true;
		// Whoever begins after that is not refused, however slow the machine.
		expect(begun).toBeLessThan(told);
		return false;
	});
	await service.stop();
});

describe("with trusted proxies", () => {
	let service: Service;
	beforeAll(async () => {
		service = await startService({
			TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8, ::ffff:172.16.0.0/108, fd00::/8",
			CONTENT_RATE_LIMIT_CAPACITY: "1",
			CONTENT_RATE_LIMIT_REFILL_RATE: "0.001",
		});
	});
	afterAll(() => service.stop());

	test.each([
		["a client", "198.51.100.1", "198.51.100.1", true],
		["another client", "198.51.100.2", "198.51.100.3", false],
		["what a client claims", "9.9.9.1, 198.51.100.4", "198.51.100.4", true],
		["claims of trust", "9.9.9.2, 198.51.100.5", "10.1.1.1,198.51.100.5", true],
		["trusted hops", "198.51.100.6, 10.1.2.3,fd00::1", "198.51.100.6", true],
		["a mapped network", "198.51.100.7, 172.16.9.9", "198.51.100.7", true],
		[
			"an untrusted hop",
			"198.51.100.8, 172.32.0.1",
			"1.1.1.1,172.32.0.1",
			true,
		],
		["mapped IPv4", "::ffff:198.51.100.9", "198.51.100.9", true],
		["a port", "198.51.100.10:4711", "198.51.100.10", true],
		["IPv6 with a port", "[2001:db8:1::1]:4711", "2001:db8:1::1", true],
		["a zone", "2001:db8:2::1%eth0", "2001:DB8:2:0:0::1", true],
		["IPv6 of one /64", "2001:db8:3:3::1", "2001:db8:3:3:ffff::2", true],
		["IPv6 of two", "2001:db8:4:4::1", "2001:db8:4:5::1", false],
		["only trusted ones", "10.9.9.9, 10.1.1.1", "10.9.9.9", true],
		["a malformed hop", "198.51.100.11, 010.1.1.1, 10.7.7.7", "10.7.7.7", true],
		["an empty hop", "198.51.100.12,, 10.7.7.8", "10.7.7.8", true],
		["nonsense", "unknown", "198.51.100.13, 1e3", true],
	])("%s: %p and %p", async (_, one, other, same) => {
		const api = `${service.front}/api/v1`;
		await search(api, one);
		expect((await search(api, other)).status).toBe(same ? 429 : 200);
	});

	test("nothing is told of them", async () => {
		await search(`${service.front}/api/v1`, "198.51.100.20");
		expect(await noticed(service)).toEqual(UNNOTICED);
	});
});

describe("wrong admin secrets", () => {
	let service: Service;
	beforeAll(async () => {
		service = await startService({ TRUSTED_PROXIES: "127.0.0.1" });
	});
	afterAll(() => service.stop());

	const seed = (secret: string | null, address: string) =>
		fetch(`${service.backend}/api/admin/packs/seed`, {
			method: "POST",
			body: "not JSON",
			headers: {
				"x-forwarded-for": address,
				"content-type": "text/plain",
				...(secret !== null && { "x-admin-secret": secret }),
			},
		});
	const times = (count: number, secret: string | null, address: string) =>
		Promise.all(Array.from({ length: count }, () => seed(secret, address)));

	test("ten, then 429 for a wrong one; neither none nor the right one costs, and the right one always passes", async () => {
		const [bad, good] = ["198.51.100.1", "198.51.100.2"];
		const passed = await times(30, ADMIN_SECRET, bad);
		expect(new Set(passed.map(({ status }) => status))).toEqual(new Set([415]));
		expect(limitHeaders(passed[0] as Response).policy).toBe(null);
		const missing = await times(12, null, bad);
		expect(new Set(missing.map(({ status }) => status))).toEqual(
			new Set([401]),
		);
		const wrong = await times(14, "wrong", bad);
		const statuses = wrong.map(({ status }) => status).sort();
		expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
		expect((await seed(ADMIN_SECRET, bad)).status).toBe(415);
		let locked = await seed("wrong", bad);
		// A token comes back every ten seconds.
		while (locked.status === 401) locked = await seed("wrong", bad);
		expect(locked.status).toBe(429);
		expect(limitHeaders(locked).policy).toBe('"admin-keys";q=10;w=100');
		expect(Number(limitHeaders(locked).retry)).toBeWithin(1, 11);
		expect((await seed(ADMIN_SECRET, good)).status).toBe(415);
		expect((await seed("wrong", good)).status).toBe(401);
	});
});

describe("buckets in memory", () => {
	test("fill at their rate, up to their size, whatever the pattern", () => {
		let now = 0;
		const buckets = bucketsInMemory(
			{ capacity: 5, refillRate: 0.5 },
			() => now,
		);
		let tokens = 5;
		for (let step = 0; step < 5_000; step++) {
			const passes = [0, 0, 0, 500, 1_999, 2_000, 40_000][(step * 31) % 7] ?? 0;
			now += passes;
			tokens = Math.min(5, tokens + passes / 2_000);
			const accepted = tokens >= 1 - 1e-6;
			expect(buckets.look("me").accepted).toBe(accepted);
			expect(buckets.take("me").accepted).toBe(accepted);
			if (accepted) tokens -= 1;
			expect(5 - buckets.look("me").lacks).toBeCloseTo(tokens, 5);
		}
	});

	test("a flood of addresses takes a bounded room, and the latest stay known", () => {
		const size = { capacity: 1, refillRate: 0.001 };
		const buckets = bucketsInMemory(size, () => 0, 100);
		for (let one = 0; one < 10_000; one++) buckets.take(`${one}`);
		const known = Array.from({ length: 10_000 }, (_, one) => `${one}`).filter(
			(key) => !buckets.look(key).accepted,
		);
		expect(known).toHaveLength(100);
		expect(known.at(-1)).toBe("9999");
	});
});
