/** Talking to the chat, and looking at what it stored. */
import { randomBytes } from "node:crypto";
import type { ChatMessage, ChatReply } from "../modules/chat/api-schemas.ts";
import { beginSession } from "../modules/chat/queries.ts";
import type { Service } from "./harness.ts";

export interface Said {
	status: number;
	headers: Headers;
	/** Null unless it was a reply. */
	reply: ChatReply | null;
	/** Null unless it was a refusal. */
	code: string | null;
	text: string;
}

/** One turn, as a client of JSON sends it. */
export async function say(
	front: string,
	body: object,
	headers: Record<string, string> = {},
): Promise<Said> {
	const answer = await fetch(`${front}/api/v1/chat`, {
		method: "POST",
		headers: { "content-type": "application/json", ...headers },
		body: JSON.stringify(body),
	});
	const text = await answer.text();
	const { data = null, code = null } = JSON.parse(text);
	return {
		status: answer.status,
		headers: answer.headers,
		reply: data,
		code,
		text,
	};
}

/** All that is stored of what was said with `visitorId`, in its order. */
export const stored = (
	{ content }: Pick<Service, "content">,
	visitorId: string,
): Promise<Pick<ChatMessage, "role" | "content" | "tokensUsed" | "model">[]> =>
	content`
		SELECT m.role, m.content, m.tokens_used AS "tokensUsed", m.model
		FROM chat_messages m JOIN chat_sessions s ON s.id = m.session_id
		WHERE s.visitor_id = ${visitorId} ORDER BY s.created_at, m.position`;

/** A conversation that has just begun, of a visitor `visitorId`; its id. */
export async function conversation(
	{ content }: Service,
	visitorId = "v-began",
): Promise<string> {
	const id = `sess_${randomBytes(16).toString("base64url")}`;
	const visitor = { visitorId, ipHash: "0".repeat(32), userAgent: "" };
	await beginSession(content, id, visitor, "Hello?");
	return id;
}

/** Buckets that many turns from one address do not empty. */
export const TALKATIVE = {
	RATE_LIMIT_CAPACITY: "100000",
	RATE_LIMIT_REFILL_RATE: "10000",
};
