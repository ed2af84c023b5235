/**
 * Closes connections that are open and dead, as after a firewall forgot them: the network reports nothing for many minutes, and a statement's time limit is the
 * server's, which the statement never reached. When a connection is silent for some seconds while a statement waits, the server is asked on a new one.
 * The server does not notice either: it is asked to end its side, whose transaction would keep its locks, and others wait for them.
 */
import type postgres from "postgres";
import type { ServerAddress } from "../config/database.ts";

/** A pool of the driver, whatever types it maps. */
type Sql = postgres.Sql<{ date: string }>;

/** In milliseconds: time for an answer that was sent just before the server was asked. */
const IN_FLIGHT_MS = 1000;

/** In milliseconds: a server that failed is not asked again for its other connections. */
const FAILED_MS = 30_000;

/**
 * A server would keep the connections of a machine that is gone for two hours, with their locks and their share of all that it has. It notices in a
 * minute: by keepalives where nothing is under way (in seconds), and where an answer is not taken (in milliseconds). On a Unix socket they have no effect.
 */
export const KEEPALIVES = {
	tcp_keepalives_idle: 30,
	tcp_keepalives_interval: 10,
	tcp_keepalives_count: 3,
	tcp_user_timeout: 60_000,
};

const keyOf = ({ host, port }: ServerAddress) => `${host} ${port}`;

/**
 * Watches the connections of `sql`, which the patched driver reports. A connection stays when its statement runs, waits for a lock, or when the
 * server does not answer at all or does not know the connection: a server without it resets it by itself. When the server does not answer and another of `servers`
 * takes writes, it has failed, and its connections are closed.
 */
export function closeDeadConnections(
	sql: Sql,
	servers: readonly [ServerAddress, ...ServerAddress[]],
	{
		closesUnanswered,
		answerMs,
		connect,
	}: {
		/** Whether a server that does not answer has failed in any case, as a replica, whose reads others run. */
		closesUnanswered: boolean;
		/** Milliseconds for a new connection and the answer. */
		answerMs: number;
		/** Opens a pool of one connection to one of these servers, as `sql` has them; it is ended after one statement. */
		connect(servers: readonly ServerAddress[]): Sql;
	},
): void {
	const [first] = servers;
	const pending = new Set<number>();
	let lastCheck = Promise.resolve();
	let failed: { key: string; at: number } | null = null;

	/** Whether another than `server` takes writes. */
	async function isReplaced(server: ServerAddress): Promise<boolean> {
		const others = servers.filter((one) => keyOf(one) !== keyOf(server));
		if (others.length === 0) return false;
		// With the failed one at the end, since only one of several has to be the one that takes writes.
		const found = connect([...others, server]);
		return (await waitsForClient(found, 0, answerMs)) !== null;
	}

	async function isDead(pid: number, server: ServerAddress): Promise<boolean> {
		// Its other connections need not wait for it again.
		if (
			failed?.key === keyOf(server) &&
			performance.now() - failed.at < FAILED_MS
		)
			return true;
		const waits = await waitsForClient(connect([server]), pid, answerMs);
		if (waits !== null) return waits;
		if (!closesUnanswered && !(await isReplaced(server))) return false;
		failed = { key: keyOf(server), at: performance.now() };
		return true;
	}

	const check = async (
		pid: number,
		close: () => unknown,
		server: ServerAddress,
	) => {
		const dead = await isDead(pid, server);
		pending.delete(pid);
		if (!dead) return;
		// Those that are checked next do not wait for this.
		setTimeout(async () => {
			if (close()) await endSession(connect([server]), pid, answerMs);
		}, IN_FLIGHT_MS);
	};
	Reflect.set(
		sql.options,
		"onsilence",
		(pid: number, close: () => unknown, server: ServerAddress | null) => {
			if (pending.has(pid)) return;
			pending.add(pid);
			// A Unix socket, which the driver has no server for, is the only one.
			lastCheck = lastCheck.then(() => check(pid, close, server ?? first));
		},
	);
}

/** Whether the server waits for a statement on the connection, or for its answer to be read. Null when it does not answer. */
const waitsForClient = (
	sql: Sql,
	pid: number,
	answerMs: number,
): Promise<boolean | null> =>
	askOnce(sql, answerMs, async () => {
		const rows = await sql`
			SELECT FROM pg_stat_activity WHERE ${isWaiting(sql, pid)}`;
		return rows.length > 0;
	});

const endSession = (sql: Sql, pid: number, answerMs: number) =>
	askOnce(
		sql,
		answerMs,
		() => sql`
			SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${isWaiting(sql, pid)}`,
	);

/** A pooler has numbers of its own, which may be those of others here. */
const isWaiting = (sql: Sql, pid: number) => sql`
	pid = ${pid} AND application_name = current_setting('application_name')
		AND (state <> 'active' OR wait_event_type = 'Client')`;

/** What `ask` answers, or null when it fails or takes too long; ends the pool. */
async function askOnce<Answer>(
	sql: Sql,
	answerMs: number,
	ask: () => Promise<Answer>,
): Promise<Answer | null> {
	const deadline = setTimeout(() => sql.end({ timeout: 0 }), answerMs);
	try {
		return await ask();
	} catch {
		return null;
	} finally {
		clearTimeout(deadline);
		await sql.end({ timeout: 0 });
	}
}
