/** Where the bench of the API happens: a Postgres of its own that waits for the disk as in earnest, a crowd in it, and the program. */
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { connect, type Sql } from "../db/connect-and-batch-queries.ts";
import {
	type Cluster,
	type ClusterAddress,
	createDatabase,
	environment,
	openCluster,
	type Program,
	startProgram,
} from "../test/harness.ts";
import { folderOf } from "../test/postgres-template-folders.ts";
import { launchPack, seedInto } from "../test/seed-packs.ts";
import { fill, type Size } from "./fill-large-database.ts";

const GIGABYTE = 1024 ** 3;

export interface Place {
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

/** What the filled cluster depends on, beside its size. */
const MADE_OF = [
	"sql/**/*.sql",
	"api/bench/fill-large-database.ts",
	"bun.lock",
];
const DATABASE = "bench";

let running: Program | null = null;
let cluster: Promise<Cluster> | null = null;

/** Ends the program and removes the database, however far they have come. */
export async function closePlace(): Promise<void> {
	await running?.end("SIGTERM");
	await (await cluster?.catch(() => null))?.close();
}

/** Fills a database the first time, which takes minutes, and keeps it in `.build/bench-cluster`; afterwards, a copy of it is measured. */
export async function openPlace(
	size: Size,
	tell: (step: string) => void,
): Promise<Place> {
	cluster = openCluster(
		SETTINGS,
		folderOf("bench-cluster", MADE_OF, JSON.stringify(size)),
		(address) => prepare(address, size, tell),
	);
	const { address } = await cluster;
	const program = await startProgram(
		{
			...environment(address, DATABASE),
			CONTENT_RATE_LIMIT_CAPACITY: "1000000",
			PACK_RATE_LIMIT_CAPACITY: "1000000",
			PACK_RATE_LIMIT_REFILL_RATE: "1000000",
		},
		{ forgetful: true },
	);
	running = program;
	const sql = open(address);
	const [row] = await sql<{ bytes: string }[]>`
		SELECT pg_database_size(current_database()) AS bytes`;
	await sql.end();
	return {
		program,
		address: { ...address, database: DATABASE },
		bytes: Number(row?.bytes),
	};
}

async function prepare(
	address: ClusterAddress,
	size: Size,
	tell: (step: string) => void,
): Promise<void> {
	await createDatabase(address, DATABASE);
	const program = await startProgram(environment(address, DATABASE));
	running = program;
	await seedInto(program, await launchPack());
	await program.end("SIGTERM");
	running = null;
	const sql = open(address);
	// Only what is measured has to wait for the disk.
	await durable(sql, false);
	await fill(sql, size, tell);
	await durable(sql, true);
	await sql`CHECKPOINT`;
	await sql.end();
}

const open = (address: ClusterAddress): Sql =>
	connect({ ...address, database: DATABASE, password: "" }, { connections: 4 });

/** Whether the whole server waits for the disk. */
export async function durable(sql: Sql, on: boolean): Promise<void> {
	for (const name of ["fsync", "full_page_writes"])
		await sql.unsafe(`ALTER SYSTEM SET ${name} = ${on ? "on" : "off"}`);
	await sql`SELECT pg_reload_conf()`;
}
