/** Authenticates learners' models at MCP by personal tokens, and counts their requests by account. */

import type { UserLimit } from "../../server/rate-limit.ts";
import { contextOf } from "../../server/request-context-and-guards.ts";
import {
	accountBlocked,
	type Credentials,
	hashOf,
	presentedToken,
	scopeMissing,
	tokenInvalid,
} from "../../server/session-authentication.ts";
import type {
	Caller,
	CallingLearner,
	Tool,
} from "./tool-resource-prompt-types.ts";

export interface LearnerAuthentication {
	/**
	 * The learner whose token a request presents; null without one. Throws `token_invalid`, `account_blocked`, `scope_missing` or
	 * `rate_limited`.
	 */
	authenticate(request: Request): Promise<Caller | null>;
}

/** @param limit counts the messages of each account */
export const learnerAuthentication = (
	findToken: Credentials["token"],
	limit: UserLimit,
): LearnerAuthentication => ({
	async authenticate(request) {
		const token = presentedToken(request);
		if (token === null) return null;
		const found = await findToken(hashOf(token));
		if (!found) throw tokenInvalid();
		if ("blockedFor" in found) throw accountBlocked(found);
		const { _id, scopes, tokenId } = found;
		if (!scopes.includes("read")) throw scopeMissing("read");
		contextOf(request).userId = _id;
		if (request.method === "POST") await limit.take(_id);
		return {
			request,
			holder: {
				// No administrator's key has one like it.
				fingerprint: `token:${tokenId}`,
				readOnly: true,
				readsChat: false,
			},
			learner: { _id, scopes },
		};
	},
});

/** Throws `scope_missing` when `body` calls a tool that a learner's token may have, but not with the scopes of this one. */
export function refuseLackedScope(
	{ scopes }: CallingLearner,
	body: unknown,
	tools: readonly Tool[],
): void {
	for (const message of [body].flat()) {
		const { method, params } = (message ?? {}) as {
			method?: unknown;
			params?: { name?: unknown };
		};
		if (method !== "tools/call") continue;
		const scope = tools.find(({ name }) => name === params?.name)?.scope;
		if (scope && !scopes.includes(scope)) throw scopeMissing(scope);
	}
}
