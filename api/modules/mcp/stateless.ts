/** Protocol revision 2026-07-28: every request stands for itself, so any process answers it and none keeps anything of it. */
import {
	createMcpHandler,
	isLegacyRequest,
	Server,
	type ServerContext,
} from "@modelcontextprotocol/server";
import { RPC, RpcError } from "../../server/error-handler.ts";
import type { Call } from "./capabilities.ts";
import { authInfoOf, type Caller, callerOf } from "./capabilities.ts";
import type { Notification } from "./change-listeners.ts";
import {
	CAPABILITIES,
	INSTRUCTIONS,
	METHODS,
	type Method,
	type MethodName,
	SERVER,
} from "./methods.ts";

/** Milliseconds between signs of life on a silent stream. */
const KEEP_ALIVE = 15_000;

const LISTEN = "subscriptions/listen";

export interface Stateless {
	/** Whether this revision is what the request speaks, by its own header or in its body. */
	speaks(request: Request, body: unknown): Promise<boolean>;
	answer(caller: Caller, body: unknown): Promise<Response>;
	/** Tells of changes on the streams that are open here. */
	tell(notifications: readonly Notification[]): void;
	close(): Promise<void>;
}

/** @param leaving aborted when the process is about to end: who listens is to go on elsewhere */
export function stateless(
	methods: Record<MethodName, Method>,
	leaving: AbortSignal,
): Stateless {
	const handler = createMcpHandler(() => serverOf(methods), {
		legacy: "reject",
		keepAliveMs: KEEP_ALIVE,
	});
	return {
		speaks: async (request, body) => !(await isLegacyRequest(request, body)),
		answer(caller, parsedBody) {
			const { url, method, headers, signal } = caller.request;
			const listens = (parsedBody as { method?: unknown }).method === LISTEN;
			const request = new Request(url, {
				method,
				headers,
				signal: listens ? AbortSignal.any([signal, leaving]) : signal,
			});
			return handler.fetch(request, {
				parsedBody,
				authInfo: authInfoOf(caller),
			});
		},
		tell(notifications) {
			for (const { uri } of notifications)
				if (uri === null) handler.notify.resourcesChanged();
				else handler.notify.resourceUpdated(uri);
		},
		close: () => handler.close(),
	};
}

function serverOf(methods: Record<MethodName, Method>): Server {
	const server = new Server(SERVER, {
		capabilities: CAPABILITIES,
		instructions: INSTRUCTIONS,
	});
	for (const name of METHODS)
		server.setRequestHandler(name, (async (
			{ params = {} }: { params?: Record<string, unknown> },
			context: ServerContext,
		) => {
			try {
				return await methods[name](params, callOf(context));
			} catch (error) {
				// This revision has no code of its own for what is not there.
				if (error instanceof RpcError && error.code === RPC.resourceNotFound)
					throw new RpcError(RPC.invalidParams, error.message, error.data);
				throw error;
			}
		}) as never);
	return server;
}

function callOf(context: ServerContext): Call {
	const { signal, _meta, notify } = context.mcpReq;
	const token = _meta?.progressToken;
	return {
		...callerOf(context.http?.authInfo),
		signal,
		async progress(progress, total, message) {
			if (token === undefined) return;
			await notify({
				method: "notifications/progress",
				params: { progressToken: token, progress, total, message },
			});
		},
		protocol: context,
	};
}
