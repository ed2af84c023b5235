/** Maps errors of MCP methods and tools: to JSON-RPC errors, and to text for the model. */
import { refusalFor } from "../../server/error-handler.ts";
import { type ApiError, statusOf } from "../../server/errors.ts";
import { RPC, RpcError } from "../../server/json-rpc.ts";
import type { Report } from "../../server/log-and-metrics.ts";
import type { Call } from "./tool-resource-prompt-types.ts";

export interface Refusals {
	ofMethod(error: unknown, call: Call): RpcError;
	/** As text for the model: what, where and the next step. */
	ofTool(error: unknown, call: Call): string;
}

/** @param report called with unexpected errors */
export function mapErrors(report: Report): Refusals {
	const refusal = (error: unknown, { request }: Call): ApiError =>
		refusalFor(error, request, report);
	return {
		ofMethod(error, call) {
			if (error instanceof RpcError) return error;
			const { code, detail } = refusal(error, call);
			const isClientError = statusOf(code) < 500;
			return new RpcError(
				isClientError ? RPC.invalidParams : RPC.internal,
				detail,
				{
					code,
				},
			);
		},
		ofTool(error, call) {
			const { detail, faults } = refusal(error, call);
			return [
				detail,
				...faults.map((fault) => `- ${fault.pointer}: ${fault.detail}`),
			].join("\n");
		},
	};
}
