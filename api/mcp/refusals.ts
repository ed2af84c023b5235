/** Refusals as JSON-RPC errors: this endpoint answers no problem documents (contract, section 2). */
import type { ApiError } from "../http/errors.ts";
import { statusOf } from "../http/errors.ts";
import type { RpcRefusal } from "./model.ts";

/** JSON-RPC's own codes, and the protocol's. */
export const RPC = {
	parseError: -32700,
	invalidRequest: -32600,
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

/** An answer that is nothing but a refusal. */
export function rpcRefusal(
	status: number,
	code: number,
	message: string,
	{
		headers = {},
		data,
	}: { headers?: Record<string, string>; data?: unknown } = {},
): Response {
	const body: RpcRefusal = {
		jsonrpc: "2.0",
		id: null,
		error: { code, message, ...(data !== undefined && { data }) },
	};
	return Response.json(body, {
		status,
		headers: { "cache-control": "no-store", ...headers },
	});
}

/** The service's own refusal in JSON-RPC's words; its code is in `data`. */
export const rpcRefusalOf = ({ code, detail, headers }: ApiError) =>
	rpcRefusal(
		statusOf(code),
		code === "malformed_json"
			? RPC.parseError
			: code === "internal"
				? RPC.internal
				: RPC.refused,
		detail,
		{ headers, data: { code } },
	);
