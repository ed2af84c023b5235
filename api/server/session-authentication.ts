/**
 * Guards for learners, and cookies: looks sessions and personal tokens up by their hashes. A cookie counts on an unsafe method only when the
 * request comes from this site; `Authorization`, which no other site can make a browser send, always counts (contract, sections 2, 5 and 10).
 */

import { ApiError } from "./errors.ts";
import { filled, pageText, type Text } from "./page-texts.ts";
import {
	contextOf,
	type Guard,
	guard,
	type RouteContext,
} from "./request-context-address-and-deadline.ts";
import type { Role } from "./roles.ts";
import type { Scope } from "./route-definition.ts";

export const SESSION_COOKIE = "JSESSIONID";
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
/** A response that depends on the user is not for shared caches, unless a route says more. */
const OWN = "private, no-cache";

export interface SessionGuards {
	/** Before a route that answers both, signed in or not; a token has to have the scope `read`. */
	optional: Guard;
	/** Before a route for sessions only: 401 without a live one, 403 for a token, from another site and for a blocked account. */
	required: Guard;
	/** Before a route for learners: as `required`, or with a personal token that has this scope. */
	allows(scope: Scope): Guard;
	/** The learner of a request that passed a guard; null when there is none. */
	of(request: Request): Learner | TokenUser | null;
	/** Why the account of a request that passed `optional` is blocked; null when it is not. */
	blockedReason(request: Request): string | null;
	/** The learner of a request that passed `required` or `allows`. */
	user(request: Request): User;
	/** The learner and the session of a request that passed `required`. */
	learner(request: Request): Learner;
}

/** What looks sessions and personal tokens up, by the SHA-256 of their values, in hex. */
export interface Credentials {
	session(tokenHash: string): Promise<Learner | Blocked | null>;
	token(tokenHash: string): Promise<TokenUser | Blocked | null>;
	/** Of an app that the learner connected; the guards here accept none. */
	accessToken(tokenHash: string): Promise<AccessTokenUser | Blocked | null>;
}

const TOKEN_ERRORS = ["token_invalid", "scope_missing"] as const;
const SESSION_ERRORS = [
	"session_missing",
	"session_expired",
	"origin_rejected",
	"account_blocked",
] as const;

/** @param origins those whose pages may change things: this site's own and those that are listed */
export function sessionGuard(
	find: Credentials,
	origins: readonly string[],
): SessionGuards {
	const users = new WeakMap<Request, Learner | TokenUser>();
	const blockedReasons = new WeakMap<Request, string>();
	/** Signs the request's user in; returns the account instead where it is blocked. */
	const keep = (
		request: Request,
		found: Learner | TokenUser | Blocked,
	): Blocked | null => {
		if ("blockedFor" in found) {
			blockedReasons.set(request, found.blockedFor);
			return found;
		}
		users.set(request, found);
		contextOf(request).userId = found._id;
		return null;
	};
	const lookUp = async (request: Request, token: string) => {
		const found = await find.session(hashOf(token));
		return found && keep(request, found);
	};
	/** Throws `token_invalid` or `scope_missing`. */
	const lookUpToken = async (request: Request, token: string, scope: Scope) => {
		const found = await find.token(hashOf(token));
		if (!found) throw tokenInvalid();
		if (!("blockedFor" in found) && !found.scopes.includes(scope))
			throw scopeMissing(scope);
		return keep(request, found);
	};
	const demandSession = async (request: Request) => {
		const presented = sessionToken(request);
		if (!presented)
			throw new ApiError("session_missing", "Sign in to do this.");
		if (presented.byCookie && !SAFE.has(request.method))
			refuseForeign(request, origins);
		const blocked = await lookUp(request, presented.token);
		if (blocked) throw accountBlocked(blocked);
		if (!users.has(request))
			throw new ApiError(
				"session_expired",
				"The session has ended or was never valid; sign in again.",
			);
	};
	const allows = (scope: Scope) =>
		guard(
			async ({ request, set }: RouteContext) => {
				set.headers["cache-control"] = OWN;
				const token = presentedToken(request);
				if (token === null) return demandSession(request);
				const blocked = await lookUpToken(request, token, scope);
				if (blocked) throw accountBlocked(blocked);
			},
			{
				errors: [...SESSION_ERRORS, ...TOKEN_ERRORS],
				credentials: [
					"sessionCookie",
					"sessionHeader",
					`personalToken:${scope}`,
				],
			},
		);
	return {
		optional: guard(
			({ request, set }) => {
				set.headers["cache-control"] = OWN;
				const token = presentedToken(request);
				if (token) return lookUpToken(request, token, "read").then(() => {});
				const presented = sessionToken(request);
				if (presented) return lookUp(request, presented.token).then(() => {});
			},
			{
				errors: TOKEN_ERRORS,
				credentials: [
					"sessionCookie",
					"sessionHeader",
					"personalToken:read",
					null,
				],
			},
		),
		required: guard(
			({ request, set }) => {
				set.headers["cache-control"] = OWN;
				refuseToken(request);
				return demandSession(request);
			},
			{
				errors: [...SESSION_ERRORS, ...ONLY_SESSIONS],
				credentials: ["sessionCookie", "sessionHeader"],
			},
		),
		allows,
		of: (request) => users.get(request) ?? null,
		blockedReason: (request) => blockedReasons.get(request) ?? null,
		user: (request) => users.get(request) ?? unguarded("a learner"),
		learner: (request) => {
			const user = users.get(request);
			return user && "sessionId" in user ? user : unguarded("a session");
		},
	};
}

const unguarded = (what: string): never => {
	throw new Error(`the route does not require ${what}`);
};

/** What {@link refuseToken} throws. */
export const ONLY_SESSIONS = ["session_required", "token_invalid"] as const;

/** Throws `session_required` for a request with a personal token, whatever it is allowed. */
export function refuseToken(request: Request): void {
	if (presentedToken(request) !== null) throw sessionRequired();
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

export const accountBlocked = ({ blockedFor }: Blocked) =>
	new ApiError("account_blocked", filled(blockedText(blockedFor)));

/** What the user of a blocked account reads. */
export const blockedText = (reason: string): Text =>
	pageText(
		"A moderator of this Treeline has blocked this account: it can neither sign in nor change anything. Their reason: {0}. Ask them if you think that this is a mistake.",
		reason.replace(/[.\s]+$/, ""),
	);

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

/** A learner, by whatever credential. */
export interface User {
	_id: string;
	name: string;
	image: string | null;
	role: Role;
}

/** A signed-in learner and the end of the session. */
export interface Learner extends User {
	sessionId: string;
	expiresAt: string;
}

/** The learner whose personal token a request presents. */
export interface TokenUser extends User {
	tokenId: string;
	scopes: Scope[];
	/** Null = it does not expire. */
	expiresAt: string | null;
}

/** The learner whose app presents an access token. */
export interface AccessTokenUser extends TokenUser {
	/** The only address that it is for. */
	resource: string;
}

/** Whose account an administrator has blocked, and why. */
export interface Blocked {
	blockedFor: string;
}

/** Begins every token, so that people and secret scanners know one. */
const PREFIX: string = "tl_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Of 62 digits: 256 bits. */
const LENGTH = 43;
const TOKEN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${LENGTH}}$`);
/** The largest multiple of 62 in a byte: above it the first digits would come more often. */
const UNBIASED_BYTES = 248;

/** A new token; all are equally likely. */
export function newToken(prefix = PREFIX): string {
	let digits = "";
	while (digits.length < LENGTH)
		for (const byte of crypto.getRandomValues(new Uint8Array(64)))
			if (byte < UNBIASED_BYTES && digits.length < LENGTH)
				digits += DIGITS[byte % DIGITS.length];
	return prefix + digits;
}

export const isPersonalToken = (text: string): boolean => TOKEN.test(text);

/** The personal token that a request presents; null without one. Throws `token_invalid` for one that is none. */
export function presentedToken(request: Request): string | null {
	const authorization = request.headers.get("authorization");
	if (authorization === null) return null;
	const [, token] = /^Bearer +(tl_.*)$/i.exec(authorization) ?? [];
	if (token === undefined) return null;
	if (!isPersonalToken(token)) throw tokenInvalid();
	return token;
}

const WHERE = "on your account's page, under “Personal tokens”";

export const tokenInvalid = () =>
	new ApiError(
		"token_invalid",
		`This personal token has expired, was revoked or was never valid. Make a new one ${WHERE}.`,
	);

export const scopeMissing = (scope: Scope) =>
	new ApiError(
		"scope_missing",
		`This personal token lacks the scope “${scope}”. Make one that has it ${WHERE}.`,
		[],
		{
			"www-authenticate": `Bearer realm="treeline", error="insufficient_scope", scope="${scope}"`,
		},
	);

export const sessionRequired = () =>
	new ApiError(
		"session_required",
		"A personal token cannot do this, whatever its scopes: accounts, tokens and sessions are for those who are signed in. Do it on your account's page.",
	);
