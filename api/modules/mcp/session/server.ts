/** What is offered, as a server of the SDK for one session (protocol revision 2025-11-25 and those before it). */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
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
import type { Call } from "../capabilities.ts";
import { callerOf } from "../capabilities.ts";
import {
	CAPABILITIES,
	INSTRUCTIONS,
	METHODS,
	type Method,
	type MethodName,
	type Refusals,
	SERVER,
} from "../methods.ts";
import { addSubscription, removeSubscription } from "./queries.ts";

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
