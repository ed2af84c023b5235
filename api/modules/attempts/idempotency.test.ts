/** An attempt is stored exactly once under its client's id: however often it is sent, to how many processes, and through a crash. */
import { beforeAll, describe, expect, test } from "bun:test";
import { attempt, challengeIdOf, tally } from "../../test/attempts-client.ts";
import {
	type Program,
	type Service,
	serviceForFile,
} from "../../test/harness.ts";
import { launchPack, seedInto } from "../../test/seed-packs.ts";

const service = await serviceForFile();
let second: Program;
let challengeId: string;
let reference: { path: string; content: string }[];
beforeAll(async () => {
	second = await service.another();
	const pack = await launchPack();
	reference = pack.challenges[0]?.files ?? [];
	await seedInto(service, pack);
	challengeId = await challengeIdOf(service, "express", "say-hello-over-http");
});

type Learner = Awaited<ReturnType<Service["signIn"]>>;

const rowsOf = ({ userId }: Learner) =>
	service.sql<{ id: string; name: string | null }[]>`
		SELECT id, client_attempt_id AS name FROM attempts WHERE user_id = ${userId}`;

const idsOf = (answers: { body: { data: { _id: string } } }[]) => [
	...new Set(answers.map(({ body }) => body.data._id)),
];

describe("fifty at once with one id", () => {
	test.each([
		["as a claim", () => ({}), 1],
		["with files to verify", () => ({ files: reference }), 1],
		["as a claim, to two processes", () => ({}), 2],
		["with files, to two processes", () => ({ files: reference }), 2],
	] as const)("%s: one row, one answer", async (name, more, processes) => {
		const me = await service.signIn();
		const sent = {
			challengeId,
			passed: true,
			clientAttemptId: crypto.randomUUID(),
			...more(),
		};
		const programs = [service, second].slice(0, processes);
		const answers = await Promise.all(
			Array.from({ length: 50 }, (_, at) =>
				attempt(programs[at % processes] as Program, me, sent),
			),
		);
		const rows = await rowsOf(me);
		console.log(
			`50 at once with one id, ${name}: statuses ${JSON.stringify(tally(answers))}, ids ${idsOf(answers).length}, rows ${rows.length}`,
		);
		expect(tally(answers)).toEqual({ 201: 50 });
		expect([...rows]).toEqual([
			{ id: idsOf(answers)[0] as string, name: sent.clientAttemptId },
		]);
		expect(idsOf(answers)).toHaveLength(1);
		for (const { body } of answers)
			expect(body.data).toEqual(answers[0]?.body.data);
	});

	test("cost one of the ten that a minute has", async () => {
		const me = await service.signIn();
		const sent = {
			challengeId,
			passed: false,
			clientAttemptId: crypto.randomUUID(),
		};
		await Promise.all(
			Array.from({ length: 50 }, () => attempt(service, me, sent)),
		);
		const others = await Promise.all(
			Array.from({ length: 11 }, () =>
				attempt(service, me, { challengeId, passed: false }),
			),
		);
		expect(tally(others)).toEqual({ 201: 9, 429: 2 });
	});
});

test("an id is its learner's own: the same of another is another attempt", async () => {
	const clientAttemptId = crypto.randomUUID();
	const everyone = await Promise.all(
		Array.from({ length: 5 }, () => service.signIn()),
	);
	const answers = await Promise.all(
		everyone.map((one) =>
			attempt(service, one, { challengeId, passed: false, clientAttemptId }),
		),
	);
	expect(tally(answers)).toEqual({ 201: 5 });
	expect(idsOf(answers)).toHaveLength(5);
});

describe("a crash", () => {
	const LEARNERS = 20;
	/** As many as one learner may send in a minute. */
	const EACH = 10;
	/** So many are answered before the program is killed. */
	const SOME = 10;

	/** From now on each statement that adds attempts is counted, and takes a while before it is committed. */
	async function slowDown(): Promise<void> {
		await service.sql.unsafe(`
			CREATE TABLE added (attempts int NOT NULL);
			CREATE FUNCTION count_added() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				INSERT INTO added SELECT count(*) FROM fresh;
				PERFORM pg_sleep(0.2);
				RETURN NULL;
			END $$;
			CREATE TRIGGER count_added AFTER INSERT ON attempts
				REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_added();`);
	}

	test("in the middle of 200 loses none that was answered, and resending all stores each once", async () => {
		await slowDown();
		const learners = await Promise.all(
			Array.from({ length: LEARNERS }, () => service.signIn()),
		);
		const all = learners.flatMap((learner) =>
			Array.from({ length: EACH }, (_, at) => ({
				learner,
				body: {
					challengeId,
					passed: true,
					clientAttemptId: crypto.randomUUID() as string,
					// So many are verified that some are still at it.
					...(at < 3 && { files: reference }),
				},
			})),
		);
		const acknowledged = new Map<string, string>();
		const some = Promise.withResolvers<void>();
		const sending = Promise.all(
			all.map(async ({ learner, body }) => {
				try {
					const answer = await attempt(service, learner, body);
					if (answer.status !== 201) return answer.status;
					acknowledged.set(body.clientAttemptId, answer.body.data._id);
					if (acknowledged.size === SOME) some.resolve();
					return 201;
				} catch {
					return 0;
				}
			}),
		);
		await some.promise;
		await service.kill();
		const outcomes = await sending;
		await service.restart();
		const [before] = await service.sql<{ n: number }[]>`
			SELECT count(*)::int AS n FROM added, generate_series(1, attempts)`;

		const resent = await Promise.all(
			all.map(({ learner, body }) => attempt(service, learner, body)),
		);
		const rows = await service.sql<{ id: string; name: string }[]>`
			SELECT id, client_attempt_id AS name FROM attempts
			WHERE user_id IN ${service.sql(learners.map(({ userId }) => userId))}`;
		const [counted] = await service.sql<{ statements: number; most: number }[]>`
			SELECT count(*)::int AS statements, max(attempts) AS most FROM added`;
		console.log(
			`killed in the middle of ${all.length}: answered ${acknowledged.size}, unanswered ${outcomes.filter((status) => status === 0).length}, stored ${before?.n}; resent ${JSON.stringify(tally(resent))}; rows ${rows.length}, client ids ${new Set(rows.map(({ name }) => name)).size}; ${counted?.statements} statements, ${counted?.most} attempts at most in one`,
		);
		expect(acknowledged.size).toBeGreaterThanOrEqual(SOME);
		expect(outcomes).toContain(0);
		expect(tally(resent)).toEqual({ 201: all.length });
		expect(rows).toHaveLength(all.length);
		const stored = new Map(rows.map(({ id, name }) => [name, id]));
		expect([...stored.keys()].sort()).toEqual(
			all.map(({ body }) => body.clientAttemptId).sort(),
		);
		for (const [at, { body }] of all.entries())
			expect(resent[at]?.body.data._id).toBe(stored.get(body.clientAttemptId));
		for (const [name, id] of acknowledged) expect(stored.get(name)).toBe(id);
		expect(counted?.statements).toBeLessThan(all.length / 2);
	});
});
