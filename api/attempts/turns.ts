/**
 * Verifying is what is scarce. One learner's attempts are verified one at a time, so that none takes the verifier from the others;
 * past a bound, what would only wait is refused at once.
 */
import { ApiError } from "../http/errors.ts";

/** What one learner's, and all learners' attempts to be verified run or wait. */
const MOST_OF_ONE = 20;
const MOST_IN_ALL = 64;

/** Runs `work` when the learner's earlier ones have ended. Throws `overloaded` when too many wait. */
export type InTurn = <Result>(
	learnerId: string,
	work: () => Promise<Result>,
) => Promise<Result>;

export function turns(): InTurn {
	const lines = new Map<string, { length: number; end: Promise<unknown> }>();
	let all = 0;
	return async (learnerId, work) => {
		const line = lines.get(learnerId) ?? { length: 0, end: Promise.resolve() };
		if (line.length >= MOST_OF_ONE || all >= MOST_IN_ALL)
			throw new ApiError(
				"overloaded",
				"Too many attempts wait to be verified. Send it again in a second.",
			);
		all++;
		line.length++;
		lines.set(learnerId, line);
		const turn = line.end.then(work);
		line.end = turn.catch(() => null);
		try {
			return await turn;
		} finally {
			all--;
			line.length--;
			if (line.length === 0) lines.delete(learnerId);
		}
	};
}
