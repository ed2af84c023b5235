/** Sessions of the protocol and what was said in them, so that any process goes on with any session, also after a restart. */
import type { Sql } from "../../db.ts";

/** Hours without a request after which a session is over. */
const IDLE_HOURS = 24;
/** Hours for which what was said can be told again. */
const KEPT_HOURS = 24;
/** Sessions of one key; the one that was silent for longest makes room. */
const MOST_SESSIONS = 1000;

/** What another process needs to go on with a session. */
export interface StoredSession {
	idHash: string;
	/** The body of the request that began it. */
	initializeBody: string;
	logLevel: string | null;
	/** Addresses of resources whose changes the client wants to be told. */
	subscriptions: string[];
}

export async function addSession(
	sql: Sql,
	{
		idHash,
		keyFingerprint,
		initializeBody,
	}: { idHash: string; keyFingerprint: string; initializeBody: string },
): Promise<void> {
	await sql.begin(async (tx) => {
		await tx`
			INSERT INTO mcp_sessions (id_hash, key_fingerprint, initialize_body)
			VALUES (${idHash}, ${keyFingerprint}, ${initializeBody})`;
		await tx`
			DELETE FROM mcp_sessions WHERE id_hash IN (
				SELECT id_hash FROM mcp_sessions
				WHERE key_fingerprint = ${keyFingerprint} AND id_hash <> ${idHash}
				ORDER BY last_seen_at DESC, id_hash OFFSET ${MOST_SESSIONS - 1})`;
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
		RETURNING id_hash AS "idHash", initialize_body AS "initializeBody", log_level AS "logLevel", subscriptions`;
	return row ?? null;
}

/** Ends the session with all that was said in it; false when there is none of this key's. */
export async function endSession(
	sql: Sql,
	idHash: string,
	keyFingerprint: string,
): Promise<boolean> {
	const { count } = await sql`
		DELETE FROM mcp_sessions WHERE id_hash = ${idHash} AND key_fingerprint = ${keyFingerprint}`;
	return count > 0;
}

export async function setLogLevel(
	sql: Sql,
	idHash: string,
	level: string,
): Promise<void> {
	await sql`UPDATE mcp_sessions SET log_level = ${level} WHERE id_hash = ${idHash}`;
}

/** Adds `uri` to what the session wants to be told of, unless it has `most` already; false when it has. */
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

/** Stores what is said and answers its number; what tells of a change is stored once, however many processes tell of it. */
export async function addEvent(
	sql: Sql,
	event: {
		idHash: string;
		stream: string;
		message: string;
		change: string | null;
	},
): Promise<string> {
	const [row] = await sql<{ id: string }[]>`
		INSERT INTO mcp_events (session_id_hash, stream, message, change)
		VALUES (${event.idHash}, ${event.stream}, ${event.message}, ${event.change})
		ON CONFLICT (session_id_hash, change) DO UPDATE SET change = EXCLUDED.change
		RETURNING id`;
	if (!row) throw new Error("an event was not stored");
	return row.id;
}

export interface StoredEvent {
	id: string;
	message: string;
}

/** What was said in the stream of event `id` after it, and the stream; null when the session has no such event, or not any more. */
export async function eventsAfter(
	sql: Sql,
	idHash: string,
	id: string,
): Promise<{ stream: string; events: StoredEvent[] } | null> {
	const [mark] = await sql<{ stream: string }[]>`
		SELECT stream FROM mcp_events WHERE session_id_hash = ${idHash} AND id = ${id}::bigint`;
	if (!mark) return null;
	const events = await sql<StoredEvent[]>`
		SELECT id, message FROM mcp_events
		WHERE session_id_hash = ${idHash} AND stream = ${mark.stream} AND id > ${id}::bigint AND message <> ''
		ORDER BY id`;
	return { stream: mark.stream, events };
}

/** Removes sessions that are over, and what was said too long ago. */
export async function removeOutdated(sql: Sql): Promise<void> {
	await sql`
		DELETE FROM mcp_sessions WHERE last_seen_at <= now() - make_interval(hours => ${IDLE_HOURS})`;
	await sql`
		DELETE FROM mcp_events WHERE created_at < now() - make_interval(hours => ${KEPT_HOURS})`;
}
