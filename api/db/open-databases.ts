/**
 * The two databases, the platform's and the content's, each with migrations of its own: the operator's servers where `DB_*` and
 * `SQLDB_*` name some, else the embedded Postgres. Unnamed, the content's stands beside the platform's (contract, section 1).
 */
import { join } from "node:path";
import type { ServerAddress } from "../config/database.ts";
import { StartupError } from "../config/startup-error.ts";
import type { Config, DatabaseAddress } from "../config.ts";
import {
	connect,
	createDatabase,
	databaseExists,
	isReachable,
	type Sql,
} from "./connect-and-batch-queries.ts";
import { isTlsFailure, isUnavailable } from "./database-errors.ts";
import { startEmbedded } from "./embedded-postgres/start-or-adopt.ts";
import { migrate } from "./migrate.ts";
import { attachReplicas, type ReplicaPool } from "./read-replicas.ts";

/** The folder of the migrations, with one for each database. */
export const MIGRATIONS = join(import.meta.dir, "../../sql");

export interface MissingRights {
	/** The database's part in the service. */
	database: "platform" | "content";
	/** Its name on the server. */
	name: string;
	/** What gives them, in this database. */
	grant: string;
}

export interface Databases {
	/** Where the embedded database is; null when it is another. */
	embedded: DatabaseAddress | null;
	/** For a person: which database this is. */
	label: string;
	/** A pool on the platform's, brought up to its last migration. Throws StartupError when it cannot be had or does not fit. */
	platform(): Promise<Sql>;
	/** The platform's pool; null until it is opened. */
	openedPlatform(): Sql | null;
	/** The pool on the content's, which chat and MCP use as well; made beside the platform's where that is its place. */
	content(): Promise<Sql>;
	/** Every open pool by its name: `platform`, `content`, and with `_replica` those of their replicas. */
	pools(): Iterable<readonly [name: string, sql: Sql]>;
	/** The replicas of each open database that has some, by its name. */
	replicas(): ReadonlyMap<string, ReplicaPool>;
	/** The rights that reads on replicas lack, of each open database that lacks some. */
	missingRights(): MissingRights[];
	/** Whether every open database answers now. */
	answer(): Promise<boolean>;
	/** Ends the pools, and the embedded server with them. */
	close(): Promise<void>;
}

/**
 * Starts the embedded server if it is needed; a database is connected to when it is opened. Throws StartupError when the server
 * cannot be had; `leaving` ends the waiting for one that is not ready. `beforeCommit` is the pools', as {@link connect} has it, and `warn`
 * receives what an operator should correct while the service runs.
 */
export async function openDatabases(
	config: Config,
	log: (line: string) => void,
	leaving: AbortSignal,
	beforeCommit: () => void,
	warn: (line: string) => void,
): Promise<Databases> {
	const { database, contentDatabase, dataDir } = config;
	const elsewhere =
		database ?? (config.serve === "front" ? contentDatabase : null);
	const cluster = elsewhere
		? null
		: await startEmbedded({
				...{ dataDir, log, leaving },
				settings: connectionsFor(config.processes),
			});
	const embedded: DatabaseAddress | null = cluster && {
		...{ host: cluster.host, port: cluster.port, user: cluster.user },
		...{ database: cluster.database, password: "" },
	};
	const own = database ?? embedded;
	const pools = new Map<string, Sql>();
	const replicas = new Map<Named["folder"], ReplicaPool>();
	const names = new Map<Named["folder"], string>();
	const open = async (address: DatabaseAddress, named: Named) => {
		const sql = connect(address, {
			statementTimeoutMs: config.requestTimeoutMs,
			beforeCommit,
		});
		reportServerChanges(sql, (from, to) =>
			warn(serverChanged(address, from, to)),
		);
		pools.set(named.folder, sql);
		names.set(named.folder, address.database);
		if (!config.isChild)
			await migrated(sql, named, log).catch((error) => {
				throw refusal(error, address, named);
			});
		if (address.replicas)
			replicas.set(
				named.folder,
				attachReplicas(
					sql,
					replicaPools(address, config.requestTimeoutMs),
					(grant) => warn(rightsMissing(address, grant)),
				),
			);
		return sql;
	};
	return {
		embedded,
		label: cluster
			? `embedded PostgreSQL in ${dataDir}${cluster.adopted ? " (taken over)" : ""}`
			: `PostgreSQL at ${place(elsewhere)}`,
		platform: () => open(known(own), PLATFORM),
		openedPlatform: () => pools.get(PLATFORM.folder) ?? null,
		async content() {
			if (!contentDatabase)
				return open(
					await beside(known(own), pools.get(PLATFORM.folder)),
					CONTENT,
				);
			const address = own
				? contentAddress(contentDatabase, own)
				: contentDatabase;
			return open(address, CONTENT);
		},
		*pools() {
			yield* pools;
			for (const [name, { pools }] of replicas)
				for (const sql of pools) yield [`${name}_replica`, sql] as const;
		},
		replicas: () => replicas,
		missingRights: () =>
			[...replicas].flatMap(([database, pool]) => {
				const grant = pool.missingGrant();
				const name = names.get(database) ?? "";
				return grant ? [{ database, name, grant }] : [];
			}),
		answer: async () =>
			(await Promise.all([...pools.values()].map(isReachable))).every(Boolean),
		async close() {
			const all = [
				...pools.values(),
				...[...replicas.values()].flatMap(({ pools }) => pools),
			];
			await Promise.all(all.map((sql) => sql.end({ timeout: 5 })))
				.then(() => {})
				.finally(() => cluster?.stop());
		},
	};
}

/** Calls `onServerChange` for the first connection of `sql` to another of its servers than before: to the one that takes writes now. */
export function reportServerChanges(
	sql: Sql,
	onServerChange: (from: ServerAddress, to: ServerAddress) => void,
): void {
	let last: ServerAddress | null = null;
	Reflect.set(sql.options, "onserver", (server: ServerAddress | null) => {
		if (!server) return;
		const from = last ?? server;
		last = server;
		if (from.host !== server.host || from.port !== server.port)
			onServerChange(from, server);
	});
}

const serverChanged = (
	{ database }: DatabaseAddress,
	from: ServerAddress,
	to: ServerAddress,
) =>
	`Writes of the database "${database}" go to ${to.host}:${to.port} now, and went to ${from.host}:${from.port}.`;

const rightsMissing = ({ database }: DatabaseAddress, grant: string) =>
	`The replicas of the database "${database}" run no reads, which the primary does: the user may not ask how far they are. Run this in "${database}" on the primary, as its superuser: ${grant}`;

/** A pool for each replica of the database at `address`. */
const replicaPools = (
	{ replicas = [], otherServers: _, ...address }: DatabaseAddress,
	statementTimeoutMs: number,
): Sql[] =>
	replicas.map((server) =>
		connect({ ...address, ...server }, { statementTimeoutMs, isReplica: true }),
	);

/** Postgres has room for 100 connections by default, and a process has about 25. */
const connectionsFor = (processes: number): Record<string, string> =>
	processes > 3 ? { max_connections: String(25 * (processes + 1)) } : {};

/** Where the content's database is: where `configured` says, else beside the platform's, `own`. Throws StartupError when that is `own` itself. */
export function contentAddress(
	configured: DatabaseAddress | null,
	own: DatabaseAddress,
): DatabaseAddress {
	if (!configured) return { ...own, database: `${own.database}_content` };
	if (isSame(configured, own)) throw samePlace(own);
	return configured;
}

/** The database for content beside the platform's, `own`, which may be open; made unless it is there. */
async function beside(
	own: DatabaseAddress,
	opened: Sql | undefined,
): Promise<DatabaseAddress> {
	const address = contentAddress(null, own);
	if (opened && (await databaseExists(opened, address.database)))
		return address;
	const sql = connect(own, { connections: 1 });
	try {
		await createDatabase(sql, address.database);
	} catch (error) {
		throw refusal(error, address, CONTENT);
	} finally {
		await sql.end({ timeout: 5 });
	}
	return address;
}

/** The environment was read so that what a process serves has a database. */
function known(address: DatabaseAddress | null): DatabaseAddress {
	if (!address) throw new Error("no database address");
	return address;
}

const serversOf = (address: DatabaseAddress): string[] =>
	[address, ...(address.otherServers ?? [])].map(
		({ host, port }) => `${host}:${port}`,
	);

const place = (address: DatabaseAddress | null) =>
	address && `${serversOf(address).join(",")}/${address.database}`;

const isSame = (one: DatabaseAddress, other: DatabaseAddress) =>
	one.database === other.database &&
	serversOf(one).some((server) => serversOf(other).includes(server));

async function migrated(
	sql: Sql,
	{ folder }: Named,
	log: (line: string) => void,
): Promise<void> {
	const ran = await migrate(sql, join(MIGRATIONS, folder));
	if (ran.length > 0) log(`Migrated the database (${ran.join(", ")})`);
}

/** How a database is named in the environment. */
export interface Named {
	/** Its migrations, in `sql/`. */
	folder: "platform" | "content";
	where: string;
	place: string;
	alone: string;
	tls: string;
}

export const PLATFORM: Named = {
	folder: "platform",
	where: "DB_HOST and DB_PORT",
	place: "DB_NAME, DB_USER and DB_PASSWORD",
	alone: "DB_NAME",
	tls: "DB_SSLMODE and DB_SSLROOTCERT",
};

export const CONTENT: Named = {
	folder: "content",
	where: "SQLDB_DATABASE_URL",
	place: "SQLDB_DATABASE_URL and SQLDB_AUTH_TOKEN",
	alone: "SQLDB_DATABASE_URL",
	tls: "sslmode and sslrootcert in SQLDB_DATABASE_URL, or DB_SSLMODE and DB_SSLROOTCERT",
};

/** For content that would stand among the platform's tables. */
const samePlace = (at: DatabaseAddress) =>
	new StartupError(
		`The database that SQLDB_DATABASE_URL names (${place(at)}) is the platform's own. Name another, or unset it to have ${at.database}_content beside it.`,
	);

const requiresTls = ({ tls }: DatabaseAddress) =>
	tls !== undefined && !["disable", "prefer"].includes(tls.mode);

/** The StartupError for what went wrong with the database `at`; `error` itself when that is not the operator's to correct. */
export function refusal(
	error: unknown,
	at: DatabaseAddress,
	named: Named,
): unknown {
	const { code = "", message } = error as { code?: string; message: string };
	const where = place(at);
	if (/^(28|3D)/.test(code))
		return new StartupError(
			`The database at ${where} refused the user "${at.user}" (${message}). Correct ${named.place}.`,
		);
	if (isTlsFailure(error))
		return new StartupError(
			`The database at ${where} has no certificate that is accepted (${code}: ${message}). Correct ${named.tls}, or the server's certificate.`,
		);
	if (isUnavailable(error) && requiresTls(at))
		return new StartupError(
			`The database at ${where} cannot be reached with TLS (${code}). Start it, turn its setting "ssl" on, or correct ${named.where}; its TLS is set by ${named.tls}.`,
		);
	if (isUnavailable(error))
		return new StartupError(
			`The database at ${where} cannot be reached (${code}). Start it, or correct ${named.where}.`,
		);
	if (code === "42501")
		return new StartupError(
			/create database/i.test(message)
				? `The user "${at.user}" may not create the database ${at.database} for content (${message}). Create it with "${at.user}" as its owner, or set SQLDB_DATABASE_URL to one.`
				: `The user "${at.user}" may not create Treeline's tables in ${where} (${message}). Make it the owner of the database, or grant it CREATE on the schema public.`,
		);
	// Duplicates of a table, an object, a schema or a column: someone else's, since ours are on record.
	if (/^42(P0[67]|710|701)$/.test(code))
		return new StartupError(
			`The database at ${where} holds tables that are not Treeline's (${message}); nothing of it was changed. Set ${named.alone} to a database of its own.`,
		);
	return error;
}
