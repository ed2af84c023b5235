/** What a client is told when something goes wrong behind a method or a tool: refusals as they are, the rest as a bare failure. */

import { type Report, refusalFor } from "../../server/error-handler.ts";
import { type ApiError, statusOf } from "../../server/errors.ts";
import { RPC, RpcError } from "../../server/json-rpc.ts";
import type { Call } from "./capabilities.ts";

export interface Refusals {
	ofMethod(error: unknown, call: Call): RpcError;
	/** As text for the model: what, where and the next step. */
	ofTool(error: unknown, call: Call): string;
}

/** @param report told what is our own fault */
export function refusalsTo(report: Report): Refusals {
	const refusal = (error: unknown, { request }: Call): ApiError =>
		refusalFor(error, request, report);
	return {
		ofMethod(error, call) {
			if (error instanceof RpcError) return error;
			const { code, detail } = refusal(error, call);
			const asked = statusOf(code) < 500;
			return new RpcError(asked ? RPC.invalidParams : RPC.internal, detail, {
				code,
			});
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
