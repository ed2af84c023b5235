/** Schemas of the chat (specification, "Chat session" and "Chat message"; contract, section 8). */
import { type Static, Type } from "@sinclair/typebox";

const Timestamp = Type.String({ format: "date-time" });

/** Active until its administrator ends it, or until it has been idle for 30 minutes or is a day old: then it is expired. */
export const ChatStatus = Type.Union([
	Type.Literal("active"),
	Type.Literal("ended"),
	Type.Literal("expired"),
]);
export type ChatStatus = Static<typeof ChatStatus>;

export const ChatMessage = Type.Object({
	id: Type.String(),
	sessionId: Type.String(),
	role: Type.Union([Type.Literal("user"), Type.Literal("assistant")]),
	content: Type.String(),
	/** Of the whole call, as the provider counts them; null for a visitor's message, and when the provider does not count. */
	tokensUsed: Type.Union([Type.Integer(), Type.Null()]),
	/** Null for a visitor's message. */
	model: Type.Union([Type.String(), Type.Null()]),
	createdAt: Timestamp,
});
export type ChatMessage = Static<typeof ChatMessage>;

export const ChatSession = Type.Object({
	id: Type.String(),
	visitorId: Type.String(),
	/** Tells addresses apart without naming them. */
	ipHash: Type.String(),
	userAgent: Type.String(),
	messageCount: Type.Integer(),
	status: ChatStatus,
	createdAt: Timestamp,
	lastActiveAt: Timestamp,
	expiresAt: Timestamp,
});
export type ChatSession = Static<typeof ChatSession>;

/** With all messages, the first one first. */
export const WholeChatSession = Type.Object({
	...ChatSession.properties,
	messages: Type.Array(ChatMessage),
});
export type WholeChatSession = Static<typeof WholeChatSession>;

export const ChatTurn = Type.Object({
	message: Type.String({ minLength: 1, maxLength: 4000 }),
	/** Of the conversation to go on with; a new one begins without it. */
	sessionId: Type.Optional(
		Type.String({ pattern: "^sess_[A-Za-z0-9_-]{1,64}$" }),
	),
	/** The visitor's own name for himself; one is made when it is missing. Only the first turn's counts. */
	visitorId: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
});
export type ChatTurn = Static<typeof ChatTurn>;

export const ChatReply = Type.Object({
	sessionId: Type.String(),
	message: ChatMessage,
	session: Type.Object({
		status: ChatStatus,
		messageCount: Type.Integer(),
		expiresAt: Timestamp,
	}),
});
export type ChatReply = Static<typeof ChatReply>;

/** Whether the chat's language model is set up, and what its provider answers now. */
export const LanguageModelState = Type.Object({
	state: Type.Union(
		[
			Type.Literal("unset"),
			Type.Literal("reachable"),
			Type.Literal("key_refused"),
			Type.Literal("failing"),
			Type.Literal("unreachable"),
			Type.Literal("elsewhere"),
		],
		{
			description:
				"`failing`: the provider answers with an error. `elsewhere`: another process has the chat, whose readiness tells.",
		},
	),
	/** The setting `LLM_MODEL`; null when the chat is not set up. */
	model: Type.Union([Type.String(), Type.Null()]),
	/** The status of the provider's answer, or why there was none. */
	fault: Type.Union([Type.String(), Type.Null()]),
});
export type LanguageModelState = Static<typeof LanguageModelState>;
