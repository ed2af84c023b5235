/**
 * CORS, the sites that may read which answers: the exact origins that are listed, with a session, on the routes for users, and no other
 * site elsewhere (contract, section 1). It holds for every answer, refusals too, so that a script can read why.
 */

import type { CorsHandler } from "./handle-request.ts";
import { contextOf, requestId } from "./request-context.ts";

interface CorsRule {
	/** Whether the rule is about this path; the first that is holds. */
	covers(path: string): boolean;
	/** `*` = anyone, without credentials. */
	origins: "*" | readonly string[];
}

/** The paths `prefixes` and all below them, for `origins`. */
export const corsRule = (
	prefixes: readonly string[],
	origins: CorsRule["origins"],
): CorsRule => {
	const below = prefixes.map((prefix) => `${prefix}/`);
	return {
		origins,
		covers: (path) =>
			prefixes.includes(path) || below.some((start) => path.startsWith(start)),
	};
};

const ALLOWED = {
	"access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
	"access-control-allow-headers":
		"authorization, content-type, idempotency-key, if-match, if-none-match, x-request-id",
	// In seconds: the longest that browsers of every kind keep it.
	"access-control-max-age": "600",
};
const EXPOSED =
	"etag, idempotency-replayed, link, location, ratelimit, ratelimit-policy, retry-after, x-request-id";

export function cors(rules: readonly CorsRule[]): CorsHandler {
	const ruleFor = (request: Request) => {
		const { path } = contextOf(request);
		const rule = rules.find(({ covers }) => covers(path));
		return rule && rule.origins.length > 0 ? rule : null;
	};
	const allows = ({ origins }: CorsRule, origin: string | null) =>
		origin !== null && (origins === "*" || origins.includes(origin));
	return {
		before(request) {
			if (request.method !== "OPTIONS") return null;
			if (!request.headers.has("access-control-request-method")) return null;
			const rule = ruleFor(request);
			if (!rule || !allows(rule, request.headers.get("origin"))) return null;
			return new Response(null, {
				status: 204,
				headers: {
					...ALLOWED,
					vary: "access-control-request-method, access-control-request-headers",
					"x-request-id": requestId(request),
				},
			});
		},
		after(request, { headers }) {
			const rule = ruleFor(request);
			if (!rule) return;
			if (rule.origins === "*") {
				// Whatever the origin: a shared cache may give one site's response to another.
				headers.set("access-control-allow-origin", "*");
				headers.set("access-control-expose-headers", EXPOSED);
				return;
			}
			headers.append("vary", "origin");
			const origin = request.headers.get("origin");
			if (!origin || !allows(rule, origin)) return;
			headers.set("access-control-allow-origin", origin);
			headers.set("access-control-allow-credentials", "true");
			headers.set("access-control-expose-headers", EXPOSED);
		},
	};
}
