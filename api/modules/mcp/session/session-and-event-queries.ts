/** Queries of MCP sessions, their subscriptions, and events, from which a client that lost its connection resumes. */
import type {
	Sql,
	Transaction,
} from "../../../db/connect-and-batch-queries.ts";

/** Hours without a request after which a session is over. */
const IDLE_HOURS = 24;
/** Hours for which events can be replayed. */
const EVENT_RETENTION_HOURS = 24;
/** Sessions of one key, and of one learner's tokens together; the one that was silent for longest makes room. */
const MAX_SESSIONS = 1000;
const MAX_LEARNER_SESSIONS = 20;

/** What another process needs to go on with a session. */
export interface StoredSession {
	idHash: string;
	/** The body of the request that began it. */
	initializeBody: string;
	/** URIs of the resources that the client subscribes to. */
	subscriptions: string[];
	/** Null = a session of an administrator's key. */
	userId: string | null;
}

export async function addSession(
	sql: Sql,
	{
		idHash,
		keyFingerprint,
		userId,
		initializeBody,
	}: Omit<StoredSession, "subscriptions"> & { keyFingerprint: string },
): Promise<void> {
	await sql.begin(async (tx) => {
		await tx`
			INSERT INTO mcp_sessions (id_hash, key_fingerprint, user_id, initialize_body)
			VALUES (${idHash}, ${keyFingerprint}, ${userId}, ${initializeBody})`;
		const own = userId
			? tx`user_id = ${userId}`
			: tx`key_fingerprint = ${keyFingerprint}`;
		const most = userId ? MAX_LEARNER_SESSIONS : MAX_SESSIONS;
		await tx`
			DELETE FROM mcp_sessions WHERE id_hash IN (
				SELECT id_hash FROM mcp_sessions
				WHERE ${own} AND id_hash <> ${idHash}
				ORDER BY last_seen_at DESC, id_hash OFFSET ${most - 1})`;
	});
}

/** The session, which is seen by this; null when there is none, it is over, or it is another key's. */
export async function seeSession(
	sql: Sql,
	idHash: string,
	keyFingerprint: string,
): Promise<StoredSession | null> {
	const [row] = await sql<StoredSession[]>`
		UPDATE mcp_sessions SET last_seen_at = now()
		WHERE id_hash = ${idHash} AND key_fingerprint = ${keyFingerprint}
			AND last_seen_at > now() - make_interval(hours => ${IDLE_HOURS})
		RETURNING id_hash AS "idHash", initialize_body AS "initializeBody", subscriptions, user_id AS "userId"`;
	return row ?? null;
}

/** Sees these sessions, which have open streams; answers those that there are. */
export async function prolongSessions(
	sql: Sql,
	idHashes: readonly string[],
): Promise<Set<string>> {
	const rows = await sql<{ idHash: string }[]>`
		UPDATE mcp_sessions SET last_seen_at = now() WHERE id_hash = ANY(${idHashes as string[]})
		RETURNING id_hash AS "idHash"`;
	return new Set(rows.map(({ idHash }) => idHash));
}

/** Ends the session and removes its events; false when there is none of this key's. */
export async function endSession(
	sql: Sql,
	idHash: string,
	keyFingerprint: string,
): Promise<boolean> {
	const { count } = await sql`
		DELETE FROM mcp_sessions WHERE id_hash = ${idHash} AND key_fingerprint = ${keyFingerprint}`;
	return count > 0;
}

/** Adds a subscription to `uri`, unless the session has `most` already; false when it has. */
export async function addSubscription(
	sql: Sql,
	idHash: string,
	uri: string,
	most: number,
): Promise<boolean> {
	const { count } = await sql`
		UPDATE mcp_sessions SET subscriptions = array_append(array_remove(subscriptions, ${uri}), ${uri})
		WHERE id_hash = ${idHash} AND (cardinality(subscriptions) < ${most} OR ${uri} = ANY(subscriptions))`;
	return count > 0;
}

export async function removeSubscription(
	sql: Sql,
	idHash: string,
	uri: string,
): Promise<void> {
	await sql`
		UPDATE mcp_sessions SET subscriptions = array_remove(subscriptions, ${uri}) WHERE id_hash = ${idHash}`;
}

/** Stores an event and returns its id. */
export async function addEvent(
	sql: Sql,
	event: { idHash: string; stream: string; message: string },
): Promise<string> {
	const [row] = await sql<{ id: string }[]>`
		INSERT INTO mcp_events (session_id_hash, stream, message)
		VALUES (${event.idHash}, ${event.stream}, ${event.message})
		RETURNING id`;
	if (!row) throw new Error("an event was not stored");
	return row.id;
}

/**
 * Stores notifications for every session that wants them, in their order: with an address for those that subscribed to it, without for all. Learners'
 * sessions are notified of nothing. A change is stored once, however many processes tell of it.
 */
export async function addNotifications(
	sql: Sql,
	stream: string,
	notifications: readonly {
		uri: string | null;
		change: string;
		message: string;
	}[],
): Promise<void> {
	// A session that begins from now on has what the changes made, and need not hear of them.
	const [session] = await sql`SELECT FROM mcp_sessions LIMIT 1`;
	if (!session) return;
	await sql.begin(async (tx) => {
		await lockOrder(tx);
		await tx`
			INSERT INTO mcp_events (session_id_hash, stream, message, change)
			SELECT s.id_hash, ${stream}, n.message, n.change
			FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(notifications)}::text::jsonb) AS (uri text, change text, message text))
				WITH ORDINALITY AS n (uri, change, message, nth)
			JOIN mcp_sessions s ON s.user_id IS NULL AND (n.uri IS NULL OR n.uri = ANY(s.subscriptions))
			ORDER BY s.id_hash, n.nth
			ON CONFLICT DO NOTHING`;
	});
}

/** Locks sessions' own streams until this transaction ends: ids follow the order of commits, so that a reader that continues from an id misses none. */
const lockOrder = (tx: Transaction) =>
	tx`SELECT pg_advisory_xact_lock(hashtextextended('mcp_events', 0))`;

/** What each of these sessions' streams has after event `lastSent`, in order; a session that has ended is left out. */
export async function eventsAfter(
	sql: Sql,
	stream: string,
	sessions: readonly { idHash: string; lastSent: string }[],
): Promise<Map<string, StoredEvent[]>> {
	const rows = await sql<
		{ idHash: string; id: string | null; message: string }[]
	>`
		SELECT s.id_hash AS "idHash", e.id, e.message
		FROM unnest(${sessions.map(({ idHash }) => idHash)}::text[], ${sessions.map(({ lastSent }) => lastSent)}::bigint[])
			AS listener (id_hash, last_sent)
		JOIN mcp_sessions s USING (id_hash)
		LEFT JOIN mcp_events e ON e.session_id_hash = s.id_hash AND e.stream = ${stream}
			AND e.id > listener.last_sent AND e.message <> ''
		ORDER BY e.id`;
	const events = new Map<string, StoredEvent[]>();
	for (const { idHash, id, message } of rows) {
		const one = events.get(idHash) ?? [];
		if (id !== null) one.push({ id, message });
		events.set(idHash, one);
	}
	return events;
}

/** The number before every event. */
export const BEGINNING = "0";

/**
 * Marks that a client opens a session's stream, and answers after which event it begins: with what comes from now on, or with all there
 * is when it is opened for the first time.
 */
export async function markListening(
	sql: Sql,
	idHash: string,
	stream: string,
): Promise<string> {
	return sql.begin(async (tx) => {
		await lockOrder(tx);
		const [row] = await tx<{ id: string }[]>`
			WITH added AS (
				INSERT INTO mcp_events (session_id_hash, stream, message) VALUES (${idHash}, ${stream}, '') RETURNING id)
			SELECT CASE WHEN EXISTS (
				SELECT FROM mcp_events WHERE session_id_hash = ${idHash} AND stream = ${stream} AND message = '')
				THEN added.id::text ELSE ${BEGINNING} END AS id FROM added`;
		if (!row) throw new Error("a stream was not marked");
		return row.id;
	}) as Promise<string>;
}

/** The events of a stream after event `id`, in order. */
export async function eventsIn(
	sql: Sql,
	idHash: string,
	stream: string,
	id: string,
): Promise<StoredEvent[]> {
	return sql<StoredEvent[]>`
		SELECT id, message FROM mcp_events
		WHERE session_id_hash = ${idHash} AND stream = ${stream} AND id > ${id}::bigint AND message <> ''
		ORDER BY id`;
}

/** The stream that event `id` of the session is of; null when there is none such, or not any more, or it is no id. */
export async function streamOf(
	sql: Sql,
	idHash: string,
	id: string,
): Promise<string | null> {
	if (!/^\d{1,18}$/.test(id)) return null;
	const [row] = await sql<{ stream: string }[]>`
		SELECT stream FROM mcp_events WHERE session_id_hash = ${idHash} AND id = ${id}::bigint`;
	return row?.stream ?? null;
}

export interface StoredEvent {
	id: string;
	message: string;
}

/** Removes expired sessions and events. */
export async function removeOutdated(sql: Sql): Promise<void> {
	await sql`
		DELETE FROM mcp_sessions WHERE last_seen_at <= now() - make_interval(hours => ${IDLE_HOURS})`;
	await sql`
		DELETE FROM mcp_events WHERE created_at < now() - make_interval(hours => ${EVENT_RETENTION_HOURS})`;
}
