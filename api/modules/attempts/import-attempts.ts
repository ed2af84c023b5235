/**
 * Many attempts at once, each stored exactly once: those that can be are stored together, in one transaction; of the others each
 * has the reason in its outcome, and none prevents the others from being stored (contract, section 5).
 */
import type { Verifier } from "@treeline/verify/worker";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { isRowFault } from "../../db/database-errors.ts";
import { ApiError } from "../../server/errors.ts";
import type { PerUserQueue } from "../../server/per-user-queue.ts";
import { withDeadline } from "../../server/promise-timeout.ts";
import type { UserLimit } from "../../server/rate-limit.ts";
import { isUuid } from "../../server/read-and-validate-request.ts";
import type { Attempt, AttemptImport, ImportedAttempt } from "./api-schemas.ts";
import {
	type ChallengeForVerification,
	findChallengeForVerification,
	findStoredAttempts,
	type VerifiedAttempt,
} from "./queries.ts";
import {
	type AddAttempts,
	attemptFaults,
	noChallenge,
	tooLate,
	verifyAttempt,
} from "./record-attempt.ts";

/** In milliseconds; what is not verified by then is left for the next sending. Shorter than the timeout of our own clients. */
const TIME_TO_VERIFY = 8_000;

/**
 * Stores what a learner sent; answers what became of each, in order. Once `signal` is aborted nothing more is verified: what is left is
 * for the next sending.
 */
type ImportAttempts = (
	learnerId: string,
	attempts: AttemptImport["attempts"],
	signal: AbortSignal,
) => Promise<ImportedAttempt[]>;

type Sent = AttemptImport["attempts"][number];
/** What was sent, by the attempts' ids, and where each stands in the request. */
type Queue = Map<string, { attempt: Sent; at: string }>;
/** An attempt that can be stored once it is verified. */
interface Storable {
	id: string;
	attempt: Sent;
	challenge: ChallengeForVerification;
}
/** What became of each attempt so far, by its id: stored, or why not. */
type Outcomes = Map<string, Attempt | ApiError>;

/**
 * An import counts once against `limit` when it brings anything that can be stored, before that is verified: what is refused costs no
 * verification. A pure repeat costs nothing.
 */
export function attemptImporter(
	sql: Sql,
	verifier: Verifier,
	limit: UserLimit,
	inTurn: PerUserQueue,
	add: AddAttempts,
	timeToVerify = TIME_TO_VERIFY,
): ImportAttempts {
	async function bring(
		learnerId: string,
		queue: Queue,
		outcomes: Outcomes,
		signal: AbortSignal,
	): Promise<void> {
		const ids = [...queue.keys()];
		await settleRepeats(sql, learnerId, ids, outcomes);
		const storable = await findStorable(learnerId, queue, outcomes);
		if (storable.length === 0) return;
		await limit.take(learnerId);
		const verified = await verifyAll(learnerId, storable, outcomes, signal);
		if (verified.length === 0) return;
		await addAll(add, verified, outcomes);
		const left = ids.filter((id) => !outcomes.has(id));
		await settleRepeats(sql, learnerId, left, outcomes);
	}

	/** The attempts that can be stored, with their challenges; the outcomes of the others are settled. */
	async function findStorable(
		learnerId: string,
		queue: Queue,
		outcomes: Outcomes,
	): Promise<Storable[]> {
		for (const [id, { attempt, at }] of queue) {
			if (outcomes.has(id)) continue;
			const refused = refusalOf(attempt, at);
			if (refused) outcomes.set(id, refused);
		}
		const open = [...queue].filter(([id]) => !outcomes.has(id));
		const challenges = await findChallengeForVerification(
			sql,
			open.map(([, { attempt }]) => ({
				challengeId: attempt.challengeId,
				learnerId,
				withAssertions: attempt.files !== undefined,
			})),
		);
		return open.flatMap(([id, { attempt }], index) => {
			const challenge = challenges[index];
			if (challenge) return [{ id, attempt, challenge }];
			outcomes.set(id, noChallenge(attempt.challengeId));
			return [];
		});
	}

	/** The attempts that were verified in time; the outcomes of the others are settled. */
	async function verifyAll(
		learnerId: string,
		storable: Storable[],
		outcomes: Outcomes,
		signal: AbortSignal,
	): Promise<VerifiedAttempt[]> {
		const end = performance.now() + timeToVerify;
		const verified: VerifiedAttempt[] = [];
		for (const { id, attempt, challenge } of storable) {
			const one = signal.aborted
				? null
				: await before(end, () =>
						verifyAttempt(verifier, learnerId, challenge, attempt, id),
					);
			if (one) verified.push(one);
			else outcomes.set(id, tooLate());
		}
		return verified;
	}

	return async (learnerId, attempts, signal) => {
		const queue: Queue = new Map();
		for (const [index, attempt] of attempts.entries())
			if (!queue.has(idOf(attempt)))
				queue.set(idOf(attempt), { attempt, at: `#/attempts/${index}` });
		const outcomes: Outcomes = new Map();
		const work = () => bring(learnerId, queue, outcomes, signal);
		await inTurn(learnerId, work, signal).catch((error) => {
			if (!signal.aborted) throw error;
			for (const id of queue.keys())
				if (!outcomes.has(id)) outcomes.set(id, tooLate());
		});
		return attempts.map((attempt) => {
			const outcome = outcomes.get(idOf(attempt));
			if (!outcome) throw new Error("an attempt was neither added nor found");
			const { clientAttemptId } = attempt;
			if (!(outcome instanceof ApiError))
				return { clientAttemptId, attempt: outcome, problem: null };
			const { code, detail, faults } = outcome;
			const problem = { code, detail, errors: faults };
			return { clientAttemptId, attempt: null, problem };
		});
	};
}

const idOf = ({ clientAttemptId }: Sent) => clientAttemptId.toLowerCase();

async function settleRepeats(
	sql: Sql,
	learnerId: string,
	ids: string[],
	outcomes: Outcomes,
): Promise<void> {
	const firsts = await findStoredAttempts(
		sql,
		ids.map((clientAttemptId) => ({ learnerId, clientAttemptId })),
	);
	for (const [index, id] of ids.entries()) {
		const first = firsts[index];
		if (first) outcomes.set(id, first);
	}
}

/** Stores all in one statement; when the database refuses one of them, each by itself. A repeat is left without an outcome. */
async function addAll(
	add: AddAttempts,
	verified: VerifiedAttempt[],
	outcomes: Outcomes,
): Promise<void> {
	try {
		const added = await add(verified);
		for (const [index, { clientAttemptId }] of verified.entries()) {
			const stored = added[index];
			if (stored) outcomes.set(clientAttemptId ?? "", stored);
		}
	} catch (error) {
		const [first, ...others] = verified;
		if (!first || !isRowFault(error)) throw error;
		if (others.length === 0)
			outcomes.set(first.clientAttemptId ?? "", noChallenge(first.challengeId));
		else for (const one of verified) await addAll(add, [one], outcomes);
	}
}

function refusalOf(attempt: Sent, at: string): ApiError | null {
	const faults = attemptFaults(attempt, at);
	const [first] = faults;
	if (first)
		return new ApiError(
			"validation_failed",
			`${first.pointer}: ${first.detail}.`,
			faults,
		);
	return isUuid(attempt.challengeId) ? null : noChallenge(attempt.challengeId);
}

/** What `work` resolves to; null when it has not by `end`, a moment of `performance.now()`. */
async function before<Result>(
	end: number,
	work: () => Promise<Result>,
): Promise<Result | null> {
	const left = end - performance.now();
	if (left <= 0) return null;
	return withDeadline(work(), left, null);
}
