/** What was answered with a 504 is not stored: sent again without an id or a key, it would be there twice. */
import { expect, test } from "bun:test";
import { attempt, challengeIdOf, lockTable, until } from "./attempts-client.ts";
import { editor, newItem } from "./content-client.ts";
import { serviceForFile } from "./harness.ts";
import { launchPack, seedInto } from "./seed-packs.ts";

/** Milliseconds that a request takes at most, and each of its statements. */
const TIME = 8_000;

const service = await serviceForFile({ REQUEST_TIMEOUT_MS: String(TIME) });

test.concurrent("an attempt that the database stores after the refusal is removed, or found again by its id", async () => {
	await seedInto(service, await launchPack());
	const challengeId = await challengeIdOf(
		service,
		"express",
		"say-hello-over-http",
	);
	const answers: ReturnType<typeof attempt>[] = [];
	const pending = new Set<Promise<unknown>>();
	const send = async (more: object = {}) => {
		const learner = await service.signIn();
		const answer = attempt(service, learner, {
			challengeId,
			passed: true,
			...more,
		});
		answers.push(answer);
		return answer;
	};
	/** For how many milliseconds each statement that stores attempts has run. */
	const inserts = async () => {
		const rows = await service.sql<{ ms: number }[]>`
			SELECT extract(epoch FROM clock_timestamp() - query_start)::float8 * 1000 AS ms
			FROM pg_stat_activity
			WHERE datname = current_database() AND state = 'active' AND query LIKE '%INSERT INTO attempts%'
				AND pid <> pg_backend_pid()`;
		return rows.map(({ ms }) => ms);
	};
	const nameless = async () => {
		const [row] = await service.sql<{ n: number }[]>`
			SELECT count(*)::int AS n FROM attempts WHERE client_attempt_id IS NULL`;
		return row?.n;
	};

	const lock = await lockTable(service.sql, "attempts", "SHARE");
	// Two statements run at once, and what comes later waits for the end of one: its statement begins later than its request.
	await until(async () => {
		const running = await inserts();
		if (running.length === 2) return running.every((ms) => ms > TIME / 3);
		// One that was given up on its way is replaced.
		if (pending.size === running.length) {
			const one = send().finally(() => pending.delete(one));
			pending.add(one);
		}
		return false;
	});
	const robin = await service.signIn();
	const named = {
		challengeId,
		passed: true,
		clientAttemptId: crypto.randomUUID(),
	};
	const late = [send(), attempt(service, robin, named)];
	await Promise.all(late);
	for (const { status, body } of await Promise.all([...answers, ...late]))
		expect([status, body.code]).toEqual([504, "request_timeout"]);
	await lock.release();
	await until(async () => (await inserts()).length === 0);
	await until(async () => (await nameless()) === 0);

	await until(
		async () => (await attempt(service, robin, named)).status === 201,
	);
	const rows = await service.sql`
		SELECT FROM attempts WHERE user_id = ${robin.userId}`;
	expect(rows).toHaveLength(1);
});

test.concurrent("a create that is given up in a group is not stored, and those beside it are", async () => {
	const { content } = service;
	const create = (slug: string) =>
		editor(service)("POST", "", newItem({ type: "grouped", slug }));
	const inserts = async () => {
		const rows = await content<{ ms: number }[]>`
			SELECT extract(epoch FROM clock_timestamp() - query_start)::float8 * 1000 AS ms
			FROM pg_stat_activity
			WHERE datname = current_database() AND state = 'active' AND query LIKE '%INSERT INTO content_items%'
				AND pid <> pg_backend_pid()`;
		return rows.map(({ ms }) => ms);
	};
	const isLockWaiting = async () => {
		const rows = await content`
			SELECT FROM pg_locks WHERE mode = 'ShareLock' AND relation = 'content_items'::regclass AND NOT granted`;
		return rows.length === 1;
	};
	let round = 0;
	// Again where the machine was too slow for the younger one, too.
	await until(async () => {
		const slugs = ["first", "second", "older", "younger"].map(
			(name) => `${name}-${++round}`,
		);
		const [first = "", second = "", older = "", younger = ""] = slugs;
		const gate = await lockTable(content, "content_items", "SHARE");
		// Two statements run at once, and what comes later waits for the end of one: the last two are one group.
		const answers = [create(first)];
		await until(async () => (await inserts()).length === 1);
		answers.push(create(second));
		await until(async () => (await inserts()).length === 2);
		const given = create(older);
		await until(async () => (await inserts()).every((ms) => ms > TIME / 3));
		answers.push(given, create(younger));
		// Behind the first two and before the group.
		const next = lockTable(content, "content_items", "SHARE");
		await until(isLockWaiting);
		await gate.release();
		expect(await given).toMatchObject({ status: 504 });
		await (await next).release();
		const statuses = (await Promise.all(answers)).map(({ status }) => status);
		await until(async () => (await inserts()).length === 0);
		const stored = await content<{ slug: string }[]>`
			SELECT slug FROM content_items WHERE type = 'grouped' AND slug = ANY (${slugs}) ORDER BY id`;
		expect(stored.map(({ slug }) => slug).sort()).toEqual(
			slugs.filter((_, at) => statuses[at] === 201).sort(),
		);
		return statuses[3] === 201;
	});
});
