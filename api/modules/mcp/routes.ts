import { Type } from "@sinclair/typebox";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { isForeignKeyViolation } from "../../db/database-errors.ts";
import type { AdminKeys } from "../../server/admin-authentication.ts";
import { MCP_PATH as PATH, problemFor } from "../../server/error-handler.ts";
import { ApiError, type ErrorCode } from "../../server/errors.ts";
import {
	EventStream,
	RPC,
	RpcRefusal,
	RpcRequest,
	RpcResponse,
	rpcRefusal,
} from "../../server/json-rpc.ts";
import type { McpSeries, Report } from "../../server/log-and-metrics.ts";
import {
	BODY_LIMIT,
	readJson,
} from "../../server/read-and-validate-request.ts";
import {
	type RouteContext,
	timeout,
} from "../../server/request-context-address-and-deadline.ts";
import {
	LAST_EVENT_ID,
	MCP_PROTOCOL_VERSION,
	MCP_SESSION_ID,
	type RouteMetadata,
	routes,
} from "../../server/route-definition.ts";
import { hashOf } from "../../server/session-authentication.ts";
import {
	addChallenge,
	discovery,
	orPersonalToken,
	refusedRegistration,
} from "./authentication-challenge-and-discovery.ts";
import { mapErrors } from "./error-mapping.ts";
import {
	type LearnerAuthentication,
	refuseLackedScope,
} from "./learner-authentication.ts";
import type { Notification } from "./notifications/changes-to-notifications.ts";
import { methodsOf } from "./protocol-methods-and-tool-declaration.ts";
import { seeSession } from "./session/session-and-event-queries.ts";
import { type McpSessions, sessions } from "./session/sessions.ts";
import { statelessRequests } from "./stateless-requests.ts";
import type { Caller, Capabilities } from "./tool-resource-prompt-types.ts";

export interface McpParts {
	/** The database of content, chat and MCP. */
	content: Sql;
	admins: AdminKeys;
	/** Null = no learner's token is accepted. */
	learners: LearnerAuthentication | null;
	capabilities: Capabilities;
	/** The site's public origin. */
	origin: string;
	/** Aborted when the process is about to end. */
	leaving: AbortSignal;
	report: Report;
	series: McpSeries;
}

export type McpRoutes = ReturnType<typeof mcp>["routes"];

/** A stream ends when it ends. */
const lasting = timeout(0);

export function mcp({
	content,
	admins,
	learners,
	capabilities,
	origin,
	leaving,
	report,
	series,
}: McpParts) {
	const refusals = mapErrors(report);
	const methods = methodsOf(capabilities, refusals, series);
	const protocol = { methods, refusals, logs: capabilities.logs ?? false };
	const stateful = sessions(content, protocol, leaving, report);
	series.open(stateful.now);
	const modern = statelessRequests(methods, leaving);

	const inSession = (caller: Caller, body?: unknown) =>
		answerInSession(content, stateful, caller, body);
	let isUsed = false;
	const answer = async (context: RouteContext): Promise<Response> => {
		const { request } = context;
		const refused = refuseForeignOrigin(request, origin);
		if (refused) return refused;
		const caller = await callerOf(context, admins, learners);
		isUsed = true;
		if (request.method === "DELETE") return inSession(caller);
		if (request.method === "GET") {
			if (caller.learner) throw noStreamForLearners();
			if (leaving.aborted) throw noNewStream();
			const stream = await inSession(caller);
			await lasting(context);
			return stream;
		}
		const body = await readJson(request);
		if (caller.learner)
			refuseLackedScope(caller.learner, body, capabilities.tools);
		const { isLegacyRequest } = await import("@modelcontextprotocol/server");
		// The revision is named by a header or in the body.
		return (await isLegacyRequest(request, body))
			? inSession(caller, body)
			: modern.answer(caller, body);
	};
	const handler = async ({ request, set }: RouteContext): Promise<Response> => {
		const answered = await answer({ request, set }).catch((error) =>
			problemFor(error, request, report),
		);
		// The SDKs say it of streams only.
		if (!answered.headers.has("cache-control"))
			answered.headers.set("cache-control", "no-store");
		if (learners?.offersOAuth) addChallenge(answered, request, origin);
		return answered;
	};
	return {
		routes: routes("", "MCP")
			.post(PATH, handler, {
				parse: "none",
				metadata: metadataOf(admins, BODY_LIMIT),
				response: { 200: RpcResponse, 202: Type.Void() },
				detail: {
					operationId: "postMcpMessage",
					summary: "Send a message of the Model Context Protocol",
					description: POSTING,
					parameters: [MCP_SESSION_ID, MCP_PROTOCOL_VERSION],
					requestBody: {
						required: true,
						description: `At most ${BODY_LIMIT.toLocaleString("en")} bytes.`,
						content: { "application/json": { schema: RpcRequest } },
					} as never,
				},
			})
			.get(PATH, handler, {
				metadata: metadataOf(admins, null, ["method_not_allowed"]),
				response: { 200: EventStream },
				detail: {
					operationId: "listenToMcp",
					summary: "Listen to an MCP server's notifications",
					description: LISTENING,
					parameters: [MCP_SESSION_ID, MCP_PROTOCOL_VERSION, LAST_EVENT_ID],
				},
			})
			.use(
				learners?.offersOAuth
					? discovery(origin)
					: refusedRegistration(learners),
			)
			.delete(PATH, handler, {
				parse: "none",
				metadata: metadataOf(admins, null),
				response: { 204: Type.Void() },
				detail: {
					operationId: "endMcpSession",
					summary: "End an MCP session",
					parameters: [MCP_SESSION_ID],
				},
			}),
		/** Whether there have been requests, and so may be clients that wait for notifications. */
		isUsed: () => isUsed,
		/** Notifies clients of changes; other processes notify those that are connected there. */
		async tell(notifications: readonly Notification[]) {
			modern.tell(notifications);
			await stateful.tell(notifications);
		},
		async close() {
			await stateful.close();
			await modern.close();
		},
	};
}

/** Who makes a request: a learner's token counts when there is no header for an administrator's key. */
async function callerOf(
	context: RouteContext,
	admins: AdminKeys,
	learners: LearnerAuthentication | null,
): Promise<Caller> {
	const { request } = context;
	const { headers } = request;
	if (headers.has("authorization") && !headers.has("x-admin-key")) {
		const caller = await learners?.authenticate(request);
		if (caller) return caller;
	}
	try {
		await admins.read(context);
	} catch (error) {
		throw learners === null ? error : orPersonalToken(error);
	}
	return { request, holder: admins.holder(request), learner: null };
}

const noStreamForLearners = () =>
	new ApiError(
		"method_not_allowed",
		"Nothing is pushed to learners' tokens. Every answer comes with its own request.",
		[],
		{ allow: "DELETE, POST" },
	);

const noNewStream = () =>
	new ApiError(
		"draining",
		"This server is about to stop, and opens no more streams. Connect again; another one answers.",
	);

const POSTING = `Revision 2025-11-25 and those before it begin with an \`initialize\` request, whose answer has the header \`Mcp-Session-Id\`;
every further request carries it. Revision 2026-07-28 has no sessions and is used by clients that send it in \`MCP-Protocol-Version\`.
With \`text/event-stream\` in \`Accept\` the answer is a stream of messages that ends with the response; without, it is the response.`;

const LISTENING = `A stream of notifications: what a subscribed resource is now, or that a list has changed. With an administrator's key only. A client that lost it goes on
after the event that it names in \`Last-Event-ID\`, also when the server was restarted or another process answers.`;

function metadataOf(
	admins: AdminKeys,
	bodyLimit: number | null,
	more: readonly ErrorCode[] = [],
): RouteMetadata {
	const { errors = [], credentials = [], headers = [] } = admins.read;
	return {
		guardErrors: [
			...errors,
			"token_invalid",
			"scope_missing",
			"account_blocked",
		],
		errors: [
			"origin_rejected",
			"not_found",
			"validation_failed",
			"internal",
			"database_unavailable",
			...(bodyLimit === null ? [] : REFUSED_BODIES),
			...more,
		],
		credentials: [...credentials, "personalToken:read"],
		headers,
		successHeaders: ["Mcp-Session-Id", "X-Accel-Buffering"],
		bodyLimit,
		refusal: RpcRefusal,
	};
}

const REFUSED_BODIES = [
	"not_acceptable",
	"unsupported_media_type",
	"payload_too_large",
	"malformed_json",
] as const;

/** Answers a request of revision 2025-11-25 or one before it, which has `body`, parsed, or none: it begins a session, or names one. */
async function answerInSession(
	sql: Sql,
	sessions: McpSessions,
	caller: Caller,
	body: unknown,
): Promise<Response> {
	const { request, holder } = caller;
	const id = request.headers.get("mcp-session-id");
	if (id === null)
		return request.method === "POST" && isInitialize(body)
			? ((await invalidInitialize(body)) ?? sessions.begin(caller, body))
			: withoutSession();
	const idHash = sessions.live.get(id)?.idHash ?? hashOf(id);
	const stored = await seeSession(sql, idHash, holder.fingerprint);
	if (!stored) return unknownSession();
	if (request.method === "DELETE") {
		await sessions.end(id, idHash, holder.fingerprint);
		return new Response(null, { status: 204 });
	}
	const { handle } = sessions.live.get(id) ?? {};
	const session = await (handle ?? sessions.open(id, stored));
	if (request.method === "POST") return session.post(caller, body);
	return sessions.listen(session, caller).catch((error) => {
		// The session was ended meanwhile.
		if (isForeignKeyViolation(error)) return unknownSession();
		throw error;
	});
}

const isInitialize = (body: unknown): boolean =>
	(body as { method?: unknown } | null)?.method === "initialize";

/** The refusal of an initialize request that lacks something; null when it does not. */
async function invalidInitialize(body: unknown): Promise<Response | null> {
	const { InitializeRequestSchema, isInitializeRequest } = await import(
		"@modelcontextprotocol/sdk/types.js"
	);
	if (isInitializeRequest(body)) return null;
	const { error } = InitializeRequestSchema.safeParse(body);
	const names = error?.issues.map(({ path }) => path.join(".")) ?? [];
	return rpcRefusal(
		400,
		RPC.invalidParams,
		`The initialize request is not valid: ${names.join(", ").slice(0, 200)} is missing or of the wrong type. Send params with protocolVersion, capabilities and clientInfo { name, version }.`,
	);
}

const withoutSession = () =>
	rpcRefusal(
		400,
		RPC.refused,
		"Begin with an initialize request; its answer names a session, which the header Mcp-Session-Id of every further request has to name.",
	);

const unknownSession = () =>
	rpcRefusal(
		404,
		RPC.sessionNotFound,
		"There is no such session, or not any more. Begin another with an initialize request.",
	);

const OWN_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** The refusal of a request that came by another name than the site's or its machine's, or from another site's page; else null. */
function refuseForeignOrigin(
	request: Request,
	origin: string,
): Response | null {
	const site = new URL(origin).host;
	const host = request.headers.get("host") ?? new URL(request.url).host;
	if (host !== site && !OWN_MACHINE.test(host))
		return rpcRefusal(
			403,
			RPC.refused,
			`This endpoint is not known as "${host.slice(0, 200)}"; ask at ${origin}/api/mcp.`,
		);
	const from = request.headers.get("origin");
	const local = OWN_MACHINE.test(site);
	if (from === null || from === origin || (local && isOwnMachine(from)))
		return null;
	return rpcRefusal(
		403,
		RPC.refused,
		"The request came from the page of another site, which may not use this endpoint.",
	);
}

function isOwnMachine(origin: string): boolean {
	const url = URL.parse(origin);
	return url !== null && OWN_MACHINE.test(url.host);
}
