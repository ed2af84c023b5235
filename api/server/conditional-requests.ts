/** Entity tags and conditional requests (RFC 9110, section 13): 304 by `If-None-Match`, 412 by `If-Match`, and JSON responses with an ETag. */
import { ApiError } from "./errors.ts";
import type { RouteContext } from "./request-context-address-and-deadline.ts";

/** Whether an `If-None-Match` value names `etag`: a list, `*`, compared weakly. What is not a list of tags is ignored. */
export function noneMatches(header: string | null, etag: string): boolean {
	if (!header) return false;
	// What most clients send is found without looking further.
	if (header === etag || header.trim() === "*") return true;
	const tags = header.match(/(W\/)?"[^"]*"/g) ?? [];
	return tags.some(
		(tag) => tag.replace(/^W\//, "") === etag.replace(/^W\//, ""),
	);
}

/** The response without a body for a client that has what `etag` names; null when it has to be sent. */
export function notModified(
	request: Request,
	etag: string,
	cacheControl: string,
): Response | null {
	if (!noneMatches(request.headers.get("if-none-match"), etag)) return null;
	const headers = { etag, "cache-control": cacheControl };
	return new Response(null, { status: 304, headers });
}

/** Whether a header is a list of entity tags (RFC 9110, section 13.1.1): nothing but tags, commas and spaces. */
const isTagList = (header: string): boolean =>
	/"/.test(header) && /^[\s,]*$/.test(header.replaceAll(/(W\/)?"[^"]*"/g, ""));

function malformed(etag: string): ApiError {
	const detail = `If-Match is no list of entity tags; send the ETag as it was answered, with its quotes, as ${etag}`;
	return new ApiError("validation_failed", `${detail}.`, [
		{ pointer: "#/header/if-match", code: "malformed", detail },
	]);
}

/**
 * Throws `precondition_failed` when the request's `If-Match` names other states than `etag`, so that no client overwrites what it has
 * not seen: a list or `*`, compared strongly; and `validation_failed` when it is no list of entity tags. Without the header, every
 * state will do.
 */
export function refuseStale(request: Request, etag: string): void {
	const header = request.headers.get("if-match");
	if (header === null || header.trim() === "*") return;
	if (!isTagList(header)) throw malformed(etag);
	const tags: string[] = header.match(/(W\/)?"[^"]*"/g) ?? [];
	if (tags.includes(etag)) return;
	throw new ApiError(
		"precondition_failed",
		"It was changed since you read it, and nothing was stored. Read it again, then repeat the change with the new ETag in If-Match.",
		[],
		{ etag },
	);
}

/**
 * The response with a body of JSON, or a 304 where the client has what `etag` names, with the headers that guards have set: Elysia would
 * copy the response to add them, and its body as a stream.
 */
export function jsonResponse(
	{ request, set }: RouteContext,
	{ bytes, etag }: SerializedBody,
	cacheControl: string,
): Response {
	const own = { ...set.headers, "cache-control": cacheControl, etag };
	if (!noneMatches(request.headers.get("if-none-match"), etag)) {
		set.headers = own;
		return untaggedJsonResponse({ request, set }, bytes);
	}
	set.headers = {};
	return new Response(null, { status: 304, headers: own as HeadersInit });
}

/** The same without an entity tag, for what is made for one user. */
export function untaggedJsonResponse(
	{ request, set }: RouteContext,
	bytes: Uint8Array<ArrayBuffer>,
): Response {
	const headers = { ...set.headers, "content-type": "application/json" };
	set.headers = {};
	const body = request.method === "HEAD" ? bytes : inOnePiece(bytes);
	return new Response(body, { headers: headers as HeadersInit });
}

/** From this size on Bun (1.4.5) sends the head of a response in pieces, unless it is made in the turn in which the request came. */
const PIECES_FROM_BYTES = 15 * 1024;

/** A body that is sent in one system call with the head: in pieces, each header would take four, which costs more than all else. */
function inOnePiece(bytes: Uint8Array<ArrayBuffer>): BodyInit {
	if (bytes.length < PIECES_FROM_BYTES) return bytes;
	const source: Bun.DirectUnderlyingSource = {
		type: "direct",
		pull(controller) {
			controller.write(bytes);
			controller.end();
		},
	};
	// Nothing is sent before the end, so that the length is known.
	return new ReadableStream(source as never, {
		highWaterMark: bytes.length + 1,
	});
}

export interface SerializedBody {
	bytes: Uint8Array<ArrayBuffer>;
	etag: string;
}

export const encoded = (text: string): Uint8Array<ArrayBuffer> =>
	new TextEncoder().encode(text);

/** A body without a version of its own: its entity tag is made of its bytes. */
export function serializedBody(text: string): SerializedBody {
	const bytes = encoded(text);
	return { bytes, etag: etagOfBytes(bytes) };
}

export function etagOfBytes(bytes: Uint8Array<ArrayBuffer>): string {
	const hash = new Bun.CryptoHasher("sha256").update(bytes);
	return `"${hash.digest("base64url").slice(0, 22)}"`;
}
