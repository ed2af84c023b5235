/** Reads request bodies: strict JSON (media type, size, UTF-8, depth, storable text, in this order; syntax errors by line and column), and forms. */
import { createScanner } from "jsonc-parser";
import { ApiError } from "./errors.ts";
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

/** The first mistake in a text. */
interface JsonMistake {
	/** From 1. */
	line: number;
	/** From 1, in UTF-16 code units, as editors count. */
	column: number;
	/** What is wrong there. */
	what: string;
}

const EXPECTED = {
	value: "a value is expected",
	"first value": "a value or ] is expected",
	name: "a name in double quotes is expected",
	"first name": "a name in double quotes or } is expected",
	colon: "a colon is expected",
	"comma or }": "a comma or } is expected",
	"comma or ]": "a comma or ] is expected",
	end: "the document is complete before this",
};

/** Tokens that are broken in themselves, by the scanner's `ScanError`, which cannot be imported. */
const BROKEN: Record<number, string> = {
	2: "this text has no closing quote",
	3: "this number is incomplete",
	4: "this text has a malformed \\u escape",
	5: "this text has an unknown escape",
	6: "this text has a control character that is not escaped",
};

const LITERALS = new Set(["true", "false", "null"]);

/**
 * The first mistake in a text that `JSON.parse` refuses; null when none is found. Reads each token once and builds no tree, so that any
 * depth and any number of mistakes cost no more than the text before the first.
 */
export function findJsonMistake(text: string): JsonMistake | null {
	const scanner = createScanner(text);
	/** The brackets that close what is open, the innermost last. */
	const open: ("}" | "]")[] = [];
	const afterValue = () => {
		const close = open.at(-1);
		return close ? (`comma or ${close}` as const) : "end";
	};
	let expected: keyof typeof EXPECTED = "value";
	for (;;) {
		scanner.scan();
		const char = text.charAt(scanner.getTokenOffset());
		if (char !== "" && " \t\r\n".includes(char)) continue;
		if (char === "" && expected === "end") return null;
		const value = scanner.getTokenValue();
		const isText = char === '"';
		const isScalar =
			isText ||
			LITERALS.has(value) ||
			(/[-\d]/.test(char) && scanner.getTokenLength() > (char === "-" ? 1 : 0));
		const isComment = char === "/" && scanner.getTokenLength() > 1;
		const broken = isComment
			? "JSON has no comments"
			: BROKEN[scanner.getTokenError()];
		const takesValue = expected === "value" || expected === "first value";
		const mayClose = /^(first|comma) /.test(expected);
		if (broken !== undefined) return mistake(broken);
		if (mayClose && char === open.at(-1)) {
			open.pop();
			expected = afterValue();
		} else if (takesValue && char === "{") {
			open.push("}");
			expected = "first name";
		} else if (takesValue && char === "[") {
			open.push("]");
			expected = "first value";
		} else if (takesValue && isScalar) expected = afterValue();
		else if (expected.endsWith("name") && isText) expected = "colon";
		else if (expected === "colon" && char === ":") expected = "value";
		else if (expected === "comma or }" && char === ",") expected = "name";
		else if (expected === "comma or ]" && char === ",") expected = "value";
		else return mistake(EXPECTED[expected]);
	}

	function mistake(what: string): JsonMistake {
		return {
			line: scanner.getTokenStartLine() + 1,
			column: scanner.getTokenStartCharacter() + 1,
			what,
		};
	}
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
