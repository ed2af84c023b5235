/**
 * Reads never go back in time: random publishes, withdrawals, locks and outages at two processes that share responses by a Redis, which
 * fails as well and is given back what it held before, while readers note what they are given; then each reader's history is compared with the order in which the states were made.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { type Sql, withoutHurry } from "../db.ts";
import { type CutOff, cutOffable } from "../test/cut-off.ts";
import { WIDE } from "../test/described/world.ts";
import { editor, reader, type Told } from "../test/editing.ts";
import { freshDatabase, type Program, startProgram } from "../test/harness.ts";
import { startRedis, type TestRedis } from "../test/redis.ts";

// A start takes its time on a busy machine, and so does each outage.
setDefaultTimeout(900_000);

const FULL = process.env.TREELINE_TEST_SIZE === "full";
const SEED = Number(
	process.env.SEED ?? (FULL ? Math.floor(Math.random() * 2 ** 31) : 41),
);
const STEPS = FULL ? 300 : 24;
/** Answers that the readers get between two steps. */
const BETWEEN = 12;

const TYPE = "history";
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
	const settings = {
		...{ ...env, ...WIDE, REQUEST_TIMEOUT_MS: "3000" },
		CACHE_URL: redis.url,
	};
	const { DB_HOST = "", DB_PORT = "", DB_USER, DB_NAME } = env;
	const start = async () => {
		const way = await cutOffable(DB_HOST, Number(DB_PORT));
		const program = await startProgram({
			...settings,
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
	await Promise.all(programs.map((one) => one.end("SIGTERM")));
	await Promise.all(processes.map(({ way }) => way.close()));
	await Promise.all([databases.sql.end(), databases.content.end()]);
	await redis?.stop();
});

/** Random numbers below `most`, the same for the same seed. */
function randomBy(seed: number): (most: number) => number {
	let state = seed;
	return (most) => {
		state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
		const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
		return ((mixed ^ (mixed >>> 15)) >>> 0) % most;
	};
}

/** What is published: each slug with its version. */
type State = Map<string, number>;

/** The states of the content in their order; a state stands until the next one. */
async function stateNow(sql: Sql): Promise<State> {
	const rows = await sql.begin(async (tx) => {
		await withoutHurry(tx);
		return tx<{ slug: string; version: number }[]>`
			SELECT slug, version FROM content_items
			WHERE type = ${TYPE} AND status = 'published' AND deleted_at IS NULL ORDER BY slug`;
	});
	return new Map(rows.map(({ slug, version }) => [slug, version]));
}

/** What a path shows of a state, as one text. */
const shownOf = (path: string, state: State): string => {
	const slug = path.startsWith(`/${TYPE}/`) ? path.split("/")[2] : null;
	return slug
		? String(state.get(slug) ?? "nothing")
		: [...state].map((pair) => pair.join(":")).join(",");
};

/** The same of an answer; null for one that says nothing of the content. */
function shownBy(path: string, { status, body }: Told): string | null {
	if (path.startsWith(`/${TYPE}/`)) {
		if (status === 404) return "nothing";
		return status === 200 ? String(body.data.version) : null;
	}
	if (status !== 200) return null;
	const items: { slug: string; version: number }[] =
		path === "/bundle" ? (body.data[TYPE] ?? []) : body.data;
	return items
		.map(({ slug, version }) => `${slug}:${version}`)
		.sort()
		.join(",");
}

interface Seen {
	path: string;
	/** In the order in which it was given. */
	shown: string[];
}

/** Reads one path again and again; `moves` reads each time at another process, and says what it has. */
async function readOn(
	path: string,
	at: () => Program,
	moves: boolean,
	going: () => boolean,
	answered: () => void,
): Promise<Seen> {
	const shown: string[] = [];
	let etag = "";
	while (going()) {
		const headers: Record<string, string> =
			moves && etag ? { "if-none-match": etag } : {};
		const told = await reader({ front: at().front })(path, headers);
		if (told.status === 304) expect(told.etag).toBe(etag);
		const one = shownBy(path, told);
		if (one !== null) shown.push(one);
		if (told.status === 200) etag = told.etag;
		answered();
	}
	return { path, shown };
}

/** Where a history goes back: what was seen after what; null when it fits the order of the states. */
function wentBack({ path, shown }: Seen, states: State[]): string | null {
	const all = states.map((state) => shownOf(path, state));
	let at = 0;
	for (const [index, one] of shown.entries()) {
		const next = all.indexOf(one, at);
		if (next < 0)
			return `${path || "the list"}: ${shown.slice(Math.max(0, index - 3), index + 1).join(" → ")} (states: ${all.join(" | ")})`;
		at = next;
	}
	return null;
}

test(`no reader sees an older state after a newer one (seed ${SEED}, ${STEPS} steps)`, async () => {
	console.log(`monotonic reads: SEED=${SEED}, ${STEPS} steps`);
	const random = randomBy(SEED);
	const pick = <One>(list: readonly One[]): One =>
		list[random(list.length)] as One;
	const states: State[] = [await stateNow(databases.content)];
	const ids = new Map<string, string>();
	const create = async (slug: string) => {
		const data = { n: 0 };
		const made = await editor(steady)("POST", "", {
			...{ type: TYPE, slug, data, status: "published" },
		});
		expect(made.status).toBe(201);
		ids.set(slug, made.body.data.id);
		states.push(await stateNow(databases.content));
	};
	for (const slug of SLUGS) await create(slug);

	let going = true;
	let answers = 0;
	const among = randomBy(SEED + 1);
	const anywhere = () =>
		(processes[among(processes.length)] as Process).program;
	const readers = PATHS.flatMap((path) => [
		...processes.map(({ program }) =>
			readOn(
				path,
				() => program,
				false,
				() => going,
				() => answers++,
			),
		),
		readOn(
			path,
			anywhere,
			true,
			() => going,
			() => answers++,
		),
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
			expect((await reader(program)(path)).status).toBe(200);

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
	const histories = await Promise.all(readers);
	const backwards = histories.flatMap((one) => wentBack(one, states) ?? []);
	expect(backwards).toEqual([]);
	// And there was something to see.
	expect(states.length).toBeGreaterThan(STEPS / 4);
	expect(histories.flatMap(({ shown }) => shown)).not.toEqual([]);
});
