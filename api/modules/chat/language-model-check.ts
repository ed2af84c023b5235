/** Asks the language model's provider for its list of models, to show administrators whether the chat can work: no reply is paid for. */
import type { LlmSettings } from "../../config.ts";
import { singleFlight } from "../../db/connect-and-batch-queries.ts";
import type { LanguageModelState } from "./api-schemas.ts";

/** In milliseconds: what the provider may take to answer. */
const TIMEOUT_MS = 3000;

/** @param llm null = the chat is not set up */
export function languageModelCheck(
	llm: LlmSettings | null,
): () => Promise<LanguageModelState> {
	if (!llm) return async () => ({ state: "unset", model: null, fault: null });
	const once = singleFlight<LanguageModelState>();
	return () => once("check", () => check(llm));
}

async function check({
	baseUrl,
	apiKey,
	model,
}: LlmSettings): Promise<LanguageModelState> {
	try {
		const answer = await fetch(`${baseUrl}/models`, {
			headers: {
				"user-agent": "treeline",
				...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
			},
			redirect: "manual",
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		answer.body?.cancel().catch(() => {});
		const { status } = answer;
		if (status === 401 || status === 403)
			return { state: "key_refused", model, fault: String(status) };
		// One that has no such list has answered, too.
		if (status === 429 || status >= 500)
			return { state: "failing", model, fault: String(status) };
		return { state: "reachable", model, fault: null };
	} catch (error) {
		const { code, name } = error as { code?: unknown; name: string };
		const fault = String(code ?? name).slice(0, 60);
		return { state: "unreachable", model, fault };
	}
}
