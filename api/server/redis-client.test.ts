/** Limits that processes share through a real Redis: what they accept together, the edges of a window, and what holds when Redis is gone. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import {
	type Answered,
	attempt,
	challengeIdOf,
	tally,
	until,
} from "../test/attempts-client.ts";
import { type Program, type Service, startService } from "../test/harness.ts";
import { launchPack, seedInto } from "../test/seed-packs.ts";
import { startRedis, type TestRedis } from "../test/temporary-redis.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

let redis: TestRedis;
let service: Service;
let second: Program;
let challengeId: string;
beforeAll(async () => {
	redis = await startRedis();
	service = await startService({
		CACHE_URL: redis.url,
		CONTENT_RATE_LIMIT_CAPACITY: "6",
		CONTENT_RATE_LIMIT_REFILL_RATE: "0.0001",
	});
	second = await service.another();
	await seedInto(service, await launchPack());
	challengeId = await challengeIdOf(service, "express", "say-hello-over-http");
});
afterAll(async () => {
	await service?.stop();
	await redis?.stop();
});

type Learner = Awaited<ReturnType<Service["signIn"]>>;

/** `count` different attempts at once, dealt out to `programs` in turn. */
const atOnce = (
	me: Learner,
	count: number,
	programs: { front: string }[] = [service, second],
) =>
	Promise.all(
		Array.from({ length: count }, (_, at) =>
			attempt(programs[at % programs.length] as Program, me, {
				challengeId,
				passed: false,
				clientAttemptId: crypto.randomUUID(),
			}),
		),
	);

const rowsOf = async ({ userId }: Learner) => {
	const rows = await service.sql`
		SELECT FROM attempts WHERE user_id = ${userId}`;
	return rows.length;
};

const windowOf = ({ userId }: Learner) => `treeline:window:attempts:${userId}`;

/** Makes as if attempts of the learner had been accepted so many milliseconds ago; the longest ago comes first. */
async function acceptedBefore(me: Learner, ages: number[]): Promise<void> {
	const [seconds, micros] = (await redis.send("TIME")) as string[];
	const now = Number(seconds) * 1_000_000 + Number(micros);
	const times = ages.map((age) => (now - age * 1000).toFixed(0));
	await redis.send("RPUSH", windowOf(me), ...times);
}

/** The seconds that a refusal tells to wait, which all its headers tell alike. */
function secondsIn({ status, headers, body }: Answered): number {
	expect(status).toBe(429);
	expect(headers.get("content-type")).toBe("application/problem+json");
	expect(body).toMatchObject({ code: "rate_limited", status: 429 });
	const seconds = headers.get("retry-after") ?? "";
	expect(seconds).toMatch(/^\d+$/);
	expect(headers.get("ratelimit-policy")).toBe('"attempts";q=10;w=60');
	expect(headers.get("ratelimit")).toBe(`"attempts";r=0;t=${seconds}`);
	return Number(seconds);
}

describe("of eleven different attempts at once, one is refused", () => {
	test.each([
		["at one process", 1],
		["at two", 2],
	])("%s", async (name, processes) => {
		const me = await service.signIn();
		const start = performance.now();
		const answers = await atOnce(
			me,
			11,
			[service, second].slice(0, processes) as Program[],
		);
		const took = (performance.now() - start) / 1000;
		const [refused] = answers.filter(({ status }) => status === 429);
		console.log(
			`11 at once ${name}: ${JSON.stringify(tally(answers))}, Retry-After ${refused?.headers.get("retry-after")}, RateLimit ${refused?.headers.get("ratelimit")}, rows ${await rowsOf(me)}`,
		);
		expect(tally(answers)).toEqual({ 201: 10, 429: 1 });
		// Until the oldest leaves, rounded up.
		const seconds = secondsIn(refused as Answered);
		expect(seconds).toBeLessThanOrEqual(60);
		expect(seconds).toBeGreaterThanOrEqual(Math.ceil(60 - took));
		expect(await rowsOf(me)).toBe(10);
	});
});

describe("a window's edges", () => {
	const ten = (oldest: number) => [oldest, ...Array(9).fill(1_000)];

	test("what was accepted a minute ago has left", async () => {
		const me = await service.signIn();
		await acceptedBefore(me, ten(60_001));
		expect(tally(await atOnce(me, 2))).toEqual({ 201: 1, 429: 1 });
	});

	test("whoever waits as long as told is answered, and no sooner", async () => {
		const me = await service.signIn();
		await acceptedBefore(me, ten(55_000));
		const start = performance.now();
		const [refused] = await atOnce(me, 1);
		const seconds = secondsIn(refused as Answered);
		expect(seconds).toBeWithin(1, 6);
		const told = performance.now() + seconds * 1000;
		await until(async () => {
			const begun = performance.now();
			const [again] = await atOnce(me, 1);
			if (again?.status === 201) return true;
			secondsIn(again as Answered);
			expect(begun).toBeLessThan(told);
			return false;
		});
		// Rounded up, what is told is less than a second too long.
		expect(performance.now() - start).toBeGreaterThan((seconds - 1) * 1000);
		expect(await rowsOf(me)).toBe(1);
		expect(await redis.send("LLEN", windowOf(me))).toBe(10);
	});

	test("the wait is for the oldest of the last ten, whatever came before", async () => {
		const me = await service.signIn();
		await acceptedBefore(me, [59_000, ...ten(30_500)]);
		const [refused] = await atOnce(me, 1);
		expect(secondsIn(refused as Answered)).toBeWithin(20, 31);
	});
});

test("an address has one bucket at both processes", async () => {
	const search = ({ front }: { front: string }) =>
		fetch(`${front}/api/v1/search?q=hello`);
	const answers = await Promise.all(
		Array.from({ length: 10 }, (_, at) => search(at % 2 ? second : service)),
	);
	console.log(
		`10 searches of one address at two processes, a bucket of 6: ${JSON.stringify(tally(answers))}`,
	);
	expect(tally(answers)).toEqual({ 200: 6, 429: 4 });
	for (const { status, headers } of answers) {
		const [, seconds = ""] =
			/^"content";r=\d;t=(\d+)$/.exec(headers.get("ratelimit") ?? "") ?? [];
		expect(headers.get("ratelimit-policy")).toBe('"content";q=6;w=60000');
		expect(headers.get("retry-after")).toBe(status === 429 ? seconds : null);
	}
});

describe("when Redis is gone", () => {
	const said = (text: string) => () =>
		[service, second].every((one) => one.printed().includes(text));

	test("each process goes on from what it accepted itself, and they share again once it is back", async () => {
		const full = await service.signIn();
		expect(tally(await atOnce(full, 10, [service]))).toEqual({ 201: 10 });
		await redis.kill();

		const alone = await atOnce(full, 1, [service]);
		expect(secondsIn(alone[0] as Answered)).toBeLessThanOrEqual(60);
		const fresh = await service.signIn();
		const there = await atOnce(fresh, 11, [service]);
		const here = await atOnce(fresh, 11, [second]);
		console.log(
			`without Redis: ${JSON.stringify(tally(there))} at one process, ${JSON.stringify(tally(here))} at the other`,
		);
		expect(tally(there)).toEqual({ 201: 10, 429: 1 });
		expect(tally(here)).toEqual({ 201: 10, 429: 1 });
		await until(said("each process limits by itself"));

		await redis.restart();
		await until(said("limits are shared"));
		const next = await service.signIn();
		const shared = await atOnce(next, 11);
		console.log(
			`with Redis back: ${JSON.stringify(tally(shared))} at both together`,
		);
		expect(tally(shared)).toEqual({ 201: 10, 429: 1 });
		// Redis has forgotten what came before; the process that accepted it has not.
		const kept = await atOnce(fresh, 1, [service]);
		expect(secondsIn(kept[0] as Answered)).toBeLessThanOrEqual(60);
	});

	test("one that is there and says nothing holds nobody up", async () => {
		redis.pause();
		try {
			const me = await service.signIn();
			const answers = await atOnce(me, 11, [second]);
			console.log(
				`with Redis silent: ${JSON.stringify(tally(answers))} at one process`,
			);
			expect(tally(answers)).toEqual({ 201: 10, 429: 1 });
		} finally {
			redis.resume();
		}
	});

	test.each([
		["has no memory left", "CONFIG SET maxmemory 1", "CONFIG SET maxmemory 0"],
		["has become a replica", "REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE"],
	])(
		"one that %s is told of once, until it takes writes again",
		async (_, begin, end) => {
			const command = (line: string) => {
				const [name = "", ...args] = line.split(" ");
				return redis.send(name, ...args);
			};
			const refusedTries = async () => {
				const info = String(await redis.send("INFO", "commandstats"));
				return Number(
					/cmdstat_set:.*rejected_calls=(\d+)/.exec(info)?.[1] ?? 0,
				);
			};
			const count = (text: string) =>
				[service, second].map((one) => one.printed().split(text).length - 1);
			const more = (before: number[]) => before.map((one) => one + 1);
			// After the tests before, both use it.
			await until(() =>
				Bun.deepEquals(count("cannot be used"), count("can be used again")),
			);
			const gone = count("cannot be used");
			await redis.send("CONFIG", "RESETSTAT");
			await command(begin);
			const me = await service.signIn();
			expect(tally(await atOnce(me, 2))).toEqual({ 201: 2 });
			await until(async () =>
				Bun.deepEquals(count("cannot be used"), more(gone)),
			);
			await until(async () => {
				await atOnce(await service.signIn(), 2);
				return (
					(await refusedTries()) >= 6 ||
					!Bun.deepEquals(count("cannot be used"), more(gone))
				);
			});
			expect(count("cannot be used")).toEqual(more(gone));
			const ready = await fetch(`${service.front}/api/health/ready`);
			expect((await ready.json()).checks.cache).toBe("error");
			await command(end);
			await until(async () =>
				Bun.deepEquals(count("can be used again"), more(gone)),
			);
		},
	);
});
