/** Faults of checks. Rule: an error in a check is its author's, a miss is the learner's. */

import { msg } from "../messages/msg.ts";

/** Why a check cannot be evaluated, and which of its fields is faulty. */
export class CheckFault extends Error {
	override name = "CheckFault";
	/** @param field the assertion's field, absent when the whole assertion is meant. */
	constructor(
		message: string,
		readonly field?: string,
	) {
		super(message);
	}
}

/** The fault that this action throws, as a list of one. Rethrows any other error. */
export function faultsOf(action: () => unknown): CheckFault[] {
	try {
		action();
		return [];
	} catch (problem) {
		if (problem instanceof CheckFault) return [problem];
		throw problem;
	}
}

/** What the learner reads when a check is at fault; `why` goes on after "this check …". */
export const faultMessage = (why: string) =>
	msg`Your code is not at fault, this check is: ${why}`;

/** The message of a check that exceeded its time. */
export const tookTooLong = msg`it took too long and was stopped; its author should simplify it`;

/** Why a file that took too long to parse has no tree. */
export const tookTooLongToRead = msg`took too long to read; make it shorter or nest it less deeply`;

/** The message of a check that was skipped for lack of time. */
export const skipped = msg`it was not tried, because the checks of this challenge take too long together; their author should simplify them`;

/** True for an error of the WebAssembly core, whose memory is then unreliable. */
export function isBroken(problem: unknown): boolean {
	return problem instanceof Error && problem.name === "RuntimeError";
}

/** Rethrows an error of the WebAssembly core: after it, every call fails. */
export function rethrowIfBroken(problem: unknown): void {
	if (isBroken(problem)) throw problem;
}
