/**
 * A reply as server-sent events, each with JSON: `session` once, `delta` for each piece, and at the end `done` with what a client of
 * JSON gets, or `error` with a problem. What fails before the first piece is answered as it is without a stream.
 */

import { type ApiError, problem } from "../../server/errors.ts";
import { requestId, signalOf } from "../../server/request-context.ts";
import type { Listener } from "./conversation-turn.ts";
import type { ChatReply } from "./schema.ts";

const EVENT_STREAM = "text/event-stream";

export const wantsStream = (request: Request): boolean =>
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
