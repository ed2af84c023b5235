/**
 * A session in this process: the SDK's server and transport in the state after the session's first request, its open streams, and the
 * event store, from which any process resumes them for a client that lost its connection.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { EventStore } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { createParser } from "eventsource-parser";
import type { Sql } from "../../../db/connect-and-batch-queries.ts";
import {
	isStatementTimeout,
	isUnavailable,
} from "../../../db/database-errors.ts";
import { authInfoOf } from "../protocol-methods-and-tool-declaration.ts";
import type { Caller } from "../tool-resource-prompt-types.ts";
import {
	addEvent,
	BEGINNING,
	eventsIn,
	markListening,
	type StoredEvent,
	streamOf,
} from "./session-and-event-queries.ts";

/** Milliseconds that a client is to wait before it connects again. */
const RETRY = 1000;
/** Milliseconds between signs of life on a silent stream. */
const KEEP_ALIVE = 15_000;
/** From this revision on clients understand an event without data, the mark to go on from. */
const KNOWS_MARKS = "2025-11-25";

export interface SessionHandle {
	/** Answers a POST with `body`, its parsed JSON. */
	post(caller: Caller, body: unknown): Promise<Response>;
	/** Opens the session's own stream, where the client left it; the newest one counts. */
	listen(caller: Caller, ended: () => void): Promise<Response>;
	/** Sends stored events on the session's own stream, in the order of their ids; those that were sent on it are left out. */
	sendStored(events: readonly StoredEvent[]): Promise<void>;
	readonly idHash: string;
	/** The id of the last event that was sent on its own stream, or after which that stream began. */
	lastSent(): string;
	/** Whether its own stream is open here. */
	listening(): boolean;
	/** Whether no request has come for `ms` milliseconds and no stream is open. */
	silentFor(ms: number): boolean;
	/** Ends the session's own stream; its client connects again, here or elsewhere. */
	hangUp(): void;
	close(): Promise<void>;
}

/**
 * @param begun does what has to be done before the first answer; not called when `taken` is given
 * @param taken the body of the session's first request, when it is taken up again
 * @param isResumable whether what is sent is stored, for a client that lost its connection
 */
export async function openSessionHandle(
	sql: Sql,
	server: Server,
	id: string,
	idHash: string,
	{
		begun,
		taken,
		isResumable,
	}: {
		begun?: () => Promise<void>;
		taken?: string;
		isResumable: boolean;
	},
): Promise<SessionHandle> {
	let repeating = taken !== undefined;
	let seen = performance.now();
	let streams = 0;
	let listening = 0;
	let lastSent = 0n;
	// What is replayed and what is sent live must not overtake one another.
	let turn: Promise<unknown> = Promise.resolve();
	const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
		const done = turn.then(work);
		turn = done.catch(() => {});
		return done;
	};
	const { WebStandardStreamableHTTPServerTransport } = await import(
		"@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
	);
	const transport = new WebStandardStreamableHTTPServerTransport({
		sessionIdGenerator: () => id,
		onsessioninitialized: () => noteFailure(async () => begun?.()),
		...(isResumable && {
			eventStore: eventsOf(
				sql,
				idHash,
				() => repeating,
				(id) => {
					lastSent = BigInt(id);
				},
			),
		}),
		retryInterval: RETRY,
		keepAliveMs: KEEP_ALIVE,
	});
	await server.connect(transport);
	if (taken !== undefined) {
		const again = new Request("http://localhost/", {
			method: "POST",
			headers: { ...ANYTHING, "content-type": "application/json" },
		});
		const parsedBody = JSON.parse(taken);
		await (await transport.handleRequest(again, { parsedBody })).text();
		repeating = false;
	}
	const open = (response: Response, first: string | null, ended = () => {}) => {
		streams++;
		return watchStream(response, first, () => {
			streams--;
			seen = performance.now();
			ended();
		});
	};
	return {
		async post(caller, body) {
			seen = performance.now();
			const { request } = caller;
			const single = wantsDocument(request);
			const ask = () =>
				transport.handleRequest(requestWith(request, single ? ANYTHING : {}), {
					parsedBody: body,
					authInfo: authInfoOf(caller),
				});
			const answer = await rethrowNoted(() =>
				single ? withoutEvents(ask) : ask(),
			);
			return single ? documentOf(answer) : open(answer, null);
		},
		idHash,
		listening: () => listening > 0,
		lastSent: () => lastSent.toString(),
		listen: ({ request }, ended) =>
			inTurn(async () => {
				seen = performance.now();
				const given = request.headers.get("last-event-id");
				const known = given !== null && (await streamOf(sql, idHash, given));
				const from = known
					? given
					: await markListening(sql, idHash, OWN_STREAM);
				// Before what is stored is read: what is stored from then on is sent to those that listen, after this turn.
				listening++;
				const answer = await rethrowNoted(() =>
					transport.handleRequest(
						requestWith(request, {
							...(wantsDocument(request) && A_STREAM),
							"last-event-id": from,
						}),
					),
				).catch((error) => {
					listening--;
					throw error;
				});
				const version = request.headers.get("mcp-protocol-version") ?? "";
				// The headers leave with the first bytes: a comment, where there is no mark to send.
				const first =
					known || version < KNOWS_MARKS
						? ":\n\n"
						: `id: ${from}\nretry: ${RETRY}\ndata: \n\n`;
				return open(answer, answer.ok ? first : null, () => {
					listening--;
					ended();
				});
			}),
		sendStored: (events) =>
			inTurn(async () => {
				for (const event of events) {
					const id = BigInt(event.id);
					if (id <= lastSent) continue;
					await transport.send(storedMessage(event));
					lastSent = id;
				}
			}),
		silentFor: (ms) => streams === 0 && performance.now() - seen > ms,
		hangUp: () => transport.closeStandaloneSSEStream(),
		close: () => server.close(),
	};
}

const STREAM = "text/event-stream";

/** Whether the client asks for JSON, or for nothing in particular. */
function wantsDocument(request: Request): boolean {
	const accept = request.headers.get("accept") ?? "*/*";
	return (
		!accept.includes(STREAM) &&
		/\*\/\*|application\/(\*|json)/.test(accept.toLowerCase())
	);
}

/** The request as the SDK expects it; its body, which is read by now, is passed beside it. */
function requestWith(
	request: Request,
	changes: Record<string, string>,
): Request {
	const headers = new Headers(request.headers);
	for (const [name, value] of Object.entries(changes)) headers.set(name, value);
	return new Request(request.url, {
		method: request.method,
		headers,
		signal: request.signal,
	});
}

/** Accepts all that the SDK may answer. */
const ANYTHING = { accept: `application/json, ${STREAM}` };
const A_STREAM = { accept: STREAM };

/** The answer as one document. */
async function documentOf(response: Response): Promise<Response> {
	if (!response.headers.get("content-type")?.startsWith(STREAM))
		return response;
	const answers = messagesIn(await response.text()).filter(
		(message) => !("method" in message),
	);
	const headers = new Headers({ "content-type": "application/json" });
	const session = response.headers.get("mcp-session-id");
	if (session) headers.set("mcp-session-id", session);
	const [first] = answers;
	return new Response(JSON.stringify(answers.length === 1 ? first : answers), {
		headers,
	});
}

function messagesIn(stream: string): object[] {
	const messages: object[] = [];
	const parser = createParser({
		onEvent({ data }) {
			// An event without data is a mark to go on from.
			if (data) messages.push(JSON.parse(data));
		},
	});
	parser.feed(stream);
	return messages;
}

/** A stream that is known to be open: it may begin with `first`, and calls `ended` when it ends, from either side. */
function watchStream(
	response: Response,
	first: string | null,
	ended: () => void,
): Response {
	const reader = response.body?.getReader();
	let over = false;
	const end = () => {
		if (!over) ended();
		over = true;
	};
	if (!reader) {
		end();
		return response;
	}
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			if (first !== null) controller.enqueue(new TextEncoder().encode(first));
		},
		async pull(controller) {
			const { done, value } = await reader.read().catch((error) => {
				end();
				throw error;
			});
			if (!done) return controller.enqueue(value);
			end();
			controller.close();
		},
		cancel(reason) {
			end();
			return reader.cancel(reason);
		},
	});
	return new Response(body, response);
}

/** The stream of what the server says by itself, as the SDK calls it. */
export const OWN_STREAM = "_GET_stream";

const unresumable = new AsyncLocalStorage<true>();

/** Runs `work`, which answers a request as one document: its client learns no event ids and cannot resume, so nothing is stored. */
const withoutEvents = <Result>(work: () => Result): Result =>
	unresumable.run(true, work);

/** The ids of messages that are stored already. */
const ids = new WeakMap<JSONRPCMessage, string>();

/** The message of a stored event, which is sent under its id and not stored again. */
function storedMessage({ id, message }: StoredEvent): JSONRPCMessage {
	const parsed: JSONRPCMessage = JSON.parse(message);
	ids.set(parsed, id);
	return parsed;
}

/**
 * @param silent while true, nothing is stored: a session that is resumed repeats what its client has
 * @param resumed given the id of the last event of the session's own stream that was replayed, or after which there was none
 */
function eventsOf(
	sql: Sql,
	idHash: string,
	silent: () => boolean,
	resumed: (id: string) => void,
): EventStore {
	return {
		async storeEvent(stream, message) {
			if (silent()) return "";
			if (stream !== OWN_STREAM && unresumable.getStore()) return "";
			const stored = ids.get(message);
			if (stored !== undefined) return stored;
			const isMark = Object.keys(message).length === 0;
			const event = {
				idHash,
				stream,
				message: isMark ? "" : JSON.stringify(message),
			};
			return addEvent(sql, event).catch((error) => {
				// What cannot be stored is sent all the same; it cannot be replayed.
				if (isUnavailable(error) || isStatementTimeout(error)) return "";
				throw error;
			});
		},
		replayEventsAfter: (lastId, { send }) =>
			noteFailure(async () => {
				const stream =
					lastId === BEGINNING
						? OWN_STREAM
						: ((await streamOf(sql, idHash, lastId)) ?? OWN_STREAM);
				const events = await eventsIn(sql, idHash, stream, lastId);
				for (const { id, message } of events)
					await send(id, JSON.parse(message));
				if (stream === OWN_STREAM) resumed(events.at(-1)?.id ?? lastId);
				return stream;
			}),
	};
}

const current = new AsyncLocalStorage<{ error?: unknown }>();

/** The result of `work`; its error is noted for the request that is being answered. */
async function noteFailure<Result>(
	work: () => Promise<Result>,
): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		const noted = current.getStore();
		if (noted) noted.error = error;
		throw error;
	}
}

/** The answer of `work`. Throws what was noted while it ran, when the answer is an error. */
async function rethrowNoted(work: () => Promise<Response>): Promise<Response> {
	const noted: { error?: unknown } = {};
	const answer = await current.run(noted, work);
	if (!answer.ok && "error" in noted) throw noted.error;
	return answer;
}
