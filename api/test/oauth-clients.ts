/** Apps that connect to MCP by OAuth: the SDK's own client, without a browser; and the steps of the flow by hand, for what no client sends. */
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { challengeOf } from "../modules/auth/pkce.ts";
import type { Browser } from "./cookie-browser.ts";

export const REDIRECT = "http://127.0.0.1:33418/callback";

/** What the SDK asks of an app: it keeps what it is given, and where it was to open a browser. */
export function appOf(redirect = REDIRECT) {
	const kept = new Map<string, never>();
	const app: OAuthClientProvider & { address: string; kept: typeof kept } = {
		kept,
		address: "",
		redirectUrl: redirect,
		clientMetadata: {
			client_name: "Test app",
			redirect_uris: [redirect],
			token_endpoint_auth_method: "none",
			grant_types: ["authorization_code", "refresh_token"],
			response_types: ["code"],
		},
		state: () => "state-of-the-app",
		clientInformation: () => kept.get("client"),
		saveClientInformation: (client) => void kept.set("client", client as never),
		tokens: () => kept.get("tokens"),
		saveTokens: (tokens) => void kept.set("tokens", tokens as never),
		codeVerifier: () => kept.get("verifier") ?? "",
		saveCodeVerifier: (verifier) =>
			void kept.set("verifier", verifier as never),
		redirectToAuthorization(url) {
			app.address = url.href;
		},
	};
	return app;
}

export const openTransport = (
	front: string,
	authProvider: OAuthClientProvider,
) =>
	new StreamableHTTPClientTransport(new URL(`${front}/api/mcp`), {
		authProvider,
	});

export async function openClient(front: string, app: OAuthClientProvider) {
	const client = new Client({ name: "test", version: "1.0.0" });
	const transport = openTransport(front, app);
	await client.connect(transport);
	return { client, transport };
}

/** Answers the consent page at `address` in a browser; returns where it leads, and the page. */
export async function answerConsent(
	browser: Browser,
	front: string,
	address: string,
	answer: "yes" | "no" = "yes",
): Promise<{ back: URL; page: string }> {
	const { answer: shown } = await browser.follow(address);
	const page = await shown.text();
	const [, ticket = ""] = /name="ticket" value="([^"]+)"/.exec(page) ?? [];
	const answered = await browser.ask(`${front}/api/auth/oauth/consent`, {
		method: "POST",
		headers: { origin: front },
		body: new URLSearchParams({ ticket, answer }),
	});
	const location = answered.headers.get("location");
	if (!location) throw new Error(await answered.text());
	return { back: new URL(location), page };
}

const VERIFIER = "v".repeat(43);

/** The steps of the flow by hand; what is given takes the place of what is right, and `null` leaves it out. */
export function stepsOf(front: string, browser: Browser) {
	const form = (
		path: string,
		fields: Record<string, string | null>,
		headers: Record<string, string> = {},
	) =>
		fetch(`${front}/api/auth/oauth/${path}`, {
			method: "POST",
			headers,
			body: new URLSearchParams(present(fields)),
		});
	const resource = `${front}/api/mcp`;
	return {
		form,
		async register(metadata: object = {}) {
			const answer = await fetch(`${front}/api/auth/oauth/register`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify({
					...{ client_name: "Test app", redirect_uris: [REDIRECT] },
					...metadata,
				}),
			});
			const body = await answer.json();
			return { status: answer.status, body, id: body.client_id as string };
		},
		address(clientId: string, more: Record<string, string | null> = {}) {
			const query = present({
				...{ response_type: "code", client_id: clientId },
				...{ redirect_uri: REDIRECT, scope: "read attempt", state: "abc" },
				...{
					code_challenge: challengeOf(VERIFIER),
					code_challenge_method: "S256",
				},
				resource,
				...more,
			});
			return `${front}/api/auth/oauth/authorize?${new URLSearchParams(query)}`;
		},
		async code(clientId: string, more: Record<string, string | null> = {}) {
			const address = this.address(clientId, more);
			const { back } = await answerConsent(browser, front, address);
			return back.searchParams.get("code") ?? "";
		},
		async exchange(
			clientId: string,
			code: string,
			more: Record<string, string | null> = {},
		) {
			const answer = await form("token", {
				...{ grant_type: "authorization_code", client_id: clientId, code },
				...{ code_verifier: VERIFIER, redirect_uri: REDIRECT, resource },
				...more,
			});
			return { status: answer.status, body: await answer.json() };
		},
		async refresh(
			clientId: string,
			refreshToken: string,
			more: Record<string, string | null> = {},
		) {
			const answer = await form("token", {
				...{ grant_type: "refresh_token", client_id: clientId },
				...{ refresh_token: refreshToken, resource },
				...more,
			});
			return { status: answer.status, body: await answer.json() };
		},
	};
}

const present = (fields: Record<string, string | null>) =>
	Object.fromEntries(
		Object.entries(fields).filter(
			(field): field is [string, string] => field[1] !== null,
		),
	);
