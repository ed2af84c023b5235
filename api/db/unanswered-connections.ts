/**
 * Connections to Postgres that are dead without having been closed: a firewall that forgot them, or a host that is gone, says nothing, and the
 * system notices only after a quarter of an hour. They are ended here when an answer is overdue, so that the pool replaces them.
 */
import { connect, type Socket } from "node:net";

/** How often overdue answers are looked for. Milliseconds. */
const CHECK_INTERVAL_MS = 1_000;
/** Ends what the server sends when it has answered everything and no transaction is open: ReadyForQuery, "idle". */
const IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
/** Statements that take the time they take say so themselves, as text: `disableStatementTimeout`. */
export const UNLIMITED =
	"SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";
/** Longer writes are no such statement. */
const MAX_STATEMENT_BYTES = 2_048;

/**
 * A socket to the server at `host`, which may be the folder of a Unix socket, that destroys itself when the server owes an answer and has sent
 * nothing for `overdueMs`. It is still connecting when it is returned.
 */
export function socketWithDeadline(
	{ host, port }: { host: string; port: number },
	overdueMs: number,
): Socket {
	const socket = host.startsWith("/")
		? connect(`${host}/.s.PGSQL.${port}`)
		: connect(port, host);
	// The driver names them in its errors.
	Object.assign(socket, { host, port });
	/** When the server was last heard, or first asked since; null = it owes no answer. */
	let waitingSince: number | null = null;
	let isUnlimited = false;
	const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
	socket.write = (chunk: Uint8Array, ...rest: unknown[]) => {
		waitingSince ??= performance.now();
		if (
			chunk.length < MAX_STATEMENT_BYTES &&
			Buffer.from(chunk).includes(UNLIMITED)
		)
			isUnlimited = true;
		return write(chunk, ...rest);
	};
	socket.on("data", (chunk: Buffer) => {
		if (chunk.subarray(-IDLE.length).equals(IDLE)) {
			waitingSince = null;
			isUnlimited = false;
		} else if (waitingSince !== null) waitingSince = performance.now();
	});
	const check = setInterval(() => {
		if (socket.destroyed) clearInterval(check);
		else if (
			waitingSince !== null &&
			!isUnlimited &&
			performance.now() - waitingSince > overdueMs
		)
			socket.destroy();
	}, CHECK_INTERVAL_MS);
	check.unref();
	socket.on("close", () => clearInterval(check));
	return socket;
}
