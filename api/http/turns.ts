/**
 * Verifying is what is scarce. What one user sends to be verified is taken one at a time, so that none takes the verifier from the
 * others; past a bound, what would only wait is refused at once.
 */
import { ApiError } from "./errors.ts";

/** Of one user, and of all users, as many run or wait. */
const MOST_OF_ONE = 20;
const MOST_IN_ALL = 64;

/** Runs `work` when the user's earlier ones have ended. Throws `overloaded` when too many wait. */
export type InTurn = <Result>(
	userId: string,
	work: () => Promise<Result>,
) => Promise<Result>;

/** `what` is said to wait, as "attempts". */
export function turns(what: string): InTurn {
	const lines = new Map<string, { length: number; end: Promise<unknown> }>();
	let all = 0;
	return async (userId, work) => {
		const line = lines.get(userId) ?? { length: 0, end: Promise.resolve() };
		if (line.length >= MOST_OF_ONE || all >= MOST_IN_ALL)
			throw new ApiError(
				"overloaded",
				`Too many ${what} wait to be verified. Send it again in a second.`,
			);
		all++;
		line.length++;
		lines.set(userId, line);
		const turn = line.end.then(work);
		line.end = turn.catch(() => null);
		try {
			return await turn;
		} finally {
			all--;
			line.length--;
			if (line.length === 0) lines.delete(userId);
		}
	};
}
