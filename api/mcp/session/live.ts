/** A session as a process has it: the SDK's server and its connection, as they are after the session's first request. */
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { Sql } from "../../db.ts";
import { authInfoOf, type Caller } from "../caller.ts";
import {
	A_STREAM,
	ANYTHING,
	asked,
	documentOf,
	wantsDocument,
} from "./accept.ts";
import { eventsOf, OWN_STREAM, toldOf } from "./events.ts";
import { noteFailure, rethrowNoted } from "./noted-failure.ts";
import { type Protocol, sessionServer } from "./server.ts";
import { markListening } from "./store.ts";
import { watched } from "./stream.ts";

/** Milliseconds that a client is to wait before it connects again. */
const RETRY = 1000;
/** Milliseconds between signs of life on a silent stream. */
const KEEP_ALIVE = 15_000;
/** From this revision on clients understand an event without data, the mark to go on from. */
const KNOWS_MARKS = "2025-11-25";

export interface Live {
	/** Answers a POST with `body`, its parsed JSON. */
	post(caller: Caller, body: unknown): Promise<Response>;
	/** Opens the session's own stream, where the client left it; the newest one counts. */
	listen(caller: Caller, ended: () => void): Promise<Response>;
	/** Tells of `change` on the session's own stream. */
	tell(message: JSONRPCMessage, change: string): Promise<void>;
	readonly idHash: string;
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
export async function openLive(
	sql: Sql,
	protocol: Protocol,
	id: string,
	idHash: string,
	{ begun, taken }: { begun?: () => Promise<void>; taken?: string },
): Promise<Live> {
	let repeating = taken !== undefined;
	let seen = performance.now();
	let streams = 0;
	let listening = 0;
	const transport = new WebStandardStreamableHTTPServerTransport({
		sessionIdGenerator: () => id,
		onsessioninitialized: () => noteFailure(async () => begun?.()),
		eventStore: eventsOf(sql, idHash, () => repeating),
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
		return watched(response, first, () => {
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
			const answer = await rethrowNoted(() =>
				transport.handleRequest(asked(request, single ? ANYTHING : {}), {
					parsedBody: body,
					authInfo: authInfoOf(caller),
				}),
			);
			return single ? documentOf(answer) : open(answer, null);
		},
		idHash,
		listening: () => listening > 0,
		async listen({ request }, ended) {
			seen = performance.now();
			const given = request.headers.get("last-event-id");
			const from = given ?? (await markListening(sql, idHash, OWN_STREAM));
			const answer = await rethrowNoted(() =>
				transport.handleRequest(
					asked(request, {
						...(wantsDocument(request) && A_STREAM),
						"last-event-id": from,
					}),
				),
			);
			const version = request.headers.get("mcp-protocol-version") ?? "";
			listening++;
			const marked = answer.ok && given === null && version >= KNOWS_MARKS;
			return open(
				answer,
				marked ? `id: ${from}\nretry: ${RETRY}\ndata: \n\n` : null,
				() => {
					listening--;
					ended();
				},
			);
		},
		tell: (message, change) => transport.send(toldOf(message, change)),
		silentFor: (ms) => streams === 0 && performance.now() - seen > ms,
		hangUp: () => transport.closeStandaloneSSEStream(),
		close: () => server.close(),
	};
}
