/**
 * A language model's provider for tests, which speaks chat completions as the real ones do, whole and as a stream: a real server that
 * refuses whatever the protocol lets it refuse, and fails on demand in every way that a provider can.
 */

/** Ways to fail; each holds until another is set. */
export type LlmFault =
	/** Nothing at all. */
	| "silence"
	/** Headers, and nothing after them. */
	| "headers"
	/** A little every now and then, without an end. */
	| "drip"
	/** As much as goes, without an end. */
	| "endless"
	/** The connection is cut in the middle of the reply. */
	| "reset"
	/** The stream ends in the middle of the reply, as if it were all. */
	| "cut"
	| "401"
	| "429"
	| "500"
	| "redirect"
	| "not-json"
	| "not-completion"
	| "not-text"
	/** An error in the middle of the stream. */
	| "error-event"
	| "empty"
	/** Its tokens were used up before it replied, as reasoning models do. */
	| "used-up"
	| "filtered";

export interface AskedMessage {
	role: string;
	content: string;
}

interface Asked {
	model: string;
	messages: AskedMessage[];
	stream: boolean;
	max_tokens?: number;
	max_completion_tokens?: number;
}

export interface TestLlm {
	origin: string;
	/** The environment that makes the chat ask here. */
	settings: Record<string, string>;
	/** What it replies to a conversation. */
	reply: (messages: AskedMessage[]) => string;
	fault: LlmFault | null;
	/** True = it does not know how to stream, and answers whole. */
	whole: boolean;
	/** True = it refuses `max_tokens`, as newer models do. */
	newer: boolean;
	/** Waited for before anything is answered. */
	before: (asked: Asked) => Promise<void> | void;
	/** What it was asked so far, and what it refused as not fit. */
	asked: Asked[];
	refused: string[];
	/** Calls that were given up by whoever made them. */
	left: number;
	stop(): Promise<void>;
}

const API_KEY = "a-provider-key-that-must-not-leak";
const MODEL = "test-model";
export const TOKENS = 21;
/** Something that a provider may say and that nobody may be shown. */
export const LLM_WORDS = "internal words of the model's provider";

/** Starts the provider on a free port of this machine. */
export function startLlm(): TestLlm {
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		// What is to be silent is not cut off.
		idleTimeout: 0,
		development: false,
		async fetch(request) {
			request.signal.addEventListener("abort", () => {
				llm.left++;
			});
			if (request.method === "GET") return models(request, llm.fault);
			const asked = await request.json().catch(() => null);
			const wrong = requestFault(request, asked, llm.newer);
			if (wrong) {
				llm.refused.push(wrong);
				return refusal(400, wrong);
			}
			llm.asked.push(asked);
			await llm.before(asked);
			return answer(asked);
		},
	});
	const origin = `http://127.0.0.1:${server.port}`;
	const llm: TestLlm = {
		origin,
		settings: {
			LLM_BASE_URL: `${origin}/v1`,
			LLM_API_KEY: API_KEY,
			LLM_MODEL: MODEL,
		},
		reply: () => "A reply.",
		fault: null,
		whole: false,
		newer: false,
		before: () => {},
		asked: [],
		refused: [],
		left: 0,
		stop: () => server.stop(true),
	};

	function answer({ messages, stream }: Asked): Response | Promise<Response> {
		const { fault } = llm;
		if (fault === "silence") return new Promise(() => {});
		if (fault === "redirect")
			return Response.redirect(`${origin}/elsewhere`, 307);
		if (fault === "401" || fault === "429" || fault === "500")
			return refusal(Number(fault), LLM_WORDS);
		if (fault === "not-json") return new Response(`<p>${LLM_WORDS}</p>`);
		if (fault === "not-completion") return Response.json({ answer: LLM_WORDS });
		const empty = fault !== null && fault in FINISH_OF_EMPTY;
		const text = empty ? "" : llm.reply(messages);
		const finish = (fault && FINISH_OF_EMPTY[fault]) ?? "stop";
		if (stream && !llm.whole) return streamed(text, finish, fault);
		return Response.json({
			...completion("chat.completion"),
			choices: [
				{
					index: 0,
					message: { role: "assistant", content: text, refusal: null },
					finish_reason: finish,
				},
			],
			usage: usage(),
		});
	}
	return llm;
}

/** The provider's list of models. */
function models(request: Request, fault: LlmFault | null): Response {
	if (new URL(request.url).pathname !== "/v1/models")
		return refusal(404, "unknown path");
	if (request.headers.get("authorization") !== `Bearer ${API_KEY}`)
		return refusal(401, "wrong key");
	if (fault === "500") return refusal(500, LLM_WORDS);
	return Response.json({ object: "list", data: [{ id: MODEL }] });
}

/** Why a reply without text ended, by its fault. */
const FINISH_OF_EMPTY: Partial<Record<LlmFault, string>> = {
	empty: "stop",
	"used-up": "length",
	filtered: "content_filter",
};

const usage = () => ({
	prompt_tokens: TOKENS - 5,
	completion_tokens: 5,
	total_tokens: TOKENS,
});

const completion = (object: string) => ({
	id: "chatcmpl-1",
	object,
	created: 1_700_000_000,
	model: MODEL,
});

const refusal = (status: number, message: string) =>
	Response.json(
		{ error: { message, type: "test", param: null, code: null } },
		{ status },
	);

/** Chunks as the protocol has them, cut also within characters and within lines. */
function streamed(
	text: string,
	finish: string,
	fault: LlmFault | null,
): Response {
	const event = (choices: object[], more: object = {}) =>
		`data: ${JSON.stringify({ ...completion("chat.completion.chunk"), choices, ...more })}\n\n`;
	const piece = (content: string) =>
		event([{ index: 0, delta: { content }, finish_reason: null }]);
	const pieces = text.match(/[\s\S]{1,7}/g) ?? [];
	const half = pieces.slice(0, Math.ceil(pieces.length / 2)).map(piece);
	const body = new ReadableStream<Uint8Array>({
		async start(controller) {
			const send = (text: string) => {
				const bytes = new TextEncoder().encode(text);
				controller.enqueue(bytes.slice(0, 11));
				controller.enqueue(bytes.slice(11));
			};
			if (fault === "headers") return;
			send(": a comment, as proxies send them\n\n");
			send(event([{ index: 0, delta: { role: "assistant", content: "" } }]));
			if (fault === "drip" || fault === "endless") {
				const more = fault === "drip" ? "drop " : "flood ".repeat(200);
				try {
					for (;;) {
						send(piece(more));
						await Bun.sleep(fault === "drip" ? 20 : 0);
					}
				} catch {
					// Nobody reads any more.
					return;
				}
			}
			for (const one of half) send(one);
			if (fault === "not-text") controller.enqueue(Uint8Array.of(0xc3, 0x28));
			if (fault === "reset") {
				await Bun.sleep(200);
				return controller.error(new Error("reset"));
			}
			if (fault === "cut") return controller.close();
			if (fault === "error-event")
				send(event([], { error: { message: LLM_WORDS } }));
			for (const one of pieces.slice(half.length)) send(piece(one));
			send(event([{ index: 0, delta: {}, finish_reason: finish }]));
			send(event([], { usage: usage() }));
			send("data: [DONE]\n\n");
			controller.close();
		},
	});
	return new Response(body, {
		headers: { "content-type": "text/event-stream; charset=utf-8" },
	});
}

const MEMBERS = new Set([
	"model",
	"messages",
	"stream",
	"stream_options",
	"max_tokens",
	"max_completion_tokens",
]);

/** What is wrong with a request; null when nothing is. */
function requestFault(
	request: Request,
	asked: Asked | null,
	newer: boolean,
): string | null {
	const call = `${request.method} ${new URL(request.url).pathname}`;
	if (call !== "POST /v1/chat/completions") return `unknown: ${call}`;
	if (request.headers.get("authorization") !== `Bearer ${API_KEY}`)
		return "wrong key";
	if (request.headers.get("content-type") !== "application/json")
		return "not JSON";
	if (!asked) return "malformed JSON";
	const strange = Object.keys(asked).find((name) => !MEMBERS.has(name));
	if (strange) return `unknown member ${strange}`;
	if (asked.model !== MODEL) return "unknown model";
	if (newer && asked.max_tokens !== undefined)
		return "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
	const most = asked.max_tokens ?? asked.max_completion_tokens ?? 0;
	if (most < 1 || most > 4096) return "no bound on tokens";
	return messagesFault(asked.messages);
}

/** Many models take a system message first, and then turns that alternate and end with the user's. */
function messagesFault(messages: AskedMessage[]): string | null {
	if (!Array.isArray(messages)) return "no messages";
	for (const { content, ...rest } of messages) {
		if (typeof content !== "string" || content === "") return "no content";
		if (Object.keys(rest).join() !== "role") return "strange message";
	}
	const [first, ...turns] = messages.map(({ role }) => role);
	if (first !== "system") return "no system message first";
	const alternate = turns.every(
		(role, at) => role === (at % 2 === 0 ? "user" : "assistant"),
	);
	return alternate && turns.length % 2 === 1 ? null : "roles must alternate";
}
