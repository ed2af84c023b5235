/** An offline queue at once: each attempt exactly once, each told of in its place, and one that cannot be stored harms no backward. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Verifier } from "@treeline/verify/worker";
import type { ImportedAttempt } from "../../client-types.ts";
import { perUserQueue } from "../../server/per-user-queue.ts";
import { userLimit, windowInMemory } from "../../server/rate-limit.ts";
import { openVerifier } from "../../server/verification-workers.ts";
import { type Service, serviceForFile } from "../../test/harness.ts";
import { launchPack, seedInto } from "../../test/seed-packs.ts";
import type { AttemptImport } from "./api-schemas.ts";
import { attemptImporter } from "./import-attempts.ts";
import { addAttempts } from "./queries.ts";

const service = await serviceForFile();
let challengeId: string;
let retiredId: string;
let reference: { path: string; content: string }[];
beforeAll(async () => {
	const pack = await launchPack();
	await seedInto(service, pack);
	reference = pack.challenges[0]?.files ?? [];
	const rows = await service.sql<{ id: string }[]>`
		SELECT id FROM challenges ORDER BY "order"`;
	[challengeId, , retiredId] = rows.map((row) => row.id) as [
		string,
		string,
		string,
	];
	pack.challenges.pop();
	pack.manifest.challenges.pop();
	await seedInto(service, pack);
});

type Learner = Awaited<ReturnType<Service["signIn"]>>;

const one = (more: object = {}) => ({
	challengeId,
	passed: false,
	clientAttemptId: crypto.randomUUID(),
	...more,
});
const bring = async (
	{ cookie }: Learner,
	attempts: unknown[],
	headers: Record<string, string> = {},
) => {
	const answer = await fetch(`${service.front}/api/v1/attempts/import`, {
		method: "POST",
		headers: { cookie, "content-type": "application/json", ...headers },
		body: JSON.stringify({ attempts }),
	});
	const body = await answer.json();
	return {
		answer,
		status: answer.status,
		body,
		data: body.data as ImportedAttempt[],
	};
};
const stored = async ({ userId }: Learner) => {
	const [row] = await service.sql<{ n: number }[]>`
		SELECT count(*)::int AS n FROM attempts WHERE user_id = ${userId}`;
	return row?.n;
};

test("each is stored as it was made, and told of in its place", async () => {
	const me = await service.signIn();
	const sent = [
		one({ timeSeconds: 3, attemptedAt: "2026-01-31T23:30+02:00" }),
		one({ passed: true, hintsUsed: 1 }),
		one({ passed: true, gaveUp: true }),
	];
	const { status, data } = await bring(me, sent);
	expect(status).toBe(200);
	expect(data.map((item) => item.clientAttemptId)).toEqual(
		sent.map((item) => item.clientAttemptId),
	);
	expect(data.map((item) => item.attempt)).toMatchObject([
		{
			challengeId,
			passed: false,
			verified: false,
			timeSeconds: 3,
			attemptedAt: "2026-01-31T21:30:00.000Z",
		},
		{ passed: true, hintsUsed: 1, gaveUp: false },
		{ passed: false, gaveUp: true },
	]);
	expect(data.map((item) => item.problem)).toEqual([null, null, null]);
	expect(await stored(me)).toBe(3);
});

test("files are verified again, and the verdict that counts is ours", async () => {
	const me = await service.signIn();
	const { data } = await bring(me, [
		one({ passed: false, files: reference }),
		one({ passed: true, files: [{ path: "app.js", content: "// trust me" }] }),
	]);
	expect(data.map((item) => item.attempt)).toMatchObject([
		{ passed: true, verified: true },
		{ passed: false, verified: true },
	]);
});

test("what cannot be stored is told of and keeps nothing else back", async () => {
	const me = await service.signIn();
	const future = new Date(Date.now() + 3_600_000).toISOString();
	const { status, data } = await bring(me, [
		one(),
		one({ challengeId: crypto.randomUUID() }),
		one({ challengeId: retiredId }),
		one({ challengeId: "gone" }),
		one({ attemptedAt: future }),
		one({ files: [{ path: "../a.js", content: "" }] }),
		one(),
	]);
	expect(status).toBe(200);
	expect(data.map((item) => item.problem?.code ?? "stored")).toEqual([
		"stored",
		"not_found",
		"not_found",
		"not_found",
		"validation_failed",
		"validation_failed",
		"stored",
	]);
	expect(data.flatMap((item) => item.problem?.errors ?? [])).toMatchObject([
		{ pointer: "#/attempts/4/attemptedAt", code: "in_future" },
		{ pointer: "#/attempts/5/files", code: "unsafe_path" },
	]);
	expect(await stored(me)).toBe(2);
});

describe("exactly once", () => {
	test("a repeat answers what was stored first, and costs nothing", async () => {
		const me = await service.signIn();
		const sent = [one({ timeSeconds: 1 }), one({ timeSeconds: 2 })];
		const first = await bring(me, sent);
		for (let count = 0; count < 4; count++)
			expect((await bring(me, sent)).data).toEqual(first.data);
		const more = await bring(me, [...sent, one({ timeSeconds: 3 })]);
		expect(more.data.slice(0, 2)).toEqual(first.data);
		expect(await stored(me)).toBe(3);
	});

	test("twice in one list, in either case of its letters, is once", async () => {
		const me = await service.signIn();
		const clientAttemptId = crypto.randomUUID();
		const { data } = await bring(me, [
			one({ clientAttemptId, timeSeconds: 1 }),
			one({
				clientAttemptId: clientAttemptId.toUpperCase(),
				timeSeconds: 2,
			}),
		]);
		expect(data[1]?.attempt).toEqual(data[0]?.attempt as never);
		expect(data[0]?.attempt?.timeSeconds).toBe(1);
		expect(await stored(me)).toBe(1);
	});

	test("lists sent at once that share attempts, and single attempts among them", async () => {
		const me = await service.signIn();
		const shared = Array.from({ length: 40 }, () => one());
		const single = async (attempt: object) => {
			const answer = await fetch(`${service.front}/api/v1/attempts`, {
				method: "POST",
				headers: { cookie: me.cookie, "content-type": "application/json" },
				body: JSON.stringify(attempt),
			});
			return (await answer.json()).data._id as string;
		};
		const [forward, backward, id] = await Promise.all([
			bring(me, shared),
			bring(me, shared.toReversed()),
			single(shared[20] as object),
		]);
		const ids = forward.data.map((item) => item.attempt?._id);
		expect(new Set(ids).size).toBe(40);
		expect(backward.data.map((item) => item.attempt?._id).toReversed()).toEqual(
			ids,
		);
		expect(ids[20]).toBe(id);
		expect(await stored(me)).toBe(40);
	});
});

test("200 fit, 201 are refused, and none is", async () => {
	const me = await service.signIn();
	const { data } = await bring(
		me,
		Array.from({ length: 200 }, () => one()),
	);
	expect(data.filter((item) => item.attempt)).toHaveLength(200);
	const more = await bring(
		me,
		Array.from({ length: 201 }, () => one()),
	);
	expect(more.body.errors).toMatchObject([
		{ pointer: "#/attempts", code: "too_many" },
	]);
	expect((await bring(me, [])).status).toBe(400);
	expect(await stored(me)).toBe(200);
});

test("two a minute bring something new; the third is told when, and repeats are free", async () => {
	const me = await service.signIn();
	const sent = [one()];
	expect((await bring(me, sent)).status).toBe(200);
	expect((await bring(me, sent)).status).toBe(200);
	const nothing = [one({ challengeId: crypto.randomUUID() })];
	expect((await bring(me, nothing)).status).toBe(200);
	expect((await bring(me, [one()])).status).toBe(200);
	const { status, answer } = await bring(me, [one()]);
	expect(status).toBe(429);
	expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
	expect(answer.headers.get("ratelimit-policy")).toBe(
		'"attempts-import";q=2;w=60',
	);
	expect(await stored(me)).toBe(2);
});

describe("verification", () => {
	/** Imports with a limit of `most`, and how often something was verified; `before` runs ahead of each time. */
	const importing = (most: number, before = () => {}) => {
		const verifier = openVerifier();
		let checks = 0;
		const watched: Verifier = {
			...verifier,
			check(...sent) {
				checks++;
				before();
				return verifier.check(...sent);
			},
		};
		const limit = userLimit("imports", most, windowInMemory(most), {
			refused: () => {},
		});
		return {
			// However long it takes on a busy machine.
			bring: attemptImporter(
				service.sql,
				watched,
				limit,
				perUserQueue("attempts"),
				(attempts) => addAttempts(service.sql, attempts),
				600_000,
			),
			checks: () => checks,
			close: () => verifier.close(),
		};
	};
	const sent = (count: number) =>
		Array.from({ length: count }, () =>
			one({ files: reference }),
		) as AttemptImport["attempts"];
	const { signal } = new AbortController();

	test("is not begun for what the limit refuses", async () => {
		const me = await service.signIn();
		const { bring, checks, close } = importing(1);
		const all = await Promise.allSettled([
			bring(me.userId, sent(2), signal),
			bring(me.userId, sent(3), signal),
		]);
		expect(all).toMatchObject([
			{ status: "fulfilled" },
			{ status: "rejected", reason: { code: "rate_limited" } },
		]);
		expect(checks()).toBe(2);
		expect(await stored(me)).toBe(2);
		close();
	});

	test("ends when the client has left, and what is left is for the next sending", async () => {
		const me = await service.signIn();
		const leaving = new AbortController();
		const { bring, checks, close } = importing(9, () => leaving.abort());
		const queue = sent(3);
		const told = await bring(me.userId, queue, leaving.signal);
		expect(told.map(({ problem }) => problem?.code ?? "stored")).toEqual([
			"stored",
			"request_timeout",
			"request_timeout",
		]);
		expect([checks(), await stored(me)]).toEqual([1, 1]);
		expect((await bring(me.userId, queue, leaving.signal)).length).toBe(3);
		expect(checks()).toBe(1);
		const again = await bring(me.userId, queue, signal);
		expect(again.map(({ attempt }) => attempt !== null)).toEqual(
			Array(3).fill(true),
		);
		close();
	});
});

describe("what is refused whole stores nothing", () => {
	test.each([
		["one without its id", { clientAttemptId: undefined }, "clientAttemptId"],
		["one without a verdict", { passed: undefined }, "passed"],
		["one with a field too many", { score: 1 }, "score"],
	])("%s", async (_, fault, field) => {
		const me = await service.signIn();
		const { status, body } = await bring(me, [one(), one(fault)]);
		expect(status).toBe(400);
		expect(body.errors[0].pointer).toBe(`#/attempts/1/${field}`);
		expect(await stored(me)).toBe(0);
	});

	test("too large a body, and the next step is told", async () => {
		const me = await service.signIn();
		const files = [{ path: "app.js", content: "x".repeat(30_000) }];
		const { status, body } = await bring(
			me,
			Array.from({ length: 4 }, () => one({ files })),
		);
		expect(status).toBe(413);
		expect(body.detail).toContain("in several requests");
		expect(await stored(me)).toBe(0);
	});

	test("another site's, and a stranger's", async () => {
		const me = await service.signIn();
		const foreign = { origin: "https://evil.example" };
		expect((await bring(me, [one()], foreign)).status).toBe(403);
		expect((await bring({ ...me, cookie: "" }, [one()])).status).toBe(401);
		expect(await stored(me)).toBe(0);
	});
});
