/** One challenge: its task on one side, checks and hints on the other; on a narrow screen one of the two at a time. */
import { markdownRows } from "../markdown.ts";
import {
	checkRows,
	factsOf,
	hintRows,
	placeRows,
	statusText,
	summaryOf,
} from "../report.ts";
import type { Entry, LearnSession, Outcome } from "../session.ts";
import { type Row, widthOf, wrap } from "../text.ts";
import { t } from "../texts.ts";
import {
	createPane,
	headRow,
	type KeyHelp,
	keyRow,
	type View,
} from "./view.ts";

export interface ChallengeView extends View {
	readonly entry: Entry;
	/** Shows what a verification found; the checks come into view. */
	setOutcome(outcome: Outcome): void;
	/** A reset has made the last outcome out of date. */
	clearOutcome(): void;
	/** The hints come into view. */
	showHints(): void;
}

/** From this width on, in columns, task and checks are side by side. */
const WIDE = 100;

export function createChallengeView(
	session: LearnSession,
	entry: Entry,
	folder: string,
	notice: () => string,
): ChallengeView {
	const { challenge, pack } = entry;
	const taskPane = createPane();
	const checksPane = createPane();
	let side: "task" | "checks" = "task";
	let outcome: Outcome | null = null;
	/** The hints begin here among the rows beside the task. */
	let hintsAt: number | null = null;
	let revealsHints = false;

	const taskRows = (width: number): Row[] => [
		...markdownRows(challenge.prompt, width),
		[],
		...placeRows(entry, folder, width),
	];
	const resultRows = (width: number): Row[] => {
		const { hintsShown } = session.recordOf(entry.key);
		const rows: Row[] = [
			...wrap(
				[
					{
						text: outcome ? summaryOf(outcome) : t("Not verified yet."),
						style: outcome?.passed ? "good" : "bold",
					},
				],
				width,
			),
			[],
			...checkRows(entry, outcome, width),
			[],
		];
		hintsAt = rows.length;
		rows.push(...hintRows(entry, hintsShown, width));
		if (outcome?.passed && challenge.debrief)
			rows.push(
				[{ text: t("What you have learnt"), style: "bold" }],
				...markdownRows(challenge.debrief, width),
			);
		return rows;
	};
	const showResults = (width: number, height: number): Row[] => {
		const rows = resultRows(width);
		checksPane.show(rows, width, height);
		if (revealsHints && hintsAt !== null) {
			checksPane.reveal(rows.length - 1);
			// A hint longer than the screen is read from its beginning.
			const { hintsShown } = session.recordOf(entry.key);
			const before = hintRows(entry, hintsShown - 1, width).length;
			checksPane.reveal(hintsAt + before);
			revealsHints = false;
		}
		return checksPane.show(rows, width, height);
	};
	const active = () => (side === "task" ? taskPane : checksPane);
	return {
		entry,
		setOutcome(found) {
			outcome = found;
			side = "checks";
			checksPane.toTop();
		},
		clearOutcome() {
			outcome = null;
		},
		showHints() {
			side = "checks";
			revealsHints = true;
		},
		rows({ columns, rows }) {
			const { status } = session.recordOf(entry.key);
			const isWide = columns >= WIDE;
			const facts =
				columns < 60
					? statusText(status)
					: `${statusText(status)} · ${factsOf(entry)}`;
			const title = `${challenge.order}. ${challenge.title}`;
			const name = `  ${pack.manifest.name}`;
			// The pack's name is left out where it would be cut.
			const isRoomy = widthOf([{ text: title + name + facts }]) < columns;
			const head = headRow(
				[
					{ text: title, style: "bold" },
					{ text: isRoomy ? name : "", style: "dim" },
				],
				facts,
				columns,
			);
			const height = rows - 4;
			const left = isWide ? Math.floor(columns / 2) - 1 : columns;
			const right = isWide ? columns - left - 3 : columns;
			const body = isWide
				? besides(
						taskPane.show(taskRows(left), left, height),
						showResults(right, height),
					)
				: side === "task"
					? taskPane.show(taskRows(columns), columns, height)
					: showResults(columns, height);
			const names: Row = [
				{
					text: `${t("Task")} ${taskPane.position()}`.trim(),
					style: side === "task" ? "selected" : "dim",
				},
				{ text: "  " },
				{
					text: `${t("Checks and hints")} ${checksPane.position()}`.trim(),
					style: side === "checks" ? "selected" : "dim",
				},
			];
			return [
				head,
				headRow(names, notice(), columns),
				[{ text: "─".repeat(columns), style: "dim" }],
				...body,
				keyRow(keys(outcome?.passed ?? false), columns),
			];
		},
		onKey({ name }) {
			switch (name) {
				case "tab":
				case "left":
				case "right":
					side = side === "task" ? "checks" : "task";
					return true;
				case "up":
				case "k":
					active().scroll(-1);
					return true;
				case "down":
				case "j":
					active().scroll(1);
					return true;
				case "pageup":
					active().scroll(-1, "pages");
					return true;
				case "pagedown":
				case "space":
					active().scroll(1, "pages");
					return true;
				case "home":
				case "g":
					active().toTop();
					return true;
				case "end":
				case "G":
					active().scroll(Infinity);
					return true;
				default:
					return false;
			}
		},
	};
}

/** Two panes of the same height with a line between them. */
const besides = (left: Row[], right: Row[]): Row[] =>
	left.map((row, index) => [
		...row,
		{ text: " │ ", style: "dim" },
		...(right[index] ?? []),
	]);

const keys = (isPassed: boolean): KeyHelp[] => [
	...(isPassed ? [["n", t("next challenge")] as const] : []),
	["e", t("edit")],
	["v", t("verify")],
	["h", t("hint")],
	["Tab", t("task or checks")],
	["Esc", t("list")],
	["?", t("keys")],
	["q", t("quit")],
];
