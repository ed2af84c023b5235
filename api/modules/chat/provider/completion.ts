/** Reads the answer of a chat completion, as a stream of chunks or whole; whatever is not one is refused. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { createParser } from "eventsource-parser";
import { broken, declined } from "./language-model.ts";

export interface Reply {
	text: string;
	/** Of prompt and reply, as the provider counts; null when it does not. */
	tokensUsed: number | null;
	/** As the provider names it; null when it does not. */
	model: string | null;
}

/** In bytes, and in characters: a provider that was asked for far less and sends more does not know its protocol. */
const LONGEST_BODY = 4 * 1024 * 1024;
const LONGEST_REPLY = 64 * 1024;

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

export interface ReplyListener {
	/** Something has come, whatever it is. */
	onByte(): void;
	/** A piece of the reply. */
	onText(text: string): void;
}

/** Reads `answer` to its end. Throws LlmFailure, or what the reading of it throws. */
export async function readReply(
	answer: Response,
	{ onByte, onText }: ReplyListener,
): Promise<Reply> {
	const reply: Reply = { text: "", tokensUsed: null, model: null };
	let finish: string | null = null;
	const take = (text: string) => {
		reply.text += text;
		if (reply.text.length > LONGEST_REPLY) throw broken("no end of the reply");
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
		maxBufferSize: LONGEST_BODY,
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
		if (length > LONGEST_BODY) throw broken("no end of the answer");
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
