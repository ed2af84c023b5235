/** Backup and restore on real servers: what is restored is what was backed up, and what cannot be restored changes nothing. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../config.ts";
import type { Sql } from "../db/connect-and-batch-queries.ts";
import { migrate } from "../db/migrate.ts";
import { MIGRATIONS } from "../db/open-databases.ts";
import { attempt, challengeIdOf } from "../test/attempts-client.ts";
import { editor, newItem, reader } from "../test/content-client.ts";
import {
	freshDatabase,
	serviceForFile,
	startProgram,
} from "../test/harness.ts";
import { launchPack, seedInto } from "../test/seed-packs.ts";
import { DATABASES, type Manifest, verifyBackup } from "./archive.ts";
import { backUp } from "./backup.ts";
import { restore } from "./restore.ts";

const service = await serviceForFile();
const scratch = mkdtempSync(join(tmpdir(), "treeline-backup-"));
const file = join(scratch, "whole.tar");
const admin = editor(service);
const PORTS = { PORT: "0", BACKEND_PORT: "0" };
/** What text formats break on. */
const ODD =
	'tab\t backslash \\ \\N "quoted" line\nbreak\r\n end \\. ü 🌲 \u2028';
/** Longer than what the client of the database buffers before it stops reading. */
const LONG = "long ".repeat(20_000);

/** The environment that the service was started with. */
const settings = async (sql: Sql) => {
	const { host, port, user, database } = sql.options as unknown as Record<
		"host" | "port" | "user" | "database",
		string[] & string
	>;
	return {
		...PORTS,
		...{ DB_HOST: host[0], DB_PORT: String(port[0]), DB_USER: user },
		...{
			DB_NAME: database,
			ADMIN_SECRET: "s".repeat(32),
			ADMIN_API_KEY: "k".repeat(32),
		},
	};
};

function logged() {
	const lines: string[] = [];
	return {
		log: (line: string) => lines.push(line),
		text: () => lines.join("\n"),
	};
}

/** Tables as the manifest tells them, apart from the number of a transaction that means nothing elsewhere. */
const tablesOf = ({ databases }: Manifest) =>
	DATABASES.flatMap((name) =>
		databases[name].tables
			.filter((table) => !table.columns.includes("moved_by"))
			.map((table) => ({ ...table, name: `${name}.${table.name}` })),
	);

const rowsOf = (manifest: Manifest, name: string) =>
	tablesOf(manifest).find((table) => table.name === name)?.rows;

beforeAll(async () => {
	await seedInto(service, await launchPack());
	const learner = await service.signIn(ODD);
	const challengeId = await challengeIdOf(
		service,
		"express",
		"say-hello-over-http",
	);
	for (const text of [ODD, "", "const x = 1;"]) {
		const { status } = await attempt(service, learner, {
			challengeId,
			passed: false,
			files: [{ path: "app.js", content: text }],
		});
		expect(status).toBe(201);
	}
	for (const title of ["One", ODD, LONG])
		expect((await admin("POST", "", newItem({ data: { title } }))).status).toBe(
			201,
		);
	let stopped = false;
	let created = 0;
	const load = (async () => {
		for (; !stopped; created++) await admin("POST", "", newItem());
	})();
	const { log, text } = logged();
	await backUp(readConfig(await settings(service.sql)), file, log);
	stopped = true;
	await load;
	expect(created).toBeGreaterThan(0);
	expect(text()).toContain("platform.attempts: 3 rows");
	expect(text()).toContain(`Wrote ${file}`);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test("a backup is its owner's alone, and consistent although items were created meanwhile", async () => {
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(existsSync(`${file}.partial`)).toBeFalse();
	const manifest = await verifyBackup(file);
	const items = rowsOf(manifest, "content.content_items") ?? 0;
	expect(items).toBeGreaterThanOrEqual(2);
	expect(rowsOf(manifest, "content.content_history")).toBe(items);
	expect(rowsOf(manifest, "content.content_changes")).toBe(items);
});

test("restored beside it, every table is equal, and the service goes on with it", async () => {
	const { env, sql, content } = await freshDatabase(false);
	const { log, text } = logged();
	const config = readConfig(env);
	await restore(config, file, { dryRun: true, log });
	expect(text()).toContain("Nothing was changed.");
	expect(
		(await sql`SELECT to_regclass('packs') AS there`)[0]?.there,
	).toBeNull();
	await restore(config, file, { dryRun: false, log });
	expect(text()).toContain("Restored.");
	const again = join(scratch, "again.tar");
	await backUp(config, again, log);
	const [before, after] = [await verifyBackup(file), await verifyBackup(again)];
	expect(tablesOf(after)).toEqual(tablesOf(before));
	expect(after.databases.content.sequences).toEqual(
		before.databases.content.sequences,
	);
	const disabled = `SELECT count(*)::int AS off FROM pg_trigger WHERE tgenabled = 'D'`;
	for (const at of [sql, content])
		expect((await at.unsafe(disabled))[0]?.off).toBe(0);

	const program = await startProgram(env);
	const found = await reader(program)("?type=project&limit=100");
	expect(
		found.body.data.map(({ data }: { data: { title: string } }) => data.title),
	).toContain(ODD);
	const made = await editor(program)(
		"POST",
		"",
		newItem({ slug: "after-the-restore" }),
	);
	expect(made.status).toBe(201);
	const [pack] = await sql<{ id: string }[]>`SELECT id FROM packs`;
	const [moved] = await sql<
		{ revision: string }[]
	>`SELECT revision FROM catalogue_revision`;
	await sql`UPDATE packs SET description = 'changed' WHERE id = ${pack?.id ?? ""}`;
	const [later] = await sql<
		{ revision: string }[]
	>`SELECT revision FROM catalogue_revision`;
	expect(Number(later?.revision)).toBeGreaterThan(Number(moved?.revision));
	await program.end("SIGTERM");

	const refused = restore(config, file, { dryRun: false, log });
	await expect(refused).rejects.toThrow(
		/has rows already .*nothing is overwritten/,
	);
	await Promise.all([sql.end(), content.end()]);
});

test("a backup of the first version is restored and migrated", async () => {
	const old = await freshDatabase(true);
	await old.sql`DROP SCHEMA public CASCADE`;
	await old.content`DROP SCHEMA public CASCADE`;
	for (const at of [old.sql, old.content]) await at`CREATE SCHEMA public`;
	await migrate(old.sql, join(MIGRATIONS, "platform"), 1);
	await migrate(old.content, join(MIGRATIONS, "content"), 1);
	const id = Bun.randomUUIDv7();
	await old.sql`INSERT INTO users (id, name) VALUES (${id}, ${ODD})`;
	const first = join(scratch, "first.tar");
	const { log, text } = logged();
	await backUp(readConfig(old.env), first, log);
	const { env, sql, content } = await freshDatabase(false);
	await restore(readConfig(env), first, { dryRun: false, log });
	expect(text()).toContain("platform: migrated (002_search.sql, ");
	const [user] = await sql`SELECT name FROM users WHERE id = ${id}`;
	expect(user?.name).toBe(ODD);
	for (const at of [old.sql, old.content, sql, content]) await at.end();
});

test("a backup that there is no room for says so, and leaves nothing", async () => {
	const full = join(scratch, "full.tar");
	// A limit to the size of files in place of a full disk, which only root can make.
	const limited = 'ulimit -f 1; trap "" XFSZ; exec "$0" "$@"';
	const child = Bun.spawn(
		[
			...["sh", "-c", limited, process.execPath],
			...[join(import.meta.dir, "backup.ts"), full],
		],
		{
			env: {
				...{ PATH: process.env.PATH, HOME: process.env.HOME },
				...(await settings(service.sql)),
			},
			stderr: "pipe",
		},
	);
	const said = await new Response(child.stderr).text();
	expect(said).toContain("cannot be written (EFBIG");
	expect(await child.exited).toBe(1);
	expect([full, `${full}.partial`].filter(existsSync)).toEqual([]);
});

test("the commands, with the embedded server: restored into a new folder, and backed up while Treeline runs there", async () => {
	const home = {
		...PORTS,
		DATA_DIR: join(scratch, "data"),
		PACKS_DIR: join(scratch, "packs"),
	};
	mkdirSync(home.PACKS_DIR);
	const run = async (command: string, ...args: string[]) => {
		const child = Bun.spawn(
			[process.execPath, join(import.meta.dir, command), ...args],
			{
				env: { PATH: process.env.PATH, HOME: process.env.HOME, ...home },
				stderr: "pipe",
			},
		);
		const printed = await new Response(child.stderr).text();
		return { printed, code: await child.exited };
	};
	expect(await run("restore.ts")).toEqual({
		code: 2,
		printed: expect.stringContaining("Usage: npm run restore"),
	});
	expect(await run("backup.ts", join(scratch, "no.tar"))).toEqual({
		code: 1,
		printed: expect.stringContaining("nothing to back up"),
	});
	const { code, printed } = await run("restore.ts", file);
	expect(printed).toContain("Restored.");
	expect(code).toBe(0);
	const program = await startProgram(home);
	const running = await run("backup.ts", join(scratch, "running.tar"));
	expect(running.printed).toContain("platform.attempts: 3 rows");
	expect(running.code).toBe(0);
	const over = await run("restore.ts", file);
	expect(over.printed).toContain("is in use. Stop Treeline");
	expect(over.code).toBe(1);
	expect((await fetch(`${program.front}/api/health/ready`)).status).toBe(200);
	await program.end("SIGTERM");
	const [before, after] = [file, join(scratch, "running.tar")].map(
		verifyBackup,
	);
	expect(rowsOf(await (after as Promise<Manifest>), "platform.attempts")).toBe(
		rowsOf(await (before as Promise<Manifest>), "platform.attempts"),
	);
});

describe("a file that is no whole backup is refused, and nothing is written", () => {
	const damaged = join(scratch, "damaged.tar");
	const replaced = (from: string, to: string) => () => {
		const text = readFileSync(file, "latin1");
		expect(text).toContain(from);
		writeFileSync(damaged, text.replace(from, to), "latin1");
	};
	const cases: Record<string, { damage: () => void; says: RegExp }> = {
		"cut off": {
			damage: () => truncateSync(damaged, statSync(file).size >> 1),
			says: /cannot be used: .*(Unexpected end|manifest\.json at its end)/,
		},
		"one row fewer in the manifest": {
			damage: replaced('"rows": 3,', '"rows": 4,'),
			says: / 3 rows, and its checksum or rows are not the manifest's/,
		},
		"another checksum": {
			damage: replaced('"sha256": "e3b0c442', '"sha256": "e3b0c443'),
			says: /0 rows, and its checksum/,
		},
		"a newer format": {
			damage: replaced('"format": 1', '"format": 9'),
			says: /newer Treeline \(format 9; this one reads 1\)/,
		},
		"a migration that this version does not know": {
			damage: replaced("001_core.sql", "001_cord.sql"),
			says: /newer Treeline: this one does not know the migration 001_cord\.sql/,
		},
		"columns with SQL in them": {
			damage: replaced('"hints_used"', '"x;--_used_"'),
			says: /not those that its migrations make/,
		},
		"no tar at all": {
			damage: () => writeFileSync(damaged, "hello"),
			says: /cannot be used/,
		},
		"not there": {
			damage: () => rmSync(damaged),
			says: /There is no file/,
		},
	};
	let target: Awaited<ReturnType<typeof freshDatabase>>;
	beforeAll(async () => {
		target = await freshDatabase(false);
	});
	afterAll(async () => {
		await Promise.all([target.sql.end(), target.content.end()]);
	});
	for (const [name, { damage, says }] of Object.entries(cases))
		test(name, async () => {
			copyFileSync(file, damaged);
			damage();
			const { log } = logged();
			const restored = restore(readConfig(target.env), damaged, {
				dryRun: false,
				log,
			});
			await expect(restored).rejects.toThrow(says);
			const rows =
				await target.sql`SELECT relname FROM pg_class WHERE relname = 'users'`;
			for (const _ of rows)
				expect(await target.sql`SELECT FROM users`).toHaveLength(0);
		});

	test("a file that exists is not overwritten by a backup", async () => {
		const { log } = logged();
		const written = backUp(readConfig(target.env), file, log);
		await expect(written).rejects.toThrow(
			"exists already and is not overwritten",
		);
	});
});
