/** Authenticates learners' models at MCP by personal tokens and OAuth access tokens, and counts their requests by account. */

import { ApiError } from "../../server/errors.ts";
import type { UserLimit } from "../../server/rate-limit.ts";
import { contextOf } from "../../server/request-context-address-and-deadline.ts";
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
	/** Whether clients may authorize by OAuth. */
	offersOAuth: boolean;
	/**
	 * The learner whose token a request presents; null without one. Throws `token_invalid`, `account_blocked`, `scope_missing` or
	 * `rate_limited`.
	 */
	authenticate(request: Request): Promise<Caller | null>;
}

/**
 * @param resource the address of the endpoint, for which an access token has to be issued
 * @param limit counts the messages of each account
 */
export const learnerAuthentication = (
	find: Pick<Credentials, "token" | "accessToken">,
	offersOAuth: boolean,
	resource: string,
	limit: UserLimit,
): LearnerAuthentication => ({
	offersOAuth,
	async authenticate(request) {
		const access = presentedAccessToken(request);
		const token = access ?? presentedToken(request);
		if (token === null) return null;
		const found = await (access ? find.accessToken : find.token)(hashOf(token));
		if (found && "blockedFor" in found) throw accountBlocked(found);
		if (!found || ("resource" in found && found.resource !== resource))
			throw access ? accessTokenInvalid() : tokenInvalid();
		const { _id, scopes, tokenId } = found;
		if (!scopes.includes("read")) throw scopeMissing("read");
		contextOf(request).userId = _id;
		if (request.method === "POST") await limit.take(_id);
		return {
			request,
			holder: {
				// No administrator's key has one like it. A grant's is the same for all of its tokens.
				fingerprint: `${access ? "grant" : "token"}:${tokenId}`,
				readOnly: true,
				readsChat: false,
			},
			learner: { _id, scopes },
		};
	},
});

const presentedAccessToken = ({ headers }: Request): string | null =>
	/^Bearer +(tla_.*)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;

const accessTokenInvalid = () =>
	new ApiError(
		"token_invalid",
		"This access token has expired, was revoked, was issued for another address or was never valid. Refresh it, or authorize again.",
	);

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
