/**
 * Which challenges are due again, by the Free Spaced Repetition Scheduler. The state is computed from a challenge's attempts alone, so
 * that each host comes to the same one, and nothing beside the attempts is stored.
 */
import { type Card, createEmptyCard, fsrs, type Grade, Rating } from "ts-fsrs";

/** What practice reads of an attempt. */
export interface PracticeAttempt {
	/** When it was made (ISO 8601). */
	at: string;
	passed: boolean;
	/** How many of the challenge's hints were shown by then; absent where the host did not record it. */
	hintsUsed?: number | undefined;
	/** A syntax error withheld the checks. */
	hasSyntaxError?: boolean | undefined;
	gaveUp?: boolean | undefined;
}

export interface PracticeState {
	/** When it is due again (ISO 8601). */
	due: string;
	/** How often it was passed when it was due, the first pass included. */
	reviews: number;
	/** Days after which it is remembered with a probability of 90 %. */
	stability: number;
}

/** Failed verifications up to which a pass is rated easy, and good. */
const MOST_FAILED = { easy: 1, good: 5 };

/** Days, not minutes: a challenge takes longer than a flashcard. Without fuzz, the same attempts give the same state everywhere. */
const scheduler = fsrs({ enable_short_term: false, enable_fuzz: false });

/**
 * How well a challenge was remembered when it was passed. Without hints: easy after at most one failed verification, good after at most
 * five, hard after more. Hard with a hint, too; and forgotten when the learner had given up before.
 */
export function ratingOf({
	hints,
	failed,
	gaveUp,
}: {
	hints: number;
	failed: number;
	gaveUp: boolean;
}): Grade {
	if (gaveUp) return Rating.Again;
	if (hints > 0 || failed > MOST_FAILED.good) return Rating.Hard;
	return failed > MOST_FAILED.easy ? Rating.Good : Rating.Easy;
}

/**
 * The state after a challenge's `attempts`, in any order; null before the first pass. After a pass, attempts count again once it is due:
 * verifying a solved challenge once more is no practice. Attempts with a syntax error never count.
 */
export function practiceStateOf(
	attempts: readonly PracticeAttempt[],
): PracticeState | null {
	let card: Card | null = null;
	let round = { failed: 0, gaveUp: false };
	/** Hints that were shown before the round, and up to now. */
	let hintsBefore = 0;
	let hintsShown = 0;
	for (const attempt of [...attempts].sort(byTime)) {
		const at = new Date(attempt.at);
		hintsShown = Math.max(hintsShown, attempt.hintsUsed ?? 0);
		if (card && at < card.due) hintsBefore = hintsShown;
		if (attempt.hasSyntaxError || (card && at < card.due)) continue;
		if (!attempt.passed) {
			if (attempt.gaveUp) round.gaveUp = true;
			else round.failed++;
			continue;
		}
		const hints = hintsShown - hintsBefore;
		card = scheduler.next(
			card ?? createEmptyCard(at),
			at,
			ratingOf({ hints, ...round }),
		).card;
		round = { failed: 0, gaveUp: false };
		hintsBefore = hintsShown;
	}
	return (
		card && {
			due: card.due.toISOString(),
			reviews: card.reps,
			stability: card.stability,
		}
	);
}

const byTime = (one: PracticeAttempt, other: PracticeAttempt) =>
	Date.parse(one.at) - Date.parse(other.at);

/** Of challenges with their attempts, those that are due at `now`, the longest first. */
export function dueOf<Challenge>(
	challenges: Iterable<
		readonly [challenge: Challenge, attempts: readonly PracticeAttempt[]]
	>,
	now: Date,
): { challenge: Challenge; due: string }[] {
	return [...challenges]
		.flatMap(([challenge, attempts]) => {
			const state = practiceStateOf(attempts);
			return state && new Date(state.due) <= now
				? [{ challenge, due: state.due }]
				: [];
		})
		.sort((one, other) => (one.due < other.due ? -1 : 1));
}
