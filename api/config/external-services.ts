/**
 * Reads the settings of external services (contract, section 1): the identity provider, GitHub by default, any OAuth 2.0 provider by its addresses;
 * the chat's language model, any provider with OpenAI's chat completions; and Redis or Valkey.
 */
import { isLoopback, isNetwork, type Reader } from "./environment-reader.ts";
import type { ListenerSettings } from "./listen-addresses-and-origins.ts";

/** Whether webhooks are sent, where they may go, and how long an attempt may take. */
export function readWebhooks(read: Reader) {
	const name = "WEBHOOK_ALLOWED_NETWORKS";
	const allowedNetworks = read.list(name).filter((text) => {
		if (isNetwork(text)) return true;
		read.faults.push(
			`${name} has "${text}"; list addresses or networks like 10.0.0.0/8`,
		);
		return false;
	});
	return {
		isDelivering: read.flag("WEBHOOK_DELIVERY"),
		allowedNetworks,
		timeoutMs: read.whole("WEBHOOK_TIMEOUT_MS"),
	};
}

/** An application registered with an OAuth 2.0 provider. */
export interface OAuthClientSettings {
	clientId: string;
	clientSecret: string;
	authorizeUrl: string;
	tokenUrl: string;
	profileUrl: string;
	/** The scopes to request. Empty = the provider's default; on GitHub the public profile, which is all that is read. */
	scopes: string[];
}

const ENDPOINTS = [
	"OAUTH_AUTHORIZE_URL",
	"OAUTH_TOKEN_URL",
	"OAUTH_PROFILE_URL",
] as const;

/** Null = no provider is configured: local sign-in, where that exists. */
export function readOAuthClient(read: Reader): OAuthClientSettings | null {
	const client = {
		clientId: read.value("OAUTH_CLIENT_ID") ?? "",
		clientSecret: read.value("OAUTH_CLIENT_SECRET") ?? "",
		authorizeUrl: readEndpoint(read, "OAUTH_AUTHORIZE_URL"),
		tokenUrl: readEndpoint(read, "OAUTH_TOKEN_URL"),
		profileUrl: readEndpoint(read, "OAUTH_PROFILE_URL"),
		scopes: (read.value("OAUTH_SCOPES") ?? "").split(/\s+/).filter(Boolean),
	};
	const missing = ENDPOINTS.filter((name) => !read.value(name));
	if (missing.length === 1 || missing.length === 2)
		read.faults.push(
			`${missing.join(" and ")} missing while other addresses of the identity provider are there; set all three, or none to use GitHub`,
		);
	if (!client.clientId && !client.clientSecret) return null;
	for (const [name, other, value] of [
		["OAUTH_CLIENT_ID", "OAUTH_CLIENT_SECRET", client.clientId],
		["OAUTH_CLIENT_SECRET", "OAUTH_CLIENT_ID", client.clientSecret],
	])
		if (!value)
			read.faults.push(
				`${name} is missing while ${other} is there; set both, as the identity provider shows them`,
			);
	return client;
}

function readEndpoint(read: Reader, name: (typeof ENDPOINTS)[number]): string {
	const url = read.url(name);
	if (!url.startsWith("https:") && !isLoopback(url))
		read.warnings.push(
			`${name} is not https, so that what is sent there can be read on the way`,
		);
	return url;
}

/**
 * Whether the process is its own identity provider: nothing else is set up, and only this machine reaches it (contract, "Local
 * sign-in").
 */
export function signsInLocally(
	{ serve, host, local }: ListenerSettings,
	{ database, oauth }: { database: object | null; oauth: object | null },
): boolean {
	const address = host.includes(":") ? `[${host}]` : host;
	return (
		serve === "all" &&
		database === null &&
		oauth === null &&
		local &&
		isLoopback(`http://${address}`)
	);
}

export interface LlmSettings {
	/** Without a closing slash; `/chat/completions` comes after it. */
	baseUrl: string;
	/** Null = the provider asks for none, as one on this machine. */
	apiKey: string | null;
	model: string;
}

export interface Chat {
	/** Null = the chat answers that it is not configured. */
	llm: LlmSettings | null;
	/** Days after its end that a conversation is kept, with the hash of its visitor's address. */
	chatRetentionDays: number;
}

export function readChat(read: Reader): Chat {
	return {
		llm: readLlm(read),
		chatRetentionDays: read.whole("CHAT_RETENTION_DAYS"),
	};
}

function readLlm(read: Reader): LlmSettings | null {
	const address = read.value("LLM_BASE_URL");
	const model = read.value("LLM_MODEL");
	const apiKey = read.value("LLM_API_KEY") ?? null;
	if (!address && !model && !apiKey) return null;
	if (!address || !model) {
		const missing = [
			...(address ? [] : ["LLM_BASE_URL"]),
			...(model ? [] : ["LLM_MODEL"]),
		];
		read.faults.push(
			`${missing.join(" and ")} missing while other settings of the language model are there; set both, or none to go without a chat`,
		);
		return null;
	}
	const baseUrl = read.address("LLM_BASE_URL").replace(/\/+$/, "");
	if (apiKey && baseUrl.startsWith("http:") && !isLoopback(baseUrl))
		read.warnings.push(
			"LLM_BASE_URL is not https, so that LLM_API_KEY can be read on the way",
		);
	return { baseUrl, apiKey, model };
}

/** Null = limits and caches are in memory. */
export function readCacheUrl(read: Reader): string | null {
	const text = read.value("CACHE_URL");
	if (text === undefined) return null;
	if (
		/^(redis|rediss|redis\+unix|valkey|valkeys):$/.test(
			URL.parse(text)?.protocol ?? "",
		)
	)
		return text;
	// Not repeated: it may hold a password.
	read.faults.push(
		"CACHE_URL is no address of a Redis or Valkey server; set it to one like redis://cache.example:6379",
	);
	return null;
}
