/**
 * Responses that processes share through a real Redis: what one has made, another serves without its database; what Redis holds that is
 * not theirs, or not current, is ignored.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { until } from "../test/attempts-client.ts";
import { editor, reader, type Told } from "../test/content-client.ts";
import { freshDatabase, type Program, startProgram } from "../test/harness.ts";
import { WIDE } from "../test/openapi/fixtures.ts";
import { exposition, samplesOf, total } from "../test/prometheus-metrics.ts";
import { launchPack, seedInto } from "../test/seed-packs.ts";
import { cutOffable } from "../test/tcp-proxy.ts";
import { startRedis, type TestRedis } from "../test/temporary-redis.ts";

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
	ends.push(() => program.end("SIGKILL"));
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

/** Waits for `holds`; false when Redis did not answer `program` in time meanwhile, as on a machine that stood still. */
async function untilShared(
	program: Program,
	before: { unavailable: number },
	holds: () => Promise<boolean>,
): Promise<boolean> {
	let held = false;
	await until(async () => {
		const { unavailable } = await lookups(program);
		held = await holds();
		return held || unavailable > before.unavailable;
	});
	if (!held) await cacheIsOk(program);
	return held;
}

/** The key under which `near` shares what it answers for `path`, which nobody has asked it for; null when Redis did not take it in time. */
async function sharedKey(path: string): Promise<string | null> {
	const [before, counted] = [await keys(), await lookups(near)];
	expect((await reader(near)(path)).status).toBe(200);
	const added = async () =>
		(await keys()).filter((key) => !before.includes(key));
	// It is stored after the response is sent.
	const stored = async () => (await added()).length > 0;
	if (!(await untilShared(near, counted, stored))) return null;
	const [key = "", ...rest] = await added();
	expect(rest).toEqual([]);
	return key;
}

/** Publishes items of names that begin with `name` until one of them is shared. */
async function sharedItem(name: string, more: object = {}) {
	for (let tries = 1; ; tries++) {
		const slug = `${name}-${tries}`;
		const { id } = await publish(slug, more);
		const path = `/${TYPE}/${slug}`;
		const key = await sharedKey(path);
		if (key) return { id, slug, path, key };
	}
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

/** The statements about items or packs that the database is asked while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
	const before = readFileSync(databases.log).length;
	await work();
	// A statement is logged before it is answered.
	const log = readFileSync(databases.log).subarray(before).toString();
	return log
		.split(/^(?=\S)/m)
		.filter((entry) => /(statement|execute [^:]*): /.test(entry))
		.filter((entry) =>
			/content_items|content_revision|catalogue_revision|\b(packs|challenges)\b/.test(
				entry,
			),
		);
}

const PATHS = ["", `?type=${TYPE}`, "/bundle", `/${TYPE}/one`, `/${TYPE}/two`];
const LATER = ["?limit=7", `?type=${TYPE}&limit=7`, `/${TYPE}/three`];

test("what one instance has read, another reads first without a database", async () => {
	for (const slug of ["one", "two", "three"]) await publish(slug);
	const known = new Map<string, Told>();
	for (const path of [...PATHS, ...LATER])
		if (await sharedKey(path)) known.set(path, await reader(near)(path));

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
	for (const [path, expected] of known) {
		await cacheIsOk(far);
		const later = LATER.includes(path);
		if (later) way.cut();
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
			expected.etag,
			expected.text,
		]);
		if (later) cutOff++;
		else counted++;
	}
	console.log(
		`first reads at another instance: ${counted} with 0 statements, ${cutOff} with the database cut off`,
	);
	expect(counted).toBeGreaterThan(0);
	expect(cutOff).toBeGreaterThan(0);
	way.mend();
});

test("of packs, another instance asks for the catalogue's revision and nothing else", async () => {
	const paths = [
		"/api/v1/packs",
		"/api/v1/packs?language=javascript",
		"/api/v1/packs/express",
		"/api/v1/packs/express/challenges/say-hello-over-http",
		"/api/v1/search?q=hello",
		"/api/v1/cli/packs/express",
	];
	const get = async (program: Program, path: string) => {
		const answer = await fetch(`${program.front}${path}`);
		expect([path, answer.status]).toEqual([path, 200]);
		return [answer.headers.get("etag"), await answer.text()];
	};
	const shared: string[] = [];
	for (const path of paths) {
		const [before, stored] = [await lookups(near), (await keys()).length];
		await get(near, path);
		const more = async () => (await keys()).length > stored;
		if (await untilShared(near, before, more)) shared.push(path);
	}
	const far = await start();
	let counted = 0;
	for (const path of shared) {
		await cacheIsOk(far);
		const { unavailable } = await lookups(far);
		let told: unknown;
		const asked = await statementsOf(async () => {
			told = await get(far, path);
		});
		if ((await lookups(far)).unavailable > unavailable) continue;
		expect(asked.length).toBe(1);
		expect(asked.join()).toContain("SELECT revision FROM catalogue_revision");
		expect(told).toEqual(await get(near, path));
		counted++;
	}
	console.log(
		`first reads of packs at another instance: ${counted} with 1 statement`,
	);
	expect(counted).toBeGreaterThan(0);
});

test("what Redis holds beside that is ignored, and replaced", async () => {
	const get = (key: string) => redis.send("GET", key) as Promise<string>;
	const set = (key: string, text: string) => redis.send("SET", key, text);
	const genuine = await get((await sharedItem("genuine")).key);
	const hostile: Record<string, (key: string, text: string) => unknown> = {
		truncated: (key, text) => set(key, text.slice(0, text.length / 2)),
		"without its body": (key, text) =>
			set(key, text.split("\n").slice(0, 2).join("\n")),
		"another title": (key, text) =>
			set(key, text.replace('"title"', '"topic"')),
		"another revision": (key, text) =>
			set(key, text.replace(/"revision":"\d+"/, '"revision":"999999"')),
		"another format": (key, text) => set(key, `2\n${text}`),
		"the response of another address": (key) => set(key, genuine),
		"too large": (key, text) => set(key, text + "x".repeat(200_000)),
		"no text": (key) => set(key, "\x00\xff\n\n\n"),
		"JSON of nobody's": (key) => set(key, '{"data":null}'),
		"a list": async (key, text) => {
			await redis.send("DEL", key);
			await redis.send("RPUSH", key, text);
		},
	};
	const far = await start();
	for (const [name, replace] of Object.entries(hostile)) {
		// Until Redis was asked in time.
		for (let tries = 1; ; tries++) {
			const { id, slug, path, key } = await sharedItem(
				`${name.toLowerCase().replaceAll(/\W+/g, "-")}-${tries}`,
				{ text: "ü".repeat(50) },
			);
			await replace(key, await get(key));
			await cacheIsOk(far);
			const before = await lookups(far);
			const told = await reader(far)(path);
			expect([name, told.status, told.body.data]).toMatchObject([
				name,
				200,
				{ id, data: { title: slug } },
			]);
			const after = await lookups(far);
			if (after.unavailable > before.unavailable) continue;
			expect([name, after]).toEqual([
				name,
				{ ...before, refused: before.refused + 1 },
			]);
			// Its place holds the response again.
			const replaced = async () =>
				(await redis.send("TYPE", key)) === "string" &&
				(await get(key)).includes(`"title":"${slug}"`);
			if (await untilShared(far, after, replaced)) break;
		}
	}
});

test("a response of before a change is not served, wherever it comes from", async () => {
	const { id, path, key } = await sharedItem("changing");
	const old = await redis.send("GET", key);
	const change = await editor(near)("PUT", `/${id}`, { data: { n: 2 } });
	expect(change.status).toBe(200);
	await redis.send("SET", key, old as string);
	const far = await start();
	const told = await reader(far)(path);
	expect(told.body.data).toMatchObject({ version: 2, data: { n: 2 } });
	await editor(near)("PUT", `/${id}`, { status: "draft" });
	await redis.send("SET", key, old as string);
	const later = await start();
	expect((await reader(later)(path)).status).toBe(404);
	await redis.send("DEL", key);
});

test("two installations on one Redis share nothing", async () => {
	const other = await loggedDatabases();
	const elsewhere = await start(other.env);
	const body = { type: TYPE, slug: "one", status: "published" };
	const made = await editor(elsewhere)("POST", "", {
		...{ ...body, data: { title: "Elsewhere" } },
	});
	expect(made.status).toBe(201);
	const path = `/${TYPE}/one`;
	const [here, there] = [
		await reader(near)(path),
		await reader(elsewhere)(path),
	];
	expect(here.body.data.data).toEqual({ title: "one" });
	expect(there.body.data.data).toEqual({ title: "Elsewhere" });
	expect((await reader(elsewhere)("")).body.data.length).toBe(1);
});

test("what is shared is small, and expires", async () => {
	const text = "x".repeat(90_000);
	for (const slug of ["large", "larger"]) await publish(slug, { text });
	const before = (await keys()).length;
	expect((await reader(near)("?limit=99")).text.length).toBeGreaterThan(
		180_000,
	);
	// In the order in which they were read, they would be stored.
	await sharedItem("small");
	expect((await keys()).length).toBeGreaterThan(before);
	const texts = await Promise.all(
		(await keys()).map((key) => redis.send("GET", key)),
	);
	expect(texts.join()).not.toContain(text);
	for (const key of await keys()) {
		expect(key).toMatch(/^treeline:responses:2:[0-9a-f]+:\d{1,4}$/);
		expect(Number(/\d+$/.exec(key)?.[0])).toBeLessThan(4096);
		expect(await redis.send("STRLEN", key)).toBeLessThanOrEqual(131_072);
		expect(await redis.send("PTTL", key)).toBeWithin(1, 3_600_001);
	}
});

test("without Redis, or with one that says nothing, each instance answers by itself, and tells", async () => {
	const far = await start();
	await publish("alone");
	for (const [lose, mend] of [
		[async () => redis.pause(), async () => redis.resume()],
		[redis.kill, redis.restart],
	] as const) {
		await lose();
		try {
			const { unavailable } = await lookups(far);
			for (const program of [near, far])
				for (const path of ["?limit=3", `/${TYPE}/alone`, "/bundle"]) {
					const told = await reader(program)(path);
					expect([path, told.status]).toEqual([path, 200]);
					expect(told.text).toContain(TYPE);
				}
			const { id } = await publish(`meanwhile-${unavailable}`);
			const told = await reader(far)(`/${TYPE}/meanwhile-${unavailable}`);
			expect([told.status, told.body.data.id]).toEqual([200, id]);
			expect((await lookups(far)).unavailable).toBeGreaterThan(unavailable);
			await until(async () => {
				const ready = await fetch(`${far.front}/api/health/ready`);
				const checks = { database: "ok", cache: "error" };
				const degraded = { status: "degraded", checks };
				return Bun.deepEquals(await ready.json(), degraded);
			});
		} finally {
			await mend();
		}
		await cacheIsOk(far);
		await cacheIsOk(near);
	}
});
