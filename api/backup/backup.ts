/**
 * `npm run backup -- <file>`: both databases, each in one consistent snapshot, into one file, while Treeline runs or not.
 * Generated secrets in DATA_DIR are not part of it.
 */
import { existsSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { StartupError } from "../config/startup-error.ts";
import type { Config } from "../config.ts";
import type { Transaction } from "../db/connect-and-batch-queries.ts";
import { version } from "../package.json";
import {
	type BackupWriter,
	DATABASES,
	type DatabaseEntry,
	type DatabaseName,
	formatRows,
	type Manifest,
	writeBackup,
} from "./archive.ts";
import { formatBytes, runCommand } from "./command-arguments-and-exit-codes.ts";
import {
	copyOut,
	describeDatabase,
	inSnapshot,
	lastValues,
	listTables,
} from "./queries.ts";
import { openSource } from "./source-and-target-databases.ts";

/** Writes the backup of the databases that `config` names. The file appears when it is whole. Throws StartupError. */
export async function backUp(
	config: Config,
	file: string,
	log: (line: string) => void,
): Promise<void> {
	if (existsSync(file))
		throw new StartupError(
			`${file} exists already and is not overwritten. Name a file that does not.`,
		);
	const source = await openSource(config, log);
	const partial = `${file}.partial`;
	await rm(partial, { force: true });
	const writer = writeBackup(partial);
	try {
		log(`Backing up ${source.label}`);
		// Both snapshots are open before either is read, so that they are of the same moment but for milliseconds.
		const manifest = await inSnapshot(source.platform, (platform) =>
			inSnapshot(source.content, (content) =>
				write(writer, { platform, content }, log),
			),
		);
		await writer.finish(manifest);
		await rename(partial, file);
		log(`Wrote ${file} (${formatBytes((await stat(file)).size)})`);
	} catch (error) {
		// What the database then says of the table that was not read to its end is no cause.
		const failure = writer.abort();
		await rm(partial, { force: true });
		throw failure ? unwritten(file, failure) : error;
	} finally {
		await source.close();
	}
}

const unwritten = (file: string, cause: Error) =>
	new StartupError(
		`The backup ${file} cannot be written (${cause.message}); nothing is left of it. Make room there, or name a file on another disk.`,
		{ cause },
	);

async function write(
	writer: BackupWriter,
	snapshots: Record<DatabaseName, Transaction>,
	log: (line: string) => void,
): Promise<Omit<Manifest, "format">> {
	const createdAt = new Date().toISOString();
	const databases = {} as Record<DatabaseName, DatabaseEntry>;
	let postgres = "";
	for (const name of DATABASES) {
		const tx = snapshots[name];
		const described = await describeDatabase(tx);
		if (!described)
			throw new StartupError(
				`The database for ${name} has no tables of Treeline. Start Treeline on it once, or correct the settings of the environment.`,
			);
		postgres = described.postgres;
		const tables = [];
		for (const table of await listTables(tx)) {
			const text = copyOut(tx, table);
			const written = await writer.table(name, table.name, text);
			log(
				`  ${name}.${table.name}: ${formatRows(written.rows)}, ${formatBytes(written.bytes)}`,
			);
			tables.push({ ...table, ...written });
		}
		const { migrations } = described;
		databases[name] = { migrations, tables, sequences: await lastValues(tx) };
	}
	return { treeline: version, postgres, createdAt, databases };
}

if (import.meta.main)
	await runCommand("npm run backup -- <file>", [], ({ config, file, log }) =>
		backUp(config, resolve(file), log),
	);
