/**
 * An identity provider for tests that takes the protocol at its word: a real server, which refuses whatever RFC 6749 and 7636 let it
 * refuse, and fails on demand in every way that a provider can.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Ways to fail; each holds until another is set. */
export type ProviderFault =
	/** The person says no. */
	| "deny"
	/** The authorization endpoint has an error of its own. */
	| "authorize-error"
	/** The token endpoint, as GitHub does it: status 200 with an `error`. */
	| "token-error-200"
	| "token-error-400"
	| "token-500"
	| "token-silence"
	/** A byte at a time, without an end. */
	| "token-drip"
	| "token-not-json"
	| "token-not-object"
	| "token-missing"
	| "token-wrong-type"
	| "token-redirect"
	| "profile-401"
	| "profile-500"
	| "profile-silence"
	| "profile-drip"
	| "profile-not-json"
	| "profile-empty"
	| "profile-huge"
	| "profile-unsafe-id"
	| "profile-redirect";

/** What the profile endpoint answers for a person, as GitHub words it. */
export interface Person {
	id: number | string;
	login?: string;
	name?: string | null;
	email?: string | null;
	avatar_url?: string;
	[more: string]: unknown;
}

export interface TestProvider {
	origin: string;
	/** The environment that makes the program sign in here. */
	settings: Record<string, string>;
	/** Registers the application's callback; another `redirect_uri` is refused. */
	allow(redirectUri: string): void;
	/** Who signs in from now on. */
	person: Person;
	fault: ProviderFault | null;
	/** True = the authorization endpoint shows a page with a button instead of sending back at once. */
	asks: boolean;
	/** What was asked so far: authorization queries, token forms, and the number of profiles read. */
	seen: {
		authorize: Record<string, string>[];
		token: Record<string, string>[];
		profiles: number;
	};
	stop(): Promise<void>;
}

const CLIENT_ID = "treeline-test";
const CLIENT_SECRET = "a-client-secret-that-must-not-leak";
/** Something that a provider may say and that nobody may be shown. */
export const PROVIDER_WORDS = "internal words of the provider";

/** Starts the provider on a free port of this machine. */
export function startIdentityProvider(): TestProvider {
	const callbacks = new Set<string>();
	const codes = new Map<string, Grant>();
	const tokens = new Map<string, Grant>();
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		// What is to be silent is not cut off.
		idleTimeout: 0,
		development: false,
		async fetch(request) {
			const url = new URL(request.url);
			const call = `${request.method} ${url.pathname}`;
			if (call === "GET /authorize") return authorize(url);
			if (call === "POST /token") return token(request);
			if (call === "GET /profile") return profile(request);
			return new Response("nothing here", { status: 404 });
		},
	});
	const origin = `http://127.0.0.1:${server.port}`;
	const provider: TestProvider = {
		origin,
		settings: {
			OAUTH_CLIENT_ID: CLIENT_ID,
			OAUTH_CLIENT_SECRET: CLIENT_SECRET,
			OAUTH_AUTHORIZE_URL: `${origin}/authorize`,
			OAUTH_TOKEN_URL: `${origin}/token`,
			OAUTH_PROFILE_URL: `${origin}/profile`,
		},
		allow: (redirectUri) => void callbacks.add(redirectUri),
		person: { id: 1, login: "robin", name: "Robin" },
		fault: null,
		asks: false,
		seen: { authorize: [], token: [], profiles: 0 },
		stop: () => server.stop(true),
	};

	function authorize(url: URL): Response {
		const query = Object.fromEntries(url.searchParams);
		provider.seen.authorize.push(query);
		const wrong = authorizeFault(url.searchParams, callbacks);
		// Never sent back: the address to send back to is what may be wrong.
		if (wrong) return new Response(wrong, { status: 400 });
		if (provider.asks && query.answer === undefined) return askPage(url);
		const back = new URL(query.redirect_uri ?? "");
		back.searchParams.set("state", query.state ?? "");
		if (provider.fault === "deny" || query.answer === "no") {
			back.searchParams.set("error", "access_denied");
			back.searchParams.set("error_description", PROVIDER_WORDS);
		} else if (provider.fault === "authorize-error") {
			back.searchParams.set("error", "server_error");
			back.searchParams.set("error_description", PROVIDER_WORDS);
		} else {
			const code = randomBytes(16).toString("hex");
			codes.set(code, {
				redirectUri: query.redirect_uri ?? "",
				challenge: query.code_challenge ?? "",
				person: provider.person,
				fault: provider.fault,
			});
			back.searchParams.set("code", code);
		}
		return Response.redirect(back.href, 302);
	}

	async function token(request: Request): Promise<Response> {
		const form = new URLSearchParams(await request.text());
		provider.seen.token.push(Object.fromEntries(form));
		const grant = codes.get(form.get("code") ?? "");
		const fault = grant?.fault ?? provider.fault;
		const broken = brokenAnswer(fault, "token", origin);
		if (broken) return broken;
		// Looked at once, whatever comes of it.
		codes.delete(form.get("code") ?? "");
		const wrong = tokenFault(request, form, grant);
		if (wrong || !grant)
			return Response.json(
				{ error: wrong ?? "invalid_grant", error_description: PROVIDER_WORDS },
				{ status: wrong === "invalid_client" ? 401 : 400 },
			);
		const accessToken = randomBytes(20).toString("hex");
		tokens.set(accessToken, grant);
		return Response.json({
			access_token: accessToken,
			token_type: provider.fault === "token-wrong-type" ? "mac" : "bearer",
			scope: "",
		});
	}

	function profile(request: Request): Response | Promise<Response> {
		provider.seen.profiles++;
		const [, token = ""] =
			/^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
		const { person, fault } = tokens.get(token) ?? {};
		const broken = brokenAnswer(fault ?? provider.fault, "profile", origin);
		if (broken) return broken;
		if (!person || !request.headers.get("user-agent"))
			return Response.json({ message: PROVIDER_WORDS }, { status: 401 });
		return Response.json(person);
	}

	return provider;
}

interface Grant {
	redirectUri: string;
	challenge: string;
	person: Person;
	/** What was to fail when it was asked for: sign-ins that fail in several ways can be under way at once. */
	fault: ProviderFault | null;
}

/** What is wrong with an authorization request; null when nothing is. */
function authorizeFault(
	query: URLSearchParams,
	callbacks: Set<string>,
): string | null {
	if (query.get("client_id") !== CLIENT_ID) return "unknown client";
	if (!callbacks.has(query.get("redirect_uri") ?? ""))
		return "unregistered redirect_uri";
	if (query.get("response_type") !== "code") return "not a code request";
	if (!/^[\w-]{22,}$/.test(query.get("state") ?? "")) return "no state";
	if (query.get("code_challenge_method") !== "S256") return "not S256";
	if (!/^[\w-]{43}$/.test(query.get("code_challenge") ?? ""))
		return "no challenge";
	for (const name of query.keys())
		if (query.getAll(name).length > 1) return `${name} twice`;
	return null;
}

/** The OAuth error of a token request; null when it may have its token. */
function tokenFault(
	request: Request,
	form: URLSearchParams,
	grant: Grant | undefined,
): string | null {
	const basic = Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString("base64");
	if (!equal(request.headers.get("authorization") ?? "", `Basic ${basic}`))
		return "invalid_client";
	if (form.get("grant_type") !== "authorization_code")
		return "unsupported_grant_type";
	const verifier = form.get("code_verifier") ?? "";
	if (!/^[\w.~-]{43,128}$/.test(verifier)) return "invalid_request";
	const challenge = createHash("sha256").update(verifier).digest("base64url");
	if (!grant || !equal(grant.challenge, challenge)) return "invalid_grant";
	return form.get("redirect_uri") === grant.redirectUri
		? null
		: "invalid_grant";
}

/** The answer that `fault` makes of an endpoint; null when it leaves it as it is. */
function brokenAnswer(
	fault: ProviderFault | null,
	endpoint: "token" | "profile",
	origin: string,
): Response | Promise<Response> | null {
	if (!fault?.startsWith(`${endpoint}-`)) return null;
	const said = { error: "bad_verification_code", message: PROVIDER_WORDS };
	switch (fault.slice(endpoint.length + 1)) {
		case "error-200":
			return Response.json(said);
		case "error-400":
			return Response.json(said, { status: 400 });
		case "401":
			return Response.json(said, { status: 401 });
		case "500":
			return new Response(PROVIDER_WORDS, { status: 500 });
		case "silence":
			return new Promise(() => {});
		case "drip":
			return new Response(drip());
		case "not-json":
			return new Response(`<html>${PROVIDER_WORDS}`);
		case "not-object":
			return Response.json(PROVIDER_WORDS);
		case "missing":
			return Response.json({ token_type: "bearer" });
		case "redirect":
			return Response.redirect(`${origin}/elsewhere`, 302);
		case "empty":
			return Response.json({});
		case "huge":
			return Response.json({ id: 1, bio: "x".repeat(2_000_000) });
		case "unsafe-id":
			return new Response('{"id": 9007199254740993, "login": "robin"}');
		default:
			return null;
	}
}

/** Spaces, which JSON allows before a value that never comes. */
function drip(): ReadableStream {
	let timer: Timer;
	return new ReadableStream({
		start(controller) {
			timer = setInterval(() => controller.enqueue(" "), 50);
		},
		cancel() {
			clearInterval(timer);
		},
	});
}

function askPage(url: URL): Response {
	const hidden = [...url.searchParams]
		.map(
			([name, value]) =>
				`<input type="hidden" name="${Bun.escapeHTML(name)}" value="${Bun.escapeHTML(value)}">`,
		)
		.join("");
	return new Response(
		`<!doctype html><html lang="en"><title>Test provider</title><form>${hidden}
<button name="answer" value="yes">Authorize</button><button name="answer" value="no">Cancel</button></form>`,
		{ headers: { "content-type": "text/html; charset=utf-8" } },
	);
}

function equal(a: string, b: string): boolean {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(a), digest(b));
}
