import { describe, expect, test } from "bun:test";
import { type Grade, Rating } from "ts-fsrs";
import cases from "./cases.json";
import {
	dueOf,
	type PracticeAttempt,
	practiceStateOf,
	ratingOf,
} from "./practice.ts";

const DAY = 86_400_000;
const START = Date.parse("2026-01-01T12:00:00.000Z");
/** An attempt `days` after the first day. */
const on = (
	days: number,
	passed: boolean,
	more: Partial<PracticeAttempt> = {},
): PracticeAttempt => ({
	at: new Date(START + days * DAY).toISOString(),
	passed,
	...more,
});
const dueDay = (...attempts: PracticeAttempt[]) => {
	const state = practiceStateOf(attempts);
	return state && Math.round((Date.parse(state.due) - START) / DAY);
};
const failed = (count: number, day = 0) =>
	Array.from({ length: count }, (_, index) => on(day + index / 1_000, false));

test.each<[Parameters<typeof ratingOf>[0], Grade]>([
	[{ hints: 0, failed: 0, gaveUp: false }, Rating.Easy],
	[{ hints: 0, failed: 1, gaveUp: false }, Rating.Easy],
	[{ hints: 0, failed: 2, gaveUp: false }, Rating.Good],
	[{ hints: 0, failed: 5, gaveUp: false }, Rating.Good],
	[{ hints: 0, failed: 6, gaveUp: false }, Rating.Hard],
	[{ hints: 1, failed: 0, gaveUp: false }, Rating.Hard],
	[{ hints: 0, failed: 0, gaveUp: true }, Rating.Again],
])("a pass with %j is rated %i", (round, rating) => {
	expect(ratingOf(round)).toBe(rating);
});

describe("a challenge is due", () => {
	test.each<[string, number | null, PracticeAttempt[]]>([
		["never without attempts", null, []],
		["never before it is passed", null, failed(3)],
		["in eight days after an easy pass", 8, [on(0, true)]],
		["in three after a good one", 3, [...failed(3), on(0.1, true)]],
		["in two after a hard one", 2, [...failed(9), on(0.1, true)]],
		["in two after a hint", 2, [on(0, true, { hintsUsed: 1 })]],
		[
			"tomorrow after it was given up",
			1,
			[on(0, false, { gaveUp: true }), on(0.1, true)],
		],
		[
			"as if syntax errors were not there",
			8,
			[
				...failed(9).map((each) => ({ ...each, hasSyntaxError: true })),
				on(0.1, true),
			],
		],
		[
			"no later for being verified again before",
			8,
			[on(0, true), on(1, true), on(2, false), on(3, true)],
		],
	])("%s", (_, day, attempts) => {
		expect(dueDay(...attempts)).toBe(day);
		expect(dueDay(...attempts.toReversed())).toBe(day);
	});

	test("later each time that it is passed when due, and sooner with hints of that time", () => {
		const first = on(0, true, { hintsUsed: 2 });
		const second = on(2, true, { hintsUsed: 2 });
		const easily = dueDay(first, second) ?? 0;
		expect(easily - 2).toBeGreaterThan(1);
		const withHint = dueDay(first, { ...second, hintsUsed: 3 }) ?? 0;
		expect(withHint).toBeLessThan(easily);
		expect(practiceStateOf([first, second])?.reviews).toBe(2);
	});
});

test("what is due is listed from the longest due", () => {
	const now = new Date(START + 9 * DAY);
	expect(
		dueOf(
			[
				["easy", [on(0, true)]],
				["hard", [on(0, true, { hintsUsed: 1 })]],
				["fresh", [on(8, true)]],
				["open", failed(1)],
			],
			now,
		).map(({ challenge }) => challenge),
	).toEqual(["hard", "easy"]);
});

test("the cases that page and VS Code are compared by", () => {
	expect(
		dueOf(Object.entries(cases.attempts), new Date(cases.now)).map(
			({ challenge }) => challenge,
		),
	).toEqual(cases.due.map(({ challenge }) => challenge));
});
