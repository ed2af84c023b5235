/** What the program cannot start on, and what a database makes of its requests: one clear message each, with the next step. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../config.ts";
import type { Sql } from "../db/connect-and-batch-queries.ts";
import { until } from "../test/attempts-client.ts";
import {
	freshDatabase,
	refused,
	type Service,
	startProgram,
	startService,
} from "../test/harness.ts";
import { launchPack, seed, seedInto, smallPacks } from "../test/seed-packs.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const scratch = mkdtempSync(join(tmpdir(), "treeline-refusals-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Refused with `words` in one message, which is no stack. */
async function expectRefusal(env: Record<string, string>, words: string[]) {
	const { err, code } = await refused(env);
	expect(code).toBe(1);
	for (const word of ["Treeline did not start.", ...words])
		expect(err).toContain(word);
	expect(err).not.toMatch(/\bat .*\.ts:\d|PostgresError/);
}

describe("a database", () => {
	let env: Record<string, string>;
	let sql: Sql;
	afterAll(() => sql?.end());

	test("whose server has no address", async () => {
		const names = { DB_NAME: "x", DB_USER: "x" };
		const long = "x".repeat(40);
		const secrets = { ADMIN_SECRET: long, ADMIN_API_KEY: long };
		const address = { PORT: "0", BACKEND_PORT: "0", DB_HOST: "nope.invalid" };
		await expectRefusal({ ...address, ...names, ...secrets }, [
			"nope.invalid:5432/x cannot be reached (ENOTFOUND)",
			"DB_HOST",
		]);
	});

	test("that holds someone else's tables stays as it was", async () => {
		({ env, sql } = await freshDatabase(false));
		await sql`CREATE TABLE users (mine int)`;
		await expectRefusal(env, ['"users" already exists', "DB_NAME"]);
		const columns = await sql`
			SELECT column_name FROM information_schema.columns WHERE table_name = 'users'`;
		expect(columns).toHaveLength(1);
	});

	test("where the user may not create tables", async () => {
		const empty = await freshDatabase(false);
		const user = `reader_${process.pid}`;
		await empty.sql.unsafe(`CREATE ROLE ${user} LOGIN`);
		await expectRefusal({ ...empty.env, DB_USER: user }, [
			`The user "${user}" may not create`,
			"grant it CREATE",
		]);
		await empty.sql.end();
	});

	test("that a newer program has migrated", async () => {
		const newer = await freshDatabase(true);
		await newer.sql`
			INSERT INTO migrations (name, sha256) VALUES ('999_later.sql', 'x')`;
		await expectRefusal(newer.env, [
			"migrated by a newer Treeline",
			"999_later.sql",
		]);
		await newer.sql.end();
	});

	test("whose migration fails keeps those before it, and goes on from there", async () => {
		const half = await freshDatabase(false);
		await half.sql`CREATE TABLE sessions (mine int)`;
		await expectRefusal(half.env, ['"sessions" already exists']);
		const names = async () =>
			(await half.sql`SELECT name FROM migrations ORDER BY name`).map(
				({ name }) => name,
			);
		expect(await names()).toEqual(["001_core.sql", "002_search.sql"]);
		await half.sql`DROP TABLE sessions`;
		await (await startProgram(half.env)).end("SIGTERM");
		expect(await names()).toContain("003_sessions.sql");
		await half.sql.end();
	});
});

describe("a setting", () => {
	const env = { PORT: "0", BACKEND_PORT: "0", DATA_DIR: join(scratch, "data") };

	test.each([
		["HOST", { HOST: "192.0.2.1" }],
		["BACKEND_HOST", { BACKEND_HOST: "192.0.2.1" }],
	])("%s that is no address of this machine", async (name, more) => {
		await expectRefusal({ ...env, ...more }, [
			"192.0.2.1 is no address of this machine",
			` ${name} `,
		]);
	});

	test("PACKS_DIR that is not there", async () => {
		const missing = join(scratch, "no-packs");
		await expectRefusal({ ...env, PACKS_DIR: missing }, [
			`${missing} cannot be read (ENOENT)`,
			"PACKS_DIR",
		]);
	});

	test("PACKS_DIR with two packs of one slug", async () => {
		const packs = join(scratch, "twins");
		mkdirSync(packs);
		smallPacks(packs);
		cpSync(join(packs, "express"), join(packs, "copy"), { recursive: true });
		await expectRefusal({ ...env, PACKS_DIR: packs }, [
			`the pack in ${join(packs, "express")} has the slug "express", too`,
		]);
	});

	test("ADMIN_SECRET that is short is a warning where only this machine can come", async () => {
		const { env: own, sql } = await freshDatabase(true);
		const short = { ...own, ADMIN_SECRET: "short" };
		await expectRefusal(
			{ ...short, FRONTEND_URL: "https://treeline.example" },
			["ADMIN_SECRET is shorter than 32 characters"],
		);
		for (const FRONTEND_URL of ["", "http://127.0.0.1:3000"]) {
			const program = await startProgram({ ...short, FRONTEND_URL });
			await until(() =>
				program
					.printed()
					.includes("Warning: ADMIN_SECRET is shorter than 32 characters"),
			);
			await program.end("SIGTERM");
		}
		await sql.end();
	});

	test("that is odd is listed beside one that is wrong", () =>
		expectRefusal({ ...env, ADMIN_SECRET: "short", LOG_LEVEL: "loud" }, [
			'LOG_LEVEL is "loud"',
			"ADMIN_SECRET is shorter than 32 characters",
		]));
});

describe("an address for others", () => {
	const FRONTEND_URL = "https://treeline.example";
	const SIGN_IN = { OAUTH_CLIENT_ID: "id", OAUTH_CLIENT_SECRET: "secret" };
	const warning =
		"Warning: nobody can sign in: with a database of your own, or an address that others reach, an identity provider is needed; set OAUTH_CLIENT_ID and";

	test("without an identity provider is a warning", async () => {
		const { env: own, sql } = await freshDatabase(true);
		const program = await startProgram({ ...own, FRONTEND_URL });
		await until(() => program.printed().includes(warning));
		await program.end("SIGTERM");
		const wanted = await startProgram({
			...own,
			FRONTEND_URL,
			WEB_PUBLIC_FF_AUTH: "false",
		});
		await wanted.end("SIGTERM");
		expect(wanted.printed()).not.toContain(warning);
		await sql.end();
		for (const more of [SIGN_IN, { SERVE: "front" }])
			expect(readConfig({ ...own, FRONTEND_URL, ...more })).toMatchObject({
				warnings: [],
			});
	});

	test("is printed with the address that a proxy forwards to", async () => {
		const { env: own, sql } = await freshDatabase(true);
		const lines = async (more: Record<string, string>) => {
			const program = await startProgram({ ...own, ...more });
			await program.end("SIGTERM");
			return program.printed();
		};
		const printed = await lines({ FRONTEND_URL });
		expect(printed).toContain(`  Page      ${FRONTEND_URL}\n`);
		expect(printed).toMatch(
			/^ {2}Proxy {5}forwards to http:\/\/127\.0\.0\.1:\d+$/m,
		);
		expect(await lines({})).not.toContain("Proxy");
		await sql.end();
	});
});

describe("a database that is held up", () => {
	let service: Service;
	beforeAll(async () => {
		service = await startService({ REQUEST_TIMEOUT_MS: "300" });
	});
	afterAll(() => service.stop());

	/** Holds what `statement` takes until who waits for it has waited for twice as long as a request may take, or was answered. */
	async function whileHeld<Result>(
		sql: Sql,
		statement: string,
		work: () => Promise<Result>,
	): Promise<Result> {
		let begun: Promise<Result> | undefined;
		await sql.begin(async (tx) => {
			await tx.unsafe(statement);
			let answered = false;
			begun = work().finally(() => {
				answered = true;
			});
			await until(async () => {
				const [waiting] = await sql`
					SELECT FROM pg_stat_activity
					WHERE wait_event_type = 'Lock' AND datname = current_database()
					AND clock_timestamp() - query_start > interval '600 ms'`;
				return answered || waiting !== undefined;
			});
		});
		return begun as Promise<Result>;
	}

	test("gives a request up, and says so", async () => {
		const answer = await whileHeld(
			service.sql,
			"LOCK TABLE packs IN ACCESS EXCLUSIVE MODE",
			() => fetch(`${service.front}/api/v1/packs`),
		);
		expect(answer.status).toBe(504);
		expect(await answer.json()).toMatchObject({ code: "request_timeout" });
	});

	test("does not keep a seeding from its turn", async () => {
		const pack = await launchPack();
		const answer = await whileHeld(
			service.sql,
			"SELECT pg_advisory_xact_lock(7305002)",
			() => seed(service, pack),
		);
		expect(answer.status).toBe(200);
	});

	test("does not keep a start from its migrations", async () => {
		const { env, sql } = await freshDatabase(false);
		const program = await whileHeld(
			sql,
			"SELECT pg_advisory_xact_lock(7305001)",
			() => startProgram({ ...env, REQUEST_TIMEOUT_MS: "300" }),
		);
		await program.end("SIGTERM");
		await sql.end();
	});

	test("two challenges of one slug are refused with a pointer", async () => {
		const pack = await launchPack();
		await seedInto(service, pack);
		for (const challenge of pack.challenges) challenge.slug = "same";
		const answer = await seed(service, pack);
		expect(answer.status).toBe(400);
		expect((await answer.json()).errors).toMatchObject([
			{ pointer: "#/manifest/challenges/1", code: "duplicate" },
			{ pointer: "#/manifest/challenges/2", code: "duplicate" },
		]);
	});
});
