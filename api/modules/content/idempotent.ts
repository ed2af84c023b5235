/**
 * Idempotent changes of content: the answer to an `Idempotency-Key` is stored in the change's own transaction, and replayed to whoever sends the
 * same request under the same key (contract, section 7).
 */
import type { Sql, Transaction } from "../../db/pool.ts";
import {
	fingerprintOf,
	idempotencyKeyOf,
	keyInProgress,
	keyReused,
} from "../../server/headers.ts";
import {
	findAnswer,
	type KeyedChange,
	lockKey,
	type StoredAnswer,
	storeAnswer,
} from "./idempotency/queries.ts";

export interface Outcome extends StoredAnswer {
	/** Whether this is the answer to an earlier request. */
	replayed: boolean;
}

/** The codes that a change can be refused with for its key. */
export const IDEMPOTENT_REFUSES = [
	"validation_failed",
	"idempotency_in_progress",
	"idempotency_key_reused",
] as const;

/**
 * Runs `work` in one transaction, which is to `keep` its answer there. Under a key whose answer is kept, that is the outcome and
 * nothing is run. Throws `idempotency_in_progress` or `idempotency_key_reused`.
 */
export function idempotent(
	sql: Sql,
	keyed: KeyedChange | null,
	work: (
		tx: Transaction,
		keep: (answer: StoredAnswer) => Promise<void>,
	) => Promise<StoredAnswer>,
): Promise<Outcome> {
	return sql.begin(async (tx) => {
		if (keyed) {
			const [held, known] = await Promise.all([
				lockKey(tx, keyed),
				findAnswer(tx, keyed),
			]);
			if (known) return repeated(known, keyed);
			if (!held) throw keyInProgress();
		}
		const keep = async (answer: StoredAnswer) => {
			if (keyed) await storeAnswer(tx, keyed, answer);
		};
		return { ...(await work(tx, keep)), replayed: false };
	}) as Promise<Outcome>;
}

function repeated(
	{ fingerprint, ...answer }: StoredAnswer & { fingerprint: string },
	keyed: KeyedChange,
): Outcome {
	if (fingerprint === keyed.fingerprint) return { ...answer, replayed: true };
	throw keyReused();
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
