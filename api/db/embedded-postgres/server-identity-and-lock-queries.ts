/** Statements for the server itself, in its `postgres` database: its identity, the holder of its claim, and that our database exists. */
import postgres from "postgres";

import type { Postmaster } from "./find-running-postmaster.ts";

/** The two numbers of the claim's lock, where nothing else takes locks. */
const LOCK = [0x7472, 0x6c6e] as const;

export type PostgresConnection = postgres.Sql;

/** One connection, made when first needed and never renewed; `closed` is called when it breaks or ends. */
export const connection = (server: Postmaster, closed: () => void) =>
	postgres({
		host: server.socketDir,
		port: server.port,
		user: USER,
		database: "postgres",
		max: 1,
		// The lock lives as long as this one connection.
		max_lifetime: null,
		connect_timeout: 5,
		connection: { application_name: `Treeline, process ${process.pid}` },
		onnotice: () => {},
		onclose: closed,
	});

/** The process that the server's own folder names; only the Postgres of a folder reads its own number there. */
export async function pidInItsFolder(
	sql: PostgresConnection,
): Promise<number | null> {
	const [row] = await sql<{ pid: number }[]>`
		SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`;
	return row?.pid ?? null;
}

/** Whether the claim is this connection's from now on. */
export async function tookLock(sql: PostgresConnection): Promise<boolean> {
	const [row] = await sql<{ taken: boolean }[]>`
		SELECT pg_try_advisory_lock(${LOCK[0]}, ${LOCK[1]}) AS taken`;
	return row?.taken ?? false;
}

/** The name of the claim's holder; null when there is none. */
export async function lockOwner(
	sql: PostgresConnection,
): Promise<string | null> {
	const [row] = await sql<{ name: string }[]>`
		SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
		WHERE locktype = 'advisory' AND granted AND classid = ${LOCK[0]} AND objid = ${LOCK[1]}`;
	return row?.name ?? null;
}

/** Makes the database exist. */
export async function ensureDatabase(
	sql: PostgresConnection,
	name: string,
): Promise<void> {
	const found = await sql`SELECT FROM pg_database WHERE datname = ${name}`;
	if (found.length === 0) await sql`CREATE DATABASE ${sql(name)}`;
}

/** The role that owns the cluster. Its guard is the private socket folder, so it has no password. */
export const USER = "treeline";
