/**
 * Opens the two databases, the platform's and the content's, each with migrations of its own: the operator's servers where `DB_*` and
 * `SQLDB_*` name some, else the embedded Postgres. Unnamed, the content's stands beside the platform's (contract, section 1).
 */
import { join } from "node:path";
import { CONTENT, PLATFORM, refusal, samePlace } from "./database-refusal.ts";
import { connect, createDatabase, type Sql } from "./db.ts";
import { startEmbedded } from "./embedded/index.ts";
import type { Config, DatabaseAddress } from "./env.ts";
import { migrate } from "./migrate.ts";

export interface Database {
	/** The platform's. */
	sql: Sql;
	/** The content API's, with chat and MCP. */
	content: Sql;
	embedded: boolean;
	/** For a person: which database this is. */
	label: string;
	/** Ends the pools, and the embedded server with them. */
	close(): Promise<void>;
}

/**
 * Opens both and brings them up to the last migrations in `<folder>/platform` and `<folder>/content`. Throws StartupError when one
 * cannot be had or does not fit; `leaving` ends the waiting for one that is not ready.
 */
export async function openDatabase(
	config: Config,
	folder: string,
	log: (line: string) => void,
	leaving: AbortSignal,
): Promise<Database> {
	const { database, dataDir } = config;
	const cluster = database
		? null
		: await startEmbedded({ dataDir, log, leaving });
	const own = database ?? (cluster && { password: "", ...cluster });
	if (!own) throw new Error("no database address");
	if (config.contentDatabase && isSame(config.contentDatabase, own)) {
		await cluster?.stop();
		throw samePlace(own);
	}
	const beside = { ...own, database: `${own.database}_content` };
	const open = (address: DatabaseAddress) =>
		connect(address, { statementTimeoutMs: config.requestTimeoutMs });
	const sql = open(own);
	const content = open(config.contentDatabase ?? beside);
	const close = async () => {
		await Promise.all([sql.end({ timeout: 5 }), content.end({ timeout: 5 })])
			.then(() => {})
			.finally(() => cluster?.stop());
	};
	try {
		await migrated(sql, join(folder, "platform"), log).catch((error) => {
			throw refusal(error, own, PLATFORM);
		});
		const makeContent = async () => {
			if (!config.contentDatabase) await createDatabase(sql, beside.database);
			await migrated(content, join(folder, "content"), log);
		};
		await makeContent().catch((error) => {
			const at = config.contentDatabase ?? beside;
			throw refusal(error, at, CONTENT);
		});
	} catch (error) {
		// Why it did not open is what is told; that it did not close either follows from it.
		await close().catch(() => null);
		throw error;
	}
	const label = cluster
		? `embedded PostgreSQL in ${dataDir}${cluster.adopted ? " (taken over)" : ""}`
		: `PostgreSQL at ${own.host}:${own.port}/${own.database}`;
	return { sql, content, embedded: cluster !== null, label, close };
}

const isSame = (one: DatabaseAddress, other: DatabaseAddress) =>
	one.host === other.host &&
	one.port === other.port &&
	one.database === other.database;

async function migrated(
	sql: Sql,
	folder: string,
	log: (line: string) => void,
): Promise<void> {
	const ran = await migrate(sql, folder);
	if (ran.length > 0) log(`Migrated the database (${ran.join(", ")})`);
}
