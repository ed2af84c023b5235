/**
 * The client of the identity provider: OAuth 2.0 authorization code with PKCE S256 (RFC 6749, 7636, 9700). The access token is used once, to
 * read the profile, and dropped; no text of the provider reaches a learner.
 */

import {
	ArcticFetchError,
	CodeChallengeMethod,
	OAuth2Client,
	OAuth2RequestError,
	UnexpectedErrorResponseBodyError,
	UnexpectedResponseError,
} from "arctic";
import type { Config, OAuthClientSettings } from "../../config.ts";
import { textFault } from "../../server/request-context-address-and-deadline.ts";
import { newSecret } from "../../server/session-authentication.ts";
import {
	type LocalProvider,
	localProvider,
} from "./local-identity-provider/routes.ts";
import { CALLBACK } from "./sign-in/sign-in-query-parameters.ts";
import { providerFailed, providerTooSlow } from "./sign-in-failure-response.ts";

export interface IdentityProvider {
	/** What accounts are stored under. */
	name: string;
	/** Where the browser is sent. */
	authorizeUrl(state: string, verifier: string): URL;
	/** Whether an `iss` in the answer is this provider's (RFC 9207). */
	isIssuer(iss: string): boolean;
	/** Who came back with `code`. Throws SignInFailure when the provider does not say so in time. */
	profile(code: string, verifier: string): Promise<Profile>;
}

const MAX_PROFILE_BYTES = 256 * 1024;

/** Milliseconds for both calls to a provider together, when a request may take longer. */
const TIMEOUT_MS = 10_000;
/** The part of a request that they may take at most, so that there is time left to say so. */
const SHARE = 0.8;

/**
 * @param name what accounts are stored under
 * @param callback the address on this site that the provider sends back to
 * @param requestTimeoutMs how long a request may take at most; 0 = no limit
 */
function identityProvider(
	name: string,
	settings: OAuthClientSettings,
	callback: string,
	requestTimeoutMs: number,
): IdentityProvider {
	const { authorizeUrl, tokenUrl, profileUrl, scopes } = settings;
	const timeoutMs = Math.min(
		TIMEOUT_MS,
		requestTimeoutMs * SHARE || TIMEOUT_MS,
	);
	const client = new OAuth2Client(
		settings.clientId,
		settings.clientSecret,
		callback,
	);
	return {
		name,
		authorizeUrl: (state, verifier) =>
			client.createAuthorizationURLWithPKCE(
				authorizeUrl,
				state,
				CodeChallengeMethod.S256,
				verifier,
				scopes,
			),
		isIssuer: (iss) =>
			URL.parse(iss)?.origin === URL.parse(authorizeUrl)?.origin,
		async profile(code, verifier) {
			const deadline = AbortSignal.timeout(timeoutMs);
			const token = await readToken(client, tokenUrl, code, verifier, deadline);
			return readProfile(profileUrl, token, deadline);
		},
	};
}

async function readToken(
	client: OAuth2Client,
	url: string,
	code: string,
	verifier: string,
	deadline: AbortSignal,
): Promise<string> {
	const tokens = await before(
		deadline,
		client.validateAuthorizationCode(url, code, verifier),
	).catch((error) => {
		throw deadline.aborted
			? providerTooSlow("the token endpoint did not answer in time")
			: providerFailed(`the token endpoint ${refusal(error)}`);
	});
	// GitHub says 200 also when it refuses.
	const { error } = tokens.data as { error?: unknown };
	if (error !== undefined)
		throw providerFailed(`the token endpoint refused: ${codeword(error)}`);
	try {
		if (tokens.tokenType().toLowerCase() === "bearer")
			return tokens.accessToken();
	} catch {
		throw providerFailed("the token endpoint answered without a token");
	}
	throw providerFailed("the token endpoint gave a token that is no bearer's");
}

async function readProfile(
	url: string,
	token: string,
	deadline: AbortSignal,
): Promise<Profile> {
	const { status, text } = await ask(url, token, deadline).catch(() => {
		throw deadline.aborted
			? providerTooSlow("the profile endpoint did not answer in time")
			: providerFailed("the profile endpoint cannot be reached");
	});
	if (status !== 200)
		throw providerFailed(`the profile endpoint answered ${status}`);
	let answer: unknown;
	try {
		answer = JSON.parse(text);
	} catch {
		throw providerFailed("the profile endpoint answered no JSON");
	}
	const profile = profileOf(answer);
	if (!profile) throw providerFailed("the profile does not say whose it is");
	return profile;
}

async function ask(url: string, token: string, signal: AbortSignal) {
	const answer = await fetch(url, {
		headers: {
			accept: "application/json",
			authorization: `Bearer ${token}`,
			"user-agent": "treeline",
		},
		// The token is for this address only.
		redirect: "error",
		signal,
	});
	const decoder = new TextDecoder();
	let text = "";
	for await (const part of answer.body ?? []) {
		text += decoder.decode(part, { stream: true });
		// Cut short it is no JSON any more, and refused as that.
		if (text.length > MAX_PROFILE_BYTES) break;
	}
	return { status: answer.status, text: text + decoder.decode() };
}

/** The library's calls know no deadline; what comes after it is dropped. */
function before<Result>(
	deadline: AbortSignal,
	work: Promise<Result>,
): Promise<Result> {
	return Promise.race([
		work,
		new Promise<never>((_, reject) => {
			deadline.addEventListener("abort", () => reject(deadline.reason), {
				once: true,
			});
		}),
	]);
}

function refusal(error: unknown): string {
	if (error instanceof OAuth2RequestError)
		return `refused: ${codeword(error.code)}`;
	if (error instanceof ArcticFetchError) return "cannot be reached";
	if (
		error instanceof UnexpectedResponseError ||
		error instanceof UnexpectedErrorResponseBodyError
	)
		return `gave an answer that is not OAuth's (status ${error.status})`;
	return "gave an answer that is not OAuth's";
}

/** An error code as RFC 6749 has them; anything else may hold what a log should not. */
export function codeword(error: unknown): string {
	return typeof error === "string" && /^[a-z_]{1,64}$/.test(error)
		? error
		: "an error without a usable code";
}

interface SignInBy {
	/** Null = sign-in is not set up. */
	provider: IdentityProvider | null;
	/** The provider that this process is itself; null when it is not. */
	local: LocalProvider | null;
}

/**
 * @param origin this site's public origin
 * @param own where this process's front answers, without a closing slash
 */
export function signInBy(
	config: Config,
	origin: string,
	own: string,
): SignInBy {
	const { oauth, localSignIn, requestTimeoutMs } = config;
	const callback = origin + CALLBACK;
	const secret = config.localSignInSecret ?? newSecret();
	const local = localSignIn
		? localProvider(origin, own, callback, secret)
		: null;
	const client = local?.client ?? oauth;
	// The local one has no host's name: accounts outlive a change of port.
	const name = local
		? "local"
		: (URL.parse(oauth?.authorizeUrl ?? "")?.host ?? "");
	const provider =
		client && identityProvider(name, client, callback, requestTimeoutMs);
	return { provider, local };
}

export interface Profile {
	/** The provider's own identifier of the account, which never changes: accounts link by it and by nothing else. */
	accountId: string;
	name: string;
	email: string | null;
	/** An https address. */
	image: string | null;
}

const MAX_ID_LENGTH = 255;
const MAX_NAME_LENGTH = 100;
const MAX_EMAIL_LENGTH = 320;
const MAX_ADDRESS_LENGTH = 2000;

/** The profile in a provider's answer; null when it does not say whose it is. */
function profileOf(answer: unknown): Profile | null {
	if (typeof answer !== "object" || answer === null) return null;
	const given = answer as Record<string, unknown>;
	const accountId = idOf(given.id ?? given.sub);
	if (accountId === null) return null;
	const text = (names: string[], longest: number) => {
		for (const name of names) {
			const value = textOf(given[name]);
			if (value) return [...value].slice(0, longest).join("");
		}
		return null;
	};
	const login = ["login", "username", "preferred_username", "nickname"];
	const image = text(["avatar_url", "picture"], MAX_ADDRESS_LENGTH + 1);
	const email = text(["email"], MAX_EMAIL_LENGTH + 1);
	return {
		accountId,
		name: text(["name", ...login], MAX_NAME_LENGTH) ?? "Learner",
		email: email && email.length <= MAX_EMAIL_LENGTH ? email : null,
		image: image && isShowable(image) ? image : null,
	};
}

/** A number that JavaScript cannot hold exactly would be someone else's. */
function idOf(value: unknown): string | null {
	if (Number.isSafeInteger(value)) return String(value);
	if (typeof value !== "string" || textFault(value)) return null;
	return value !== "" && value.length <= MAX_ID_LENGTH ? value : null;
}

/** One line of text; null when there is none. */
function textOf(value: unknown): string | null {
	if (typeof value !== "string" || textFault(value)) return null;
	return value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim() || null;
}

function isShowable(address: string): boolean {
	return (
		address.length <= MAX_ADDRESS_LENGTH &&
		URL.parse(address)?.protocol === "https:"
	);
}
