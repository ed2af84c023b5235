/** The way of one attempt: a repeat is answered with the first, anything else is judged, counted and stored, in this order. */
import type { Verifier } from "@treeline/verify/worker";
import { asOne } from "../as-one.ts";
import { findJudged } from "../challenges/store.ts";
import { isDangling, type Sql } from "../db.ts";
import { grouped } from "../groups.ts";
import { ApiError } from "../http/errors.ts";
import { isUuid } from "../http/ids.ts";
import { refuse } from "../http/input.ts";
import type { InTurn } from "../http/turns.ts";
import type { UserLimit } from "../http/user-limit.ts";
import { attemptFaults, judge } from "./judge.ts";
import type { Attempt, NewAttempt } from "./model.ts";
import {
	type AttemptName,
	addAttempts,
	findRepeats,
	type JudgedAttempt,
} from "./store.ts";

/** Stores what a learner sent, under `clientAttemptId` once; answers the attempt as it is stored, durably. */
export type RecordAttempt = (
	learnerId: string,
	clientAttemptId: string | null,
	sent: NewAttempt,
) => Promise<Attempt>;

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
		(attempts: JudgedAttempt[]) => addAttempts(sql, attempts),
		bytesOf,
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
	): Promise<Attempt> {
		const first = async () =>
			id === null ? null : repeatOf({ learnerId, clientAttemptId: id });
		const repeat = await first();
		if (repeat) return repeat;
		const challenge = await challengeOf(sent.challengeId, learnerId);
		await limit.look(learnerId);
		const judged = await judge(verifier, learnerId, challenge, sent, id);
		await limit.take(learnerId);
		const stored = (await put(judged)) ?? (await first());
		if (!stored) throw new Error("an attempt was neither added nor found");
		return stored;
	}

	const put = (judged: JudgedAttempt) =>
		add(judged).catch((error) => {
			throw isDangling(error) ? noChallenge(judged.challengeId) : error;
		});

	return (learnerId, id, sent) => {
		refuse(attemptFaults(sent));
		const work = () => record(learnerId, id, sent);
		return together(id && `${learnerId} ${id}`, () =>
			sent.files ? inTurn(learnerId, work) : work(),
		);
	};
}

/** About what an attempt takes in a statement: the ids, times and counters, and what was found. */
const bytesOf = ({ assertionResults }: JudgedAttempt) =>
	400 + (assertionResults?.length ?? 0);

export const noChallenge = (id: string) =>
	new ApiError(
		"not_found",
		`There is no challenge "${id}". The list of packs leads to those there are.`,
	);
