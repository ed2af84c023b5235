/**
 * Who asks: the session cookie is read by hand (parsing every cookie costs more than a whole request), looked up by its hash, and
 * believed on an unsafe method only when the request comes from our own site (contract, sections 2 and 5).
 */
import type { Learner } from "../auth/store.ts";
import { ApiError } from "./errors.ts";
import { type Guard, guard } from "./input.ts";
import { recordOf } from "./request-record.ts";

export const SESSION_COOKIE = "JSESSIONID";
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

export interface Sessions {
	/** Before a route that answers both, signed in or not. */
	optional: Guard;
	/** Before a route for learners: 401 without a live session, 403 from another site. */
	required: Guard;
	/** The learner of a request that passed `optional` or `required`. */
	of(request: Request): Learner | null;
	/** The learner of a request that passed `required`. */
	learner(request: Request): Learner;
}

/**
 * @param find looks a live session up by the SHA-256 of its token, in hex
 * @param prolong told of each use, so that the idle end moves on
 * @param origins those whose pages may change things: this site's own and those that are listed
 */
export function sessionGuard(
	find: (tokenHash: string) => Promise<Learner | null>,
	prolong: (sessionId: string) => Promise<void>,
	origins: readonly string[],
): Sessions {
	const learners = new WeakMap<Request, Learner>();
	const look = async (request: Request, token: string | null) => {
		if (!token) return;
		const found = await find(sha256(token));
		if (!found) return;
		learners.set(request, found);
		recordOf(request).userId = found._id;
		await prolong(found.sessionId);
	};
	const demand = async ({ request }: { request: Request }) => {
		const token = sessionToken(request);
		if (!token) throw new ApiError("session_missing", "Sign in to do this.");
		if (!SAFE.has(request.method)) refuseForeign(request, origins);
		await look(request, token);
		if (!learners.has(request))
			throw new ApiError(
				"session_expired",
				"The session has ended or was never valid; sign in again.",
			);
	};
	return {
		optional: guard(({ request }) => look(request, sessionToken(request)), {
			accepts: ["sessionCookie", null],
		}),
		required: guard(demand, {
			refuses: ["session_missing", "session_expired", "origin_rejected"],
			accepts: ["sessionCookie"],
		}),
		of: (request) => learners.get(request) ?? null,
		learner: (request) => {
			const learner = learners.get(request);
			if (!learner) throw new Error("the route does not require a session");
			return learner;
		},
	};
}

/** The session token that a request presents; a malformed one counts as none. */
function sessionToken(request: Request): string | null {
	for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
		const [, name, value = ""] = /^\s*([^=]*?)\s*=(.*)$/.exec(pair) ?? [];
		if (name === SESSION_COOKIE && value)
			return /^[\w~.+/=-]{16,256}$/.test(value.trim()) ? value.trim() : null;
	}
	return null;
}

/** Browsers say where a request comes from; clients that are none say nothing and hold no one else's cookies. */
function refuseForeign(request: Request, origins: readonly string[]): void {
	const site = request.headers.get("sec-fetch-site");
	const origin = request.headers.get("origin");
	if (site === "same-origin" || site === "none") return;
	if (origin === null ? site === null : origins.includes(origin)) return;
	throw new ApiError(
		"origin_rejected",
		"This change was asked for from another site; do it from Treeline's own pages.",
	);
}

function sha256(text: string): string {
	return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}
