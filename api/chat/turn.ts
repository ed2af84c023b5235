/**
 * One turn of a conversation. What the visitor says is committed before the model is asked, so that it is never lost; a reply is
 * stored once it is whole, or not at all (contract, section 8).
 */
import { randomBytes } from "node:crypto";
import type { Sql } from "../db.ts";
import { ApiError } from "../http/errors.ts";
import type { Breaker } from "./breaker.ts";
import type { Crowd } from "./crowd.ts";
import { withoutEcho } from "./echo.ts";
import type { ChatReply, ChatSession, ChatTurn } from "./model.ts";
import { MOST_HISTORY, type Prompt, promptFor } from "./prompt.ts";
import { LlmFailure } from "./provider/failure.ts";
import type { Llm } from "./provider/index.ts";
import {
	addReply,
	beginSession,
	continueSession,
	findSession,
	lastMessages,
	type Visitor,
} from "./store.ts";

/** Whom a reply is asked of, and what bounds the asking. */
export interface Asking {
	llm: Llm;
	breaker: Breaker;
	crowd: Crowd;
}

/** Who has this turn. */
export interface Caller extends Visitor {
	/** Whose replies are counted together. */
	network: string;
}

/** Where what is said goes, and when to stop. */
export interface Listener {
	/** Aborted when nobody listens any more. */
	leaving: AbortSignal;
	/** What the visitor said is stored, in this session. */
	onSession(session: ChatSession): void;
	/** A piece of the reply. */
	onText(text: string): void;
}

/**
 * Answers a turn. What is refused with `llm_circuit_open`, `rate_limited`, `overloaded`, `not_found` or `chat_session_ended` is not
 * stored; with `llm_unavailable` and `llm_timeout` it is, and so when `leaving` is aborted, whose reason is thrown then.
 */
export const takeTurn = (
	sql: Sql,
	asking: Asking,
	turn: ChatTurn,
	{ network, ...visitor }: Caller,
	listener: Listener,
): Promise<ChatReply> =>
	asking.crowd(network, () => answer(sql, asking, turn, visitor, listener));

async function answer(
	sql: Sql,
	{ llm, breaker }: Asking,
	turn: ChatTurn,
	visitor: Visitor,
	{ leaving, onSession, onText }: Listener,
): Promise<ChatReply> {
	const leave = breaker.admit();
	try {
		const said = await storeWords(sql, turn, visitor);
		onSession(said);
		const history = await lastMessages(sql, said.id, MOST_HISTORY);
		const prompt = await promptFor(sql, history);
		const heard = hearing(prompt, onText);
		const reply = await llm
			.reply(prompt.messages, leaving, heard.push)
			.catch((error) => {
				if (isAiling(error)) leave.failed();
				else if (error instanceof LlmFailure) leave.worked();
				throw error;
			});
		leave.worked();
		return replyOf(
			await addReply(sql, said.id, {
				content: heard.all(),
				tokensUsed: reply.tokensUsed,
				model: reply.model ?? llm.model,
			}),
		);
	} finally {
		leave.end();
	}
}

const isAiling = (error: unknown) =>
	error instanceof LlmFailure && error.ailing;

/** What of a model's words is passed on, and all of it. */
function hearing(
	{ instructions, mark }: Prompt,
	onText: (text: string) => void,
) {
	const filter = withoutEcho(instructions, mark);
	let all = "";
	const pass = (text: string) => {
		if (!text) return;
		all += text;
		onText(text);
	};
	return {
		push: (text: string) => pass(filter.push(text)),
		all() {
			pass(filter.end());
			return all;
		},
	};
}

const replyOf = ({
	session: { id, status, messageCount, expiresAt },
	message,
}: Awaited<ReturnType<typeof addReply>>): ChatReply => ({
	sessionId: id,
	message,
	session: { status, messageCount, expiresAt },
});

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
