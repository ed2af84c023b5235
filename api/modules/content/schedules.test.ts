/** Scheduled content at several processes that share a cache, by a clock that the test sets: nobody waits for a moment. */
import {
	afterAll,
	afterEach,
	beforeAll,
	beforeEach,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	type Ask,
	editor,
	newItem,
	reader,
} from "../../test/content-client.ts";
import {
	freshDatabase,
	type Program,
	startProgram,
} from "../../test/harness.ts";
import { WIDE } from "../../test/openapi/fixtures.ts";
import {
	type SettableClock,
	settableClock,
} from "../../test/settable-clock.ts";
import { type CutOff, cutOffable } from "../../test/tcp-proxy.ts";
import { startRedis, type TestRedis } from "../../test/temporary-redis.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const HOUR = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), "treeline-schedules-"));
let databases: Awaited<ReturnType<typeof freshDatabase>>;
let clock: SettableClock;
let redis: TestRedis;
/** Loses its database when told to. */
let near: Program;
let way: CutOff;
let far: Program;
let ask: Ask;
beforeAll(async () => {
	databases = await freshDatabase(true);
	redis = await startRedis();
	clock = await settableClock(databases.content, join(folder, "ahead"));
	const { DB_HOST = "", DB_PORT = "", DB_USER, DB_NAME } = databases.env;
	const env = { ...databases.env, ...WIDE, ...clock.env, CACHE_URL: redis.url };
	way = await cutOffable(DB_HOST, Number(DB_PORT));
	near = await startProgram({
		...env,
		SQLDB_DATABASE_URL: `postgres://${DB_USER}@${way.host}:${way.port}/${DB_NAME}_content`,
	});
	far = await startProgram(env);
	ask = editor(far);
});
afterAll(async () => {
	await Promise.all([near, far].map((one) => one?.end("SIGKILL")));
	await way?.close();
	await redis?.stop();
	await Promise.all([databases.sql.end(), databases.content.end()]);
	rmSync(folder, { recursive: true });
});

/** Where the clock stands when a test begins; each has hours of its own. */
let begin = 0;
beforeEach(async () => {
	begin += 100 * HOUR;
	await clock.setTo(begin);
});

const at = (ms: number) => new Date(clock.start + begin + ms).toISOString();
const setTo = (ms: number, processes?: "stay") =>
	clock.setTo(begin + ms, processes);

const addItem = async (more: object) => {
	const told = await ask("POST", "", newItem(more));
	expect(told.status).toBe(201);
	// Whoever has what it does not know makes it ask what was changed elsewhere.
	await reader(near)("", { "if-none-match": '"unknown"' });
	return told.body.data;
};

const PATHS = ["", "?type=project", "?type=project&limit=100", "/bundle"];

/** Whether a process shows the item at its address and in all lists, which have to agree. */
async function isShown(at: Program, { slug }: { slug: string }) {
	const { status, headers } = await reader(at)(`/project/${slug}`);
	expect(headers.get("cache-control")).toBe(
		status === 200 ? "public, max-age=0, must-revalidate" : "no-store",
	);
	for (const path of PATHS)
		expect([
			path,
			(await reader(at)(path)).text.includes(`"slug":"${slug}"`),
		]).toEqual([path, status === 200]);
	return status === 200;
}

const everywhere = async (item: { slug: string }) => [
	await isShown(near, item),
	await isShown(far, item),
];

describe("a published item", () => {
	test.each([
		["from a moment on", { publishAt: HOUR }, [false, true, true]],
		["until a moment", { unpublishAt: HOUR }, [true, false, false]],
		[
			"between two moments",
			{ publishAt: HOUR, unpublishAt: HOUR + 1 },
			[false, true, false],
		],
	])("is shown %s, to the millisecond", async (_, moments, shown) => {
		const item = await addItem(
			Object.fromEntries(
				Object.entries(moments).map(([name, ms]) => [name, at(ms)]),
			),
		);
		for (const [step, ms] of [HOUR - 1, HOUR, HOUR + 1].entries()) {
			await setTo(ms);
			const each = shown[step] ?? false;
			expect([ms, ...(await everywhere(item))]).toEqual([ms, each, each]);
		}
	});

	test("is served from caches until the moment, and no longer", async () => {
		const gone = await addItem({ unpublishAt: at(HOUR) });
		const next = await addItem({ publishAt: at(HOUR) });
		expect(await everywhere(gone)).toEqual([true, true]);
		expect(await everywhere(next)).toEqual([false, false]);
		const tags = await Promise.all(
			[...PATHS, `/project/${gone.slug}`].map(
				async (path) => [path, (await reader(near)(path)).etag] as const,
			),
		);
		// The processes have no reason to ask the database, whose clock is the only one that has moved.
		await setTo(HOUR, "stay");
		expect(await everywhere(gone)).toEqual([true, true]);
		expect(await everywhere(next)).toEqual([false, false]);
		for (const [path, etag] of tags) {
			const told = await reader(near)(path, { "if-none-match": etag });
			expect([path, told.status]).toEqual([path, 304]);
		}
		await setTo(HOUR);
		for (const [path, etag] of tags) {
			const told = await reader(near)(path, { "if-none-match": etag });
			expect([path, told.status]).toEqual([
				path,
				path.includes(gone.slug) ? 404 : 200,
			]);
			expect(told.etag).not.toBe(etag);
		}
		expect(await everywhere(gone)).toEqual([false, false]);
		expect(await everywhere(next)).toEqual([true, true]);
	});

	test("is shared between processes until the moment, and no longer", async () => {
		const item = await addItem({ unpublishAt: at(HOUR) });
		expect(await isShown(far, item)).toBe(true);
		// A process that has heard of the time by reading something else.
		expect((await reader(near)("/project/nothing-here")).status).toBe(404);
		expect(await isShown(near, item)).toBe(true);
		await setTo(HOUR);
		expect(await everywhere(item)).toEqual([false, false]);
	});

	test("follows its schedule when that is changed", async () => {
		const { id, slug } = await addItem({ publishAt: at(HOUR) });
		expect(await everywhere({ slug })).toEqual([false, false]);
		const change = async (body: object) =>
			expect((await ask("PUT", `/${id}`, body)).status).toBe(200);
		await change({ publishAt: at(2 * HOUR) });
		await setTo(HOUR);
		expect(await isShown(far, { slug })).toBe(false);
		await change({ publishAt: at(HOUR), unpublishAt: at(3 * HOUR) });
		expect(await isShown(far, { slug })).toBe(true);
		await change({ unpublishAt: at(2 * HOUR) });
		await setTo(2 * HOUR);
		expect(await isShown(far, { slug })).toBe(false);
		await change({ unpublishAt: null });
		expect(await isShown(far, { slug })).toBe(true);
		await change({ status: "draft" });
		expect(await isShown(far, { slug })).toBe(false);
	});

	test("that was never scheduled has nothing to do with moments of others", async () => {
		const item = await addItem({});
		const other = await addItem({ unpublishAt: at(HOUR) });
		await setTo(HOUR);
		expect(await everywhere(item)).toEqual([true, true]);
		expect(await everywhere(other)).toEqual([false, false]);
	});
});

describe("while the database is away", () => {
	afterEach(() => way.mend());

	test("what is scheduled to disappear is served until then, and no longer", async () => {
		const item = await addItem({ unpublishAt: at(HOUR) });
		expect(await isShown(near, item)).toBe(true);
		way.cut();
		expect(await isShown(near, item)).toBe(true);
		await setTo(HOUR);
		for (const path of [...PATHS, `/project/${item.slug}`])
			expect([path, (await reader(near)(path)).status]).toEqual([path, 503]);
		way.mend();
		expect(await isShown(near, item)).toBe(false);
	});

	test("a list in which something is to appear is served as it was", async () => {
		const item = await addItem({ publishAt: at(HOUR) });
		expect(await isShown(near, item)).toBe(false);
		way.cut();
		await setTo(HOUR);
		for (const path of PATHS) {
			const { status, text } = await reader(near)(path);
			expect([path, status]).toEqual([path, 200]);
			expect(text).not.toContain(item.slug);
		}
		way.mend();
		expect(await isShown(near, item)).toBe(true);
	});

	test("no list of before a moment is served after something was read after it", async () => {
		const item = await addItem({ publishAt: at(HOUR) });
		expect(await isShown(near, item)).toBe(false);
		await setTo(HOUR);
		const path = `/project/${item.slug}`;
		expect((await reader(near)(path)).status).toBe(200);
		way.cut();
		for (const list of PATHS)
			expect([list, (await reader(near)(list)).status]).toEqual([list, 503]);
		expect((await reader(near)(path)).status).toBe(200);
	});
});

describe("a schedule", () => {
	test("is kept in versions, and stays when one of them is restored", async () => {
		const { id } = await addItem({
			publishAt: "2031-01-01T01:00:00.1234+01:00",
		});
		const told = await ask("PUT", `/${id}`, {
			unpublishAt: at(HOUR * 100_000),
		});
		const publishAt = "2031-01-01T00:00:00.123Z";
		const unpublishAt = at(HOUR * 100_000);
		expect(told.body.data).toMatchObject({ publishAt, unpublishAt });
		const { data } = (await ask("GET", `/${id}/history`)).body;
		expect(data).toMatchObject([
			{ publishAt, unpublishAt },
			{ publishAt, unpublishAt: null },
		]);
		const restored = await ask("POST", `/${id}/restore`, { version: 1 });
		expect(restored.body.data).toMatchObject({ publishAt, unpublishAt });
		await ask("DELETE", `/${id}`);
		const revived = await ask("POST", `/${id}/restore`, { version: 1 });
		expect(revived.body.data).toMatchObject({
			status: "draft",
			publishAt: null,
			unpublishAt: null,
		});
	});

	test("is nothing that the public is told", async () => {
		const { slug } = await addItem({ unpublishAt: at(HOUR) });
		for (const path of [`/project/${slug}`, ...PATHS])
			expect((await reader(far)(path)).text).not.toMatch(/publishAt/i);
	});

	test.each([
		[{ publishAt: "tomorrow" }, "#/publishAt"],
		[{ publishAt: "2030-02-30" }, "#/publishAt"],
		[{ publishAt: "2030-01-01T00:00:00" }, "#/publishAt"],
		[{ publishAt: "2030-01-32T00:00:00Z" }, "#/publishAt"],
		[{ unpublishAt: 5 }, "#/unpublishAt"],
		[
			{ publishAt: "2030-01-01T01:00Z", unpublishAt: "2030-01-01T02:00+01:00" },
			"#/unpublishAt",
		],
	])("%j is refused", async (moments, pointer) => {
		const told = await ask("POST", "", newItem(moments));
		expect([told.status, told.body.code]).toEqual([400, "validation_failed"]);
		expect(told.body.errors[0].pointer).toBe(pointer);
		const { id } = await addItem({ publishAt: "2030-01-01T01:00Z" });
		const changed = await ask("PUT", `/${id}`, {
			unpublishAt: "2029-01-01T00:00Z",
		});
		expect([changed.status, changed.body.errors[0].pointer]).toEqual([
			400,
			"#/unpublishAt",
		]);
	});
});
