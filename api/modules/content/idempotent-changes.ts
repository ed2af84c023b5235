/**
 * Idempotency keys of changes of content: the answer is stored in the change's own transaction, and replayed to a client that sends the
 * same request under the same key (contract, section 7).
 */
import type { Transaction } from "../../db/connect-and-batch-queries.ts";
import type { ApiError } from "../../server/errors.ts";
import {
	fingerprintOf,
	idempotencyKeyOf,
	keyInProgress,
	keyReused,
} from "../../server/idempotency-key.ts";
import {
	findAnswers,
	type KeyedChange,
	type KnownAnswer,
	lockKeys,
	nameOf,
	type StoredAnswer,
} from "./idempotency-queries.ts";

export interface Outcome extends StoredAnswer {
	/** Whether this is the answer to an earlier request. */
	replayed: boolean;
}

/** The codes that a change can be refused with for its key. */
export const IDEMPOTENT_ERRORS = [
	"validation_failed",
	"idempotency_in_progress",
	"idempotency_key_reused",
] as const;

/**
 * What becomes of changes under these keys without being made: the answer of an earlier request, or why it is refused. Null for those to
 * be made; the keys are this transaction's from here on.
 */
export async function answersOf(
	tx: Transaction,
	keys: readonly KeyedChange[],
): Promise<(Outcome | ApiError | null)[]> {
	if (keys.length === 0) return [];
	const [held, known] = await Promise.all([
		lockKeys(tx, keys),
		findAnswers(tx, keys),
	]);
	const names = keys.map(nameOf);
	return keys.map((keyed, at) => {
		const answer = known[at];
		if (answer) return repeatOf(answer, keyed);
		const isFirst = names.indexOf(nameOf(keyed)) === at;
		return held[at] && isFirst ? null : keyInProgress();
	});
}

function repeatOf(
	{ fingerprint, ...answer }: KnownAnswer,
	keyed: KeyedChange,
): Outcome | ApiError {
	return fingerprint === keyed.fingerprint
		? { ...answer, replayed: true }
		: keyReused();
}

/** The key that a request brings; null without one. `body` is what was made of its body. Throws `validation_failed`. */
export function keyedBy(
	request: Request,
	principal: string,
	route: string,
	body: unknown,
): KeyedChange | null {
	const key = idempotencyKeyOf(request);
	if (key === null) return null;
	const { pathname, search } = new URL(request.url);
	return {
		principal,
		route,
		key,
		fingerprint: fingerprintOf([request.method, pathname, search, body]),
	};
}
