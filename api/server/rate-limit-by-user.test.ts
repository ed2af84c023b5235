/** What a learner may send: how often, how much at once, and what counts as a repeat of the same attempt. */
import { beforeAll, describe, expect, test } from "bun:test";
import { lockTable, until } from "../test/attempts-client.ts";
import { type Service, serviceForFile } from "../test/harness.ts";
import { launchPack, seedInto } from "../test/seed-packs.ts";
import { windowInMemory } from "./rate-limit.ts";

const service = await serviceForFile();
let challengeId: string;
beforeAll(async () => {
	await seedInto(service, await launchPack());
	const answer = await fetch(
		`${service.front}/api/v1/packs/express/challenges/say-hello-over-http`,
	);
	challengeId = (await answer.json()).data._id;
});

type Learner = Awaited<ReturnType<Service["signIn"]>>;

const post = async (
	{ cookie }: Learner,
	more: object = {},
	headers: Record<string, string> = {},
) => {
	const answer = await fetch(`${service.front}/api/v1/attempts`, {
		method: "POST",
		headers: { cookie, "content-type": "application/json", ...headers },
		body: JSON.stringify({ challengeId, passed: false, ...more }),
	});
	return { status: answer.status, answer, body: await answer.json() };
};
const statuses = (all: { status: number }[]) =>
	Object.entries(Object.groupBy(all, ({ status }) => String(status))).map(
		([status, some]) => [Number(status), some?.length],
	);
const stored = async ({ userId }: Learner) => {
	const [row] = await service.sql<{ n: number }[]>`
		SELECT count(*)::int AS n FROM attempts WHERE user_id = ${userId}`;
	return row?.n;
};

describe("ten attempts a minute", () => {
	test("the eleventh is refused, told when, and before its body is read", async () => {
		const me = await service.signIn();
		const began = performance.now();
		for (let count = 0; count < 10; count++)
			expect((await post(me)).status).toBe(201);
		const { status, answer, body } = await post(
			me,
			{},
			{ "content-type": "text/plain" },
		);
		expect(status).toBe(429);
		expect(body.code).toBe("rate_limited");
		// Until the first leaves the minute, which cannot be earlier than a minute after all began.
		const took = (performance.now() - began) / 1000;
		const seconds = Number(answer.headers.get("retry-after"));
		expect(seconds).toBeGreaterThanOrEqual(Math.ceil(60 - took));
		expect(seconds).toBeLessThanOrEqual(60);
		expect(answer.headers.get("ratelimit-policy")).toBe('"attempts";q=10;w=60');
		expect(answer.headers.get("ratelimit")).toBe(`"attempts";r=0;t=${seconds}`);
		expect((await post(await service.signIn())).status).toBe(201);
		expect(await stored(me)).toBe(10);
	});

	test("of those sent at once, ten are accepted", async () => {
		const me = await service.signIn();
		const all = await Promise.all(Array.from({ length: 18 }, () => post(me)));
		expect(statuses(all)).toEqual([
			[201, 10],
			[429, 8],
		]);
		expect(await stored(me)).toBe(10);
	});

	test("neither a repeat nor a refusal costs one", async () => {
		const me = await service.signIn();
		const clientAttemptId = crypto.randomUUID();
		for (let count = 0; count < 12; count++) {
			expect((await post(me, { clientAttemptId })).status).toBe(201);
			expect((await post(me, { score: 1 })).status).toBe(400);
			expect((await post(me, { challengeId: "x" })).status).toBe(404);
		}
		const rest = await Promise.all(Array.from({ length: 9 }, () => post(me)));
		expect(statuses(rest)).toEqual([[201, 9]]);
		expect((await post(me)).status).toBe(429);
	});

	test("never more than the limit in any minute, and not for ever less", async () => {
		let now = 0;
		const window = windowInMemory(10, () => now);
		const accepted: number[] = [];
		for (let step = 0; step < 2_000; step++) {
			now += (step * 7_919) % 3_500;
			const expected = await window.wait("me");
			const wait = await window.take("me");
			expect(wait).toBe(expected);
			if (wait === 0) accepted.push(now);
			else now += Math.max(0, wait - 1);
			const lately = accepted.filter((time) => now - time <= 60_000);
			expect(lately.length).toBeLessThanOrEqual(10);
		}
		now += 60_001;
		expect(await window.wait("me")).toBe(0);
		expect(accepted.length).toBeGreaterThan(300);
	});
});

test("what would only wait in a long line to be verified is refused at once", async () => {
	const me = await service.signIn();
	const files = [{ path: "app.js", content: "" }];
	// Before anything is sent: what is stored earlier leaves its place in the line.
	const lock = await lockTable(service.sql, "attempts", "ACCESS EXCLUSIVE");
	let refusals = 0;
	const all = Promise.all(
		Array.from({ length: 26 }, async () => {
			const answered = await post(me, { files });
			refusals += Number(answered.status === 503);
			return answered;
		}),
	);
	await until(() => refusals === 6);
	await lock.release();
	const answers = await all;
	expect(statuses(answers)).toEqual([
		[201, 10],
		[429, 10],
		[503, 6],
	]);
	const refused = answers.find(({ status }) => status === 503);
	expect(refused?.body.code).toBe("overloaded");
	expect(refused?.answer.headers.get("retry-after")).toBe("1");
});

describe("an Idempotency-Key stands for the client's id", () => {
	const keyed = (who: Learner, key: string, more = {}) =>
		post(who, more, { "idempotency-key": key });

	test("a repeat answers the first and stores nothing; another learner's is another", async () => {
		const me = await service.signIn();
		const first = await keyed(me, "tab-1/7", { timeSeconds: 1 });
		const again = await keyed(me, "tab-1/7", { timeSeconds: 2 });
		expect(again.body.data).toEqual(first.body.data);
		const next = await keyed(me, "tab-1/8");
		expect(next.body.data._id).not.toBe(first.body.data._id);
		expect(await stored(me)).toBe(2);
		const other = await service.signIn();
		const others = await keyed(other, "tab-1/7");
		expect(others.body.data._id).not.toBe(first.body.data._id);
	});

	test("the body's own id wins over it", async () => {
		const me = await service.signIn();
		const clientAttemptId = crypto.randomUUID();
		const first = await post(me, { clientAttemptId });
		const again = await keyed(me, "other", { clientAttemptId });
		expect(again.body.data).toEqual(first.body.data);
		expect((await keyed(me, "other")).body.data).not.toEqual(first.body.data);
	});

	test.each(["", "x".repeat(256), "two words", "ümlaut"])(
		"%p is refused",
		async (key) => {
			const me = await service.signIn();
			const { status, body } = await keyed(me, key);
			expect(status).toBe(400);
			expect(body.errors[0].pointer).toBe("#/header/idempotency-key");
			expect(await stored(me)).toBe(0);
		},
	);
});
