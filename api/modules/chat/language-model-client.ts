/**
 * A language model behind OpenAI's chat completions, which most providers speak. Replies are always streamed, so that one that works
 * differs from one that hangs; one that answers whole is understood, too. Its key is for its own address only.
 */

import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { createParser } from "eventsource-parser";
import type { LlmSettings } from "../../config.ts";
import { ApiError } from "../../server/errors.ts";
import type { ProviderSeries } from "../metrics/language-model-metrics.ts";
import type { ChatPromptMessage } from "./prompt-and-leak-filter.ts";

export interface Llm {
	/** As it is configured. */
	model: string;
	/**
	 * The reply to `messages`; `onText` is called with each piece as it arrives. Throws LlmFailure, or what `leaving` was aborted with; the call
	 * to the provider has ended then.
	 */
	reply(
		messages: ChatPromptMessage[],
		leaving: AbortSignal,
		onText: (text: string) => void,
	): Promise<Reply>;
}

/** Of one reply. */
const MAX_TOKENS = 800;
/** The part of its time in which a provider must have begun: 10 s of 60. */
const FIRST_BYTE_SHARE = 1 / 6;

/** @param timeoutMs what a reply may take from the question to its last byte */
export function languageModel(
	{ baseUrl, apiKey, model }: LlmSettings,
	timeoutMs: number,
): Llm {
	/** Newer models know the second name alone, and most other providers the first. */
	let limit: "max_tokens" | "max_completion_tokens" = "max_tokens";

	const ask = (messages: ChatPromptMessage[], signal: AbortSignal) =>
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
				[limit]: MAX_TOKENS,
				stream: true,
				stream_options: { include_usage: true },
			}),
			redirect: "manual",
			signal,
		});

	const answered = async (
		messages: ChatPromptMessage[],
		signal: AbortSignal,
	) => {
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
			const time = callTimeout(timeoutMs);
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
function callTimeout(timeoutMs: number) {
	const over = new AbortController();
	const late = (what: string) => over.abort(tooSlow(what));
	const first = setTimeout(late, timeoutMs * FIRST_BYTE_SHARE, "no first byte");
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

export class LlmFailure extends ApiError {
	override name = "LlmFailure";
	/**
	 * @param reason how it failed, for the log
	 * @param ailing whether the provider seems unwell, and is better left alone; not so when it answered and only refused
	 */
	constructor(
		code: "llm_unavailable" | "llm_timeout",
		detail: string,
		readonly reason: string,
		readonly ailing: boolean,
	) {
		super(code, detail);
	}
}

const KEPT = "What you said is kept; send it again in a minute.";

/** It cannot be reached, broke off, or answered what is no answer. */
export const broken = (reason: string) =>
	new LlmFailure(
		"llm_unavailable",
		`The language model could not be reached, or broke off. ${KEPT}`,
		reason,
		true,
	);

/** It answers, and not with a reply. */
const declined = (reason: string) =>
	new LlmFailure(
		"llm_unavailable",
		`The language model gave no reply to this. ${KEPT}`,
		reason,
		false,
	);

export const tooSlow = (reason: string) =>
	new LlmFailure(
		"llm_timeout",
		`The language model took too long. ${KEPT}`,
		reason,
		true,
	);

/** `llm`, with every call counted in `series`. */
export const withUsageMetrics = (llm: Llm, series: ProviderSeries): Llm => ({
	model: llm.model,
	async reply(...args) {
		const began = performance.now();
		const seconds = () => (performance.now() - began) / 1000;
		try {
			const reply = await llm.reply(...args);
			series.requested("answered", seconds());
			series.tokens(reply.tokensUsed ?? 0);
			return reply;
		} catch (error) {
			series.requested(outcomeOf(error), seconds());
			throw error;
		}
	},
});

/** What is no failure is the visitor's leaving. */
function outcomeOf(error: unknown): "failed" | "timeout" | "left" {
	if (!(error instanceof LlmFailure)) return "left";
	return error.code === "llm_timeout" ? "timeout" : "failed";
}

interface Reply {
	text: string;
	/** Of prompt and reply, as the provider counts; null when it does not. */
	tokensUsed: number | null;
	/** As the provider names it; null when it does not. */
	model: string | null;
}

/** In bytes, and in characters: a provider that sends more, though far less was requested, does not know its protocol. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const MAX_REPLY_LENGTH = 64 * 1024;

const maybe = <Schema extends TSchema>(schema: Schema) =>
	Type.Optional(Type.Union([schema, Type.Null()]));
const Count = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
const Part = Type.Object({ content: maybe(Type.String()) });

/** What is read of a chunk, and of a whole answer; the rest differs from provider to provider. */
const Chunk = Type.Object({
	error: maybe(Type.Object({})),
	model: maybe(Type.String()),
	choices: Type.Array(
		Type.Object({
			delta: maybe(Part),
			message: maybe(Part),
			finish_reason: maybe(Type.String()),
		}),
	),
	usage: maybe(Type.Object({ total_tokens: maybe(Count) })),
});

interface ReplyListener {
	/** Something has come, whatever it is. */
	onByte(): void;
	/** A piece of the reply. */
	onText(text: string): void;
}

/** Reads `answer` to its end. Throws LlmFailure, or what the reading of it throws. */
async function readReply(
	answer: Response,
	{ onByte, onText }: ReplyListener,
): Promise<Reply> {
	const reply: Reply = { text: "", tokensUsed: null, model: null };
	let finish: string | null = null;
	const take = (text: string) => {
		reply.text += text;
		if (reply.text.length > MAX_REPLY_LENGTH)
			throw broken("no end of the reply");
		if (text) onText(text);
	};
	const clean = wellFormed(take);
	const add = (json: string) => {
		const chunk = chunkOf(json);
		reply.model ??= chunk.model?.slice(0, 200) || null;
		reply.tokensUsed = chunk.usage?.total_tokens ?? reply.tokensUsed;
		const [choice] = chunk.choices;
		clean.push(choice?.delta?.content ?? choice?.message?.content ?? "");
		finish ??= choice?.finish_reason ?? null;
	};
	const type = answer.headers.get("content-type") ?? "";
	if (type.includes("text/event-stream"))
		finish = (await readEvents(answer, onByte, add))
			? (finish ?? "stop")
			: finish;
	else add(await textOf(answer, onByte));
	clean.end();
	if (finish === null) throw broken("the reply broke off");
	if (reply.text.trim() === "") throw declined(reasonOf(finish));
	return reply;
}

/** Why a reply that ended as it should has no text. */
const reasonOf = (finish: string) =>
	EMPTY_BECAUSE[finish] ?? "its reply was empty";

const EMPTY_BECAUSE: Record<string, string> = {
	content_filter: "it filtered its reply",
	length: "its tokens were used up before it replied",
};

/** Hands each event's data to `add`; whether the stream was ended as it should be. */
async function readEvents(
	answer: Response,
	onByte: () => void,
	add: (json: string) => void,
): Promise<boolean> {
	let done = false;
	const parser = createParser({
		maxBufferSize: MAX_BODY_BYTES,
		onEvent({ data }) {
			if (data === "[DONE]") done = true;
			else if (!done) add(data);
		},
	});
	for await (const text of textsOf(answer, onByte)) {
		parser.feed(text);
		if (done) return true;
	}
	return false;
}

async function textOf(answer: Response, onByte: () => void): Promise<string> {
	let all = "";
	for await (const text of textsOf(answer, onByte)) all += text;
	return all;
}

async function* textsOf(
	answer: Response,
	onByte: () => void,
): AsyncGenerator<string> {
	const decoder = new TextDecoder("utf-8", { fatal: true });
	let length = 0;
	for await (const bytes of answer.body ?? []) {
		onByte();
		length += bytes.length;
		if (length > MAX_BODY_BYTES) throw broken("no end of the answer");
		let text: string;
		try {
			text = decoder.decode(bytes, { stream: true });
		} catch {
			throw broken("an answer that is no text");
		}
		yield text;
	}
}

function chunkOf(json: string): Static<typeof Chunk> {
	let chunk: unknown;
	try {
		chunk = JSON.parse(json);
	} catch {
		throw broken("an answer that is no JSON");
	}
	if (Value.Check(Chunk, chunk) && !chunk.error) return chunk;
	throw broken("an answer that is no chat completion");
}

/** Passes text on that can be stored: halves of a character wait for the other, or are replaced. */
function wellFormed(pass: (text: string) => void) {
	let half = "";
	return {
		push(text: string) {
			const all = half + text;
			half = /[\uD800-\uDBFF]$/.exec(all)?.[0] ?? "";
			const whole = all.slice(0, all.length - half.length);
			pass(whole.toWellFormed().replaceAll("\0", ""));
		},
		end: () => pass(half.toWellFormed()),
	};
}
