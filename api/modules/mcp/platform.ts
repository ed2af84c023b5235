/** The challenge platform as the tools ask it: by its own routes, in this process or elsewhere, as the client's request. */

import { ApiError, type ErrorCode } from "../../server/errors.ts";
import type { Backend } from "../../server/forward.ts";
import type { Problem } from "../../server/problem-schema.ts";
import { recordOf } from "../../server/request-context.ts";
import type { Call } from "./capabilities.ts";

/** The request that something is asked for, and what gives it up. */
export type Asking = Pick<Call, "request" | "signal">;

export interface Platform {
	/** The answer of `GET path`. Throws what the platform refuses with. */
	read<Answer>(call: Asking, path: string): Promise<Answer>;
	/** The answer of `POST path` with an administrator's rights. */
	administer<Answer>(call: Call, path: string, body: unknown): Promise<Answer>;
}

/** @param adminSecret null = this process is not told it */
export function platformOf(
	backend: Backend,
	adminSecret: string | null,
): Platform {
	const ask = async (call: Asking, path: string, init: RequestInit) => {
		const { id, peer } = recordOf(call.request);
		const headers = new Headers(init.headers);
		headers.set("x-request-id", id);
		const request = new Request(`http://front.internal${path}`, {
			...init,
			headers,
			signal: call.signal,
		});
		// A record of its own by the same id: what is logged is the request that the client made.
		recordOf(request, peer);
		const answer = await backend(request, path);
		if (answer.ok) return await answer.json();
		throw refusalIn((await answer.json()) as Problem);
	};
	return {
		read: (call, path) => ask(call, path, {}),
		async administer(call, path, body) {
			if (adminSecret === null)
				throw new ApiError(
					"forbidden",
					"This process does not know the platform's ADMIN_SECRET. Set it here too, or use the seed command.",
				);
			return ask(call, path, {
				method: "POST",
				headers: {
					"content-type": "application/json",
					"x-admin-secret": adminSecret,
				},
				body: JSON.stringify(body),
			});
		},
	};
}

const refusalIn = ({ code, detail, errors }: Problem) =>
	new ApiError(code as ErrorCode, detail, errors);
