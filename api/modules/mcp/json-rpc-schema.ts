/** Schemas of JSON-RPC 2.0 messages; the protocol's own documents describe the methods. */
import { Type } from "@sinclair/typebox";

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
