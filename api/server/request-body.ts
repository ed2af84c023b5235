/** Reads request bodies: strict JSON (media type, size, UTF-8, depth, storable text, in this order; syntax errors by line and column), and forms. */
import { ApiError } from "./errors.ts";
import { findJsonMistake } from "./json-syntax-error.ts";
import { textFault } from "./request-context.ts";

/** The service's body limit, in bytes (specification, "Limits"). */
export const BODY_LIMIT = 102_400;
/** The sole deviation, for seeding packs. */
export const SEED_BODY_LIMIT = 10 * 1024 * 1024;
const MAX_DEPTH = 64;

/**
 * The JSON document of a request's body. Throws `unsupported_media_type`, `payload_too_large` (over `limit` bytes), `malformed_json`
 * or, for text and depth that cannot be stored, `validation_failed`.
 */
export async function readJson(
	request: Request,
	limit = BODY_LIMIT,
): Promise<unknown> {
	const type = request.headers.get("content-type") ?? "";
	if (!/^application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i.test(type))
		throw new ApiError(
			"unsupported_media_type",
			"Send the body as JSON, with the header Content-Type: application/json.",
			[],
			{ "accept-post": "application/json" },
		);
	if ((request.headers.get("content-encoding") ?? "identity") !== "identity")
		throw new ApiError(
			"unsupported_media_type",
			"Compressed bodies are not read; send it without Content-Encoding.",
		);
	const text = decode(await readBytes(request, limit));
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new ApiError(
			"malformed_json",
			text.trim() === ""
				? "The body is empty; send a JSON document."
				: `The body is not valid JSON${placeOf(text)}.`,
		);
	}
	refuseUnstorable(value);
	texts.set(request, text);
	return value;
}

/** The first mistake in a text that is no JSON, as the end of a sentence. */
function placeOf(text: string): string {
	const found = findJsonMistake(text);
	return found
		? ` at line ${found.line}, column ${found.column}: ${found.what}`
		: "; check brackets, quotes and commas";
}

const texts = new WeakMap<Request, string>();

/** The document that {@link readJson} read, as it came: for what a parsed value cannot tell, as the order of an object's keys. */
export function jsonTextOf(request: Request): string {
	const text = texts.get(request);
	if (text === undefined) throw new Error("no body was read as JSON");
	return text;
}

/** The body's bytes; throws `payload_too_large` when there are more than `limit`. */
export async function readBytes(
	request: Request,
	limit: number,
): Promise<Uint8Array> {
	const tooLarge = () =>
		new ApiError(
			"payload_too_large",
			`The body is larger than ${limit} bytes; send less at once, a long list in several requests.`,
		);
	const length = request.headers.get("content-length");
	if (Number(length ?? 0) > limit) throw tooLarge();
	// A body of this length, since no server takes one that is also chunked: read at once, which costs half.
	if (length !== null) return request.bytes();
	const parts: Uint8Array[] = [];
	let size = 0;
	for await (const part of request.body ?? []) {
		size += part.length;
		if (size > limit) throw tooLarge();
		parts.push(part);
	}
	return Buffer.concat(parts);
}

function decode(bytes: Uint8Array): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw new ApiError("malformed_json", "The body is not valid UTF-8 text.");
	}
}

/** Refuses what JSON can say and the service does not keep: too deep a nesting, NUL and lone surrogates. Walks without recursion. */
function refuseUnstorable(root: unknown): void {
	const open: { value: unknown; pointer: string; depth: number }[] = [
		{ value: root, pointer: "#", depth: 0 },
	];
	for (let next = open.pop(); next; next = open.pop()) {
		const { value, pointer, depth } = next;
		if (typeof value === "string") refuseText(value, pointer);
		if (typeof value !== "object" || value === null) continue;
		if (depth >= MAX_DEPTH)
			throw refusal(pointer, `is nested deeper than ${MAX_DEPTH} levels`);
		for (const [key, member] of Object.entries(value)) {
			refuseText(key, pointer);
			open.push({
				value: member,
				pointer: `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
				depth: depth + 1,
			});
		}
	}
}

/** Throws `validation_failed` for a text that no database can hold. */
export function refuseText(text: string, pointer: string): void {
	const fault = textFault(text);
	if (fault) throw refusal(pointer, fault);
}

function refusal(pointer: string, what: string): ApiError {
	const at = pointer.slice(0, 200);
	const detail = `this value ${what}; remove it`;
	return new ApiError("validation_failed", `${at}: ${detail}.`, [
		{ pointer: at, code: "not_storable", detail },
	]);
}

/** In bytes; the forms have a field or two. */
const FORM_LIMIT = 8192;

/** Throws `unsupported_media_type` or `payload_too_large`. */
export async function readForm(request: Request): Promise<URLSearchParams> {
	const type = request.headers.get("content-type") ?? "";
	if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
		throw new ApiError(
			"unsupported_media_type",
			"Send the form as a browser does, with the header Content-Type: application/x-www-form-urlencoded.",
		);
	const bytes = await readBytes(request, FORM_LIMIT);
	return new URLSearchParams(new TextDecoder().decode(bytes));
}
