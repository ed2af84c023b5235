/** Queries of chat conversations. Concurrent turns of a session lock its row, so that each has its place. */
import type { Sql, Transaction } from "../../db/connect-and-batch-queries.ts";
import type { Page } from "../../server/pagination.ts";
import type {
	ChatMessage,
	ChatSession,
	ChatStatus,
	WholeChatSession,
} from "./api-schemas.ts";

/** Who begins a conversation. */
export interface Visitor {
	visitorId: string;
	ipHash: string;
	userAgent: string;
}

export interface AddedReply {
	session: ChatSession;
	message: ChatMessage;
}

/** What is stored of a session in the same transaction. */
type InTransaction = (tx: Transaction, session: ChatSession) => Promise<void>;

const nothing = async () => {};

/** Begins a conversation with what the visitor says. */
export async function beginSession(
	sql: Sql,
	id: string,
	visitor: Visitor,
	content: string,
	also: InTransaction = nothing,
): Promise<ChatSession> {
	return sql.begin(async (tx) => {
		const [session] = await tx<ChatSession[]>`
			INSERT INTO chat_sessions (id, visitor_id, ip_hash, user_agent, message_count, expires_at)
			VALUES (${id}, ${visitor.visitorId}, ${visitor.ipHash}, ${visitor.userAgent}, 1, now() + interval '30 minutes')
			RETURNING ${sessionColumns(tx)}`;
		if (!session) throw new Error("the session was not stored");
		await addMessage(tx, session, { role: "user", content });
		await also(tx, session);
		return session;
	}) as Promise<ChatSession>;
}

/** Adds what the visitor says to an active session, which goes on from now; null when there is none that is active. */
export async function continueSession(
	sql: Sql,
	id: string,
	content: string,
	also: InTransaction = nothing,
): Promise<ChatSession | null> {
	return sql.begin(async (tx) => {
		const [session] = await tx<ChatSession[]>`
			UPDATE chat_sessions SET ${onward(tx)} WHERE id = ${id} AND ${status(tx)} = 'active'
			RETURNING ${sessionColumns(tx)}`;
		if (!session) return null;
		await addMessage(tx, session, { role: "user", content });
		await also(tx, session);
		return session;
	}) as Promise<ChatSession | null>;
}

/** Adds a whole reply, also to a session that was ended meanwhile. */
export async function addReply(
	sql: Sql,
	id: string,
	reply: Pick<ChatMessage, "content" | "tokensUsed" | "model">,
	also: (tx: Transaction, added: AddedReply) => Promise<void> = nothing,
): Promise<AddedReply> {
	return sql.begin(async (tx) => {
		const [session] = await tx<ChatSession[]>`
			UPDATE chat_sessions SET ${onward(tx)} WHERE id = ${id} RETURNING ${sessionColumns(tx)}`;
		if (!session) throw new Error("the session is not there any more");
		const message = await addMessage(tx, session, {
			...reply,
			role: "assistant",
		});
		const added = { session, message };
		await also(tx, added);
		return added;
	}) as Promise<AddedReply>;
}

async function addMessage(
	tx: Transaction,
	{ id, messageCount }: ChatSession,
	{
		role,
		content,
		tokensUsed = null,
		model = null,
	}: Pick<ChatMessage, "role" | "content"> & Partial<ChatMessage>,
): Promise<ChatMessage> {
	const [message] = await tx<ChatMessage[]>`
		INSERT INTO chat_messages (id, session_id, position, role, content, tokens_used, model)
		VALUES (${Bun.randomUUIDv7()}, ${id}, ${messageCount}, ${role}, ${content}, ${tokensUsed}, ${model})
		RETURNING ${messageColumns(tx)}`;
	if (!message) throw new Error("the message was not stored");
	return message;
}

/** The last `most` messages of a session up to `position`, oldest first. */
export async function lastMessages(
	sql: Sql,
	id: string,
	most: number,
	position: number,
): Promise<ChatMessage[]> {
	const rows = await sql<ChatMessage[]>`
		SELECT ${messageColumns(sql)} FROM chat_messages WHERE session_id = ${id} AND position <= ${position}
		ORDER BY position DESC LIMIT ${most}`;
	return rows.reverse();
}

/** Null when there is no such session. */
export async function findSession(
	sql: Sql,
	id: string,
): Promise<ChatSession | null> {
	const [row] = await sql<ChatSession[]>`
		SELECT ${sessionColumns(sql)} FROM chat_sessions WHERE id = ${id}`;
	return row ?? null;
}

/** Sessions of `status`, null = of any, the last active one first. */
export async function listSessions(
	sql: Sql,
	wanted: ChatStatus | null,
	{ limit, offset }: Page,
): Promise<{ rows: ChatSession[]; total: number }> {
	const which = wanted === null ? sql`` : sql`WHERE ${status(sql)} = ${wanted}`;
	const [count] = await sql<{ total: number }[]>`
		SELECT count(*)::int AS total FROM chat_sessions ${which}`;
	const rows = await sql<ChatSession[]>`
		SELECT ${sessionColumns(sql)} FROM chat_sessions ${which}
		ORDER BY last_active_at DESC, id LIMIT ${limit} OFFSET ${offset}`;
	return { rows, total: count?.total ?? 0 };
}

/** A session with all its messages; null when there is none. */
export async function readSession(
	sql: Sql,
	id: string,
): Promise<WholeChatSession | null> {
	const session = await findSession(sql, id);
	if (!session) return null;
	const messages = await sql<ChatMessage[]>`
		SELECT ${messageColumns(sql)} FROM chat_messages WHERE session_id = ${id} ORDER BY position`;
	return { ...session, messages };
}

/** Ends a session, unless it was ended before; null when there is none. An expired one is ended, too. */
export async function endSession(
	sql: Sql,
	id: string,
): Promise<ChatSession | null> {
	const [session] = await sql<ChatSession[]>`
		UPDATE chat_sessions SET ended_at = coalesce(ended_at, now()) WHERE id = ${id}
		RETURNING ${sessionColumns(sql)}`;
	return session ?? null;
}

/** One more message, and the time that this gives a session: 30 minutes, within a day of its beginning. */
const onward = (tx: Transaction) => tx`
	message_count = message_count + 1, last_active_at = now(),
	expires_at = LEAST(created_at + interval '24 hours', now() + interval '30 minutes')`;

const status = (sql: Sql | Transaction) => sql`
	CASE WHEN ended_at IS NOT NULL THEN 'ended' WHEN expires_at <= now() THEN 'expired' ELSE 'active' END`;

const sessionColumns = (sql: Sql | Transaction) => sql`
	id, visitor_id AS "visitorId", ip_hash AS "ipHash", user_agent AS "userAgent", message_count AS "messageCount",
	${status(sql)} AS status, created_at AS "createdAt", last_active_at AS "lastActiveAt", expires_at AS "expiresAt"`;

const messageColumns = (sql: Sql | Transaction) => sql`
	id, session_id AS "sessionId", role, content, tokens_used AS "tokensUsed", model, created_at AS "createdAt"`;

/** In conversations: what one statement removes, so that none takes long. */
const REMOVED_AT_ONCE = 1000;

/** Removes the conversations that ended more than `days` days ago, with all their messages. */
export async function removeOldSessions(sql: Sql, days: number): Promise<void> {
	for (;;) {
		// `expires_at` is at most a day after the end, and has an index.
		const { count } = await sql`
			DELETE FROM chat_sessions WHERE id IN (
				SELECT id FROM chat_sessions
				WHERE expires_at < now() - (${days}::int - 1) * interval '1 day'
					AND least(ended_at, expires_at) < now() - ${days}::int * interval '1 day'
				LIMIT ${REMOVED_AT_ONCE})`;
		if (count < REMOVED_AT_ONCE) return;
	}
}
