/** Starting and stopping the real program on its own embedded database: what it prints, what it refuses, what survives. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "./config.ts";
import { readPostmaster } from "./db/embedded-postgres/find-running-postmaster.ts";
import { isAlive } from "./db/embedded-postgres/run-postgres-programs.ts";
import { until } from "./test/attempts-client.ts";
import { freshDatabase, MAIN, refused, startProgram } from "./test/harness.ts";
import { launchPack, seed, smallPacks } from "./test/seed-packs.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const scratch = mkdtempSync(join(tmpdir(), "treeline-start-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const packs = join(scratch, "packs");
smallPacks(packs);

const settings = (dataDir: string, more: Record<string, string> = {}) => ({
	PORT: "0",
	BACKEND_PORT: "0",
	DATA_DIR: dataDir,
	PACKS_DIR: packs,
	...more,
});

test("settings stand in a file .env as well, and the environment's own win", async () => {
	const { env, sql, content } = await freshDatabase(true);
	const { ADMIN_SECRET: _, ...others } = env;
	const folder = mkdtempSync(join(scratch, "env-"));
	const [secret, key] = ["the-secret-of-the-file", "the-key-of-the-file"].map(
		(name) => name.padEnd(32, "-"),
	);
	writeFileSync(
		join(folder, ".env"),
		`ADMIN_SECRET=${secret}\nADMIN_API_KEY=${key}\n`,
	);
	const program = await startProgram(others, { cwd: folder });
	const seeded = await seed(program, await launchPack(), {
		"x-admin-secret": secret ?? "",
	});
	expect(seeded.status).toBe(200);
	const asked = (key = "") =>
		fetch(`${program.front}/api/v1/admin/content`, {
			headers: { "x-admin-key": key },
		});
	expect((await asked(key)).status).toBe(401);
	expect((await asked(others.ADMIN_API_KEY)).status).toBe(200);
	await program.end("SIGTERM");
	await Promise.all([sql.end(), content.end()]);
});

describe("on an empty folder", () => {
	const dataDir = join(scratch, "life");

	test("it creates, migrates, seeds and serves", async () => {
		const program = await startProgram(settings(dataDir));
		const { data } = await (
			await fetch(`${program.front}/api/v1/packs`)
		).json();
		expect(data[0].slug).toBe("express");
		for (const name of ["admin-secret", "admin-api-key", "ip-hash-secret"])
			expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
		await program.end("SIGTERM");
	});

	test("it starts again after kill -9, with nothing to clean up", async () => {
		const first = await startProgram(settings(dataDir));
		await first.end("SIGKILL");
		const second = await startProgram(settings(dataDir));
		expect((await fetch(`${second.front}/api/health/ready`)).status).toBe(200);
		await second.end("SIGINT");
	});

	test("a stop that is asked for during the start leaves no server", async () => {
		const fresh = join(scratch, "stopped-early");
		const file = join(fresh, "postgres/postmaster.pid");
		const child = Bun.spawn([process.execPath, MAIN], {
			env: {
				PATH: process.env.PATH,
				HOME: process.env.HOME,
				...settings(fresh),
			},
			stdout: "ignore",
			stderr: "pipe",
		});
		const folder = join(fresh, "postgres");
		await until(() => readPostmaster(folder) !== null);
		const pid = readPostmaster(folder)?.pid ?? 0;
		child.kill("SIGINT");
		expect(await child.exited).toBe(0);
		expect(await new Response(child.stderr).text()).toBe("");
		expect(isAlive(pid)).toBe(false);
		expect(existsSync(file)).toBe(false);
	});

	test("a second program on the same folder is told of the first, which goes on", async () => {
		const program = await startProgram(settings(dataDir));
		const { err, code } = await refused(settings(dataDir));
		expect(code).toBe(1);
		expect(err).toContain(dataDir);
		expect(err).toMatch(/process \d+/);
		expect((await fetch(`${program.front}/api/health/ready`)).status).toBe(200);
		await program.end("SIGTERM");
	});
});

describe("what it cannot start on gets one message with the next step, and stays as it was", () => {
	test("a taken port", async () => {
		const other = Bun.serve({
			port: 0,
			hostname: "127.0.0.1",
			fetch: () => new Response(),
		});
		const port = other.port ?? 0;
		const dataDir = join(scratch, "port");
		const { err, code } = await refused(
			settings(dataDir, { PORT: String(port) }),
		);
		await other.stop(true);
		expect(code).toBe(1);
		expect(err).toContain(`Port ${port} on 127.0.0.1 is taken`);
		expect(err).toContain(`PORT=${port + 1} npm start`);
		expect(existsSync(dataDir)).toBe(false);
	});

	test.each(["", "BACKEND_"] as const)(
		"the %sPORT of a Treeline that runs on another database",
		async (prefix) => {
			const [first, second] = [
				await freshDatabase(true),
				await freshDatabase(true),
			];
			const running = await startProgram(first.env);
			const { port } = new URL(prefix ? running.backend : running.front);
			const outcome = await startProgram({
				...second.env,
				[`${prefix}PORT`]: port,
			}).then(
				async (program) =>
					`started, ended with ${await program.end("SIGTERM")}`,
				String,
			);
			expect(outcome).toContain("ended with 1");
			expect(outcome).toContain(`Port ${port} on 127.0.0.1 is taken`);
			expect(outcome).toContain(`${prefix}PORT=${Number(port) + 1} npm start`);
			expect((await fetch(`${running.front}/api/health/ready`)).status).toBe(
				200,
			);
			await running.end("SIGTERM");
			for (const { sql, content } of [first, second])
				await Promise.all([sql.end(), content.end()]);
		},
	);

	test("a folder that cannot be written", async () => {
		const file = join(scratch, "a-file");
		writeFileSync(file, "mine");
		const { err, code } = await refused(settings(join(file, "data")));
		expect(code).toBe(1);
		expect(err).toContain(file);
		expect(err).toContain("DATA_DIR");
		expect(readFileSync(file, "utf8")).toBe("mine");
	});

	test("a database of another major version", async () => {
		const dataDir = join(scratch, "old");
		mkdirSync(join(dataDir, "postgres"), { recursive: true });
		writeFileSync(join(dataDir, "postgres/PG_VERSION"), "15\n");
		chmodSync(join(dataDir, "postgres"), 0o700);
		const { err, code } = await refused(settings(dataDir));
		expect(code).toBe(1);
		expect(err).toContain("15");
		expect(err).toContain("18");
		expect(readdirSync(join(dataDir, "postgres"))).toEqual(["PG_VERSION"]);
	});

	test("a malformed pack file, while what was seeded before stays", async () => {
		const packsDir = join(scratch, "packs-to-break");
		smallPacks(packsDir);
		// The folder of the tests above, where the same packs are seeded.
		const env = settings(join(scratch, "life"), { PACKS_DIR: packsDir });
		const file = "challenges/02-look-up-one-book/challenge.json";
		const whole = readFileSync(join(packsDir, "express", file));
		writeFileSync(join(packsDir, "express", file), '{"title": ');
		const { err, code } = await refused(env);
		expect(code).toBe(1);
		expect(err).toContain(`\`${file}\` is not JSON`);
		expect(err).toContain("npm run packs -- validate");
		writeFileSync(join(packsDir, "express", file), whole);
		const again = await startProgram(env);
		const { data } = await (
			await fetch(`${again.front}/api/v1/packs/express`)
		).json();
		expect(data.challenges).toHaveLength(3);
		await again.end("SIGTERM");
	});

	test("settings that cannot be used, all at once", async () => {
		const { err, code } = await refused({
			PORT: "http",
			BACKEND_PORT: "99999",
			DB_HOST: "db.example",
			ADMIN_SECRET: "short",
			SQLDB_DATABASE_URL: "postgres://app:hunter2@/content",
			FRONTEND_URL: "treeline",
			REQUEST_TIMEOUT_MS: "soon",
			SERVE: "page",
			BACKEND_URL: "http://backend.internal/api",
			CORS_ORIGINS: "https://app.example,*",
			TRUSTED_PROXIES: "10.0.0.0/8,10.0.0.0/33",
			CACHE_URL: "http://:hunter2@cache.example",
			OAUTH_CLIENT_ID: "treeline",
			OAUTH_TOKEN_URL: "token",
			WEB_PUBLIC_FF_AUTH: "no",
			LOG_LEVEL: "loud",
			RATE_LIMIT_CAPACITY: "0",
			CONTENT_RATE_LIMIT_REFILL_RATE: "-1",
			LLM_API_KEY: "hunter2",
			LLM_MODEL: "a-model",
			CHAT_REQUEST_TIMEOUT_MS: "0",
		});
		expect(code).toBe(1);
		for (const name of [
			"PORT is",
			"BACKEND_PORT is",
			"DB_NAME is missing",
			"DB_USER is missing",
			"ADMIN_SECRET is shorter",
			"ADMIN_API_KEY is missing",
			"SQLDB_DATABASE_URL is",
			"FRONTEND_URL is",
			"REQUEST_TIMEOUT_MS is",
			"SERVE is",
			"BACKEND_URL is",
			'CORS_ORIGINS has "*"',
			'TRUSTED_PROXIES has "10.0.0.0/33"',
			"CACHE_URL is",
			"OAUTH_CLIENT_SECRET is missing",
			"OAUTH_TOKEN_URL is",
			"WEB_PUBLIC_FF_AUTH is",
			"LOG_LEVEL is",
			"RATE_LIMIT_CAPACITY is",
			"CONTENT_RATE_LIMIT_REFILL_RATE is",
			"LLM_BASE_URL missing",
			"CHAT_REQUEST_TIMEOUT_MS is",
		])
			expect(err).toContain(`- ${name}`);
		expect(err).not.toContain("hunter2");
	});

	test("a front without a database for content", async () => {
		const { err, code } = await refused({
			SERVE: "front",
			BACKEND_URL: "http://127.0.0.1:9",
		});
		expect(code).toBe(1);
		expect(err).toContain("- SERVE=front has no database for content");
		expect(err).toContain("- ADMIN_API_KEY is missing");
	});

	test("a database server that is not there", async () => {
		const { err, code } = await refused({
			PORT: "0",
			BACKEND_PORT: "0",
			DB_HOST: "127.0.0.1",
			DB_PORT: "9",
			DB_NAME: "treeline",
			DB_USER: "treeline",
			ADMIN_SECRET: "x".repeat(40),
			ADMIN_API_KEY: "y".repeat(40),
		});
		expect(code).toBe(1);
		expect(err).toContain("127.0.0.1:9/treeline cannot be reached");
		expect(err).toContain("DB_HOST");
	});

	test("a database for content that is not there, or is the platform's own", async () => {
		const { env, sql, content } = await freshDatabase(true);
		const { DB_HOST = "", DB_PORT, DB_USER, DB_NAME } = env;
		const own = `postgres:///${DB_NAME}?user=${DB_USER}&host=${encodeURIComponent(DB_HOST)}&port=${DB_PORT}`;
		const cases: [url: string, complaint: string][] = [
			[
				"postgres://app@127.0.0.1:9/content",
				"127.0.0.1:9/content cannot be reached",
			],
			[own, "is the platform's own"],
		];
		for (const [url, complaint] of cases) {
			const { err, code } = await refused({ ...env, SQLDB_DATABASE_URL: url });
			expect(code).toBe(1);
			expect(err).toContain(complaint);
			expect(err).toContain("SQLDB_DATABASE_URL");
		}
		await Promise.all([sql.end(), content.end()]);
	});
});

describe("settings by default", () => {
	const secrets = {
		ADMIN_SECRET: "x".repeat(40),
		ADMIN_API_KEY: "y".repeat(40),
	};

	test("a database named by its DB_ settings is on port 5432", () => {
		const named = {
			...{ ...secrets, DB_HOST: "db.example", DB_NAME: "treeline" },
			...{ DB_USER: "app", DB_PASSWORD: "hunter2" },
		};
		const database = {
			...{ host: "db.example", port: 5432, database: "treeline" },
			...{ user: "app", password: "hunter2" },
		};
		expect(readConfig(named).database).toEqual(database);
		const elsewhere = readConfig({ ...named, DB_PORT: "6000" });
		expect(elsewhere.database).toEqual({ ...database, port: 6000 });
	});

	test("a front asks the backend on port 8080 of this machine", () => {
		const front = {
			...{ ...secrets, SERVE: "front" },
			SQLDB_DATABASE_URL: "postgres://app@db.example/content",
		};
		expect(readConfig(front).backendUrl).toBe("http://127.0.0.1:8080");
	});
});
