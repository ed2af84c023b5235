/** Opens the platform's database: the operator's server when `DB_*` name one, else the embedded Postgres; migrated either way. */
import { connect, isUnavailable, type Sql } from "./db.ts";
import { startEmbedded } from "./embedded/index.ts";
import type { Config } from "./env.ts";
import { migrate } from "./migrate.ts";
import { StartupError } from "./startup-error.ts";

export interface Database {
	sql: Sql;
	embedded: boolean;
	/** For a person: which database this is. */
	label: string;
	/** Ends the pool, and the embedded server with it. */
	close(): Promise<void>;
}

/** Throws StartupError when the database cannot be had or does not fit; `leaving` ends the waiting for one that is not ready. */
export async function openDatabase(
	config: Config,
	migrations: string,
	log: (line: string) => void,
	leaving: AbortSignal,
): Promise<Database> {
	const { database, dataDir } = config;
	const cluster = database
		? null
		: await startEmbedded({ dataDir, log, leaving });
	const address = database ?? cluster;
	if (!address) throw new Error("no database address");
	const sql = connect(
		{ password: "", ...address },
		{ statementTimeoutMs: config.requestTimeoutMs },
	);
	const close = async () => {
		await sql.end({ timeout: 5 }).finally(() => cluster?.stop());
	};
	try {
		const ran = await migrate(sql, migrations);
		if (ran.length > 0) log(`Migrated the database (${ran.join(", ")})`);
	} catch (error) {
		// Why it did not open is what is told; that it did not close either follows from it.
		await close().catch(() => null);
		throw reason(error, address);
	}
	const label = cluster
		? `embedded PostgreSQL in ${dataDir}${cluster.adopted ? " (taken over)" : ""}`
		: `PostgreSQL at ${address.host}:${address.port}/${address.database}`;
	return { sql, embedded: cluster !== null, label, close };
}

function reason(
	error: unknown,
	at: { host: string; port: number; database: string; user: string },
): unknown {
	const { code = "", message } = error as { code?: string; message: string };
	const where = `${at.host}:${at.port}/${at.database}`;
	if (isUnavailable(error))
		return new StartupError(
			`The database at ${where} cannot be reached (${code}). Start it, or correct DB_HOST and DB_PORT.`,
		);
	if (/^(28|3D)/.test(code))
		return new StartupError(
			`The database at ${where} refused the user "${at.user}" (${message}). Correct DB_NAME, DB_USER and DB_PASSWORD.`,
		);
	if (code === "42501")
		return new StartupError(
			`The user "${at.user}" may not create Treeline's tables in ${where} (${message}). Make it the owner of the database, or grant it CREATE on the schema public.`,
		);
	// Duplicates of a table, an object, a schema or a column: someone else's, since ours are on record.
	if (/^42(P0[67]|710|701)$/.test(code))
		return new StartupError(
			`The database at ${where} holds tables that are not Treeline's (${message}); nothing of it was changed. Set DB_NAME to a database of its own.`,
		);
	return error;
}
