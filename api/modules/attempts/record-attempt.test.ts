import { beforeAll, describe, expect, test } from "bun:test";
import { challengeIdOf } from "../../test/attempts-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { launchPack, seedInto } from "../../test/seed-packs.ts";
import { trimAttemptFiles } from "./queries.ts";

const service = await serviceForFile({ ATTEMPT_FILES_MAX_BYTES: "4000" });
let challengeId: string;
let cookie: string;
let reference: { path: string; content: string }[];
beforeAll(async () => {
	const pack = await launchPack();
	await seedInto(service, pack);
	reference = pack.challenges[0]?.files ?? [];
	challengeId = await challengeIdOf(service, "express", "say-hello-over-http");
	({ cookie } = await service.signIn());
});

const post = async (body: unknown, headers: Record<string, string> = {}) => {
	const answer = await fetch(`${service.front}/api/v1/attempts`, {
		method: "POST",
		headers: { cookie, "content-type": "application/json", ...headers },
		body: typeof body === "string" ? body : JSON.stringify(body),
	});
	return { answer, body: await answer.json() };
};

test("an attempt is stored as it was made", async () => {
	const { answer, body } = await post({
		challengeId,
		passed: false,
		hintsUsed: 2,
		timeSeconds: 75,
		attemptedAt: "2026-01-31T09:30:00.000Z",
	});
	expect(answer.status).toBe(201);
	expect(body.data).toMatchObject({
		challengeId,
		passed: false,
		verified: false,
		hintsUsed: 2,
		timeSeconds: 75,
		gaveUp: false,
		challengeVersion: 1,
		attemptedAt: "2026-01-31T09:30:00.000Z",
	});
	const [row] = await service.sql`
		SELECT hints_used FROM attempts WHERE id = ${body.data._id}`;
	expect(row?.hints_used).toBe(2);
});

test("files are verified again, and the verdict that counts is ours", async () => {
	const honest = await post({ challengeId, passed: true, files: reference });
	expect(honest.body.data).toMatchObject({ passed: true, verified: true });
	const claimed = await post({
		challengeId,
		passed: true,
		files: [{ path: "app.js", content: "// trust me" }],
	});
	expect(claimed.body.data).toMatchObject({ passed: false, verified: true });
	const { passedAssertions, totalAssertions } =
		claimed.body.data.assertionResults;
	expect(passedAssertions).toBeLessThan(totalAssertions);
	const broken = await post({
		challengeId,
		passed: true,
		files: [
			{ path: "app.js", content: `${reference[0]?.content}\nconst x = (;\n` },
		],
	});
	expect(broken.body.data).toMatchObject({ passed: false, verified: true });
	const untouched = await post({
		challengeId,
		passed: true,
		files: [...reference, { path: "draft.js", content: "const = (;" }],
	});
	expect(untouched.body.data).toMatchObject({ passed: true, verified: true });
});

test("the moment of an attempt is kept whatever zone it is told in", async () => {
	const { body } = await post({
		challengeId,
		passed: false,
		attemptedAt: "2026-01-31T23:30+02:00",
	});
	expect(body.data.attemptedAt).toBe("2026-01-31T21:30:00.000Z");
});

describe("a moment that says nothing is refused", () => {
	test.each([
		["the year 0", "0000-01-01T00:00:00Z"],
		["before any calendar", "0001-01-01T00:00:00+14:00"],
		["before 1970", "1969-12-31T23:59:59Z"],
		["no zone", "2026-01-31T09:30:00"],
		["no time", "2026-01-31"],
		["no such month", "2026-13-01T00:00:00Z"],
		["no such day", "2026-02-30T00:00:00Z"],
		["an offset without a colon", "2026-01-31T09:30:00+0200"],
	])("%s", async (_, attemptedAt) => {
		const { answer, body } = await post({
			challengeId,
			passed: false,
			attemptedAt,
		});
		expect(answer.status).toBe(400);
		expect(body.errors).toMatchObject([
			{ pointer: "#/attemptedAt", code: "malformed" },
		]);
	});

	test("one in the future has a code of its own", async () => {
		const attemptedAt = new Date(Date.now() + 90_000).toISOString();
		const { body } = await post({ challengeId, passed: false, attemptedAt });
		expect(body.errors).toMatchObject([
			{ pointer: "#/attemptedAt", code: "in_future" },
		]);
	});
});

test("a repeat with the same client id answers the first and stores nothing", async () => {
	const clientAttemptId = crypto.randomUUID();
	const all = await Promise.all(
		Array.from({ length: 20 }, (_, index) =>
			post({ challengeId, passed: false, timeSeconds: index, clientAttemptId }),
		),
	);
	const ids = new Set(all.map(({ body }) => body.data._id));
	expect(ids.size).toBe(1);
	const [row] = await service.sql`
		SELECT count(*)::int AS n FROM attempts WHERE client_attempt_id = ${clientAttemptId}`;
	expect(row?.n).toBe(1);
});

test("a learner lists their own, newest first, in pages", async () => {
	const me = await service.signIn();
	for (const timeSeconds of [1, 2, 3])
		await post({ challengeId, passed: false, timeSeconds }, me);
	const list = async (query: string, who: string) => {
		const answer = await fetch(
			`${service.front}/api/v1/challenges/${challengeId}/attempts${query}`,
			{ headers: { cookie: who } },
		);
		return answer.json();
	};
	const page = await list("?limit=2", me.cookie);
	expect(page.meta).toEqual({ total: 3, limit: 2, offset: 0 });
	expect(
		page.data.map((row: { timeSeconds: number }) => row.timeSeconds),
	).toEqual([3, 2]);
	const other = await service.signIn();
	expect((await list("", other.cookie)).data).toEqual([]);
});

describe("who may not", () => {
	const body = () => ({ challengeId, passed: true });
	test.each([
		["no cookie", { cookie: "" }, 401, "session_missing"],
		[
			"an unknown session",
			{ cookie: `JSESSIONID=${"0".repeat(64)}` },
			401,
			"session_expired",
		],
		[
			"another site",
			{ "sec-fetch-site": "cross-site", origin: "https://evil.example" },
			403,
			"origin_rejected",
		],
		[
			"a sister site",
			{ "sec-fetch-site": "same-site" },
			403,
			"origin_rejected",
		],
		[
			"a foreign origin alone",
			{ origin: "https://evil.example" },
			403,
			"origin_rejected",
		],
	])("%s", async (_, headers, status, code) => {
		const { answer, body: problem } = await post(body(), headers as never);
		expect(answer.status).toBe(status);
		expect(problem.code).toBe(code);
	});

	test("an ended session is told so", async () => {
		const ended = await service.signIn();
		await service.sql`
			UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = ${ended.userId}`;
		const { body: problem } = await post(body(), { cookie: ended.cookie });
		expect(problem.code).toBe("session_expired");
	});
});

describe("what is refused", () => {
	const cases: [string, () => unknown, number, string, string?][] = [
		["nothing", () => "", 400, "malformed_json"],
		["half a document", () => '{"challengeId":', 400, "malformed_json"],
		[
			"an unknown field",
			() => ({ challengeId, passed: true, score: 1 }),
			400,
			"validation_failed",
			"#/score",
		],
		[
			"a prototype key",
			() => `{"challengeId":"${challengeId}","passed":true,"__proto__":{}}`,
			400,
			"validation_failed",
			"#/__proto__",
		],
		[
			"a missing field",
			() => ({ challengeId }),
			400,
			"validation_failed",
			"#/passed",
		],
		[
			"a negative count",
			() => ({ challengeId, passed: true, hintsUsed: -1 }),
			400,
			"validation_failed",
			"#/hintsUsed",
		],
		[
			"a huge count",
			() => ({ challengeId, passed: true, timeSeconds: 1e15 }),
			400,
			"validation_failed",
			"#/timeSeconds",
		],
		[
			"the future",
			() => ({
				challengeId,
				passed: true,
				attemptedAt: "2999-01-01T00:00:00Z",
			}),
			400,
			"validation_failed",
			"#/attemptedAt",
		],
		[
			"a NUL",
			() => `{"challengeId":"\\u0000","passed":true}`,
			400,
			"validation_failed",
			"#/challengeId",
		],
		[
			"half a surrogate pair",
			() => `{"challengeId":"\\ud800","passed":true}`,
			400,
			"validation_failed",
			"#/challengeId",
		],
		[
			"a path that climbs",
			() => ({
				challengeId,
				passed: true,
				files: [{ path: "../a.js", content: "" }],
			}),
			400,
			"validation_failed",
			"#/files",
		],
		[
			"too deep a nesting",
			() => `{"challengeId":${"[".repeat(100)}${"]".repeat(100)}}`,
			400,
			"validation_failed",
		],
		[
			"too much",
			() => ({
				challengeId,
				passed: true,
				files: [{ path: "a.js", content: "x".repeat(102_400) }],
			}),
			413,
			"payload_too_large",
		],
		[
			"a challenge that is not there",
			() => ({ challengeId: crypto.randomUUID(), passed: true }),
			404,
			"not_found",
		],
	];
	test.each(cases.map(([name, ...rest]) => [name, rest] as const))(
		"%s",
		async (_, [body, status, code, pointer]) => {
			const { answer, body: problem } = await post(body());
			expect(answer.status).toBe(status);
			expect(problem.code).toBe(code);
			if (pointer) expect(problem.errors[0].pointer).toBe(pointer);
		},
	);

	test("another media type, and one that is compressed", async () => {
		for (const headers of [
			{ "content-type": "text/plain" },
			{ "content-encoding": "gzip" },
		])
			expect((await post("{}", headers as never)).answer.status).toBe(415);
	});

	test("bytes that are not UTF-8", async () => {
		const answer = await fetch(`${service.front}/api/v1/attempts`, {
			method: "POST",
			headers: { cookie, "content-type": "application/json" },
			body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
		});
		expect(answer.status).toBe(400);
		expect((await answer.json()).code).toBe("malformed_json");
	});
});

describe("files of attempts", () => {
	const open = async () => {
		const { cookie, userId } = await service.signIn();
		const get = async (path: string, as = cookie) => {
			const answer = await fetch(`${service.front}/api/v1${path}`, {
				headers: { cookie: as },
			});
			return { status: answer.status, body: await answer.json() };
		};
		const add = async (passes: boolean, content: string) => {
			const files = passes ? reference : [{ path: "app.js", content }];
			const { body } = await post(
				{ challengeId, passed: passes, files },
				{ cookie },
			);
			expect(body.data.passed).toBe(passes);
			return body.data._id as string;
		};
		return { get, add, userId };
	};

	test("are the learner's own to read, and nobody else's", async () => {
		const { get, add } = await open();
		const id = await add(false, "// mine");
		const { status, body } = await get(`/attempts/${id}`);
		expect(status).toBe(200);
		expect(body.data).toMatchObject({
			_id: id,
			passed: false,
			clientAttemptId: null,
			files: [{ path: "app.js", content: "// mine" }],
		});
		const other = await service.signIn();
		const refused = await get(`/attempts/${id}`, other.cookie);
		expect(refused).toMatchObject({ status: 404, body: { code: "not_found" } });
		expect((await get("/attempts/nothing")).status).toBe(404);
		expect((await get(`/attempts/${id}`, "")).status).toBe(401);
	});

	test("are named by the list, and absent where none were sent", async () => {
		const { get, add } = await open();
		const id = await add(false, "// mine");
		const list = await get(`/challenges/${challengeId}/attempts`);
		expect(list.body.data).toMatchObject([{ _id: id, hasFiles: true }]);
		const { cookie } = await service.signIn();
		const clientAttemptId = crypto.randomUUID();
		const claimed = await post(
			{ challengeId, passed: true, clientAttemptId },
			{ cookie },
		);
		const { data } = (await get(`/attempts/${claimed.body.data._id}`, cookie))
			.body;
		expect(data).toMatchObject({ files: null, clientAttemptId });
		const [row] = (await get(`/challenges/${challengeId}/attempts`, cookie))
			.body.data;
		expect(row).toMatchObject({ hasFiles: false, clientAttemptId });
	});

	test("stay within the quota: the oldest that failed go first, the last pass stays", async () => {
		const { get, add, userId } = await open();
		const passes = [await add(true, ""), await add(true, "")];
		const large = `// ${"x".repeat(1300)}`;
		const fails: string[] = [];
		for (let count = 0; count < 4; count++)
			fails.push(await add(false, `${large}${count}`));
		const kept = async (ids: string[]) => {
			const all = await Promise.all(ids.map((id) => get(`/attempts/${id}`)));
			return all.map(({ body }) => body.data.files !== null);
		};
		expect(await kept(fails)).toEqual([false, false, true, true]);
		expect(await kept(passes)).toEqual([true, true]);
		await trimAttemptFiles(service.sql, [userId], 0);
		expect(await kept(fails)).toEqual([false, false, false, false]);
		expect(await kept(passes)).toEqual([false, true]);
	});
});
