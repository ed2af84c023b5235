/** A challenge in rows of text, for the screen and for plain lines: its task, what a verification found, and its hints. */
import { isAbsolute, relative } from "node:path";
import { plannedChecks, type Status } from "@treeline/packs/learner-tools";
import { callingFolder } from "../env.ts";
import { markdownRows } from "./markdown.ts";
import type { Entry, Outcome, VerifiedCheck } from "./session.ts";
import { type Row, spansOf, wrap } from "./text.ts";
import { plural, t } from "./texts.ts";

/** What is shown of a challenge's state: `due` is what was passed and is due again. */
export type ShownStatus = Status | "due";

export const statusMark: Record<ShownStatus, Row[number]> = {
	not_started: { text: "○", style: "dim" },
	attempted: { text: "◐" },
	passed: { text: "✓", style: "good" },
	due: { text: "↻", style: "bold" },
};

export function statusText(status: ShownStatus): string {
	switch (status) {
		case "not_started":
			return t("not started");
		case "attempted":
			return t("in progress");
		case "passed":
			return t("passed");
		case "due":
			return t("due again");
	}
}

/** Difficulty and estimated time, such as `beginner · 5 min`. */
export function factsOf({ challenge }: Entry): string {
	const minutes = Math.max(1, Math.round(challenge.timeEstimateSeconds / 60));
	return `${difficultyText(challenge.difficulty)} · ${t("{0} min", minutes)}`;
}

function difficultyText(difficulty: Entry["challenge"]["difficulty"]): string {
	switch (difficulty) {
		case "beginner":
			return t("beginner");
		case "intermediate":
			return t("intermediate");
		case "advanced":
			return t("advanced");
		default:
			return difficulty;
	}
}

/** What a verification found, in one sentence. */
export function summaryOf({ faults, checks }: Outcome): string {
	const [fault] = faults;
	if (fault)
		return t(
			"Syntax error in {0}, line {1}. Fix this first.",
			fault.file,
			fault.startLine,
		);
	const passing = checks.filter(({ passed }) => passed).length;
	if (passing < checks.length)
		return t("{0} of {1} checks pass.", passing, checks.length);
	return checks.length === 1
		? t("The check passes.")
		: t("All {0} checks pass.", checks.length);
}

/** The checks, with what was found where they do not pass; before the first verification, what they ask for. */
export function checkRows(
	{ challenge }: Entry,
	outcome: Outcome | null,
	width: number,
): Row[] {
	if (!outcome)
		return plannedChecks(challenge.assertions).flatMap(({ description }) =>
			wrap(
				[{ text: "○ ", style: "dim" }, ...spansOf(description)],
				width,
				"  ",
			),
		);
	if (outcome.faults.length > 0)
		return outcome.faults.flatMap(
			({ file, startLine, startColumn, message }) => [
				...wrap(
					[{ text: "✗ ", style: "bad" }, ...spansOf(message)],
					width,
					"  ",
				),
				...wrap(
					[{ text: `  ${file}:${startLine}:${startColumn}`, style: "dim" }],
					width,
					"  ",
				),
			],
		);
	return outcome.checks.flatMap((check) => oneCheck(check, width));
}

function oneCheck(check: VerifiedCheck, width: number): Row[] {
	const { passed, description, message } = check;
	const [mark, style] = passed
		? ["✓ ", "good" as const]
		: ["✗ ", "bad" as const];
	const title = wrap(
		[{ text: mark, style }, ...spansOf(description)],
		width,
		"  ",
	);
	if (passed) return title;
	return [
		...title,
		...wrap([{ text: "    " }, ...spansOf(message)], width, "    "),
		...wrap([{ text: `    ${placeOf(check)}`, style: "dim" }], width, "    "),
	];
}

/** The place of what was found, as editors and terminals open it. */
const placeOf = ({ file, line, column }: VerifiedCheck): string =>
	[file ?? t("any file"), line, column]
		.filter((part) => part !== null)
		.join(":");

/** The hints from number `first` to number `last`. */
export function hintRows(
	{ challenge: { hints } }: Entry,
	last: number,
	width: number,
	first = 1,
): Row[] {
	return hints.slice(first - 1, last).flatMap((hint, index): Row[] => [
		[
			{
				text: t("Hint {0} of {1}", first + index, hints.length),
				style: "bold",
			},
		],
		...markdownRows(hint, width),
		[],
	]);
}

/** Where the files are and how many hints there are. */
export function placeRows(
	{ challenge: { files, hints } }: Entry,
	folder: string,
	width: number,
): Row[] {
	const names = files.map(({ path }) => path).join(", ");
	const near = relative(callingFolder(), folder);
	const isInside = !near.startsWith("..") && !isAbsolute(near);
	return [
		...wrap([{ text: t("Files: {0}", names) }], width, "  "),
		...wrap([{ text: t("In: {0}", isInside ? near : folder) }], width, "  "),
		...wrap(
			[
				{
					text: plural(hints.length, {
						one: "{0} hint",
						other: "{0} hints",
					}),
				},
			],
			width,
		),
	];
}
