/**
 * Sessions that outlive the process (contract, section 8): whichever process a request comes to takes its session up, by doing once
 * more what its first request asked for. A session ends by DELETE, after a day without a request or an open stream, or with its key.
 */
import { randomBytes } from "node:crypto";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { JSONRPCNotification } from "@modelcontextprotocol/sdk/types.js";
import type { Sql } from "../../../db/connect-and-batch-queries.ts";
import { RPC, RpcError } from "../../../server/json-rpc.ts";
import type { Report } from "../../../server/log-and-metrics.ts";
import { hashOf } from "../../../server/session-authentication.ts";
import type { Refusals } from "../error-mapping.ts";
import type { Notification } from "../notifications/changes-to-notifications.ts";
import {
	METHODS,
	type Method,
	type MethodName,
	type SessionExtra,
	sessionCall,
	sessionHandler,
} from "../protocol-methods-and-tool-declaration.ts";
import {
	FOR_ADMINISTRATORS,
	FOR_LEARNERS,
	SERVER,
} from "../server-information.ts";
import type { Caller } from "../tool-resource-prompt-types.ts";
import {
	addNotifications,
	addSession,
	addSubscription,
	endSession,
	eventsAfter,
	prolongSessions,
	removeOutdated,
	removeSubscription,
	type StoredSession,
} from "./session-and-event-queries.ts";
import {
	OWN_STREAM,
	openSessionHandle,
	type SessionHandle,
} from "./session-transport-and-event-store.ts";

/** Milliseconds without a request after which the process drops a session's handle, which it can open again. */
const IDLE_MS = 10 * 60_000;
/** Milliseconds between looking for what is over. */
const CLEANUP_INTERVAL = 60_000;

interface LiveSession {
	idHash: string;
	handle: Promise<SessionHandle>;
}

export interface McpSessions {
	/** Those that are open in this process, by id. */
	live: ReadonlyMap<string, LiveSession>;
	/** Answers the request that begins a session. */
	begin(caller: Caller, body: unknown): Promise<Response>;
	/** Opens a session in this process, unless it is. */
	open(id: string, stored: StoredSession): Promise<SessionHandle>;
	/** Answers with the session's own stream. */
	listen(handle: SessionHandle, caller: Caller): Promise<Response>;
	end(id: string, idHash: string, keyFingerprint: string): Promise<void>;
	/** Sends notifications on the streams that are open here, and stores them for those that open elsewhere. */
	tell(notifications: readonly Notification[]): Promise<void>;
	/** What this process has of them. */
	now: { sessions(): number; streams(): number };
	close(): Promise<void>;
}

/** @param leaving aborted when the process is about to end: open streams end then, and their clients go on elsewhere */
export function sessions(
	sql: Sql,
	protocol: Protocol,
	leaving: AbortSignal,
	report: Report,
): McpSessions {
	const live = new Map<string, LiveSession>();
	const serverOf = (idHash: string, isLearner: boolean) =>
		sessionServer(sql, idHash, protocol, isLearner);
	let listening = 0;
	const forget = async (id: string) => {
		const one = live.get(id);
		live.delete(id);
		await (await one?.handle)?.close();
	};
	const begin = async (caller: Caller, body: unknown) => {
		const id = randomBytes(32).toString("base64url");
		// The database never holds what opens a session.
		const idHash = hashOf(id);
		const userId = caller.learner?._id ?? null;
		const server = await serverOf(idHash, userId !== null);
		const one = await openSessionHandle(sql, server, id, idHash, {
			isResumable: userId === null,
			async begun() {
				await addSession(sql, {
					idHash,
					keyFingerprint: caller.holder.fingerprint,
					userId,
					initializeBody: JSON.stringify(body),
				});
				live.set(id, { idHash, handle: Promise.resolve(one) });
			},
		});
		return one.post(caller, body);
	};
	const takeUp = (
		id: string,
		stored: StoredSession,
	): Promise<SessionHandle> => {
		const known = live.get(id);
		if (known) return known.handle;
		const { idHash, initializeBody, userId } = stored;
		const taken = serverOf(idHash, userId !== null).then((server) =>
			openSessionHandle(sql, server, id, idHash, {
				taken: initializeBody,
				isResumable: userId === null,
			}),
		);
		live.set(id, { idHash, handle: taken });
		taken.catch(() => live.delete(id));
		return taken;
	};
	/** The sessions whose own stream is open here. */
	const listeners = async (): Promise<[id: string, one: SessionHandle][]> => {
		const all: [string, SessionHandle][] = [];
		for (const [id, { handle }] of live) {
			// What could not be taken up has no stream.
			const one = await handle.catch(() => null);
			if (one?.listening()) all.push([id, one]);
		}
		return all;
	};
	const cleanUp = async () => {
		for (const [id, { handle }] of live)
			if ((await handle).silentFor(IDLE_MS)) await forget(id);
		const open = await listeners();
		const there = await prolongSessions(
			sql,
			open.map(([, { idHash }]) => idHash),
		);
		// Ended at another process.
		for (const [id, { idHash }] of open)
			if (!there.has(idHash)) await forget(id);
		await removeOutdated(sql);
	};
	const cleanupTimer = setInterval(
		() => cleanUp().catch((error) => report(error, "mcp-sessions")),
		CLEANUP_INTERVAL,
	);
	cleanupTimer.unref();
	leaving.addEventListener("abort", async () => {
		for (const [, one] of await listeners()) one.hangUp();
	});
	return {
		live,
		begin,
		open: takeUp,
		async end(id, idHash, keyFingerprint) {
			await endSession(sql, idHash, keyFingerprint);
			await forget(id);
		},
		listen(handle, caller) {
			listening++;
			const ended = () => listening--;
			return handle.listen(caller, ended).catch((error) => {
				ended();
				throw error;
			});
		},
		async tell(notifications) {
			await addNotifications(
				sql,
				OWN_STREAM,
				notifications.map((one) => ({
					...one,
					message: JSON.stringify(messageOf(one)),
				})),
			);
			const open = await listeners();
			if (open.length === 0) return;
			const stored = await eventsAfter(
				sql,
				OWN_STREAM,
				open.map(([, one]) => ({
					idHash: one.idHash,
					lastSent: one.lastSent(),
				})),
			);
			for (const [id, one] of open) {
				const events = stored.get(one.idHash);
				// Ended at another process.
				if (!events) await forget(id);
				else await one.sendStored(events);
			}
		},
		now: { sessions: () => live.size, streams: () => listening },
		async close() {
			clearInterval(cleanupTimer);
			await Promise.all([...live.keys()].map(forget));
		},
	};
}

const messageOf = ({ uri }: Notification): JSONRPCNotification =>
	uri === null
		? { jsonrpc: "2.0", method: "notifications/resources/list_changed" }
		: {
				jsonrpc: "2.0",
				method: "notifications/resources/updated",
				params: { uri },
			};

/** In addresses: what one session may subscribe to. */
const MAX_SUBSCRIPTIONS = 1000;

/** The methods, and how errors are mapped. */
export interface Protocol {
	methods: Record<MethodName, Method>;
	refusals: Refusals;
	/** Whether any of them sends log messages. */
	logs: boolean;
}

/** Loaded, as all of the SDK, by the first session. */
const schemas = () => import("@modelcontextprotocol/sdk/types.js");

const SCHEMAS = {
	"tools/list": "ListToolsRequestSchema",
	"tools/call": "CallToolRequestSchema",
	"resources/list": "ListResourcesRequestSchema",
	"resources/templates/list": "ListResourceTemplatesRequestSchema",
	"resources/read": "ReadResourceRequestSchema",
	"prompts/list": "ListPromptsRequestSchema",
	"prompts/get": "GetPromptRequestSchema",
	"completion/complete": "CompleteRequestSchema",
} as const;

async function sessionServer(
	sql: Sql,
	idHash: string,
	{ methods, refusals, logs }: Protocol,
	isLearner: boolean,
): Promise<Server> {
	const [{ Server }, types] = await Promise.all([
		import("@modelcontextprotocol/sdk/server/index.js"),
		schemas(),
	]);
	const server = new Server(SERVER, {
		...(isLearner ? FOR_LEARNERS : FOR_ADMINISTRATORS),
		...(logs && {
			capabilities: { ...FOR_ADMINISTRATORS.capabilities, logging: {} },
		}),
	});
	for (const name of METHODS)
		server.setRequestHandler(
			types[SCHEMAS[name]] as never,
			sessionHandler(methods[name]) as never,
		);
	if (isLearner) return server;
	/** The empty answer to what `store` stores. */
	const stored =
		<Params>(store: (params: Params) => Promise<void>) =>
		async ({ params }: { params: Params }, extra: SessionExtra) => {
			try {
				await store(params);
				return {};
			} catch (error) {
				throw refusals.ofMethod(error, sessionCall(extra));
			}
		};
	server.setRequestHandler(
		types.SubscribeRequestSchema,
		stored(async ({ uri }) => {
			if (!(await addSubscription(sql, idHash, uri, MAX_SUBSCRIPTIONS)))
				throw new RpcError(
					RPC.invalidParams,
					`A session has at most ${MAX_SUBSCRIPTIONS} subscriptions; end one that is not needed.`,
				);
		}),
	);
	server.setRequestHandler(
		types.UnsubscribeRequestSchema,
		stored(({ uri }) => removeSubscription(sql, idHash, uri)),
	);
	return server;
}
