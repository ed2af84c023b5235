/** Requests of protocol revision 2026-07-28, which has no sessions: answered by the SDK's handler, with the methods of every revision. */
import type {
	McpHttpHandler,
	McpRequestContext,
	Server,
	ServerContext,
} from "@modelcontextprotocol/server";
import {
	RPC,
	RpcError,
	type RpcRequest,
	rpcRefusal,
} from "../../server/json-rpc.ts";
import type { Notification } from "./notifications/changes-to-notifications.ts";
import {
	authInfoOf,
	callOf,
	isLearner,
	METHODS,
	type Method,
	type MethodName,
} from "./protocol-methods-and-tool-declaration.ts";
import {
	FOR_ADMINISTRATORS,
	FOR_LEARNERS,
	SERVER,
} from "./server-information.ts";
import type { Call, Caller } from "./tool-resource-prompt-types.ts";

/** Milliseconds between signs of life on a silent stream. */
const KEEP_ALIVE = 15_000;

const LISTEN = "subscriptions/listen";

const NOT_FOR_LEARNERS =
	"Nothing is pushed to learners' tokens, so there is nothing to subscribe to. Read again what may have changed.";

/** Protocol revision 2026-07-28: requests are independent, so any process answers them and none stores state. */
interface StatelessRequests {
	answer(caller: Caller, body: unknown): Promise<Response>;
	/** Tells of changes on the streams that are open here. */
	tell(notifications: readonly Notification[]): void;
	close(): Promise<void>;
}

/** Loaded by the first request: it takes more time and memory than most of a start, and most processes are never asked. */
const sdk = () => import("@modelcontextprotocol/server");

/** @param leaving aborted when the process is about to end: who listens is to go on elsewhere */
export function statelessRequests(
	methods: Record<MethodName, Method>,
	leaving: AbortSignal,
): StatelessRequests {
	let handler: McpHttpHandler | null = null;
	const open = async () => {
		const { createMcpHandler, Server } = await sdk();
		// Another request may have opened it meanwhile.
		handler ??= createMcpHandler(
			(context) => serverOf(Server, methods, context),
			{
				legacy: "reject",
				keepAliveMs: KEEP_ALIVE,
			},
		);
		return handler;
	};
	return {
		async answer(caller, parsedBody) {
			const opened = handler ?? (await open());
			const { url, method, headers, signal } = caller.request;
			const { id = null, method: called } = parsedBody as Partial<RpcRequest>;
			const listens = called === LISTEN;
			if (listens && caller.learner)
				return rpcRefusal(404, RPC.methodNotFound, NOT_FOR_LEARNERS, { id });
			const request = new Request(url, {
				method,
				headers,
				signal: listens ? AbortSignal.any([signal, leaving]) : signal,
			});
			return opened.fetch(request, {
				parsedBody,
				authInfo: authInfoOf(caller),
			});
		},
		tell(notifications) {
			for (const { uri } of notifications)
				if (uri === null) handler?.notify.resourcesChanged();
				else handler?.notify.resourceUpdated(uri);
		},
		async close() {
			await handler?.close();
		},
	};
}

function serverOf(
	ServerClass: typeof Server,
	methods: Record<MethodName, Method>,
	{ authInfo }: McpRequestContext,
): Server {
	const server = new ServerClass(
		SERVER,
		isLearner(authInfo) ? FOR_LEARNERS : FOR_ADMINISTRATORS,
	);
	for (const name of METHODS)
		server.setRequestHandler(name, (async (
			{ params = {} }: { params?: Record<string, unknown> },
			context: ServerContext,
		) => {
			try {
				return await methods[name](params, toCall(context));
			} catch (error) {
				// This revision has no code of its own for what is not there.
				if (error instanceof RpcError && error.code === RPC.resourceNotFound)
					throw new RpcError(RPC.invalidParams, error.message, error.data);
				throw error;
			}
		}) as never);
	return server;
}

function toCall(context: ServerContext): Call {
	const { signal, _meta, notify } = context.mcpReq;
	return callOf({
		authInfo: context.http?.authInfo,
		signal,
		progressToken: _meta?.progressToken,
		notify,
		protocol: context,
	});
}
