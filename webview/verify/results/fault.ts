/** Faults of checks. Rule: an error in a check is its author's, a miss is the learner's. */

import { msg } from "../messages/msg.ts";
import type { AssertionResult } from "../shapes.ts";

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

const faultPrefix = "Your code is not at fault, this check is: ";

/** What the learner reads when a check is at fault; `why` goes on after "this check …". */
export const faultMessage = (why: string) =>
	msg`Your code is not at fault, this check is: ${why}`;

/**
 * A result's message for the author of its check, without the words about an author: "its pattern is empty; write the code that is expected".
 * A function that needs no `return` is not one to rewrite: the check is what asks for the word.
 */
export function messageForAuthor({
	assertion,
	message,
	nearMiss,
}: Pick<AssertionResult, "assertion" | "message" | "nearMiss">): string {
	if (assertion?.type === "returnStatement" && nearMiss?.facet === "kind")
		return message.replace(
			/; [^;]*$/,
			", which `returnStatement` asks for; the pattern `return $_` takes this function, too",
		);
	if (nearMiss?.facet === "order" && message.includes(" must come after "))
		return `${message}. Where the order does not matter, ask for each part by itself in \`all\``;
	if (!message.startsWith(faultPrefix)) return message;
	return message
		.slice(faultPrefix.length)
		.replace(/; please tell its author$/, "")
		.replace(/; (?:its|their) author should /, "; ");
}

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
