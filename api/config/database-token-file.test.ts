/** The content database's token: how old it may be, and a server whose password changes under a running program. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import {
	mkdtempSync,
	readFileSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readConfig } from "../config.ts";
import { until } from "../test/attempts-client.ts";
import {
	ADMIN_KEY,
	freshDatabase,
	type Program,
	startProgram,
} from "../test/harness.ts";
import { readToken, tokenCheck } from "./database-token-file.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const scratch = mkdtempSync(join(tmpdir(), "treeline-token-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const file = join(scratch, "token");
const DAY = 86_400_000;

/** Sets when the token was written, in milliseconds since 1970. */
const writtenAt = (ms: number) => utimesSync(file, ms / 1000, ms / 1000);

describe("the age of a token", () => {
	const told: string[] = [];
	let now = 1_800_000_000_000;
	const check = (lifetimeMs: number) =>
		tokenCheck(
			{ path: file, lifetimeMs },
			(message) => told.push(message),
			() => now,
		);

	test("is told once from 80 % of the lifetime on, for each token anew", async () => {
		writeFileSync(file, " first\n");
		writtenAt(now);
		const { works, critical } = check(7 * DAY);
		expect(critical).toBe(false);
		now += 5.6 * DAY - 1000;
		expect(await works()).toBe(true);
		expect(told).toEqual([]);
		now += 1000;
		expect(await works()).toBe(false);
		expect(await works()).toBe(false);
		expect(told).toHaveLength(1);
		expect(told[0]).toContain(file);
		expect(told[0]).toContain(new Date(now + 1.4 * DAY).toISOString());
		expect(told[0]).not.toContain("first");
		writtenAt(now);
		expect(await works()).toBe(true);
		now += 6 * DAY;
		expect(await works()).toBe(false);
		expect(told).toHaveLength(2);
	});

	test("does not matter when it does not expire", async () => {
		writtenAt(now);
		now += 1000 * DAY;
		expect(await check(0).works()).toBe(true);
	});

	test("cannot be known without its file", async () => {
		const lost = tokenCheck(
			{ path: join(scratch, "none"), lifetimeMs: DAY },
			() => {},
		);
		await expect(lost.works()).rejects.toThrow("ENOENT");
	});

	test("the token is the file's text without the space around it", async () => {
		expect(await readToken(file)).toBe("first");
	});

	test("its lifetime is 7 days, or what the setting says in seconds", () => {
		const settings = {
			SQLDB_DATABASE_URL: "postgres://app@db.example/content",
			SQLDB_AUTH_TOKEN_FILE: file,
		};
		expect(readConfig(settings).contentToken).toEqual({
			path: file,
			lifetimeMs: 7 * DAY,
		});
		expect(
			readConfig({ ...settings, SQLDB_AUTH_TOKEN_LIFETIME: "900" }).contentToken
				?.lifetimeMs,
		).toBe(900_000);
		expect(readConfig({}).contentToken).toBeNull();
	});
});

describe("a database whose password changes", () => {
	const role = `token_user_${process.pid}`;
	let program: Program;
	let databases: Awaited<ReturnType<typeof freshDatabase>>;
	const setPassword = (password: string) =>
		databases.sql.unsafe(`ALTER ROLE ${role} PASSWORD '${password}'`);
	const ready = async () => {
		const answer = await fetch(`${program.front}/api/health/ready`);
		return [answer.status, await answer.json()];
	};
	const comesTo = (state: unknown) =>
		until(async () => Bun.deepEquals(await ready(), state));
	const admin = () =>
		fetch(`${program.front}/api/v1/admin/content`, {
			headers: { "x-admin-key": ADMIN_KEY },
		});

	beforeAll(async () => {
		databases = await freshDatabase(true);
		const { env, sql, content, log } = databases;
		await sql.unsafe(`CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD 'first'`);
		const hba = join(dirname(log), "postgres/pg_hba.conf");
		writeFileSync(
			hba,
			`local all ${role} scram-sha-256\n${readFileSync(hba, "utf8")}`,
		);
		await sql`SELECT pg_reload_conf()`;
		writeFileSync(file, "first\n");
		const [{ name }] =
			(await content`SELECT current_database() AS name`) as unknown as [
				{ name: string },
			];
		program = await startProgram({
			...env,
			SQLDB_DATABASE_URL: `postgres:///${name}?user=${role}&host=${env.DB_HOST}&port=${env.DB_PORT}`,
			SQLDB_AUTH_TOKEN_FILE: file,
		});
	});
	afterAll(async () => {
		await program.end("SIGTERM");
		await databases.content.end();
		await databases.sql.end();
	});

	test("is reached again with the token that the file then holds, without a restart", async () => {
		const well = [
			200,
			{ status: "ready", checks: { database: "ok", database_token: "ok" } },
		];
		expect(await ready()).toEqual(well);
		expect((await admin()).status).toBe(200);
		await setPassword("second");
		await databases.sql`
			SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = ${role}`;
		await comesTo([
			503,
			{
				status: "degraded",
				checks: { database: "error", database_token: "ok" },
			},
		]);
		const refused = await admin();
		expect(refused.status).toBe(503);
		const text = await refused.text();
		expect(text).toContain("database_unavailable");
		expect(text).not.toContain(role);
		writeFileSync(file, "second\n");
		await comesTo(well);
		expect((await admin()).status).toBe(200);
	});

	test("and a token that is nearly over is told in readiness and in the log", async () => {
		writtenAt(Date.now() - 6 * DAY);
		await comesTo([
			200,
			{
				status: "degraded",
				checks: { database: "ok", database_token: "error" },
			},
		]);
		await until(() =>
			Promise.resolve(
				program.printed().includes("the token in SQLDB_AUTH_TOKEN_FILE"),
			),
		);
	});
});
