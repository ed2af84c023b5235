/**
 * One turn of a conversation. What the visitor says is committed before the model is called, so that it is never lost; a reply is
 * stored once it is whole, or not at all (contract, section 8).
 */
import { randomBytes } from "node:crypto";
import type { Sql, Transaction } from "../../db/connect-and-batch-queries.ts";
import { ApiError } from "../../server/errors.ts";
import { keyInProgress, keyReused } from "../../server/idempotency-key.ts";
import type { ChatReply, ChatSession, ChatTurn } from "./api-schemas.ts";
import type { Breaker } from "./circuit-breaker.ts";
import type { ConcurrencyLimit } from "./concurrent-turn-limit.ts";
import {
	addTurn,
	findTurn,
	type KeyedTurn,
	keepReply,
	releaseTurn,
	resumeTurn,
	type StoredTurn,
} from "./idempotency-queries.ts";
import { type Llm, LlmFailure } from "./language-model-client.ts";
import {
	type ChatPrompt,
	filterPromptLeaks,
	MAX_HISTORY_MESSAGES,
	promptFor,
} from "./prompt-and-leak-filter.ts";
import {
	type AddedReply,
	addReply,
	beginSession,
	continueSession,
	findSession,
	lastMessages,
	type Visitor,
} from "./queries.ts";

/** The model that replies, and what limits calls of it. */
export interface Asking {
	llm: Llm;
	breaker: Breaker;
	concurrencyLimit: ConcurrencyLimit;
}

/** Who has this turn. */
export interface ChatCaller extends Visitor {
	/** Whose replies are counted together. */
	network: string;
	/** Identifies a repeat of the turn; null = each is a turn of its own. */
	keyed: KeyedTurn | null;
}

/** The turn's listeners, and the signal to stop. */
export interface Listener {
	/** Aborted when no client listens any more. */
	leaving: AbortSignal;
	/** The visitor's message is stored, in this session. */
	onSession(
		session: Pick<ChatSession, "id" | "status" | "messageCount" | "expiresAt">,
	): void;
	/** What follows is the answer to an earlier request. */
	onReplayed(): void;
	/** A piece of the reply. */
	onText(text: string): void;
}

/**
 * Answers a turn. What is refused with `llm_circuit_open`, `rate_limited`, `overloaded`, `not_found` or `chat_session_ended` is not
 * stored; with `llm_unavailable` and `llm_timeout` it is, and so when `leaving` is aborted, whose reason is thrown then. A turn with a
 * key is stored once and answered once, also when it is sent again; its reply is awaited also when no client listens. Throws
 * `idempotency_in_progress` or `idempotency_key_reused`.
 */
export async function takeTurn(
	sql: Sql,
	asking: Asking,
	turn: ChatTurn,
	{ network, keyed, ...visitor }: ChatCaller,
	listener: Listener,
): Promise<ChatReply> {
	const stored = keyed && (await findTurn(sql, keyed));
	if (keyed && stored && stored.fingerprint !== keyed.fingerprint)
		throw keyReused();
	if (stored?.reply) return replay(JSON.parse(stored.reply), listener);
	return asking.concurrencyLimit(network, async () => {
		const leave = asking.breaker.admit();
		try {
			const session = stored
				? await resumeStored(sql, stored, keyed)
				: await storeMessage(sql, turn, visitor, keyed);
			const place = {
				session,
				position: stored?.position ?? session.messageCount,
			};
			try {
				return await answer(sql, asking, place, keyed, leave, listener);
			} catch (error) {
				// Also when this statement fails, the turn is free after its time.
				if (keyed) await releaseTurn(sql, keyed).catch(() => {});
				throw error;
			}
		} finally {
			leave.end();
		}
	});
}

function replay(
	reply: ChatReply,
	{ onReplayed, onSession, onText }: Listener,
): ChatReply {
	onReplayed();
	onSession({ id: reply.sessionId, ...reply.session });
	onText(reply.message.content);
	return reply;
}

async function answer(
	sql: Sql,
	{ llm }: Asking,
	{ session, position }: { session: ChatSession; position: number },
	keyed: KeyedTurn | null,
	leave: ReturnType<Breaker["admit"]>,
	{ leaving, onSession, onText }: Listener,
): Promise<ChatReply> {
	onSession(session);
	const history = await lastMessages(
		sql,
		session.id,
		MAX_HISTORY_MESSAGES,
		position,
	);
	const prompt = await promptFor(sql, history);
	const heard = hearing(prompt, onText);
	const reply = await llm
		.reply(prompt.messages, keyed ? NEVER : leaving, heard.push)
		.catch((error) => {
			if (isAiling(error)) leave.failed();
			else if (error instanceof LlmFailure) leave.worked();
			throw error;
		});
	leave.worked();
	const words = {
		content: heard.all(),
		tokensUsed: reply.tokensUsed,
		model: reply.model ?? llm.model,
	};
	return replyOf(
		await addReply(sql, session.id, words, async (tx, added) => {
			const text = JSON.stringify(replyOf(added));
			// Another request has taken the turn over; the reply is that one's to give.
			if (keyed && !(await keepReply(tx, keyed, text))) throw keyInProgress();
		}),
	);
}

/** The model has a time limit of its own. */
const NEVER = new AbortController().signal;

const isAiling = (error: unknown) =>
	error instanceof LlmFailure && error.ailing;

/** What of a model's words is passed on, and all of it. */
function hearing(
	{ instructions, mark }: ChatPrompt,
	onText: (text: string) => void,
) {
	const filter = filterPromptLeaks(instructions, mark);
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
}: AddedReply): ChatReply => ({
	sessionId: id,
	message,
	session: { status, messageCount, expiresAt },
});

async function storeMessage(
	sql: Sql,
	{ sessionId, message }: ChatTurn,
	visitor: Visitor,
	keyed: KeyedTurn | null,
): Promise<ChatSession> {
	const claim = async (tx: Transaction, { id, messageCount }: ChatSession) => {
		// Another request stored it a moment ago.
		if (keyed && !(await addTurn(tx, keyed, id, messageCount)))
			throw keyInProgress();
	};
	if (sessionId === undefined)
		return beginSession(sql, newSessionId(), visitor, message, claim);
	const session = await continueSession(sql, sessionId, message, claim);
	if (session) return session;
	const found = await findSession(sql, sessionId);
	throw found ? over(found) : unknown();
}

/** The session of a turn that was stored and has no reply, which from here on is this request's to answer. */
async function resumeStored(
	sql: Sql,
	{ sessionId }: StoredTurn,
	keyed: KeyedTurn | null,
): Promise<ChatSession> {
	const session = await findSession(sql, sessionId);
	if (!session) throw unknown();
	if (session.status !== "active") throw over(session);
	if (keyed && !(await resumeTurn(sql, keyed))) throw keyInProgress();
	return session;
}

/** 128 random bits, which authorize to continue the conversation. */
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
