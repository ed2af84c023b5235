/** Error codes, their statuses and titles, and the problem document that answers with them (contract, section 2). */
import { type Static, Type } from "@sinclair/typebox";
import type { Fault } from "@treeline/packs/format";

const catalogue = {
	validation_failed: [400, "Validation failed"],
	reference_fails: [400, "Reference solution fails its checks"],
	sign_in_mismatch: [400, "This sign-in was not begun here"],
	sign_in_expired: [400, "The sign-in took too long"],
	code_refused: [400, "Invalid code"],
	malformed_json: [400, "Malformed JSON"],
	session_missing: [401, "Authentication required"],
	session_expired: [401, "Session expired"],
	token_invalid: [401, "Invalid personal token"],
	admin_key_missing: [401, "Admin key required"],
	admin_key_invalid: [401, "Invalid admin key"],
	forbidden: [403, "Forbidden"],
	origin_rejected: [403, "Cross-site request refused"],
	sign_in_denied: [403, "You were not signed in"],
	account_blocked: [403, "This account is blocked"],
	scope_missing: [403, "The personal token lacks a scope"],
	session_required: [403, "Not for personal tokens"],
	not_found: [404, "Not found"],
	method_not_allowed: [405, "Method not allowed"],
	not_acceptable: [406, "Not acceptable"],
	slug_conflict: [409, "Slug already taken"],
	batch_refused: [409, "Batch refused"],
	idempotency_in_progress: [409, "Request in progress"],
	invalid_transition: [409, "Invalid state transition"],
	chat_session_ended: [409, "Conversation ended"],
	draft_conflict: [409, "Changed on another device"],
	precondition_failed: [412, "Precondition failed"],
	payload_too_large: [413, "Payload too large"],
	unsupported_media_type: [415, "Unsupported media type"],
	idempotency_key_reused: [422, "Idempotency key reused"],
	rate_limited: [429, "Too many requests"],
	internal: [500, "Internal server error"],
	identity_provider_failed: [
		502,
		"The sign-in service did not answer as it should",
	],
	backend_unavailable: [502, "Backend unavailable"],
	llm_unavailable: [502, "Language model unavailable"],
	llm_circuit_open: [502, "Language model temporarily disabled"],
	llm_not_configured: [502, "Language model not configured"],
	sign_in_not_configured: [503, "Sign-in is not set up here"],
	database_unavailable: [503, "Database unavailable"],
	overloaded: [503, "Service overloaded"],
	starting: [503, "Service starting"],
	draining: [503, "Service stopping"],
	identity_provider_timeout: [
		504,
		"The sign-in service did not answer in time",
	],
	llm_timeout: [504, "Language model timeout"],
	request_timeout: [504, "Request timeout"],
} as const satisfies Record<string, [status: number, title: string]>;

export type ErrorCode = keyof typeof catalogue;

/** The status of a code and what it means, in a few words. */
export const statusAndTitle = (code: ErrorCode) => catalogue[code];

/** Every status that a refusal has, with its codes. */
export const codesByStatus = (): [status: string, codes: string[]][] =>
	Object.entries(
		Object.groupBy(Object.keys(catalogue), (code) =>
			String(statusAndTitle(code as ErrorCode)[0]),
		),
	).map(([status, codes = []]) => [status, codes]);

/** Headers that a code always carries. */
const headersOf: Partial<Record<ErrorCode, Record<string, string>>> = {
	session_missing: { "www-authenticate": 'Session realm="treeline"' },
	session_expired: { "www-authenticate": 'Session realm="treeline"' },
	token_invalid: { "www-authenticate": 'Bearer realm="treeline"' },
	admin_key_missing: { "www-authenticate": 'AdminSecret realm="treeline"' },
	admin_key_invalid: { "www-authenticate": 'AdminSecret realm="treeline"' },
	database_unavailable: { "retry-after": "1" },
	overloaded: { "retry-after": "1" },
	idempotency_in_progress: { "retry-after": "1" },
	backend_unavailable: { "retry-after": "1" },
	starting: { "retry-after": "1" },
	draining: { "retry-after": "1" },
};

/** What is wrong, and in which line of a body that has lines. */
export interface Place extends Fault {
	/** From 1 on. */
	line?: number;
}

/** A refusal with a stable code. `detail` says what, where and the next step, and is shown to the client. */
export class ApiError extends Error {
	override name = "ApiError";
	constructor(
		readonly code: ErrorCode,
		readonly detail: string,
		readonly faults: Place[] = [],
		readonly headers: Record<string, string> = {},
		/** Further members of the problem document (RFC 9457, section 3.2). */
		readonly members: Record<string, unknown> = {},
	) {
		super(`${code}: ${detail}`);
	}
}

/** What a code is answered with. */
export const statusOf = (code: ErrorCode): number => catalogue[code][0];
/** What a code means, as a heading. */
export const titleOf = (code: ErrorCode): string => catalogue[code][1];

/** The headers that an answer with this error carries beside its type. */
export const headersFor = ({ code, headers }: ApiError) => ({
	...headersOf[code],
	...headers,
});

/** The answer for an error, as RFC 9457 has it. */
export function problem(error: ApiError, requestId: string): Response {
	const [status, title] = catalogue[error.code];
	const body: Problem = {
		type: `urn:treeline:problem:${error.code}`,
		title,
		status,
		detail: error.detail,
		code: error.code,
		requestId,
		...(error.faults.length > 0 && { errors: error.faults }),
	};
	return new Response(JSON.stringify({ ...error.members, ...body }), {
		status,
		headers: {
			"content-type": "application/problem+json",
			"cache-control": "no-store",
			"x-request-id": requestId,
			...headersFor(error),
		},
	});
}

/** One thing that is wrong with a request. */
export const ProblemPlace = Type.Object({
	/** JSON pointer of what is wrong, as `#/challenges/0/title`. */
	pointer: Type.String(),
	code: Type.String(),
	detail: Type.String(),
	/** Of a body that has lines, from 1 on; the pointer is into its document. */
	line: Type.Optional(Type.Integer()),
});

export const Problem = Type.Object({
	type: Type.String(),
	title: Type.String(),
	status: Type.Integer(),
	detail: Type.String(),
	code: Type.String(),
	requestId: Type.String(),
	errors: Type.Optional(Type.Array(ProblemPlace)),
});
export type Problem = Static<typeof Problem>;

/** Throws `validation_failed` with the faults' pointers, when there are any. */
export function refuse(faults: Fault[]): void {
	const [first] = faults;
	if (!first) return;
	throw new ApiError(
		"validation_failed",
		`${first.pointer}: ${first.detail}.`,
		faults,
	);
}

/** Throws `reference_fails` or `validation_failed` when a pack has a fault; `subject` names what was refused, as "The pack was". */
export function refuseFaults(faults: Fault[], subject: string): void {
	const [first] = faults;
	if (!first) return;
	const code = faults.every((fault) => fault.code === "reference_fails")
		? "reference_fails"
		: "validation_failed";
	throw new ApiError(
		code,
		`${subject} refused and nothing was stored. ${first.pointer}: ${first.detail}.`,
		faults,
	);
}
