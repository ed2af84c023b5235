/**
 * `npm run restore -- <file> [--dry-run]`: a backup into empty databases, of this or an older version of Treeline. The file is checked as
 * a whole before anything is written; then either all of it is there afterwards, or nothing.
 */
import { join, resolve } from "node:path";
import { StartupError } from "../config/startup-error.ts";
import type { Config } from "../config.ts";
import type { Transaction } from "../db/connect-and-batch-queries.ts";
import { hasCluster } from "../db/embedded-postgres/start-or-adopt.ts";
import { listMigrations, migrate } from "../db/migrate.ts";
import { MIGRATIONS } from "../db/open-databases.ts";
import {
	DATABASES,
	type DatabaseEntry,
	type DatabaseName,
	formatRows,
	type Manifest,
	readTables,
	verifyBackup,
} from "./archive.ts";
import { formatBytes, runCommand } from "./command-arguments-and-exit-codes.ts";
import {
	analyze,
	beginLoad,
	copyIn,
	countRows,
	endLoad,
	filledTables,
	listTables,
} from "./queries.ts";
import {
	type OpenedDatabases,
	openTarget,
} from "./source-and-target-databases.ts";

type Log = (line: string) => void;

/** Restores `file` into the databases that `config` names, or says what that would do. Throws StartupError; the databases are as before then. */
export async function restore(
	config: Config,
	file: string,
	{ dryRun, log }: { dryRun: boolean; log: Log },
): Promise<void> {
	log(`Checking ${file}`);
	const manifest = await verifyBackup(file);
	await requireKnownMigrations(manifest);
	describe(manifest, log);
	if (dryRun && !config.database && !hasCluster(config.dataDir)) {
		log(`A database would be made in ${config.dataDir}. Nothing was changed.`);
		return;
	}
	const target = await openTarget(config, log);
	try {
		for (const name of DATABASES) await requireEmpty(name, target);
		if (dryRun) {
			log(`It would be restored into ${target.label}. Nothing was changed.`);
			return;
		}
		log(`Restoring into ${target.label}`);
		for (const name of DATABASES)
			await migrate(
				target[name],
				join(MIGRATIONS, name),
				manifest.databases[name].migrations.length,
			);
		await load(file, manifest, target, log);
		for (const name of DATABASES) {
			const ran = await migrate(target[name], join(MIGRATIONS, name));
			if (ran.length > 0) log(`  ${name}: migrated (${ran.join(", ")})`);
			await analyze(target[name]);
		}
		log("Restored. Start Treeline with the same settings.");
	} finally {
		await target.close();
	}
}

function describe(manifest: Manifest, log: Log): void {
	const { treeline, postgres, createdAt, databases } = manifest;
	log(
		`Written at ${createdAt} by Treeline ${treeline} on Postgres ${postgres}`,
	);
	for (const name of DATABASES) {
		const { tables } = databases[name];
		const sum = (key: "rows" | "bytes") =>
			tables.reduce((total, table) => total + table[key], 0);
		log(
			`  ${name}: ${tables.length} tables, ${formatRows(sum("rows"))}, ${formatBytes(sum("bytes"))}, and every checksum is right`,
		);
	}
}

/** Throws StartupError unless the migrations of a backup are the first of ours, so that this version can restore it. */
export async function requireKnownMigrations(
	manifest: Manifest,
): Promise<void> {
	for (const name of DATABASES) await requireKnown(name, manifest);
}

async function requireKnown(
	name: DatabaseName,
	manifest: Manifest,
): Promise<void> {
	const ours = await listMigrations(join(MIGRATIONS, name));
	for (const [index, migration] of manifest.databases[
		name
	].migrations.entries()) {
		const known = ours[index];
		if (known?.name !== migration.name)
			throw new StartupError(
				`The backup was written by a newer Treeline: this one does not know the migration ${migration.name} of the database for ${name}. Restore it with version ${manifest.treeline} or later.`,
			);
		if (known.sha256 !== migration.sha256)
			throw new StartupError(
				`The migration ${migration.name} of the database for ${name} is not the one that the backup was written with. Restore it with the checkout of Treeline ${manifest.treeline} that it comes from.`,
			);
	}
}

async function requireEmpty(
	name: DatabaseName,
	target: OpenedDatabases,
): Promise<void> {
	const [filled] = await filledTables(target[name]);
	if (filled)
		throw new StartupError(
			`The database for ${name} has rows already (in the table ${filled}; ${target.label}), and nothing is overwritten. Set DATA_DIR to a folder that does not exist yet, or DB_NAME to an empty database.`,
		);
}

/** Loads all tables of both databases, and counts them before either is committed. */
const load = (
	file: string,
	manifest: Manifest,
	target: OpenedDatabases,
	log: Log,
) =>
	target.platform.begin((platform) =>
		target.content.begin(async (content) => {
			const into = { platform, content };
			for (const name of DATABASES)
				await beginLoad(into[name], await matchTables(name, into, manifest));
			await readTables(file, async (name, table, text) => {
				const entry = tableOf(manifest.databases[name], table);
				await copyIn(into[name], entry, text);
				log(`  ${name}.${table}: ${formatRows(entry.rows)}`);
			});
			for (const name of DATABASES) {
				const { tables, sequences } = manifest.databases[name];
				await endLoad(into[name], tables, sequences);
				for (const { name: table, rows } of tables) {
					const counted = await countRows(into[name], table);
					if (counted !== rows)
						throw new Error(
							`${name}.${table}: ${formatRows(counted)} of ${rows}`,
						);
				}
			}
		}),
	);

/** The tables of the backup, when the database has exactly these: their names and columns become part of statements. */
async function matchTables(
	name: DatabaseName,
	into: Record<DatabaseName, Transaction>,
	manifest: Manifest,
): Promise<DatabaseEntry["tables"]> {
	const { tables } = manifest.databases[name];
	const shapes = (of: readonly { name: string; columns: string[] }[]) =>
		of
			.map(({ name: table, columns }) => `${table}(${columns.join()})`)
			.join("\n");
	if (shapes(tables) !== shapes(await listTables(into[name])))
		throw new StartupError(
			`The tables in the backup of the database for ${name} are not those that its migrations make. Restore it with the checkout of Treeline ${manifest.treeline} that it comes from.`,
		);
	return tables;
}

function tableOf({ tables }: DatabaseEntry, name: string) {
	const entry = tables.find((table) => table.name === name);
	if (!entry) throw new Error(`the manifest does not list ${name}`);
	return entry;
}

if (import.meta.main)
	await runCommand(
		"npm run restore -- <file> [--dry-run]",
		["dry-run"],
		({ config, file, flags, log }) =>
			restore(config, resolve(file), {
				dryRun: flags["dry-run"] === true,
				log,
			}),
	);
