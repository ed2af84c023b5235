/** A session in this process: the SDK's server and transport in the state after the session's first request, and its open streams. */

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
	CallToolRequestSchema,
	CompleteRequestSchema,
	GetPromptRequestSchema,
	ListPromptsRequestSchema,
	ListResourcesRequestSchema,
	ListResourceTemplatesRequestSchema,
	ListToolsRequestSchema,
	ReadResourceRequestSchema,
	type ServerNotification,
	type ServerRequest,
	SubscribeRequestSchema,
	UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Sql } from "../../../db/pool.ts";
import { RPC, RpcError } from "../../../server/error-handler.ts";
import {
	authInfoOf,
	type Call,
	type Caller,
	callerOf,
} from "../capabilities.ts";
import {
	CAPABILITIES,
	INSTRUCTIONS,
	METHODS,
	type Method,
	type MethodName,
	type Refusals,
	SERVER,
} from "../methods.ts";
import {
	addSubscription,
	markListening,
	removeSubscription,
	type StoredEvent,
	streamOf,
} from "../queries.ts";
import {
	eventsOf,
	noteFailure,
	OWN_STREAM,
	rethrowNoted,
	storedMessage,
	withoutEvents,
} from "./events.ts";

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
	/** Whether nothing has been asked for `ms` milliseconds and no stream is open. */
	silentFor(ms: number): boolean;
	/** Ends the session's own stream; its client connects again, here or elsewhere. */
	hangUp(): void;
	close(): Promise<void>;
}

/**
 * @param begun does what has to be done before the first answer; not called when `taken` is given
 * @param taken the body of the session's first request, when it is taken up again
 */
export async function openSessionHandle(
	sql: Sql,
	protocol: Protocol,
	id: string,
	idHash: string,
	{ begun, taken }: { begun?: () => Promise<void>; taken?: string },
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
	const transport = new WebStandardStreamableHTTPServerTransport({
		sessionIdGenerator: () => id,
		onsessioninitialized: () => noteFailure(async () => begun?.()),
		eventStore: eventsOf(
			sql,
			idHash,
			() => repeating,
			(id) => {
				lastSent = BigInt(id);
			},
		),
		retryInterval: RETRY,
		keepAliveMs: KEEP_ALIVE,
	});
	const server = sessionServer(sql, idHash, protocol);
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
export function wantsDocument(request: Request): boolean {
	const accept = request.headers.get("accept") ?? "*/*";
	return (
		!accept.includes(STREAM) &&
		/\*\/\*|application\/(\*|json)/.test(accept.toLowerCase())
	);
}

/** The request as the SDK wants it asked; its body, which is read by now, is given beside it. */
export function requestWith(
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
export const ANYTHING = { accept: `application/json, ${STREAM}` };
export const A_STREAM = { accept: STREAM };

/** The answer as one document. */
export async function documentOf(response: Response): Promise<Response> {
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

const messagesIn = (stream: string): object[] =>
	stream
		.split("\n")
		.filter((line) => line.startsWith("data: {"))
		.map((line) => JSON.parse(line.slice("data: ".length)));

/** A stream that is known to be open: it may begin with words of ours, and tells when it ends, whoever ends it. */
export function watchStream(
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

/** In addresses: what one session may subscribe to. */
const MOST_SUBSCRIPTIONS = 1000;

/** The methods, and what becomes of errors that nobody throws on purpose. */
export interface Protocol {
	methods: Record<MethodName, Method>;
	refusals: Refusals;
	/** Whether any of them sends log messages. */
	logs: boolean;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const SCHEMAS = {
	"tools/list": ListToolsRequestSchema,
	"tools/call": CallToolRequestSchema,
	"resources/list": ListResourcesRequestSchema,
	"resources/templates/list": ListResourceTemplatesRequestSchema,
	"resources/read": ReadResourceRequestSchema,
	"prompts/list": ListPromptsRequestSchema,
	"prompts/get": GetPromptRequestSchema,
	"completion/complete": CompleteRequestSchema,
} as const;

export function sessionServer(
	sql: Sql,
	idHash: string,
	{ methods, refusals, logs }: Protocol,
): Server {
	const server = new Server(SERVER, {
		capabilities: { ...CAPABILITIES, ...(logs && { logging: {} }) },
		instructions: INSTRUCTIONS,
	});
	for (const name of METHODS)
		server.setRequestHandler(
			SCHEMAS[name] as never,
			(({ params = {} }: { params?: Record<string, unknown> }, extra: Extra) =>
				methods[name](params, callOf(extra))) as never,
		);
	/** The empty answer to what `store` stores. */
	const stored =
		<Params>(store: (params: Params) => Promise<void>) =>
		async ({ params }: { params: Params }, extra: Extra) => {
			try {
				await store(params);
				return {};
			} catch (error) {
				throw refusals.ofMethod(error, callOf(extra));
			}
		};
	server.setRequestHandler(
		SubscribeRequestSchema,
		stored(async ({ uri }) => {
			if (!(await addSubscription(sql, idHash, uri, MOST_SUBSCRIPTIONS)))
				throw new RpcError(
					RPC.invalidParams,
					`A session has at most ${MOST_SUBSCRIPTIONS} subscriptions; end one that is not needed.`,
				);
		}),
	);
	server.setRequestHandler(
		UnsubscribeRequestSchema,
		stored(({ uri }) => removeSubscription(sql, idHash, uri)),
	);
	return server;
}

function callOf(extra: Extra): Call {
	const token = extra._meta?.progressToken;
	return {
		...callerOf(extra.authInfo),
		signal: extra.signal,
		async progress(progress, total, message) {
			if (token === undefined) return;
			await extra.sendNotification({
				method: "notifications/progress",
				params: { progressToken: token, progress, total, message },
			});
		},
		protocol: extra,
	};
}
