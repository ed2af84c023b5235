/**
 * Runs reads on streaming replicas so that nobody sees an older state than on the primary: before a read, the primary is asked how far its log is, once for
 * all reads that come together, and a replica runs it when it has replayed its log up to there. A replica that is behind, away or on another timeline runs
 * none for a while; the primary does.
 */
import {
	nextRun,
	type Read,
	runReadsBy,
	type Sql,
} from "./connect-and-batch-queries.ts";
import { isUnavailable } from "./database-errors.ts";

/** How far a server's log is, in bytes from its beginning, and on which timeline: each promotion of a replica begins one. */
interface LogPosition {
	position: number;
	timeline: number;
}

interface Replica {
	sql: Sql;
	running: number;
	/** Whether the last read or probe ran on it. */
	isUsable: boolean;
	/** When it last began a read or probe; as `nextProbeAt`, in milliseconds of `performance.now()`. */
	beganAt: number;
	/** No probe begins before then. */
	nextProbeAt: number;
}

export interface ReplicaPool {
	/** How many reads ran on a replica, and how many on the primary instead. */
	counts: { replica: number; primary: number };
	/** Whether each replica runs reads now; probes it. */
	areUsable(): Promise<boolean>;
	/** The GRANT of the rights without which no replica runs reads; null when the user of the pools has them. */
	missingGrant(): string | null;
	pools: readonly Sql[];
}

/** In milliseconds: what the primary is given to tell how far its log is. */
const POSITION_MS = 2000;
/** In milliseconds: what a replica is given to replay what the primary has written. */
const CATCH_UP_MS = 100;
/** In milliseconds: what it is given for that, with a connection and the answers. */
const BEGIN_MS = 300;
/** The same for a probe, which nobody waits for. */
const PROBE_MS = 5000;
/** In milliseconds, between two questions to a replica how far it is. */
const POLL_INTERVAL_MS = 2;
/** In milliseconds, between two probes of a replica that was behind or could not be reached. */
const PROBE_INTERVAL_MS = 1000;

/** Whatever the server's default is: the read must see what was replayed while the transaction waited for it. */
const MODE = "ISOLATION LEVEL READ COMMITTED READ ONLY";

/**
 * Lets `onReplica` use the pools `replicas` for reads of `primary`. `onMissingGrant` is called when the user may not ask how far the servers are, once until it may.
 */
export function attachReplicas(
	primary: Sql,
	replicas: readonly Sql[],
	onMissingGrant: (grant: string) => void = () => {},
): ReplicaPool {
	const known: Replica[] = replicas.map((sql) => ({
		...{ sql, running: 0, isUsable: false, beganAt: 0, nextProbeAt: 0 },
	}));
	const counts = { replica: 0, primary: 0 };
	let missing: string | null = null;
	const checkRights = nextRun(async () => {
		const grant = await missingGrant(primary);
		if (grant && !missing) onMissingGrant(grant);
		missing = grant;
	});
	const onDenied = () => void checkRights().catch(() => {});
	const primaryPosition = nextRun(() => positionInTime(primary, onDenied));

	async function run(read: Read): Promise<unknown> {
		for (const one of known) if (!one.isUsable) void probe(one).catch(() => {});
		const replica = leastBusy(known);
		if (replica) {
			const needed = await primaryPosition();
			const ran =
				needed && (await runOn(replica, needed, BEGIN_MS, read, onDenied));
			if (ran) {
				counts.replica++;
				return ran.result;
			}
		}
		counts.primary++;
		return read(primary);
	}

	async function probe(replica: Replica): Promise<boolean> {
		const now = performance.now();
		if (replica.nextProbeAt > now) return replica.isUsable;
		replica.nextProbeAt = now + PROBE_INTERVAL_MS;
		const needed = await primaryPosition();
		const ran =
			needed &&
			(await runOn(replica, needed, PROBE_MS, async () => true, onDenied));
		if (ran) missing = null;
		return ran !== null;
	}

	runReadsBy(primary, run);
	onDenied();
	return {
		counts,
		pools: replicas,
		areUsable: async () => (await Promise.all(known.map(probe))).every(Boolean),
		missingGrant: () => missing,
	};
}

function leastBusy(replicas: readonly Replica[]): Replica | null {
	let best: Replica | null = null;
	for (const one of replicas)
		if (one.isUsable && one.running < (best?.running ?? Infinity)) best = one;
	return best;
}

/**
 * What `read` resolves to on `replica`; null when the replica could not begin it within `beginMs`, is away or behind `needed`, or cancelled it. `onDenied` is
 * called when its user may not ask how far it is.
 */
async function runOn(
	replica: Replica,
	needed: LogPosition,
	beginMs: number,
	read: Read,
	onDenied: () => void,
): Promise<{ result: unknown } | null> {
	const askedAt = performance.now();
	let isLate = false;
	let hasBegun = false;
	const begun = Promise.withResolvers<"ready" | "behind" | "late">();
	// On one connection, which an address of several replicas may give to any of them.
	const running = replica.sql.begin(MODE, async (tx) => {
		const sql = tx as unknown as Sql;
		const isReady = await hasReplayed(sql, needed);
		if (isReady) {
			replica.beganAt = performance.now();
			hasBegun = true;
		}
		begun.resolve(isReady ? "ready" : "behind");
		return isReady && !isLate ? { result: await read(sql) } : null;
	});
	running.catch(() => begun.resolve("ready"));
	const deadline = setTimeout(() => begun.resolve("late"), beginMs);
	replica.running++;
	try {
		const beginning = await begun.promise;
		if (beginning !== "ready") {
			isLate = true;
			// One that has begun others meanwhile has no connection left for this one.
			if (beginning === "behind" || replica.beganAt < askedAt)
				setUsable(replica, false);
			return null;
		}
		const ran = await running;
		setUsable(replica, true);
		return ran;
	} catch (error) {
		const wasDenied = !hasBegun && isDenied(error);
		if (wasDenied) onDenied();
		if (wasDenied || isUnavailable(error)) setUsable(replica, false);
		// 40: what the read needed was removed by the replay of the primary's log.
		else if (!/^40/.test((error as { code?: string }).code ?? "")) throw error;
		return null;
	} finally {
		clearTimeout(deadline);
		replica.running--;
	}
}

function setUsable(replica: Replica, isUsable: boolean): void {
	replica.isUsable = isUsable;
	if (!isUsable) replica.nextProbeAt = performance.now() + PROBE_INTERVAL_MS;
}

/** Waits for a moment until the replica of `sql` has replayed the log up to `needed`. */
async function hasReplayed(sql: Sql, needed: LogPosition): Promise<boolean> {
	const began = performance.now();
	for (;;) {
		const { position, timeline } = await replayedBy(sql);
		if (timeline !== needed.timeline) return false;
		if (position >= needed.position) return true;
		if (performance.now() - began > CATCH_UP_MS) return false;
		await Bun.sleep(POLL_INTERVAL_MS);
	}
}

/** What {@link positionOf} says; null when it fails or takes long, as on a dead connection: the primary may run the read on another. */
async function positionInTime(
	sql: Sql,
	onDenied: () => void,
): Promise<LogPosition | null> {
	const late = Promise.withResolvers<null>();
	const deadline = setTimeout(() => late.resolve(null), POSITION_MS);
	try {
		return await Promise.race([positionOf(sql), late.promise]);
	} catch (error) {
		if (isDenied(error)) onDenied();
		return null;
	} finally {
		clearTimeout(deadline);
	}
}

const isDenied = (error: unknown) =>
	(error as { code?: string }).code === "42501";

/** What {@link positionOf} and {@link replayedBy} call, which a server may have taken from everyone. */
const FUNCTIONS = [
	"pg_control_checkpoint()",
	"pg_control_recovery()",
	"pg_is_in_recovery()",
	"pg_last_wal_replay_lsn()",
	"pg_current_wal_insert_lsn()",
	"pg_current_wal_flush_lsn()",
	"pg_walfile_name(pg_lsn)",
];

/** The GRANT of what the user of `sql` may not call of {@link FUNCTIONS}; null when it may call all of them. */
async function missingGrant(sql: Sql): Promise<string | null> {
	const [row] = await sql<{ grant: string | null }[]>`
		SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', string_agg(name, ', '), current_user) AS grant
		FROM unnest(${FUNCTIONS}::text[]) AS name WHERE NOT has_function_privilege(name, 'execute') HAVING count(*) > 0`;
	return row?.grant ?? null;
}

/** What the primary has acknowledged: what is on its disk, unless commits do not wait for that. */
async function positionOf(sql: Sql): Promise<LogPosition> {
	const [row] = await sql<LogPosition[]>`
		SELECT (lsn - '0/0')::float8 AS position, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int AS timeline
		FROM (SELECT CASE current_setting('synchronous_commit')
			WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END) AS log (lsn)`;
	if (!row) throw new Error("a statement of one row answered none");
	return row;
}

/**
 * How far a server has replayed the log. Its timeline is the one that it has on record, up to five minutes behind after a promotion: a server that has gone
 * another way must not be taken for one that is ahead. On the primary's own timeline, a server that takes writes is the primary, which has all.
 */
async function replayedBy(sql: Sql): Promise<LogPosition> {
	const [row] = await sql<LogPosition[]>`
		SELECT (lsn - '0/0')::float8 AS position, CASE WHEN pg_is_in_recovery() THEN greatest(c.timeline_id, r.min_recovery_end_timeline)
			ELSE ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int END AS timeline
		FROM pg_control_checkpoint() c, pg_control_recovery() r, (SELECT CASE WHEN pg_is_in_recovery()
			THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END) AS log (lsn)`;
	if (!row) throw new Error("a statement of one row answered none");
	return row;
}
