/** A streaming replica of a throw-away Postgres: a base backup by SQL and copy, since the embedded programs have none for it. */
import { chown, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { connect, type Sql } from "../db/connect-and-batch-queries.ts";
import { runToEnd } from "./child-programs.ts";
import { type Cluster, openCluster } from "./harness.ts";

export interface Standby extends Cluster {
	/** A pool of one connection to its database `postgres`. */
	sql: Sql;
	/** It replays nothing more of what it receives, until it resumes. */
	pause(): Promise<void>;
	resume(): Promise<void>;
	/** It becomes a primary. */
	promote(): Promise<void>;
}

/** Opens a replica of `primary` that accepts reads; `settings` are its server's. `source` is where it finds the primary, and `name` its name there. */
export async function openStandby(
	primary: Cluster,
	{
		settings = {},
		source = primary.address,
		name = "standby",
	}: {
		settings?: Record<string, string>;
		source?: { host: string; port: number };
		name?: string;
	} = {},
): Promise<Standby> {
	const folder = await mkdtemp(join(tmpdir(), "treeline-standby-"));
	const copy = join(folder, "postgres");
	try {
		await baseBackup(primary, copy);
		const { user } = primary.address;
		const connection = `host=${source.host} port=${source.port} user=${user} application_name=${name}`;
		await writeAs(copy, "standby.signal", "");
		await writeAs(
			copy,
			"postgresql.auto.conf",
			`primary_conninfo = '${connection}'\n`,
		);
		const cluster = await openCluster(settings, copy);
		const sql = connect(
			{ ...cluster.address, database: "postgres", password: "" },
			{ connections: 1 },
		);
		return {
			...cluster,
			sql,
			async pause() {
				await sql`SELECT pg_wal_replay_pause()`;
				while (
					(
						await sql`SELECT FROM pg_get_wal_replay_pause_state() s WHERE s = 'paused'`
					).length === 0
				)
					await Bun.sleep(10);
			},
			async resume() {
				await sql`SELECT pg_wal_replay_resume()`;
			},
			async promote() {
				await sql`SELECT pg_promote()`;
			},
			async close() {
				await sql.end({ timeout: 1 });
				await cluster.close();
			},
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function baseBackup(primary: Cluster, copy: string): Promise<void> {
	const sql = connect(
		{ ...primary.address, database: "postgres", password: "" },
		{ connections: 1 },
	);
	try {
		await sql`SELECT pg_backup_start('standby', true)`;
		const source = join(dirname(primary.log), "postgres");
		const { code, err } = await runToEnd(["cp", "-a", source, copy]);
		if (code !== 0) throw new Error(`${source} cannot be copied: ${err}`);
		const [stopped] = await sql<{ labelfile: string }[]>`
			SELECT labelfile FROM pg_backup_stop(false)`;
		await rm(join(copy, "postmaster.pid"), { force: true });
		await writeAs(copy, "backup_label", stopped?.labelfile ?? "");
	} finally {
		await sql.end();
	}
}

/** Writes a file of the cluster in `folder` as its owner, whom Postgres runs as. */
async function writeAs(folder: string, name: string, text: string) {
	const path = join(folder, name);
	const { uid, gid } = await stat(join(folder, "PG_VERSION"));
	await writeFile(path, text);
	await chown(path, uid, gid);
}
