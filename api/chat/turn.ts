/**
 * One turn of a conversation. What the visitor says is committed before the model is asked, so that it is never lost; a reply is
 * stored once it is whole, or not at all (contract, section 8).
 */
import { randomBytes } from "node:crypto";
import type { Sql } from "../db.ts";
import { ApiError } from "../http/errors.ts";
import type { ChatReply, ChatSession, ChatTurn } from "./model.ts";
import { MOST_HISTORY, promptFor } from "./prompt.ts";
import type { Llm } from "./provider/index.ts";
import {
	addReply,
	beginSession,
	continueSession,
	findSession,
	lastMessages,
	type Visitor,
} from "./store.ts";

/** Answers a turn. Throws `not_found`, `chat_session_ended`, `llm_unavailable`, `llm_timeout`, or what `leaving` was aborted with. */
export async function takeTurn(
	sql: Sql,
	llm: Llm,
	turn: ChatTurn,
	visitor: Visitor,
	leaving: AbortSignal,
): Promise<ChatReply> {
	const said = await storeWords(sql, turn, visitor);
	const history = await lastMessages(sql, said.id, MOST_HISTORY);
	const reply = await llm.reply(await promptFor(sql, history), leaving);
	const { session, message } = await addReply(sql, said.id, {
		content: reply.text,
		tokensUsed: reply.tokensUsed,
		model: reply.model ?? llm.model,
	});
	const { status, messageCount, expiresAt } = session;
	return {
		sessionId: session.id,
		message,
		session: { status, messageCount, expiresAt },
	};
}

async function storeWords(
	sql: Sql,
	{ sessionId, message }: ChatTurn,
	visitor: Visitor,
): Promise<ChatSession> {
	if (sessionId === undefined)
		return beginSession(sql, newSessionId(), visitor, message);
	const session = await continueSession(sql, sessionId, message);
	if (session) return session;
	const found = await findSession(sql, sessionId);
	throw found ? over(found) : unknown();
}

/** 128 random bits: whoever knows them may go on with the conversation. */
const newSessionId = () => `sess_${randomBytes(16).toString("base64url")}`;

const over = ({ status }: ChatSession) =>
	new ApiError(
		"chat_session_ended",
		`This conversation has ${status === "ended" ? "been ended" : "expired"}. Send the message without \`sessionId\` to begin a new one.`,
	);

const unknown = () =>
	new ApiError(
		"not_found",
		"There is no such conversation. Send the message without `sessionId` to begin a new one.",
	);
