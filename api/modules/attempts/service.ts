/** The way of one attempt: a repeat is answered with the first, anything else is judged, counted and stored, in this order. */
import type { Verifier } from "@treeline/verify/worker";
import { grouped } from "../../db/batch.ts";
import { isDangling, type Sql } from "../../db/pool.ts";
import { ApiError } from "../../server/errors.ts";
import { isUuid } from "../../server/ids.ts";
import type { InTurn } from "../../server/per-user-queue.ts";
import { asOne } from "../../server/single-flight.ts";
import type { UserLimit } from "../../server/user-limit.ts";
import { refuse } from "../../server/validation.ts";
import { findJudged } from "../challenges/queries.ts";
import {
	type AttemptName,
	addAttempts,
	findRepeats,
	type JudgedAttempt,
	removeAttempts,
} from "./queries.ts";
import type { Attempt, NewAttempt } from "./schema.ts";
import { attemptFaults, judge } from "./verify-attempt.ts";

/**
 * Stores what a learner sent, under `clientAttemptId` once; answers the attempt as it is stored, durably. Without an id, one whose
 * `signal` is aborted before it is answered is not stored: sent again, it would be a second one.
 */
export type RecordAttempt = (
	learnerId: string,
	clientAttemptId: string | null,
	sent: NewAttempt,
	signal: AbortSignal,
) => Promise<Attempt>;

/** An attempt to be stored, and what gives it up; null = nothing. */
interface Pending {
	attempt: JudgedAttempt;
	givenUp: AbortSignal | null;
}

export function recorder(
	sql: Sql,
	verifier: Verifier,
	limit: UserLimit,
	inTurn: InTurn,
): RecordAttempt {
	const repeatOf = grouped((names: AttemptName[]) => findRepeats(sql, names));
	const judgedBy = grouped((asked: Parameters<typeof findJudged>[1]) =>
		findJudged(sql, asked),
	);
	const add = grouped(
		(pending: Pending[]) => addPending(sql, pending),
		({ attempt }) => bytesOf(attempt),
	);
	const together = asOne<Attempt>();

	async function challengeOf(challengeId: string, learnerId: string) {
		if (!isUuid(challengeId)) throw noChallenge(challengeId);
		const judged = await judgedBy({ challengeId, learnerId });
		if (!judged) throw noChallenge(challengeId);
		return judged;
	}

	/** What costs most comes last. */
	async function record(
		learnerId: string,
		id: string | null,
		sent: NewAttempt,
		givenUp: AbortSignal | null,
	): Promise<Attempt> {
		const first = async () =>
			id === null ? null : repeatOf({ learnerId, clientAttemptId: id });
		const repeat = await first();
		if (repeat) return repeat;
		const challenge = await challengeOf(sent.challengeId, learnerId);
		await limit.look(learnerId);
		const judged = await judge(verifier, learnerId, challenge, sent, id);
		await limit.take(learnerId);
		const stored = (await put(judged, givenUp)) ?? (await first());
		if (givenUp?.aborted) throw tooLate();
		if (!stored) throw new Error("an attempt was neither added nor found");
		return stored;
	}

	const put = (attempt: JudgedAttempt, givenUp: AbortSignal | null) =>
		add({ attempt, givenUp }).catch((error) => {
			throw isDangling(error) ? noChallenge(attempt.challengeId) : error;
		});

	return (learnerId, id, sent, signal) => {
		refuse(attemptFaults(sent));
		const givenUp = id === null ? signal : null;
		const work = () => record(learnerId, id, sent, givenUp);
		return together(id && `${learnerId} ${id}`, () =>
			sent.files ? inTurn(learnerId, work, givenUp ?? undefined) : work(),
		).catch((error) => {
			throw givenUp?.aborted ? tooLate() : error;
		});
	};
}

/**
 * Stores attempts, except those that were given up; one that is given up while the statement runs is removed again, before anybody was
 * told of it. Null for those, and as {@link addAttempts}.
 */
async function addPending(
	sql: Sql,
	pending: Pending[],
): Promise<(Attempt | null)[]> {
	const open = pending.filter(({ givenUp }) => !givenUp?.aborted);
	const added = await addAttempts(
		sql,
		open.map(({ attempt }) => attempt),
	);
	const stored = new Map(open.map((one, index) => [one, added[index] ?? null]));
	for (;;) {
		const late = open.filter((one) => one.givenUp?.aborted && stored.get(one));
		if (late.length === 0) break;
		const ids = late.flatMap((one) => stored.get(one)?._id ?? []);
		// When even that fails, the others are stored all the same; the answer in place of this one says that it may have been made.
		await removeAttempts(sql, ids).catch(() => {});
		for (const one of late) stored.set(one, null);
	}
	return pending.map((one) => stored.get(one) ?? null);
}

/** About what an attempt takes in a statement: the ids, times and counters, and what was found. */
const bytesOf = ({ assertionResults }: JudgedAttempt) =>
	400 + (assertionResults?.length ?? 0);

export const tooLate = () =>
	new ApiError(
		"request_timeout",
		"There was no time left to verify this attempt; nothing of it is stored. Send it again in another request.",
	);

export const noChallenge = (id: string) =>
	new ApiError(
		"not_found",
		`There is no challenge "${id}". The list of packs leads to those there are.`,
	);
