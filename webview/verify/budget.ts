/**
 * Law: the time of a call is shared out before it begins. Whoever would exceed a share fails with words of its own, so that the
 * deadline from outside only has to end what truly hangs.
 */

import { now } from "./clock.ts";

/** Time one call may take unless its caller says otherwise, in milliseconds. */
export const defaultDeadline = 2000;

/** The part of a call's time in which files are parsed, all together. */
const readingShare = 0.45;
/** The part after which no query and no regular expression is begun any more: each of them may last for a quarter. */
const checkingShare = 0.65;

export class Budget {
	readonly #start = now();

	/** @param total the deadline of the call that begins now, in milliseconds. */
	constructor(readonly total = defaultDeadline) {}

	/** Milliseconds left for parsing; none or less when the files before have used it up. */
	get forReading(): number {
		return this.#start + this.total * readingShare - now();
	}

	/** Whether a check that runs its author's text may still be begun. */
	get allowsRisk(): boolean {
		return now() < this.#start + this.total * checkingShare;
	}
}
