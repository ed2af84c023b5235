/** Personal tokens as requests present them, `Authorization: Bearer tl_…`: no other site can make a browser send one, so none is asked where it comes from. */
import { ApiError } from "./errors.ts";

/** What a token may be allowed, each for itself. */
export type Scope = "read" | "attempt" | "author";

/** Begins every token, so that people and secret scanners know one. */
const PREFIX = "tl_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Of 62 digits: 256 bits. */
const LENGTH = 43;
const TOKEN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${LENGTH}}$`);
/** The largest multiple of 62 in a byte: above it the first digits would come more often. */
const EVEN = 248;

/** A new token; all are equally likely. */
export function newToken(): string {
	let digits = "";
	while (digits.length < LENGTH)
		for (const byte of crypto.getRandomValues(new Uint8Array(64)))
			if (byte < EVEN && digits.length < LENGTH)
				digits += DIGITS[byte % DIGITS.length];
	return PREFIX + digits;
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
