/**
 * A language model behind OpenAI's chat completions, which most providers speak. It is always asked to stream, so that one that works
 * can be told from one that hangs; one that answers whole is understood, too. Its key is for its own address only.
 */
import type { LlmSettings } from "../../../config.ts";
import type { PromptMessage } from "../prompt.ts";
import { type Reply, readReply } from "./completion.ts";
import { broken, declined, LlmFailure, tooSlow } from "./failure.ts";

export interface Llm {
	/** As it is configured. */
	model: string;
	/**
	 * The reply to `messages`; `onText` is told each piece as it comes. Throws LlmFailure, or what `leaving` was aborted with; the call
	 * to the provider has ended then.
	 */
	reply(
		messages: PromptMessage[],
		leaving: AbortSignal,
		onText: (text: string) => void,
	): Promise<Reply>;
}

/** Of one reply. */
const MOST_TOKENS = 800;
/** The part of its time in which a provider must have begun: 10 s of 60. */
const BEGINNING = 1 / 6;

/** @param timeoutMs what a reply may take from the question to its last byte */
export function languageModel(
	{ baseUrl, apiKey, model }: LlmSettings,
	timeoutMs: number,
): Llm {
	/** Newer models know the second name alone, and most other providers the first. */
	let limit: "max_tokens" | "max_completion_tokens" = "max_tokens";

	const ask = (messages: PromptMessage[], signal: AbortSignal) =>
		fetch(`${baseUrl}/chat/completions`, {
			method: "POST",
			headers: {
				"content-type": "application/json",
				accept: "text/event-stream, application/json",
				"user-agent": "treeline",
				...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
			},
			body: JSON.stringify({
				model,
				messages,
				[limit]: MOST_TOKENS,
				stream: true,
				stream_options: { include_usage: true },
			}),
			redirect: "manual",
			signal,
		});

	const answered = async (messages: PromptMessage[], signal: AbortSignal) => {
		const answer = await ask(messages, signal);
		if (answer.status !== 400 || limit === "max_completion_tokens")
			return answer;
		if (!(await answer.text()).includes("max_completion_tokens")) return answer;
		limit = "max_completion_tokens";
		return ask(messages, signal);
	};

	return {
		model,
		async reply(messages, leaving, onText) {
			const time = patience(timeoutMs);
			const signal = AbortSignal.any([leaving, time.signal]);
			try {
				const answer = await answered(messages, signal);
				if (answer.status !== 200) throw refusal(answer);
				return await readReply(answer, { onByte: time.begun, onText });
			} catch (error) {
				leaving.throwIfAborted();
				time.signal.throwIfAborted();
				throw error instanceof LlmFailure
					? error
					: broken(`the call failed (${codeOf(error)})`);
			} finally {
				time.end();
			}
		},
	};
}

/** The time of one call: its signal is aborted when no byte of the answer's body has come early enough, or when all of it is up. */
function patience(timeoutMs: number) {
	const over = new AbortController();
	const late = (what: string) => over.abort(tooSlow(what));
	const first = setTimeout(late, timeoutMs * BEGINNING, "no first byte");
	const whole = setTimeout(late, timeoutMs, "no end in time");
	return {
		signal: over.signal,
		/** The first byte has come. */
		begun: () => clearTimeout(first),
		end() {
			clearTimeout(first);
			clearTimeout(whole);
		},
	};
}

/** Too many requests and faults of its own are ailments; that it refuses this request or this key is none. */
function refusal(answer: Response): LlmFailure {
	answer.body?.cancel().catch(() => {});
	const { status } = answer;
	const reason = `it answered ${status}`;
	return status === 429 || status >= 500 ? broken(reason) : declined(reason);
}

/** What is known of a failed call, without the address or what was sent. */
const codeOf = (error: unknown) =>
	String((error as { code?: unknown } | null)?.code ?? "no code").slice(0, 60);
