/**
 * Reads never go back in time: chosen interleavings first, then random publishes, withdrawals, locks and outages at two processes that
 * share responses by a Redis, which fails as well and is given back what it held before, while readers note what they are given; then
 * each reader's history is compared with the order in which the states were made.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import {
	disableTimeouts,
	type Sql,
} from "../../db/connect-and-batch-queries.ts";
import { until } from "../../test/attempts-client.ts";
import { editor, reader } from "../../test/content-client.ts";
import {
	type History,
	note,
	randomBy,
	type State,
	TYPE,
	textOf,
	wentBack,
} from "../../test/content-read-consistency.ts";
import { runInterleavings } from "../../test/content-read-interleavings.ts";
import {
	freshDatabase,
	type Program,
	startProgram,
} from "../../test/harness.ts";
import { WIDE } from "../../test/openapi/fixtures.ts";
import { type CutOff, cutOffable } from "../../test/tcp-proxy.ts";
import { startRedis, type TestRedis } from "../../test/temporary-redis.ts";

const FULL = process.env.TREELINE_TEST_SIZE === "full";
/** In milliseconds. */
const DEADLINE = FULL ? 2_400_000 : 600_000;
// A start takes its time on a busy machine, and so does each outage.
setDefaultTimeout(DEADLINE + 300_000);

const SEED = Number(
	process.env.SEED ?? (FULL ? Math.floor(Math.random() * 2 ** 31) : 41),
);
const STEPS = FULL ? 300 : 24;
/** Answers that the readers get between two steps. */
const BETWEEN = 12;

const SLUGS = ["a", "b", "c"];
const PATHS = [`/${TYPE}/a`, `/${TYPE}/b`, "", `?type=${TYPE}`, "/bundle"];

interface Process {
	program: Program;
	way: CutOff;
}

let processes: Process[];
/** A process that loses nothing, for changes during an outage. */
let steady: Program;
let databases: Awaited<ReturnType<typeof freshDatabase>>;
/** Shared by all three. */
let redis: TestRedis;
beforeAll(async () => {
	databases = await freshDatabase(true);
	redis = await startRedis();
	const { env } = databases;
	const settings = { ...env, ...WIDE, CACHE_URL: redis.url };
	const { DB_HOST = "", DB_PORT = "", DB_USER, DB_NAME } = env;
	const start = async () => {
		const way = await cutOffable(DB_HOST, Number(DB_PORT));
		const program = await startProgram({
			...settings,
			REQUEST_TIMEOUT_MS: "3000",
			SQLDB_DATABASE_URL: `postgres://${DB_USER}@${way.host}:${way.port}/${DB_NAME}_content`,
		});
		return { way, program };
	};
	processes = [await start(), await start()];
	steady = await startProgram(settings);
});
afterAll(async () => {
	for (const { way } of processes) way.mend();
	redis?.resume();
	const programs = [steady, ...processes.map(({ program }) => program)];
	await Promise.all(programs.map((one) => one.end("SIGKILL")));
	await Promise.all(processes.map(({ way }) => way.close()));
	await Promise.all([databases.sql.end(), databases.content.end()]);
	await redis?.stop();
});

/** The states of the content in their order; a state stands until the next one. */
async function stateNow(sql: Sql): Promise<State> {
	const rows = await sql.begin(async (tx) => {
		await disableTimeouts(tx);
		return tx<{ slug: string; version: number }[]>`
			SELECT slug, version FROM content_items
			WHERE type = ${TYPE} AND status = 'published' AND deleted_at IS NULL ORDER BY slug`;
	});
	return new Map(rows.map(({ slug, version }) => [slug, version]));
}

/** Reads one path again and again; `moves` reads each time at another process, and says what it has. */
async function readOn(
	path: string,
	at: () => Program,
	moves: boolean,
	going: () => boolean,
	answered: () => void,
	history: History,
): Promise<void> {
	let etag = "";
	while (going()) {
		const headers: Record<string, string> =
			moves && etag ? { "if-none-match": etag } : {};
		const told = await reader({ front: at().front })(path, headers);
		if (told.status === 304) expect(told.etag).toBe(etag);
		note(history, path, told);
		if (told.status === 200) etag = told.etag;
		answered();
	}
}

/** Waits for `work`; fails with what the readers were shown last when it is not done in time. */
async function inTime(work: Promise<void>, histories: History[]) {
	const late = Promise.withResolvers<never>();
	const timer = setTimeout(
		() =>
			late.reject(
				new Error(`not done in time:\n${histories.map(textOf).join("\n")}`),
			),
		DEADLINE,
	);
	try {
		await Promise.race([work, late.promise]);
	} finally {
		clearTimeout(timer);
	}
}

test(`no reader sees an older state after a newer one (seed ${SEED}, ${STEPS} steps)`, async () => {
	console.log(`monotonic reads: SEED=${SEED}, ${STEPS} steps`);
	const random = randomBy(SEED);
	const pick = <One>(list: readonly One[]): One =>
		list[random(list.length)] as One;
	const states: State[] = [await stateNow(databases.content)];
	const ids = new Map<string, string>();
	const histories: History[] = [];
	const create = async (slug: string, mark = "") => {
		const data = { n: 0, mark };
		const made = await editor(steady)("POST", "", {
			...{ type: TYPE, slug, data, status: "published" },
		});
		expect(made.status).toBe(201);
		ids.set(slug, made.body.data.id);
		states.push(await stateNow(databases.content));
	};
	const changeOne = async (slug: string) => {
		const body = { data: { n: random(1000) } };
		const changed = await editor(steady)("PUT", `/${ids.get(slug)}`, body);
		expect(changed.status).toBe(200);
		states.push(await stateNow(databases.content));
	};
	for (const slug of SLUGS) await create(slug);

	const [near, far] = processes as [Process, Process];
	const stage = { near, far, redis, create, change: changeOne };
	await inTime(runInterleavings(stage, histories), histories);
	expect(histories.flatMap((one) => wentBack(one, states) ?? [])).toEqual([]);

	let going = true;
	let answers = 0;
	const among = randomBy(SEED + 1);
	const anywhere = () =>
		(processes[among(processes.length)] as Process).program;
	const newReader = (at: () => Program, path: string, moves: boolean) => {
		const name = `${moves ? "anywhere" : "at one process"}, ${path}`;
		const history: History = { reader: name, seen: [] };
		histories.push(history);
		return readOn(
			path,
			at,
			moves,
			() => going,
			() => answers++,
			history,
		);
	};
	const readers = PATHS.flatMap((path) => [
		...processes.map(({ program }) => newReader(() => program, path, false)),
		newReader(anywhere, path, true),
	]);
	/** Rejects with what ended a reader before its time. */
	const failed = Promise.race(readers);
	const more = async () => {
		const enough = answers + BETWEEN;
		const late = performance.now() + 20_000;
		while (answers < enough && performance.now() < late)
			await Promise.race([failed, Bun.sleep(5)]);
	};

	// Every process has something to go back to, whatever it loses.
	for (const { program } of processes)
		for (const path of PATHS)
			await until(async () => (await reader(program)(path)).status === 200);

	const cut = new Set<Process>();
	/** Ends the lock; empty when there is none. */
	const unlocks: (() => Promise<void>)[] = [];
	const unlock = async () => {
		for (const end of unlocks.splice(0)) await end();
	};
	const change = async () => {
		const whole = processes.filter((one) => !cut.has(one));
		const by = pick([steady, ...whole.map(({ program }) => program)]);
		const body =
			random(3) === 0
				? { status: pick(["draft", "published"]) }
				: { data: { n: random(1000) }, status: "published" };
		const path = `/${ids.get(pick(SLUGS))}`;
		await editor(by)("PUT", path, body);
		// Whatever the answer was: nobody else changes anything.
		states.push(await stateNow(databases.content));
	};
	const lock = async () => {
		const held = Promise.withResolvers<void>();
		const ends = Promise.withResolvers<void>();
		const done = databases.content.begin(async (tx) => {
			// A reader that was cut off may hold the table for a while; then there is no lock this time.
			await tx`SET LOCAL lock_timeout = '2s'`;
			await tx`LOCK TABLE content_items IN ACCESS EXCLUSIVE MODE`;
			held.resolve();
			await ends.promise;
		});
		const failed = done.then(
			() => false,
			() => false,
		);
		if (await Promise.race([held.promise.then(() => true), failed]))
			unlocks.push(async () => {
				ends.resolve();
				await done;
			});
	};
	/** Everything that Redis held at some time; each of it was current then. */
	const formerTexts: [key: string, text: string][] = [];
	let silent = false;
	const disturbRedis = async () => {
		if (silent) {
			redis.resume();
			silent = false;
			return;
		}
		const keys = (await redis.send("KEYS", "treeline:responses:*")) as string[];
		for (const key of keys) {
			const text = await redis.send("GET", key);
			if (text !== null) formerTexts.push([key, String(text)]);
		}
		if (random(3) === 0) {
			redis.pause();
			silent = true;
		} else if (formerTexts.length > 0)
			for (let n = 0; n < 10; n++)
				await redis.send("SET", ...pick(formerTexts));
	};
	const disturb = async () => {
		for (let step = 0; step < STEPS; step++) {
			if (random(2) === 0) await disturbRedis();
			// While there is a lock, an outage at most comes on top.
			const locked = unlocks.length > 0;
			const kind = locked ? 5 + random(5) : random(10);
			if (locked && kind < 8) await unlock();
			else if (kind < 6) {
				await change();
				// What follows on a change finds what is read because of it under way.
				if (random(2) === 0) await lock();
			} else if (kind < 7) {
				await lock();
			} else {
				const one = pick(processes);
				if (cut.delete(one)) one.way.mend();
				else {
					cut.add(one);
					one.way.cut();
				}
			}
			if (random(3) > 0) await more();
		}
		await unlock();
		for (const { way } of cut) way.mend();
		redis.resume();
		await more();
		going = false;
		await Promise.all(readers);
	};
	await inTime(disturb(), histories);
	const backwards = histories.flatMap((one) => wentBack(one, states) ?? []);
	expect(backwards).toEqual([]);
	// And there was something to see.
	expect(states.length).toBeGreaterThan(STEPS / 4);
	expect(histories.flatMap(({ seen }) => seen)).not.toEqual([]);
});
