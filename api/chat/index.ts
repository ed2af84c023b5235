/** The public chat (specification, "Chat (public)"; contract, section 8). */
import { t } from "elysia";
import type { Sql } from "../db.ts";
import type { AddressLimit } from "../http/address-limit.ts";
import { signalOf, takesUpTo } from "../http/deadline.ts";
import { ApiError } from "../http/errors.ts";
import { takes } from "../http/input.ts";
import type { Report } from "../http/problems.ts";
import { requestId } from "../http/request-id.ts";
import { routes } from "../http/routes.ts";
import { ChatReply, ChatTurn } from "./model.ts";
import { LlmFailure } from "./provider/failure.ts";
import type { Llm } from "./provider/index.ts";
import type { Visitor } from "./store.ts";
import { takeTurn } from "./turn.ts";

/** What the chat is done with; {@link chattingBy} makes it. */
export interface Chatting {
	/** Null = no language model is configured. */
	llm: Llm | null;
	/** What is known of whoever sent a request. */
	visitorOf(request: Request): Omit<Visitor, "visitorId">;
	/** Milliseconds that a request may take, its reply and all; 0 = any. */
	timeoutMs: number;
}

export function chat(
	sql: Sql,
	limit: AddressLimit,
	{ llm, visitorOf, timeoutMs }: Chatting,
	report: Report,
) {
	/** Answers `turn` for whom `request` came from; why a provider failed is for the log alone. */
	const take = async (request: Request, turn: ChatTurn) => {
		if (!llm) throw notConfigured();
		try {
			const { visitorId = Bun.randomUUIDv7() } = turn;
			const visitor = { ...visitorOf(request), visitorId };
			return await takeTurn(sql, llm, turn, visitor, signalOf(request));
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
			return { data: await take(request, body) };
		},
		{
			...takes({
				guards: [limit.each, takesUpTo(timeoutMs)],
				body: ChatTurn,
				refuses: [
					"not_found",
					"chat_session_ended",
					"llm_not_configured",
					"llm_unavailable",
					"llm_timeout",
				],
			}),
			response: { 200: t.Object({ data: ChatReply }) },
			detail: {
				operationId: "chat",
				summary: "Say something, and get a reply",
				description:
					"Without `sessionId` a new conversation begins, whose id is in the answer and admits whoever knows it. It goes on for 30 minutes after its last message, and for a day at most. What was said is kept also when no reply comes.",
			},
		},
	);
}

const notConfigured = () =>
	new ApiError(
		"llm_not_configured",
		"This server has no language model to ask. Its operator sets LLM_BASE_URL and LLM_MODEL.",
	);
