/** Batches of attempts for the import route, and the outcome of each attempt. */
import type { ImportedAttempt, NewAttempt } from "@treeline/api/client-types";
import { t } from "../l10n/l10n.ts";
import { ApiError, type QueuedAttempt } from "./host.ts";
import { problemDetail } from "./problem-detail.ts";

/** Below the service's body limit, in bytes, and its limit of attempts per import. */
const MAX_BATCH_BYTES = 90_000;
const MAX_BATCH_SIZE = 200;

/** Sends attempts to the service; each rejects with an {@link ApiError}. */
export interface AttemptCalls {
	postAttempt(attempt: NewAttempt): Promise<unknown>;
	/** Resolves with the result of each attempt. */
	importAttempts(attempts: QueuedAttempt[]): Promise<ImportedAttempt[]>;
}

/** `sent`: the service has it. Otherwise the error, and whether it is final; if not, the attempt is sent again. */
export type Outcome =
	| { sent: true }
	| { sent: false; fault: ApiError; final: boolean };

/** Takes the first attempts of `queue` that fit into one request, at most `most`; an oversized one goes alone. */
export function takeBatch<Item extends { attempt: QueuedAttempt }>(
	queue: readonly Item[],
	most = MAX_BATCH_SIZE,
): Item[] {
	let bytes = 0;
	const batch: Item[] = [];
	for (const item of queue.slice(0, Math.min(most, MAX_BATCH_SIZE))) {
		bytes += new TextEncoder().encode(JSON.stringify(item.attempt)).length + 1;
		if (batch.length > 0 && bytes > MAX_BATCH_BYTES) break;
		batch.push(item);
	}
	return batch;
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
	const imported = await importAttempts(attempts).catch((error) => {
		throw asApiError(error);
	});
	const byId = new Map(
		imported.map((each) => [each.clientAttemptId.toLowerCase(), each]),
	);
	return Promise.all(
		attempts.map(({ clientAttemptId }) =>
			outcomeOf(byId.get(clientAttemptId.toLowerCase())),
		),
	);
}

async function outcomeOf(
	imported: ImportedAttempt | undefined,
): Promise<Outcome> {
	if (imported?.attempt) return { sent: true };
	const code = imported?.problem?.code ?? "unanswered";
	const fault = new ApiError(
		code,
		imported?.problem
			? await problemDetail(imported.problem)
			: t("The service sent no result for this attempt."),
		t("Try again in a moment."),
		0,
		null,
		imported?.problem?.errors.map((each) => each.code),
	);
	const final = code === "not_found" || code === "validation_failed";
	return { sent: false, fault, final };
}

/** Whether the service will never accept it (the challenge is gone, the body is too large), so that a retry is pointless. */
export function isFinal({ status }: ApiError): boolean {
	return (
		status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status)
	);
}

export function asApiError(error: unknown): ApiError {
	return error instanceof ApiError
		? error
		: new ApiError("unknown", String(error), t("Try again."), 0);
}

/** A random UUID (version 4); `crypto.randomUUID` is missing on plain HTTP. */
export function newAttemptId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	const view = new DataView(bytes.buffer);
	view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x40);
	view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
		.join("")
		.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
