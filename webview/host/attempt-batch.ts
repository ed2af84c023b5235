/** What goes to the service in one request, and what becomes of each attempt in it. */
import type { ImportedAttempt, NewAttempt } from "@treeline/api/shapes";
import { ApiError, type QueuedAttempt } from "./host.ts";

/** Below the service's limit of a body, in bytes, and its limit of an import. */
const MOST_BYTES = 90_000;
const MOST = 200;

/** Hands attempts to the service; each rejects with an {@link ApiError}. */
export interface AttemptCalls {
	postAttempt(attempt: NewAttempt): Promise<unknown>;
	/** Answers for each what became of it. */
	importAttempts(attempts: QueuedAttempt[]): Promise<ImportedAttempt[]>;
}

/** `sent`: the service has it. Otherwise why not, and whether that may change: then it is worth sending again. */
export type Outcome =
	| { sent: true }
	| { sent: false; fault: ApiError; final: boolean };

/** The first of `queue` that fit into one request, `most` at most; one that is too large for any goes alone, to be refused. */
export function parcelOf<Item extends { attempt: QueuedAttempt }>(
	queue: readonly Item[],
	most = MOST,
): Item[] {
	let bytes = 0;
	const parcel: Item[] = [];
	for (const item of queue.slice(0, Math.min(most, MOST))) {
		bytes += new TextEncoder().encode(JSON.stringify(item.attempt)).length + 1;
		if (parcel.length > 0 && bytes > MOST_BYTES) break;
		parcel.push(item);
	}
	return parcel;
}

/** Sends one attempt by itself. Never rejects. */
export async function sendOne(
	{ postAttempt }: AttemptCalls,
	attempt: QueuedAttempt,
): Promise<Outcome> {
	try {
		await postAttempt(attempt);
		return { sent: true };
	} catch (error) {
		const fault = asApiError(error);
		return { sent: false, fault, final: isFinal(fault) };
	}
}

/** Sends attempts together; answers in their order. Rejects with an ApiError when the request as a whole failed. */
export async function sendMany(
	{ importAttempts }: AttemptCalls,
	attempts: QueuedAttempt[],
): Promise<Outcome[]> {
	const told = await importAttempts(attempts).catch((error) => {
		throw asApiError(error);
	});
	const byId = new Map(
		told.map((each) => [each.clientAttemptId.toLowerCase(), each]),
	);
	return attempts.map(({ clientAttemptId }) =>
		outcomeOf(byId.get(clientAttemptId.toLowerCase())),
	);
}

function outcomeOf(told: ImportedAttempt | undefined): Outcome {
	if (told?.attempt) return { sent: true };
	const code = told?.problem?.code ?? "untold";
	const fault = new ApiError(
		code,
		told?.problem?.detail ?? "The service sent no result for this attempt.",
		"Try again in a moment.",
		0,
		null,
		told?.problem?.errors.map((each) => each.code),
	);
	const final = code === "not_found" || code === "validation_failed";
	return { sent: false, fault, final };
}

/** The service understood and will never take it (the challenge is gone, the body is too large): sending again is pointless. */
export function isFinal({ status }: ApiError): boolean {
	return (
		status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status)
	);
}

export function asApiError(error: unknown): ApiError {
	return error instanceof ApiError
		? error
		: new ApiError("unknown", String(error), "Try again.", 0);
}
