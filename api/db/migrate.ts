/**
 * Runs the migrations in `sql/platform` and `sql/content`. They are numbered without a gap and go forward only: each runs once, in one transaction, under an advisory lock, so that
 * two processes starting at once migrate once (specification, "Versioning", 4).
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { StartupError } from "../config/startup-error.ts";
import { disableTimeouts, type Sql } from "./connect-and-batch-queries.ts";

/** Any number will do, as long as every process takes the same. */
const LOCK = 7_305_001;

/**
 * Brings the database up to the last file of `folder`, or to the first `count` of them. Answers the names that ran, none when it was up
 * to date. Throws StartupError when the database knows a migration that the folder has not, or another text of one.
 */
export async function migrate(
	sql: Sql,
	folder: string,
	count = Number.POSITIVE_INFINITY,
): Promise<string[]> {
	const files = (await migrationFiles(folder)).slice(0, count);
	if (await isUpToDate(sql, folder, files)) return [];
	// This transaction only holds the lock, while each migration has one of its own.
	return sql.begin(async (lock) => {
		await disableTimeouts(lock);
		await lock`SELECT pg_advisory_xact_lock(${LOCK})`;
		const applied = await appliedMigrations(sql);
		const unknown = [...applied.keys()].filter((name) => !files.includes(name));
		if (unknown.length > 0) throw newer(unknown);
		const ran: string[] = [];
		for (const name of files)
			if (await apply(sql, folder, name, applied.get(name))) ran.push(name);
		return ran;
	});
}

/** Whether there is nothing to do, as at most starts: it takes no lock and one connection. */
async function isUpToDate(
	sql: Sql,
	folder: string,
	files: string[],
): Promise<boolean> {
	const [table] = await sql`SELECT WHERE to_regclass('migrations') IS NOT NULL`;
	if (!table) return false;
	const applied = await recordedMigrations(sql);
	if (applied.size !== files.length) return false;
	const all = await Promise.all(
		files.map((name) => readMigration(folder, name)),
	);
	return files.every((name, index) => applied.get(name) === all[index]?.sha256);
}

/** Hashes of the texts that were applied, by name; makes the table for them. */
async function appliedMigrations(sql: Sql): Promise<Map<string, string>> {
	await sql`CREATE TABLE IF NOT EXISTS migrations (
		name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;
	return recordedMigrations(sql);
}

async function recordedMigrations(sql: Sql): Promise<Map<string, string>> {
	const rows = await sql<{ name: string; sha256: string }[]>`
		SELECT name, sha256 FROM migrations`;
	return new Map(rows.map((row) => [row.name, row.sha256]));
}

/** Runs one file in one transaction, unless `known` is its hash. Answers whether it ran. */
async function apply(
	sql: Sql,
	folder: string,
	name: string,
	known: string | undefined,
): Promise<boolean> {
	const { text, sha256 } = await readMigration(folder, name);
	if (known === sha256) return false;
	if (known !== undefined) throw changed(name);
	await sql.begin(async (tx) => {
		await disableTimeouts(tx);
		await tx.unsafe(text);
		await tx`INSERT INTO migrations (name, sha256) VALUES (${name}, ${sha256})`;
	});
	return true;
}

async function readMigration(folder: string, name: string) {
	const text = await readFile(join(folder, name), "utf8");
	const sha256 = new Bun.CryptoHasher("sha256").update(text).digest("hex");
	return { text, sha256 };
}

/** The migrations of `folder` with their hashes, in their order. */
export async function listMigrations(
	folder: string,
): Promise<{ name: string; sha256: string }[]> {
	return Promise.all(
		(await migrationFiles(folder)).map(async (name) => ({
			name,
			sha256: (await readMigration(folder, name)).sha256,
		})),
	);
}

async function migrationFiles(folder: string): Promise<string[]> {
	const files = (await readdir(folder))
		.filter((name) => name.endsWith(".sql"))
		.sort();
	for (const [index, name] of files.entries())
		if (Number.parseInt(name, 10) !== index + 1)
			throw new StartupError(
				`The migrations in ${folder} are not numbered 001, 002, … without a gap: "${name}" stands where number ${index + 1} belongs. Rename it.`,
			);
	return files;
}

function newer(names: string[]): StartupError {
	return new StartupError(
		`The database was migrated by a newer Treeline: this one does not know ${names.join(", ")}. Start that version, or point DATA_DIR (or DB_NAME) at another database.`,
	);
}

function changed(name: string): StartupError {
	return new StartupError(
		`The migration ${name} was changed after this database had applied it. Restore the file, or point DATA_DIR (or DB_NAME) at a new database.`,
	);
}
