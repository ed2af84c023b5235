/** Content at several processes, through changes that each of them hears of, and while its database is away. */
import {
	afterAll,
	afterEach,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { until } from "../../test/attempts-client.ts";
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
import { type CutOff, cutOffable } from "../../test/tcp-proxy.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

let near: Program;
let far: Program;
let way: CutOff;
let databases: Awaited<ReturnType<typeof freshDatabase>>;
let ask: Ask;
beforeAll(async () => {
	databases = await freshDatabase(true);
	const { env } = databases;
	const { DB_HOST = "", DB_PORT = "", DB_USER, DB_NAME } = env;
	way = await cutOffable(DB_HOST, Number(DB_PORT));
	near = await startProgram({ ...env, ...WIDE });
	far = await startProgram({
		...env,
		...WIDE,
		SQLDB_DATABASE_URL: `postgres://${DB_USER}@${way.host}:${way.port}/${DB_NAME}_content`,
	});
	ask = editor(near);
});
afterAll(async () => {
	await Promise.all([near, far].map((one) => one.end("SIGKILL")));
	await way.close();
	await Promise.all([databases.sql.end(), databases.content.end()]);
});

const PATHS = (slug: string) => [
	"",
	"?type=project",
	"/bundle",
	`/project/${slug}`,
];

const addItem = async (more: object = {}) =>
	(await ask("POST", "", newItem(more))).body.data;

/** Waits until the far process answers as the near one does, whatever that is. */
const agreed = (paths: string[]) =>
	until(async () => {
		for (const path of paths) {
			const [here, there] = [await reader(near)(path), await reader(far)(path)];
			if (here.status !== there.status || here.etag !== there.etag)
				return false;
			if (here.status === 200) expect(there.text).toBe(here.text);
		}
		return true;
	});

test("what one process changes, the other answers too", async () => {
	const { id, slug } = await addItem();
	const paths = PATHS(slug);
	await agreed(paths);
	for (const change of [
		() => ask("PUT", `/${id}`, { data: { title: "Two" } }),
		() => ask("PUT", `/${id}`, { slug: `${slug}-moved` }),
		() => ask("PUT", `/${id}`, { slug }),
		() => ask("PUT", `/${id}`, { status: "archived" }),
		() => ask("PUT", `/${id}`, { status: "published" }),
		() => ask("DELETE", `/${id}`),
		() => ask("POST", `/${id}/restore`, { version: 1 }),
		() => ask("PUT", `/${id}`, { status: "published" }),
		() => ask("DELETE", `/${id}?hard=true`),
	]) {
		expect((await change()).status).toBeLessThan(300);
		await agreed([...paths, `/project/${slug}-moved`]);
	}
	expect((await reader(far)(`/project/${slug}`)).status).toBe(404);
});

test("a process reads at once what it has changed itself, and under load as well", async () => {
	const { id, slug } = await addItem();
	const read = reader(near);
	let running = true;
	const readers = Array.from({ length: 8 }, async () => {
		let last = 0;
		while (running) {
			const { version } = (await read(`/project/${slug}`)).body.data;
			expect(version).toBeGreaterThanOrEqual(last);
			last = version;
		}
	});
	for (let n = 0; n < 50; n++) {
		const { body } = await ask("PUT", `/${id}`, { data: { n } });
		const { version } = body.data;
		for (const path of [`/project/${slug}`, "/bundle"]) {
			const { text } = await read(path);
			expect(text).toContain(`"version":${version}`);
		}
	}
	running = false;
	await Promise.all(readers);
});

describe("while the database is away", () => {
	// Also after a test that fails, or the next one waits in vain.
	afterEach(() => way.mend());

	const ready = async () => {
		const answer = await fetch(`${far.front}/api/health/ready`);
		return { status: answer.status, body: await answer.json() };
	};

	test("the last good bytes are given, changes are refused, and readiness tells; then all is as before", async () => {
		const { id, slug } = await addItem();
		const paths = PATHS(slug);
		await agreed(paths);
		const before = await Promise.all(paths.map((path) => reader(far)(path)));

		way.cut();
		await until(async () => (await ready()).status === 503);
		expect((await ready()).body).toMatchObject({
			status: "degraded",
			checks: { database: "error" },
		});
		// What it cannot have heard of.
		await ask("PUT", `/${id}`, { data: { title: "Meanwhile" } });
		for (const [at, path] of paths.entries()) {
			const told = await reader(far)(path);
			expect([told.status, told.etag]).toEqual([200, before[at]?.etag ?? ""]);
			expect(told.text).toBe(before[at]?.text ?? "");
			const again = await reader(far)(path, { "if-none-match": told.etag });
			expect(again.status).toBe(304);
		}
		const unknown = await reader(far)("/project/nobody-asked-for-this-yet");
		expect([unknown.status, unknown.body.code]).toEqual([
			503,
			"database_unavailable",
		]);
		const refused = await editor(far)("PUT", `/${id}`, { sortOrder: 1 });
		expect([refused.status, refused.body.code]).toEqual([
			503,
			"database_unavailable",
		]);
		expect(refused.headers.get("retry-after")).toBe("1");

		way.mend();
		await until(async () => (await ready()).status === 200);
		await agreed(paths);
		const after = await reader(far)(`/project/${slug}`);
		expect(after.body.data.data).toEqual({ title: "Meanwhile" });
	});

	test("what is known to have changed is given as it was, and as it is afterwards", async () => {
		const { id, slug } = await addItem();
		const path = `/project/${slug}`;
		await agreed([path]);
		const known = await reader(far)(path);
		// The change arrives, and before it is read anew, the database goes.
		const changed = await editor(far)("PUT", `/${id}`, { data: { n: 2 } });
		expect(changed.status).toBe(200);
		way.cut();
		const told = await reader(far)(path);
		expect([told.status, told.text]).toEqual([200, known.text]);
		way.mend();
		await agreed([path]);
		expect((await reader(far)(path)).body.data.version).toBe(2);
	});

	test("what was withdrawn is not given", async () => {
		const { id, slug } = await addItem({ data: { mark: "withdrawn" } });
		const paths = PATHS(slug);
		await agreed(paths);
		await editor(far)("PUT", `/${id}`, { status: "draft" });
		way.cut();
		for (const path of paths) {
			const told = await reader(far)(path);
			expect(told.status).toBe(503);
			expect(told.text).not.toContain("withdrawn");
		}
		way.mend();
		await agreed(paths);
	});
});
