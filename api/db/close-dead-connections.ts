/**
 * Closes connections that are open and dead, as after a firewall forgot them: the network reports nothing for many minutes, and a statement's time limit is the
 * server's, which the statement never reached. When a connection is silent for some seconds while a statement waits, the server is asked on a new one.
 */
import type postgres from "postgres";

/** A pool of the driver, whatever types it maps. */
type Sql = postgres.Sql<{ date: string }>;

/** In milliseconds, for a new connection and the answer. */
const ANSWER_MS = 5000;
/** In milliseconds: time for an answer that was sent just before the server was asked. */
const IN_FLIGHT_MS = 1000;

/**
 * Watches the connections of `sql`, which the patched driver reports. A connection stays when its statement runs, waits for a lock, or when the
 * server does not answer at all or does not know the connection: a server without it resets it by itself.
 * @param connectAgain opens a pool of one connection to the same server, which is ended after one statement
 */
export function closeDeadConnections(sql: Sql, connectAgain: () => Sql): void {
	const pending = new Set<number>();
	let lastCheck = Promise.resolve();
	const check = async (pid: number, close: () => void) => {
		const waits = await waitsForClient(connectAgain(), pid);
		pending.delete(pid);
		if (waits) setTimeout(close, IN_FLIGHT_MS);
	};
	Reflect.set(sql.options, "onsilence", (pid: number, close: () => void) => {
		if (pending.has(pid)) return;
		pending.add(pid);
		lastCheck = lastCheck.then(() => check(pid, close));
	});
}

/** Whether the server waits for a statement on the connection, or for its answer to be read. False when the server does not say. */
async function waitsForClient(sql: Sql, pid: number): Promise<boolean> {
	const deadline = setTimeout(() => sql.end({ timeout: 0 }), ANSWER_MS);
	try {
		const rows = await sql`
			SELECT FROM pg_stat_activity
			WHERE pid = ${pid} AND (state <> 'active' OR wait_event_type = 'Client')`;
		return rows.length > 0;
	} catch {
		return false;
	} finally {
		clearTimeout(deadline);
		await sql.end({ timeout: 0 });
	}
}
