/**
 * Session guards and cookies: looks the token up by its hash. A cookie counts on an unsafe method only when the request comes from this
 * site; `Authorization: Session`, which no other site can make a browser send, always counts (contract, sections 2 and 5).
 */

import { ApiError } from "./errors.ts";
import {
	contextOf,
	type Guard,
	guard,
	type RouteContext,
} from "./request-context.ts";

export const SESSION_COOKIE = "JSESSIONID";
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
/** A response that depends on the user is not for shared caches, unless a route says more. */
const OWN = "private, no-cache";

export interface SessionGuards {
	/** Before a route that answers both, signed in or not. */
	optional: Guard;
	/** Before a route for learners: 401 without a live session, 403 from another site and for a blocked account. */
	required: Guard;
	/** The learner of a request that passed `optional` or `required`. */
	of(request: Request): Learner | null;
	/** Why the account of a request that passed `optional` is blocked; null when it is not. */
	blockedReason(request: Request): string | null;
	/** The learner of a request that passed `required`. */
	learner(request: Request): Learner;
}

/**
 * @param find looks a live session up by the SHA-256 of its token, in hex
 * @param origins those whose pages may change things: this site's own and those that are listed
 */
export function sessionGuard(
	find: (tokenHash: string) => Promise<Learner | Blocked | null>,
	origins: readonly string[],
): SessionGuards {
	const learners = new WeakMap<Request, Learner>();
	const blockedReasons = new WeakMap<Request, string>();
	/** Returns whether the account is blocked; then no user is signed in. */
	const look = async (
		request: Request,
		token: string,
	): Promise<Blocked | null> => {
		const found = await find(hashOf(token));
		if (!found) return null;
		if ("blockedFor" in found) {
			blockedReasons.set(request, found.blockedFor);
			return found;
		}
		learners.set(request, found);
		contextOf(request).userId = found._id;
		return null;
	};
	const demand = async ({ request, set }: RouteContext) => {
		set.headers["cache-control"] = OWN;
		const presented = sessionToken(request);
		if (!presented)
			throw new ApiError("session_missing", "Sign in to do this.");
		if (presented.byCookie && !SAFE.has(request.method))
			refuseForeign(request, origins);
		const blocked = await look(request, presented.token);
		if (blocked) throw accountBlocked(blocked);
		if (!learners.has(request))
			throw new ApiError(
				"session_expired",
				"The session has ended or was never valid; sign in again.",
			);
	};
	return {
		optional: guard(
			({ request, set }) => {
				set.headers["cache-control"] = OWN;
				const presented = sessionToken(request);
				if (presented) return look(request, presented.token).then(() => {});
			},
			{
				credentials: ["sessionCookie", "sessionHeader", null],
			},
		),
		required: guard(demand, {
			errors: [
				"session_missing",
				"session_expired",
				"origin_rejected",
				"account_blocked",
			],
			credentials: ["sessionCookie", "sessionHeader"],
		}),
		of: (request) => learners.get(request) ?? null,
		blockedReason: (request) => blockedReasons.get(request) ?? null,
		learner: (request) => {
			const learner = learners.get(request);
			if (!learner) throw new Error("the route does not require a session");
			return learner;
		},
	};
}

/** The session token that a request presents, the header before the cookie; a malformed one counts as none. */
export function sessionToken(
	request: Request,
): { token: string; byCookie: boolean } | null {
	const authorization = request.headers.get("authorization");
	const header =
		authorization === null
			? undefined
			: /^Session +(.*)$/i.exec(authorization)?.[1];
	const token = header ?? cookieOf(request, SESSION_COOKIE);
	if (!token || !/^[\w~.+/=-]{16,256}$/.test(token)) return null;
	return { token, byCookie: header === undefined };
}

/** Browsers say where a request comes from; clients that are none say nothing and hold no one else's cookies. */
export function refuseForeign(
	request: Request,
	origins: readonly string[],
): void {
	const site = request.headers.get("sec-fetch-site");
	const origin = request.headers.get("origin");
	if (site === "same-origin" || site === "none") return;
	if (origin === null ? site === null : origins.includes(origin)) return;
	throw new ApiError(
		"origin_rejected",
		"This change was asked for from another site; do it from Treeline's own pages.",
	);
}

const accountBlocked = ({ blockedFor }: Blocked) =>
	new ApiError("account_blocked", blockedText(blockedFor));

/** What the user of a blocked account reads. */
export const blockedText = (reason: string) =>
	`An administrator of this Treeline has blocked this account: it can neither sign in nor change anything. Their reason: ${reason.replace(/[.\s]+$/, "")}. Ask them if you think that this is a mistake.`;

/** The first cookie of this name, as it was sent; null when there is none. */
export function cookieOf(request: Request, name: string): string | null {
	const cookies = request.headers.get("cookie");
	if (cookies === null) return null;
	for (const pair of cookies.split(";")) {
		const at = pair.indexOf("=");
		if (at >= 0 && pair.slice(0, at).trim() === name)
			return pair.slice(at + 1).trim() || null;
	}
	return null;
}

interface CookieTerms {
	path: string;
	/** In seconds; 0 takes the cookie away. */
	maxAge: number;
	/** Over https only. */
	secure: boolean;
}

/** A `Set-Cookie` value that scripts cannot read and other sites' forms do not bring along. */
export function setCookie(
	name: string,
	value: string,
	{ path, maxAge, secure }: CookieTerms,
): string {
	return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** A new secret of 43 URL-safe characters. */
export const newSecret = (): string =>
	crypto
		.getRandomValues(new Uint8Array(32))
		.toBase64({ alphabet: "base64url", omitPadding: true });

/** The SHA-256 of a secret, in hex: what the database holds. */
export const hashOf = (secret: string): string =>
	new Bun.CryptoHasher("sha256").update(secret).digest("hex");

/** The lifetime of a session: it expires after so many days without a request, and so many days after the sign-in at the latest. */
export const SESSION_LIFETIME_DAYS = { idle: 7, most: 30 } as const;

/** @param secure whether this site is reached over https */
export const sessionCookie = (token: string, secure: boolean): string =>
	setCookie(SESSION_COOKIE, token, {
		path: "/",
		maxAge: SESSION_LIFETIME_DAYS.most * 24 * 60 * 60,
		secure,
	});

export const endedSessionCookie = (secure: boolean): string =>
	setCookie(SESSION_COOKIE, "", { path: "/", maxAge: 0, secure });

/** A signed-in learner and the end of the session. */
export interface Learner {
	_id: string;
	name: string;
	image: string | null;
	sessionId: string;
	expiresAt: string;
}

/** Whose account an administrator has blocked, and why. */
export interface Blocked {
	blockedFor: string;
}
