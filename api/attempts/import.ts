/**
 * Many attempts at once, each stored exactly once: those that can be are stored together, in one transaction; of the others each
 * is told why it was not, and none keeps its neighbours from being stored (contract, section 5).
 */
import type { Verifier } from "@treeline/verify/worker";
import { findJudged } from "../challenges/store.ts";
import { isRowFault, type Sql } from "../db.ts";
import { ApiError } from "../http/errors.ts";
import { isUuid } from "../http/ids.ts";
import type { InTurn } from "../http/turns.ts";
import type { UserLimit } from "../http/user-limit.ts";
import { attemptFaults, judge } from "./judge.ts";
import type { Attempt, AttemptImport, ImportedAttempt } from "./model.ts";
import { noChallenge } from "./record.ts";
import { addAttempts, findRepeats, type JudgedAttempt } from "./store.ts";

/** In milliseconds; what is not verified by then is left for the next sending. Shorter than our own clients' patience. */
const TIME_TO_VERIFY = 8_000;

/** Stores what a learner sent; answers what became of each, in order. */
export type ImportAttempts = (
	learnerId: string,
	attempts: AttemptImport["attempts"],
) => Promise<ImportedAttempt[]>;

type Sent = AttemptImport["attempts"][number];
/** What was sent, by the attempts' ids, and where each stands in the request. */
type Queue = Map<string, { attempt: Sent; at: string }>;
/** What became of each attempt so far, by its id: stored, or why not. */
type Outcomes = Map<string, Attempt | ApiError>;

/** An import counts once against `limit` when it brings anything that can be stored; a pure repeat costs nothing. */
export function importer(
	sql: Sql,
	verifier: Verifier,
	limit: UserLimit,
	inTurn: InTurn,
): ImportAttempts {
	async function bring(learnerId: string, queue: Queue) {
		const outcomes: Outcomes = new Map();
		const ids = [...queue.keys()];
		await settleRepeats(sql, learnerId, ids, outcomes);
		const judged = await judgeAll(learnerId, queue, outcomes);
		if (judged.length > 0) {
			await limit.take(learnerId);
			await addAll(sql, judged, outcomes);
			const left = ids.filter((id) => !outcomes.has(id));
			await settleRepeats(sql, learnerId, left, outcomes);
		}
		return outcomes;
	}

	/** The attempts that can be stored; the outcomes of the others are settled. */
	async function judgeAll(
		learnerId: string,
		queue: Queue,
		outcomes: Outcomes,
	): Promise<JudgedAttempt[]> {
		for (const [id, { attempt, at }] of queue) {
			if (outcomes.has(id)) continue;
			const refused = refusalOf(attempt, at);
			if (refused) outcomes.set(id, refused);
		}
		const open = [...queue].filter(([id]) => !outcomes.has(id));
		const challenges = await findJudged(
			sql,
			open.map(([, { attempt }]) => ({
				challengeId: attempt.challengeId,
				learnerId,
			})),
		);
		const end = performance.now() + TIME_TO_VERIFY;
		const judged: JudgedAttempt[] = [];
		for (const [index, [id, { attempt }]] of open.entries()) {
			const challenge = challenges[index];
			if (!challenge) {
				outcomes.set(id, noChallenge(attempt.challengeId));
				continue;
			}
			const one = await before(end, () =>
				judge(verifier, learnerId, challenge, attempt, id),
			);
			if (one) judged.push(one);
			else outcomes.set(id, tooLate());
		}
		return judged;
	}

	return async (learnerId, attempts) => {
		const queue: Queue = new Map();
		for (const [index, attempt] of attempts.entries())
			if (!queue.has(idOf(attempt)))
				queue.set(idOf(attempt), { attempt, at: `#/attempts/${index}` });
		const outcomes = await inTurn(learnerId, () => bring(learnerId, queue));
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
	const firsts = await findRepeats(
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
	sql: Sql,
	judged: JudgedAttempt[],
	outcomes: Outcomes,
): Promise<void> {
	try {
		const added = await addAttempts(sql, judged);
		for (const [index, { clientAttemptId }] of judged.entries()) {
			const stored = added[index];
			if (stored) outcomes.set(clientAttemptId ?? "", stored);
		}
	} catch (error) {
		const [first, ...others] = judged;
		if (!first || !isRowFault(error)) throw error;
		if (others.length === 0)
			outcomes.set(first.clientAttemptId ?? "", noChallenge(first.challengeId));
		else for (const one of judged) await addAll(sql, [one], outcomes);
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
	let timer: Timer | undefined;
	const late = new Promise<null>((resolve) => {
		timer = setTimeout(resolve, left, null);
	});
	try {
		return await Promise.race([work(), late]);
	} finally {
		clearTimeout(timer);
	}
}

const tooLate = () =>
	new ApiError(
		"request_timeout",
		"There was no time left to verify this attempt; nothing of it is stored. Send it again in another request.",
	);
