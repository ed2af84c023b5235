/** JSON-RPC of the MCP endpoint: schemas of messages, error codes, and responses that are nothing but an error. */
import { type Static, Type } from "@sinclair/typebox";
import { type ApiError, headersFor, statusOf } from "./errors.ts";

/** An answer that is nothing but an error. */
export const RpcRefusal = Type.Object(
	{
		jsonrpc: Type.Literal("2.0"),
		id: Type.Union([Type.String(), Type.Number(), Type.Null()]),
		error: Type.Object({
			code: Type.Integer(),
			message: Type.String(),
			data: Type.Optional(Type.Unknown()),
		}),
	},
	{ description: "A JSON-RPC 2.0 error." },
);

export type RpcRefusal = Static<typeof RpcRefusal>;

/** JSON-RPC's own codes, and the protocol's. */
export const RPC = {
	parseError: -32700,
	invalidRequest: -32600,
	methodNotFound: -32601,
	invalidParams: -32602,
	internal: -32603,
	refused: -32000,
	sessionNotFound: -32001,
	resourceNotFound: -32002,
} as const;

/** What a method of the protocol refuses with; both SDKs answer `code`, `message` and `data`. */
export class RpcError extends Error {
	override name = "RpcError";
	constructor(
		readonly code: number,
		message: string,
		readonly data?: unknown,
	) {
		super(message);
	}
}

/** An answer with `status` that is nothing but an error. */
export function rpcRefusal(
	status: number,
	code: number,
	message: string,
	{
		headers = {},
		data,
		id = null,
	}: {
		headers?: Record<string, string>;
		data?: unknown;
		id?: string | number | null;
	} = {},
): Response {
	const body: RpcRefusal = {
		jsonrpc: "2.0",
		id,
		error: { code, message, ...(data !== undefined && { data }) },
	};
	return Response.json(body, {
		status,
		headers: { "cache-control": "no-store", ...headers },
	});
}

/** The service's own error as a JSON-RPC error; its code is in `data`. */
export const rpcRefusalOf = (error: ApiError, requestId: string): Response =>
	rpcRefusal(statusOf(error.code), rpcCodeOf(error), error.detail, {
		headers: { ...headersFor(error), "x-request-id": requestId },
		data: { code: error.code },
	});

function rpcCodeOf({ code }: ApiError): number {
	if (code === "malformed_json") return RPC.parseError;
	return code === "internal" ? RPC.internal : RPC.refused;
}

export const RpcRequest = Type.Object(
	{
		jsonrpc: Type.Literal("2.0"),
		id: Type.Optional(Type.Union([Type.String(), Type.Number()])),
		method: Type.Optional(Type.String()),
		params: Type.Optional(Type.Object({}, { additionalProperties: true })),
	},
	{
		additionalProperties: true,
		description: "A JSON-RPC 2.0 request, notification or response.",
	},
);
export type RpcRequest = Static<typeof RpcRequest>;

export const RpcResponse = Type.Object(
	{
		jsonrpc: Type.Literal("2.0"),
		id: Type.Union([Type.String(), Type.Number(), Type.Null()]),
		result: Type.Optional(Type.Unknown()),
		error: Type.Optional(Type.Unknown()),
	},
	{ description: "A JSON-RPC 2.0 response." },
);

export const EventStream = Type.String({
	contentMediaType: "text/event-stream",
	description: "JSON-RPC 2.0 messages as server-sent events.",
});
