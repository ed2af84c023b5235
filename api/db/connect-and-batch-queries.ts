/**
 * Connection pools to Postgres (timestamps as ISO 8601 UTC text), and what saves statements: calls for single rows that come together are one
 * (batches), as are calls for the same thing (single-flight).
 */
import { hostname } from "node:os";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import postgres from "postgres";
import type { ServerAddress } from "../config/database.ts";
import type { DatabaseAddress } from "../config.ts";
import { closeDeadConnections, KEEPALIVES } from "./close-dead-connections.ts";
import { ARRAY_TYPES, JSON_TYPE, TIMESTAMPS } from "./column-types.ts";
import { isRowFault } from "./database-errors.ts";

export type Sql = postgres.Sql<{ date: string }>;
export type Transaction = postgres.TransactionSql<{ date: string }>;

/** By which the server tells the connections of this process from others'; in its 63 bytes. */
const PROCESS = `treeline ${process.pid}@${hostname()}`.slice(0, 63);

/** The server ends a transaction that is idle for so long: that of a machine that is gone would keep its locks for hours. Milliseconds. */
const IDLE_TRANSACTION_MS = 60_000;

/** In milliseconds: how long a connection may be silent while a statement waits before it is checked, and the time limit of the check. */
const SILENCE_MS = 5000;

/**
 * Opens a pool; connections are made when first needed. `address.host` may be the folder of a Unix socket. Where `address.otherServers` has more servers, the
 * one that takes writes is connected to: they are tried in turn, first the one that did so last.
 * A statement is given up after `statementTimeoutMs`, the time that it waits for others included, and a transaction when it has waited for its
 * next statement for a minute. `beforeCommit` runs at the end of each transaction, which is undone when it throws.
 *
 * The driver is patched (`patches/`): after a connection was lost in a transaction, it never used that place of the pool again, or sent
 * what was left of the transaction to the connection that took the place, whose queries then got wrong answers; so they did after a query
 * that was sent while a broken connection closed. One that was lost while it opened ended the process. A reservation that was refused, or
 * that waited while a connection was lost, was never answered or took a place for ever. Of several servers, it waited for one that takes
 * writes without end. The patched driver also reports connections that are silent, and the server of each connection, and is given the
 * types of arrays. `lost-connections.test.ts` and `read-replicas.test.ts` show whether a newer driver still needs the patch.
 */
export function connect(
	address: DatabaseAddress,
	{
		connections = 10,
		statementTimeoutMs = 30_000,
		isReplica = false,
		silenceMs = SILENCE_MS,
		beforeCommit,
	}: {
		connections?: number;
		statementTimeoutMs?: number;
		/** Its statements may run elsewhere: when it does not answer, they fail after some seconds. */
		isReplica?: boolean;
		/** See {@link SILENCE_MS}. */
		silenceMs?: number;
		beforeCommit?: () => void;
	} = {},
): Sql {
	const { tls: _, otherServers = [], replicas: __, ...place } = address;
	const open = (max: number, servers: readonly ServerAddress[]) =>
		postgres({
			...place,
			...placeOf(servers),
			ssl: sslOf(address),
			max,
			// In seconds; the next server is not to wait long for one that is gone.
			connect_timeout: servers.length > 1 ? 3 : 10,
			// A restarted server is found again at once; requests in the gap are answered with 503.
			backoff: () => 0.1,
			onnotice: () => {},
			fetch_types: false,
			...{ array_types: ARRAY_TYPES, silence_ms: silenceMs },
			connection: {
				application_name: PROCESS,
				statement_timeout: statementTimeoutMs,
				idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
				...KEEPALIVES,
				// Planned once by each connection: for most statements that takes longer than to run them. None needs another plan for
				// other values, which api/test/query-plans-at-scale.test.ts holds.
				plan_cache_mode: "force_generic_plan",
			},
			types: {
				date: {
					to: 1184,
					from: TIMESTAMPS,
					serialize: (value: string) => value,
					parse: (text: string) => new Date(text).toISOString(),
				},
			},
		}) as unknown as Sql;
	const first: ServerAddress = { host: place.host, port: place.port };
	const servers = [first, ...otherServers] as const;
	const sql = open(connections, servers);
	closeDeadConnections(sql, servers, {
		closesUnanswered: isReplica,
		answerMs: silenceMs,
		connect: (some) => open(1, some),
	});
	if (beforeCommit) runBeforeCommit(sql, beforeCommit);
	return sql;
}

/** The driver's options for servers, which its types have for one alone; a Unix socket is one. */
const placeOf = (servers: readonly ServerAddress[]): ServerAddress => {
	const [first] = servers;
	if (servers.length === 1 && first) return first;
	return {
		host: servers.map(({ host }) => host),
		port: servers.map(({ port }) => port),
		target_session_attrs: "primary",
	} as unknown as ServerAddress;
};

/** The driver's option for an address's encryption, which a Unix socket has no use for. `require` with a CA verifies, as in libpq. */
function sslOf({ host, tls, otherServers }: DatabaseAddress) {
	if (!tls || tls.mode === "disable" || host.startsWith("/")) return false;
	if (tls.mode === "prefer") return "prefer";
	return {
		...(tls.ca !== null && { ca: tls.ca }),
		rejectUnauthorized: tls.mode !== "require" || tls.ca !== null,
		checkServerIdentity: (name: string, certificate: PeerCertificate) =>
			tls.mode === "verify-full"
				? checkServerIdentity(otherServers ? name : host, certificate)
				: undefined,
	};
}

function runBeforeCommit(sql: Sql, beforeCommit: () => void): void {
	const begin = sql.begin.bind(sql) as (...args: unknown[]) => unknown;
	const begins = (...args: unknown[]) => {
		const work = args.pop() as (tx: Transaction) => unknown;
		return begin(...args, async (tx: Transaction) => {
			const result = await work(tx);
			const all = Array.isArray(result) ? await Promise.all(result) : result;
			beforeCommit();
			return all;
		});
	};
	sql.begin = begins as Sql["begin"];
}

/** A pool of no database, whose statements fail: for routes that are described here and answered by another process. */
export const noDatabase = (): Sql =>
	postgres({
		max: 1,
		socket() {
			throw new Error("this process has no database of packs");
		},
	} as postgres.Options<Record<string, never>>) as unknown as Sql;

/** A read, of the pool that it is given. */
export type Read = (sql: Sql) => Promise<unknown>;
type ReadRunner = (read: Read) => Promise<unknown>;

/** What runs reads of a database that has replicas, by its pool. */
const readRunners = new WeakMap<object, ReadRunner>();

/** Lets `run` decide where the reads of {@link onReplica} run that are called with `primary`. */
export function runReadsBy(primary: Sql, run: ReadRunner): void {
	readRunners.set(primary, run);
}

/**
 * Makes of `read` a function that runs it on a replica of the database that it is called with, or on the primary; in a transaction, there. It sees
 * all that was committed before the call, wherever it runs. It must change nothing, begin no transaction and not depend on the present time, which each server has by
 * its own clock, and may run twice.
 */
export const onReplica =
	<Database extends Sql | Transaction, Rest extends unknown[], Result>(
		read: (sql: Database, ...rest: Rest) => Promise<Result>,
	) =>
	(sql: Database, ...rest: Rest): Promise<Result> => {
		const run = readRunners.get(sql);
		if (!run) return read(sql, ...rest);
		return run((one) => read(one as Database, ...rest)) as Promise<Result>;
	};

/** A value for a column of type `json`, which preserves the order of its keys: the driver's own `sql.json` means `jsonb`, which does not. */
export const jsonValue = (sql: Sql | Transaction, value: unknown) =>
	sql.typed(value as never, JSON_TYPE);

/**
 * An array as the database writes it, of values in which there is nothing to escape: ids, hashes, numbers, truth values and timestamps. The
 * driver looks at each letter of its own arrays.
 */
export const plainArray = (
	values: readonly (string | number | boolean | null)[],
): string => `{${values.map((value) => value ?? "null").join()}}`;

/** A title has fewer; what a query has beyond them narrows nothing. */
const MAX_WORDS = 12;

/**
 * For `to_tsquery('simple', …)`: all of the words of `text`, split as the database splits its texts (sql/platform/002_search.sql), the last
 * one as a beginning; empty, which finds nothing, without any.
 */
export function wordQuery(text: string): string {
	const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	if (words.length === 0) return "";
	// Quoted, so that no word can be an operator.
	return `${words
		.slice(0, MAX_WORDS)
		.map((word) => `'${word}'`)
		.join(" & ")}:*`;
}

/** Turns the time limits of statements and of idleness off in this transaction, as for a migration, a seeding or a backup. */
export async function disableTimeouts(tx: Transaction): Promise<void> {
	await tx`SELECT set_config(name, '0', true)
		FROM unnest('{statement_timeout,idle_in_transaction_session_timeout}'::text[]) AS name`;
}

/** Whether the server of `sql` has the database `name`. */
export async function databaseExists(sql: Sql, name: string): Promise<boolean> {
	const [row] = await sql`SELECT FROM pg_database WHERE datname = ${name}`;
	return row !== undefined;
}

/** Makes the database `name` on the server of `sql`, unless it is there; several may do so at once. */
export async function createDatabase(sql: Sql, name: string): Promise<void> {
	if (await databaseExists(sql, name)) return;
	try {
		// The other template may have a guest, and is not copied while it has.
		await sql`CREATE DATABASE ${sql(name)} TEMPLATE template0`;
	} catch (error) {
		// Someone else was faster.
		if (!/^(42P04|23505)$/.test((error as { code?: string }).code ?? ""))
			throw error;
	}
}

/**
 * Tells the database from every other, and from itself after it was restored from a backup; null when this user may not ask.
 */
export async function databaseIdentity(sql: Sql): Promise<string | null> {
	try {
		const [row] = await sql<{ identity: string }[]>`
			SELECT concat_ws('.', s.system_identifier, c.timeline_id, d.oid, 'migrations'::regclass::oid) AS identity
			FROM pg_control_system() s, pg_control_checkpoint() c, pg_database d
			WHERE d.datname = current_database()`;
		return row?.identity ?? null;
	} catch (error) {
		if ((error as { code?: string }).code === "42501") return null;
		throw error;
	}
}

/** Whether the database answers; waits for as long as it takes, and the caller sets a limit. */
export const isReachable = (sql: Sql): Promise<boolean> =>
	sql`SELECT 1`.then(
		() => true,
		() => false,
	);

/** How many connections this process has to the database of `sql`, by what they do; that which asks is `active`. */
export async function connectionsByState(
	sql: Sql,
): Promise<Partial<Record<"active" | "idle" | "in_transaction", number>>> {
	const rows = await sql<{ state: string; count: number }[]>`
		SELECT
			CASE WHEN state LIKE 'idle in transaction%' THEN 'in_transaction' WHEN state = 'idle' THEN 'idle' ELSE 'active' END AS state,
			count(*)::int AS count
		FROM pg_stat_activity
		WHERE datname = current_database() AND application_name = current_setting('application_name')
		GROUP BY 1`;
	return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Statements under way at once: one fills while the other waits for the disk. */
const MAX_CONCURRENT_BATCHES = 2;
/** What one statement carries at most, and what may wait for one, in bytes. */
const MAX_BATCH_BYTES = 512 * 1024;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** About what an id or two take in a statement, in bytes. */
const NAMES = 100;

/** More waits to be sent to the database than may. */
export class BatchOverflowError extends Error {
	override name = "BatchOverflowError";
}

interface Waiting<Item, Result> {
	item: Item;
	bytes: number;
	resolve(result: Result): void;
	reject(error: unknown): void;
}

/**
 * Batches calls for single items into calls of `ask` with a list, which returns results in the list's order. An item that the database refuses fails alone: the
 * others are sent again without it. `bytesOf` is about what an item takes, as a rule an id or two. Throws {@link BatchOverflowError} when too much waits.
 */
export function batchQueries<Item, Result>(
	ask: (items: Item[]) => Promise<Result[]>,
	bytesOf: (item: Item) => number = () => NAMES,
	maxConcurrentBatches = MAX_CONCURRENT_BATCHES,
): (item: Item) => Promise<Result> {
	const line: Waiting<Item, Result>[] = [];
	let waiting = 0;
	let runningBatches = 0;
	/** Those that wait for what else comes in this turn of the event loop. */
	let startingBatches = 0;

	function nextBatch(): Waiting<Item, Result>[] {
		let bytes = 0;
		let count = 0;
		for (const one of line) {
			if (count > 0 && bytes + one.bytes > MAX_BATCH_BYTES) break;
			bytes += one.bytes;
			count++;
		}
		waiting -= bytes;
		return line.splice(0, count);
	}

	async function runBatch(group: Waiting<Item, Result>[]): Promise<void> {
		try {
			const results = await ask(group.map(({ item }) => item));
			for (const [index, { resolve }] of group.entries())
				resolve(results[index] as Result);
		} catch (error) {
			if (group.length > 1 && isRowFault(error))
				for (const one of group) await runBatch([one]);
			else for (const { reject } of group) reject(error);
		}
	}

	async function runBatches(): Promise<void> {
		runningBatches++;
		do {
			startingBatches++;
			await twoTurns();
			startingBatches--;
			if (line.length > 0) await runBatch(nextBatch());
		} while (line.length > 0);
		runningBatches--;
	}

	return (item) =>
		new Promise((resolve, reject) => {
			const bytes = bytesOf(item);
			if (waiting + bytes > MAX_WAITING_BYTES) throw new BatchOverflowError();
			waiting += bytes;
			line.push({ item, bytes, resolve, reject });
			if (startingBatches === 0 && runningBatches < maxConcurrentBatches)
				void runBatches();
		});
}

/** The same for reads that take about as long as the way to the database and back: one batch at a time, so that the next one is the larger. */
export const batchReads = <Item, Result>(
	ask: (items: Item[]) => Promise<Result[]>,
): ((item: Item) => Promise<Result>) => batchQueries(ask, undefined, 1);

/**
 * Two turns of the event loop: in the first, what was just answered is sent; by the second, what its clients ask next has come, and shares the
 * statement.
 */
const twoTurns = () =>
	new Promise<void>((resolve) =>
		setImmediate(() => setImmediate(() => resolve())),
	);

/** Runs `work` once for all who ask under the same name while it runs: they get the one answer. Without a name, for each. */
type SingleFlight<Result> = (
	name: string | null,
	work: () => Promise<Result>,
) => Promise<Result>;

export function singleFlight<Result>(): SingleFlight<Result> {
	const running = new Map<string, Promise<Result>>();
	return (name, work) => {
		if (name === null) return work();
		const known = running.get(name);
		if (known) return known;
		const result = work().finally(() => running.delete(name));
		running.set(name, result);
		return result;
	};
}

/**
 * Runs `work` for all who ask, each time for those who asked before it began: one run at a time, so that the longer it takes the more share the
 * next one.
 */
export function nextRun<Result>(
	work: () => Promise<Result>,
): () => Promise<Result> {
	let running: Promise<unknown> = Promise.resolve();
	let next: Promise<Result> | null = null;
	return () => {
		next ??= running.then(twoTurns).then(() => {
			next = null;
			const result = work();
			running = result.catch(() => {});
			return result;
		});
		return next;
	};
}
