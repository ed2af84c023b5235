/**
 * Responses that processes share through a real Redis: what one has made, another serves without its database; what Redis holds that is
 * not theirs, or not current, is ignored.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { until } from "../test/attempting.ts";
import { cutOffable } from "../test/cut-off.ts";
import { WIDE } from "../test/described/world.ts";
import { editor, reader, type Told } from "../test/editing.ts";
import { exposition, samplesOf, total } from "../test/exposition.ts";
import { freshDatabase, type Program, startProgram } from "../test/harness.ts";
import { startRedis, type TestRedis } from "../test/redis.ts";
import { launchPack, seedInto } from "../test/seeded.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(300_000);

type Databases = Awaited<ReturnType<typeof freshDatabase>>;
type Settings = Record<string, string>;

let redis: TestRedis;
let databases: Databases;
let settings: Settings;
let near: Program;
const ends: (() => Promise<unknown>)[] = [];

const start = async (more: Settings = {}): Promise<Program> => {
	const program = await startProgram({ ...settings, ...more });
	ends.push(() => program.end("SIGTERM"));
	return program;
};

/** Databases whose statements the server writes into its log. */
async function loggedDatabases(): Promise<Databases> {
	const made = await freshDatabase(true);
	ends.push(() => Promise.all([made.sql.end(), made.content.end()]));
	for (const sql of [made.sql, made.content]) {
		const [{ name } = { name: "" }] = await sql<{ name: string }[]>`
			SELECT current_database() AS name`;
		await sql.unsafe(`ALTER DATABASE ${name} SET log_statement = 'all'`);
	}
	return made;
}

beforeAll(async () => {
	redis = await startRedis();
	databases = await loggedDatabases();
	settings = { ...databases.env, ...WIDE, CACHE_URL: redis.url };
	near = await start();
	await seedInto(near, await launchPack());
});
afterAll(async () => {
	for (const end of ends.reverse()) await end();
	await redis?.stop();
});

const TYPE = "shared";

/** A published item; `more` is further members of its data. */
async function publish(slug: string, more: object = {}) {
	const data = { title: slug, ...more };
	const body = { type: TYPE, slug, data, status: "published" };
	const { body: made, status } = await editor(near)("POST", "", body);
	expect(status).toBe(201);
	return made.data as { id: string };
}

const keys = async () =>
	((await redis.send("KEYS", "treeline:responses:*")) as string[]).sort();

/** The key of what `near` shares when it is asked for `path` first. */
async function sharedKey(path: string): Promise<string> {
	const before = await keys();
	expect((await reader(near)(path)).status).toBe(200);
	const added = async () =>
		(await keys()).filter((key) => !before.includes(key));
	// It is stored after the response is sent.
	await until(async () => (await added()).length > 0);
	const [key = "", ...rest] = await added();
	expect(rest).toEqual([]);
	return key;
}

/** How often Redis was asked for a response at `program`, by what came of it. */
async function lookups(program: Program) {
	const samples = samplesOf(await exposition(program.front));
	const of = (result: string) =>
		total(samples, "shared_cache_requests_total", { result });
	return {
		hit: of("hit"),
		miss: of("miss"),
		refused: of("refused"),
		unavailable: of("unavailable"),
	};
}

const cacheIsOk = (program: Program) =>
	until(async () => {
		const ready = await fetch(`${program.front}/api/health/ready`);
		return (await ready.json()).checks.cache === "ok";
	});

/** The statements about items or packs that the database is asked while `work` runs; what follows changes by itself is left out. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
	const before = readFileSync(databases.log).length;
	await work();
	// A statement is logged before it is answered.
	const log = readFileSync(databases.log).subarray(before).toString();
	return log
		.split(/^(?=\S)/m)
		.filter((entry) => /(statement|execute [^:]*): /.test(entry))
		.filter((entry) => !/content_changes|pg_stat|SELECT 1\b/.test(entry));
}

const PATHS = ["", `?type=${TYPE}`, "/bundle", `/${TYPE}/one`, `/${TYPE}/two`];
const LATER = ["?limit=7", `?type=${TYPE}&limit=7`, `/${TYPE}/three`];

test("what one instance has read, another reads first without a database", async () => {
	for (const slug of ["one", "two", "three"]) await publish(slug);
	const paths = [...PATHS, ...LATER];
	const before = (await keys()).length;
	const known = new Map<string, Told>();
	for (const path of paths) known.set(path, await reader(near)(path));
	await until(async () => (await keys()).length >= before + paths.length);

	const { DB_HOST = "", DB_PORT = "", DB_USER, DB_NAME } = databases.env;
	const way = await cutOffable(DB_HOST, Number(DB_PORT));
	ends.push(() => way.close());
	const far = await start({
		SQLDB_DATABASE_URL: `postgres://${DB_USER}@${way.host}:${way.port}/${DB_NAME}_content`,
	});
	// The log tells what is asked: what nobody has shared.
	const control = await statementsOf(() => reader(far)(`/${TYPE}/nothing`));
	expect(control.join()).toContain("content_items");

	let counted = 0;
	let cutOff = 0;
	for (const [at, path] of paths.entries()) {
		await cacheIsOk(far);
		if (at === PATHS.length) way.cut();
		const { unavailable } = await lookups(far);
		let told: Told | undefined;
		const asked = await statementsOf(async () => {
			told = await reader(far)(path);
		});
		// A machine that stood still for too long has no cache for a second.
		if ((await lookups(far)).unavailable > unavailable) continue;
		expect([path, asked]).toEqual([path, []]);
		expect([told?.status, told?.etag, told?.text]).toEqual([
			200,
			known.get(path)?.etag ?? "",
			known.get(path)?.text ?? "",
		]);
		if (at < PATHS.length) counted++;
		else cutOff++;
	}
	console.log(
		`first reads at another instance: ${counted} with 0 statements, ${cutOff} with the database cut off`,
	);
	expect(counted).toBeGreaterThan(0);
	expect(cutOff).toBeGreaterThan(0);
	way.mend();
});
