/**
 * Limits of a call, counted in work: steps of the parser and of queries, matches and captures. The same files and checks meet the
 * same limits on every machine. The time limit, which only workers set, stops what is far slower than its count of work.
 */

import { now } from "./clock.ts";

/** Time that a worker may take for one call unless its caller says otherwise, in milliseconds. */
export const defaultDeadline = 2000;

/** Steps of the parser or of a query between two calls of the library's progress callback. */
export const stepsPerProgress = 100;

/** Steps of the parser in one call. A mebibyte of plain code takes some two million. */
const maxReadingWork = 12_000_000;
/** Sum over all HTML tags of a call of the depth at which they stand: the scanner copies its stack at every tag. */
const maxTagWork = 30_000_000;
/** Work of the queries of a call after which none is begun any more. A query over a mebibyte takes some 300,000. */
const maxCheckingWork = 1_500_000;

/** The part of a worker's time in which files are parsed, all together. */
const readingShare = 0.45;
/** The part after which no check that runs its author's text is begun. */
const checkingShare = 0.65;

/** Work of this process so far; only differences count. A call runs without interruption once its grammars are there. */
let work = 0;

/** Adds to the work done and returns the new sum. */
export function addWork(units: number): number {
	work += units;
	return work;
}

/** The work done so far, for differences. */
export const workDone = () => work;

/** Whether the moment has come; never without a time limit, where the clock is not asked. */
export const isPast = (moment: number) =>
	moment !== Number.POSITIVE_INFINITY && now() > moment;

/** What a parse may use: work and HTML tags by depth, and the moment at which it is contained. */
export interface ReadingLimit {
	work: number;
	tagWork: number;
	end: number;
}

/** The limit of a file that is read alone. */
export const readingLimit = (): ReadingLimit => ({
	work: maxReadingWork,
	tagWork: maxTagWork,
	end: Number.POSITIVE_INFINITY,
});

export class Budget {
	readonly #start: number | null;
	readonly #total: number;
	/** What is left for parsing; the parser subtracts what it used. */
	readonly forReading: ReadingLimit;
	#checkingFrom: number | null = null;

	/** @param deadline milliseconds that the worker may take; without it, limits are counted in work alone. */
	constructor(deadline: number | null = null) {
		this.#start = deadline === null ? null : now();
		this.#total = deadline ?? 0;
		this.forReading = readingLimit();
		if (this.#start !== null)
			this.forReading.end = this.#start + this.#total * readingShare;
	}

	/** Whether a check that runs its author's text may still be begun. */
	get allowsRisk(): boolean {
		this.#checkingFrom ??= work;
		if (work - this.#checkingFrom >= maxCheckingWork) return false;
		return (
			this.#start === null || now() < this.#start + this.#total * checkingShare
		);
	}
}
