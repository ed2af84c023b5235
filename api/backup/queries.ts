/** What a backup reads of a database and a restore writes, as its owner may: no superuser is needed for either. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
	disableTimeouts,
	type Sql,
	type Transaction,
} from "../db/connect-and-batch-queries.ts";
import type { DatabaseEntry, TableEntry } from "./archive.ts";

type Shape = Pick<TableEntry, "name" | "columns">;

/** On record in the manifest, and written by the migrations themselves. */
const MIGRATIONS = "migrations";

/** Runs `read` in one snapshot of the database. */
export const inSnapshot = <Result>(
	sql: Sql,
	read: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
	sql.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", async (tx) => {
		await disableTimeouts(tx);
		// The first statement takes the snapshot.
		await tx`SELECT 1`;
		return await read(tx);
	}) as Promise<Result>;

/** The migrations that the database has had, and the version of its server. Null for a database without Treeline's tables. */
export async function describeDatabase(tx: Sql | Transaction): Promise<{
	postgres: string;
	migrations: DatabaseEntry["migrations"];
} | null> {
	const [row] = await tx<{ there: boolean; postgres: string }[]>`
		SELECT to_regclass('migrations') IS NOT NULL AS there, current_setting('server_version') AS postgres`;
	if (!row?.there) return null;
	const migrations = await tx<{ name: string; sha256: string }[]>`
		SELECT name, sha256 FROM migrations ORDER BY name`;
	return { postgres: row.postgres, migrations: [...migrations] };
}

/** All tables with the columns that are stored, each behind those that it references. */
export async function listTables(tx: Sql | Transaction): Promise<Shape[]> {
	const tables = await tx<(Shape & { references: string[] })[]>`
		SELECT c.relname AS name,
			ARRAY(SELECT a.attname::text FROM pg_attribute a
				WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
				ORDER BY a.attnum) AS columns,
			ARRAY(SELECT f.confrelid::regclass::text FROM pg_constraint f
				WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS references
		FROM pg_class c
		WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ${MIGRATIONS}
		ORDER BY c.relname`;
	const sorted: Shape[] = [];
	const waiting = [...tables];
	while (waiting.length > 0) {
		const next = waiting.findIndex(({ references }) =>
			references.every((name) => !waiting.some((one) => one.name === name)),
		);
		if (next < 0) throw new Error("tables reference each other in a circle");
		for (const { name, columns } of waiting.splice(next, 1))
			sorted.push({ name, columns });
	}
	return sorted;
}

const copied = (tx: Transaction, { name, columns }: Shape) =>
	tx`${tx(name)} (${tx(columns)})`;

/** The rows of a table as the text of `COPY`, in the order in which they are stored. */
export async function* copyOut(
	tx: Transaction,
	table: Shape,
): AsyncGenerator<Buffer> {
	const text = (await tx`COPY ${copied(
		tx,
		table,
	)} TO STDOUT`.readable()) as Readable;
	yield* text as AsyncIterable<Buffer>;
	// The client pauses its socket at a full buffer and resumes it when read, which nobody does after the last row.
	text._read(0);
}

/** Loads the text of `COPY` into a table. */
export async function copyIn(
	tx: Transaction,
	table: Shape,
	text: AsyncIterable<Buffer>,
): Promise<void> {
	const writable = await tx`COPY ${copied(tx, table)} FROM STDIN`.writable();
	await pipeline(Readable.from(text, { objectMode: false }), writable);
}

export async function lastValues(
	tx: Transaction,
): Promise<DatabaseEntry["sequences"]> {
	const rows = await tx<DatabaseEntry["sequences"]>`
		SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
		WHERE schemaname = current_schema() ORDER BY sequencename`;
	return [...rows];
}

/** The tables that have rows; those that a migration gives one row are not counted. */
export async function filledTables(sql: Sql): Promise<string[]> {
	const filled: string[] = [];
	for (const { name, columns } of await listTables(sql)) {
		if (columns.includes("single")) continue;
		const [row] = await sql`SELECT 1 FROM ${sql(name)} LIMIT 1`;
		if (row) filled.push(name);
	}
	return filled;
}

/**
 * Empties the tables for what is to be loaded, with their triggers off: rows come as they were, and nobody is notified of them.
 * Foreign keys, checks and unique indexes stay on.
 */
export async function beginLoad(
	tx: Transaction,
	tables: readonly Shape[],
): Promise<void> {
	await disableTimeouts(tx);
	for (const { name } of tables)
		await tx`ALTER TABLE ${tx(name)} DISABLE TRIGGER USER`;
	for (const { name } of [...tables].reverse())
		await tx`DELETE FROM ${tx(name)}`;
}

/** Ends what {@link beginLoad} began: sequences go on where they were. */
export async function endLoad(
	tx: Transaction,
	tables: readonly Shape[],
	sequences: DatabaseEntry["sequences"],
): Promise<void> {
	for (const { name, last } of sequences)
		if (last !== null)
			await tx`SELECT setval(${name}::text::regclass, ${last}::text::bigint)`;
	// A transaction's number in the other server, which one to come may have here.
	for (const { name, columns } of tables)
		if (columns.includes("moved_by"))
			await tx`UPDATE ${tx(name)} SET moved_by = DEFAULT`;
	// Checked now: a table with checks that wait for the end of the transaction cannot be altered.
	await tx`SET CONSTRAINTS ALL IMMEDIATE`;
	for (const { name } of tables)
		await tx`ALTER TABLE ${tx(name)} ENABLE TRIGGER USER`;
}

export async function countRows(
	tx: Sql | Transaction,
	table: string,
): Promise<number> {
	const [row] = await tx<{ rows: number }[]>`
		SELECT count(*)::float8 AS rows FROM ${tx(table)}`;
	return row?.rows ?? 0;
}

/** Lets the planner know the new rows; it would take days to find out by itself on tables that hardly change. */
export async function analyze(sql: Sql): Promise<void> {
	await sql`SET statement_timeout = 0`;
	await sql`ANALYZE`;
}
