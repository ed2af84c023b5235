/** Reads the settings of the chat's language model: any provider with OpenAI's chat completions (contract, section 1). */
import { isLoopback, type Reader } from "./environment-reader.ts";

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
	/** Milliseconds that a reply may take as a whole. */
	chatTimeoutMs: number;
	/** Days after its end that a conversation is kept, with the hash of its visitor's address. */
	chatRetentionDays: number;
}

export function readChat(read: Reader): Chat {
	return {
		llm: readLlm(read),
		chatTimeoutMs: read.whole("CHAT_REQUEST_TIMEOUT_MS"),
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
