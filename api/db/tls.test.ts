/**
 * TLS with the databases, each `sslmode` as libpq has it, at a server that speaks TLS and at one that does not. The certificates in
 * `test/tls` are made for the tests, for the name `localhost` alone, and are valid for a hundred years.
 */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../config.ts";
import { lineTo } from "../test/disconnectable-database.ts";
import {
	freshDatabase,
	openCluster,
	refused,
	startProgram,
} from "../test/harness.ts";
import { connect } from "./connect-and-batch-queries.ts";
import { isUnavailable } from "./database-errors.ts";
import { accountFor } from "./embedded-postgres/run-postgres-programs.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const folder = mkdtempSync(join(tmpdir(), "treeline-tls-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const CA = join(folder, "ca.pem");
const OTHER_CA = join(folder, "other-ca.pem");

type Env = Record<string, string>;
let env: Env;
let tls: Env;
let plain: Env;
let close: () => Promise<unknown>;
beforeAll(async () => {
	cpSync(join(import.meta.dir, "../test/tls"), folder, { recursive: true });
	const key = join(folder, "server.key");
	chmodSync(folder, 0o755);
	chmodSync(key, 0o600);
	const account = accountFor(join(folder, "none"));
	if (account) chownSync(key, account.uid, account.gid);
	const port = freePort();
	const cluster = openCluster({
		...{ fsync: "off", full_page_writes: "off" },
		...{ ssl: "on", ssl_cert_file: join(folder, "server.pem") },
		...{ ssl_key_file: key, listen_addresses: "localhost", port },
	});
	const fresh = await freshDatabase(true, cluster);
	env = fresh.env;
	// By the socket the server speaks no TLS; a line to it is one to a server without.
	plain = { ...env, ...(await lineTo(env)).env };
	tls = { ...env, DB_HOST: "localhost", DB_PORT: port };
	close = async () => {
		await Promise.all([fresh.sql.end(), fresh.content.end()]);
		await (await cluster).close();
	};
});
afterAll(() => close());

/** Whether a connection with these settings is encrypted; the error's code when there is none. */
async function encryption(settings: Env): Promise<boolean | string> {
	const { database } = readConfig(settings);
	if (!database) throw new Error("no database");
	const sql = connect(database, { connections: 1 });
	try {
		const [row] = await sql<{ ssl: boolean }[]>`
			SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
		return row?.ssl ?? "unknown";
	} catch (error) {
		expect(isUnavailable(error)).toBe(true);
		return "refused";
	} finally {
		await sql.end({ timeout: 1 });
	}
}

describe("a server that speaks TLS", () => {
	test.each<[mode: string, host: string, ca: string, is: boolean | string]>([
		["", "localhost", "", false],
		["disable", "localhost", CA, false],
		["prefer", "127.0.0.1", "", true],
		["require", "127.0.0.1", "", true],
		["require", "127.0.0.1", CA, true],
		["require", "localhost", OTHER_CA, "refused"],
		["verify-ca", "127.0.0.1", CA, true],
		["verify-ca", "localhost", OTHER_CA, "refused"],
		["verify-full", "localhost", CA, true],
		["verify-full", "127.0.0.1", CA, "refused"],
		["verify-full", "localhost", OTHER_CA, "refused"],
		["verify-full", "localhost", "", "refused"],
	])("%s at %s with %s: %p", async (mode, host, ca, is) => {
		const settings = { DB_HOST: host, DB_SSLMODE: mode, DB_SSLROOTCERT: ca };
		expect(await encryption({ ...tls, ...settings })).toBe(is);
	});

	test("is served from, with both databases by TLS", async () => {
		const settings = { DB_SSLMODE: "verify-full", DB_SSLROOTCERT: CA };
		const program = await startProgram({ ...tls, ...settings });
		const ready = await fetch(`${program.front}/api/health/ready`);
		expect(ready.status).toBe(200);
		const sql = connect(readConfig(env).database as never);
		const rows = await sql<{ name: string; ssl: boolean }[]>`
			SELECT DISTINCT a.datname AS name, s.ssl FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid)
			WHERE a.application_name LIKE ${`treeline ${program.pid}@%`} ORDER BY 1`;
		expect([...rows]).toEqual([
			{ name: env.DB_NAME ?? "", ssl: true },
			{ name: `${env.DB_NAME}_content`, ssl: true },
		]);
		await sql.end();
		await program.end("SIGTERM");
	});

	test("ends a start whose settings do not accept its certificate, by their names", async () => {
		const settings = { DB_SSLMODE: "verify-full", DB_SSLROOTCERT: OTHER_CA };
		const { err, code } = await refused({ ...tls, ...settings });
		expect(code).toBe(1);
		expect(err).toContain("no certificate that is accepted");
		expect(err).toContain("DB_SSLMODE and DB_SSLROOTCERT");
	});
});

describe("a server that speaks none", () => {
	test.each<[mode: string, is: boolean | string]>([
		["disable", false],
		["prefer", false],
		["require", "refused"],
		["verify-full", "refused"],
	])("%s: %p", async (DB_SSLMODE, is) => {
		expect(await encryption({ ...plain, DB_SSLMODE })).toBe(is);
	});

	test("ends a start that requires it, by the setting's name", async () => {
		const { err, code } = await refused({ ...plain, DB_SSLMODE: "require" });
		expect(code).toBe(1);
		expect(err).toContain("DB_SSLMODE");
	});

	test("a Unix socket needs none", async () => {
		expect(await encryption({ ...env, DB_SSLMODE: "verify-full" })).toBe(false);
	});
});

describe("settings", () => {
	const url = "postgres://app@db.example/content";
	const tlsOf = (more: Env) =>
		readConfig({ ...env, ...more }).contentDatabase?.tls;

	test("of the content's address come before those of both databases", () => {
		const both = { DB_SSLMODE: "require" };
		expect(tlsOf({ ...both, SQLDB_DATABASE_URL: url })?.mode).toBe("require");
		const own = `${url}?sslmode=verify-ca&sslrootcert=${CA}`;
		const { mode, ca } = tlsOf({ ...both, SQLDB_DATABASE_URL: own }) ?? {};
		expect(mode).toBe("verify-ca");
		expect(ca).toContain("BEGIN CERTIFICATE");
		expect(tlsOf({ SQLDB_DATABASE_URL: url })).toBeUndefined();
	});

	test.each<[Env, RegExp]>([
		[{ DB_SSLMODE: "on" }, /DB_SSLMODE is "on"; set it to disable or prefer/],
		[{ DB_SSLMODE: "verify-ca" }, /DB_SSLROOTCERT is missing/],
		[{ DB_SSLROOTCERT: "/nowhere.pem" }, /nowhere\.pem cannot be read/],
		[{ DB_SSLROOTCERT: import.meta.path }, /holds no certificate/],
		[{ SQLDB_DATABASE_URL: `${url}?sslmode=on` }, /SQLDB_DATABASE_URL is no/],
	])("%j cannot be used", (settings, complaint) => {
		expect(() => readConfig({ ...env, ...settings })).toThrow(complaint);
	});
});

function freePort(): string {
	const taken = Bun.serve({ port: 0, fetch: () => new Response() });
	const { port } = taken;
	taken.stop(true);
	return String(port);
}
