/** The public chat: sends a message, and answers with JSON or server-sent events (specification, "Chat (public)"; contract, section 8). */
import { t } from "elysia";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { refusalFor } from "../../server/error-handler.ts";
import { ApiError, problem } from "../../server/errors.ts";
import {
	fingerprintOf,
	IDEMPOTENCY_KEY,
	idempotencyKeyOf,
} from "../../server/idempotency-key.ts";
import type { Report } from "../../server/log-and-metrics.ts";
import type { AddressLimit } from "../../server/rate-limit.ts";
import { validate } from "../../server/read-and-validate-request.ts";
import {
	guard,
	requestId,
	signalOf,
	timeout,
} from "../../server/request-context-address-and-deadline.ts";
import { routes } from "../../server/route-definition.ts";
import { ChatReply, ChatTurn } from "./api-schemas.ts";
import {
	type Asking,
	type ChatCaller,
	type Listener,
	takeTurn,
} from "./conversation-turn.ts";
import { LlmFailure } from "./language-model-client.ts";

/** What the chat is done with; {@link chattingBy} makes it. */
export interface ChatOptions {
	/** Null = no language model is configured. */
	asking: Asking | null;
	/** What is known of a request's sender. */
	visitorOf(request: Request): Omit<ChatCaller, "visitorId" | "keyed">;
	/** Milliseconds that a request may take, its reply and all; 0 = any. */
	timeoutMs: number;
}

export function chat(
	sql: Sql,
	limit: AddressLimit,
	{ asking, visitorOf, timeoutMs }: ChatOptions,
	report: Report,
) {
	/** Answers `turn` for the visitor of `request`; the reason of a provider's failure is logged only. */
	const take = async (request: Request, turn: ChatTurn, listener: Listener) => {
		if (!asking) throw notConfigured();
		const { visitorId = Bun.randomUUIDv7() } = turn;
		const visitor = visitorOf(request);
		const key = idempotencyKeyOf(request);
		const keyed =
			key === null
				? null
				: {
						key,
						ipHash: visitor.ipHash,
						fingerprint: fingerprintOf(turn),
						claim: Bun.randomUUIDv7(),
						mostMs: timeoutMs || MAX_TURN_MS,
					};
		const caller = { ...visitor, visitorId, keyed };
		try {
			return await takeTurn(sql, asking, turn, caller, listener);
		} catch (error) {
			if (error instanceof LlmFailure)
				report(new Error(`chat: ${error.reason}`), requestId(request));
			throw error;
		}
	};

	return routes("/api/v1/chat", "Chat").post(
		"",
		async ({ body, request, set }) => {
			set.headers["cache-control"] = "no-store";
			const say = (listener: Listener) =>
				take(request, body, {
					...listener,
					onSession(session) {
						set.headers["chat-session"] = session.id;
						listener.onSession(session);
					},
					onReplayed() {
						set.headers["idempotency-replayed"] = "true";
					},
				});
			try {
				return wantsStream(request)
					? await streamed(request, say, (error) =>
							refusalFor(error, request, report),
						)
					: Response.json({ data: await say(silent(request)) });
			} catch (error) {
				if (error === request.signal.reason) return gone();
				throw error;
			}
		},
		{
			...validate({
				guards: [limit.each, timeout(timeoutMs), CHAT_SESSION_HEADER],
				body: ChatTurn,
				errors: [
					"not_found",
					"chat_session_ended",
					"overloaded",
					"idempotency_in_progress",
					"idempotency_key_reused",
					"llm_not_configured",
					"llm_circuit_open",
					"llm_unavailable",
					"llm_timeout",
				],
				successHeaders: ["X-Accel-Buffering", "Idempotency-Replayed"],
			}),
			response: { 200: t.Union([t.Object({ data: ChatReply }), Events]) },
			detail: {
				operationId: "chat",
				parameters: [IDEMPOTENCY_KEY],
				summary: "Send a message and get the reply",
				description:
					"Without `sessionId` a new conversation begins, whose id is in the response and authorizes to continue it: until 30 minutes after its last message, and for a day at most. The message is stored also when no reply comes, in the conversation that `Chat-Session` names. With `Accept: text/event-stream` the reply is streamed; an error before its first piece is a plain response. With an `Idempotency-Key` the same message is stored and answered once in 24 hours, for each address: a repeat gets the first answer, also when the connection was lost before it came.",
			},
		},
	);
}

const Events = t.String({
	contentMediaType: "text/event-stream",
	description:
		"Events with JSON: `session`, a `delta` with `text` for each piece, and at the end `done` with what `data` is otherwise, or `error` with a problem.",
});

/** For clients that get the reply whole. */
const silent = (request: Request): Listener => ({
	leaving: signalOf(request),
	onSession() {},
	onReplayed() {},
	onText() {},
});

/** In milliseconds: where a request may take any time. */
const MAX_TURN_MS = 600_000;

/** For the log: the client has gone. */
const gone = () => new Response(null, { status: 499 });

/** So that one can go on with what was stored also when no reply came. */
const CHAT_SESSION_HEADER = guard(() => {}, { headers: ["Chat-Session"] });

const notConfigured = () =>
	new ApiError(
		"llm_not_configured",
		"This server has no language model to ask. Its operator sets LLM_BASE_URL and LLM_MODEL.",
	);

const EVENT_STREAM = "text/event-stream";

const wantsStream = (request: Request): boolean =>
	(request.headers.get("accept") ?? "").includes(EVENT_STREAM);

/**
 * Answers what `take` makes, as it comes; a reply has a piece at least. Throws what `take` throws before its first one.
 * @param refusalOf the error as the client sees it
 */
export async function streamed(
	request: Request,
	take: (listener: Listener) => Promise<ChatReply>,
	refusalOf: (error: unknown) => ApiError,
): Promise<Response> {
	const left = new AbortController();
	let open = false;
	const begun = Promise.withResolvers<void>();
	let events: ReadableStreamDefaultController<Uint8Array> | null = null;
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			events = controller;
		},
		cancel: () => left.abort(),
	});
	const encoder = new TextEncoder();
	// Sent at the model's pace, not at the reader's: a slow reader is no fault of the model, and a reply is short.
	const send = (event: string, data: unknown) => {
		if (left.signal.aborted) return;
		events?.enqueue(
			encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
		);
	};
	const end = () => {
		if (!left.signal.aborted) events?.close();
	};
	const listener: Listener = {
		leaving: AbortSignal.any([signalOf(request), left.signal]),
		onSession({ id, status, messageCount, expiresAt }) {
			send("session", {
				sessionId: id,
				session: { status, messageCount, expiresAt },
			});
		},
		onReplayed() {},
		onText(text) {
			send("delta", { text });
			open = true;
			begun.resolve();
		},
	};
	take(listener)
		.then((reply) => {
			send("done", reply);
		})
		.catch(async (error) => {
			if (!open) return begun.reject(error);
			if (listener.leaving.aborted) return;
			const refusal = refusalOf(error);
			send("error", await problem(refusal, requestId(request)).json());
		})
		.finally(end);
	await begun.promise;
	return new Response(body, {
		headers: {
			"content-type": `${EVENT_STREAM}; charset=utf-8`,
			"cache-control": "no-store",
			// Proxies that would gather it pass it on.
			"x-accel-buffering": "no",
		},
	});
}
