/** Where the bench of the API happens: a Postgres of its own that waits for the disk as in earnest, a crowd in it, and the program. */
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Sql } from "../db/pool.ts";
import {
	freshDatabase,
	type Program,
	startProgram,
	theCluster,
} from "../test/harness.ts";
import { launchPack, seedInto } from "../test/seeded.ts";
import { fill, type Size } from "./fixtures.ts";

const GIGABYTE = 1024 ** 3;

export interface Place {
	sql: Sql;
	program: Program;
	/** How a client of Postgres reaches the database. */
	address: { host: string; port: number; user: string; database: string };
	/** Of the database on disk, in bytes. */
	bytes: number;
}

/** Throws when the disk has less room than `gigabytes`. */
export function needRoom(gigabytes: number): void {
	const { bavail, bsize } = statfsSync(tmpdir());
	const free = (bavail * bsize) / GIGABYTE;
	if (free < gigabytes)
		throw new Error(
			`the bench needs ${gigabytes} GB of free disk in ${tmpdir()}, which has ${free.toFixed(1)}; free some, set TMPDIR to another folder, or choose a smaller size`,
		);
}

/** Room for the clients of pgbench. */
export const SETTINGS = { max_connections: "250" };

let running: Program | null = null;

/** Ends the program and removes the database, however far they have come. */
export async function closePlace(): Promise<void> {
	const cluster = await theCluster(SETTINGS);
	await running?.end("SIGTERM");
	await cluster.close();
}

/** Takes minutes for millions of attempts. */
export async function openPlace(
	size: Size,
	tell: (step: string) => void,
): Promise<Place> {
	const cluster = await theCluster(SETTINGS);
	const { env, sql } = await freshDatabase(true);
	const settings = {
		...env,
		CONTENT_RATE_LIMIT_CAPACITY: "1000000",
		PACK_RATE_LIMIT_CAPACITY: "1000000",
		PACK_RATE_LIMIT_REFILL_RATE: "1000000",
	};
	const program = await startProgram(settings, { forgetful: true });
	running = program;
	await seedInto(program, await launchPack());
	// Only what is measured has to wait for the disk.
	await durable(sql, false);
	await fill(sql, size, tell);
	await durable(sql, true);
	await sql`CHECKPOINT`;
	const [row] = await sql<{ bytes: string; database: string }[]>`
		SELECT pg_database_size(current_database()) AS bytes, current_database() AS database`;
	return {
		sql,
		program,
		address: { ...cluster.address, database: row?.database ?? "" },
		bytes: Number(row?.bytes),
	};
}

/** Whether the whole server waits for the disk. */
export async function durable(sql: Sql, on: boolean): Promise<void> {
	for (const name of ["fsync", "full_page_writes"])
		await sql.unsafe(`ALTER SYSTEM SET ${name} = ${on ? "on" : "off"}`);
	await sql`SELECT pg_reload_conf()`;
}
