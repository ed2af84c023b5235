/** The list of packs and challenges, with the learner's progress; a filter narrows it. */
import { searchChallenges } from "@treeline/packs/learner-tools";
import {
	factsOf,
	type ShownStatus,
	statusMark,
	statusText,
} from "../report.ts";
import type { Entry, LearnSession } from "../session.ts";
import { type Row, wrap } from "../text.ts";
import { plural, t } from "../texts.ts";
import {
	createPane,
	headRow,
	type KeyHelp,
	keyRow,
	type View,
} from "./view.ts";

export interface ListView extends View {
	select(entry: Entry): void;
}

export function createListView(
	session: LearnSession,
	onOpen: (entry: Entry) => void,
	notice: () => string,
): ListView {
	const pane = createPane();
	let query = "";
	let isTyping = false;
	let selected: Entry | null = session.entries[0] ?? null;
	const found = () => {
		const packs = [...new Set(session.entries.map(({ pack }) => pack))];
		const hits = new Set(
			searchChallenges(packs, query).map(({ challenge }) => challenge),
		);
		return session.entries.filter(({ challenge }) => hits.has(challenge));
	};
	const move = (by: number) => {
		const entries = found();
		const at = selected ? entries.indexOf(selected) : -1;
		const next = Math.min(Math.max(0, at + by), entries.length - 1);
		selected = entries[next] ?? null;
	};
	const setQuery = (text: string) => {
		query = text;
		const entries = found();
		if (!selected || !entries.includes(selected)) selected = entries[0] ?? null;
	};
	const onTyping = (name: string): boolean => {
		if (name === "return" || name === "escape") {
			isTyping = false;
			if (name === "escape") setQuery("");
		} else if (name === "backspace") setQuery([...query].slice(0, -1).join(""));
		else if (name === "space") setQuery(`${query} `);
		else if ([...name].length === 1) setQuery(query + name);
		else return false;
		return true;
	};
	return {
		select(entry) {
			if (!found().includes(entry)) query = "";
			selected = entry;
		},
		rows({ columns, rows }) {
			const body: Row[] = [];
			const due = new Set(session.due());
			let at = 0;
			let pack: Entry["pack"] | null = null;
			for (const entry of found()) {
				if (entry.pack !== pack) {
					if (pack) body.push([]);
					pack = entry.pack;
					body.push(packRow(session, entry, columns));
				}
				if (entry === selected) at = body.length;
				const status = due.has(entry)
					? "due"
					: session.recordOf(entry.key).status;
				body.push(challengeRow(entry, status, entry === selected, columns));
			}
			if (session.entries.length === 0)
				for (const fault of session.packFaults)
					body.push(...wrap([{ text: fault }], columns));
			else if (body.length === 0)
				body.push([{ text: t("No challenge has all of these words.") }]);
			const height = rows - 4;
			// The pack's name is seen with its first challenge.
			pane.show(body, columns, height);
			pane.reveal(at);
			if (body[at - 1]?.[0]?.style === "bold") pane.reveal(at - 1);
			const head: Row =
				isTyping || query
					? [
							{ text: t("Search: "), style: "bold" },
							{ text: `${query}${isTyping ? "_" : ""}` },
						]
					: [{ text: "Treeline", style: "bold" }, { text: `  ${notice()}` }];
			const seen = pane.show(body, columns, height);
			return [
				headRow(head, totalOf(session, due.size), columns),
				[{ text: "─".repeat(columns), style: "dim" }],
				...seen,
				[],
				headRow(
					keyRow(keys(isTyping), columns - pane.position().length - 1),
					pane.position(),
					columns,
				),
			];
		},
		onKey({ name }) {
			if (isTyping && onTyping(name)) return true;
			switch (name) {
				case "up":
				case "k":
					move(-1);
					return true;
				case "down":
				case "j":
					move(1);
					return true;
				case "pageup":
					move(-10);
					return true;
				case "pagedown":
				case "space":
					move(10);
					return true;
				case "home":
				case "g":
					move(-Infinity);
					return true;
				case "end":
				case "G":
					move(session.entries.length);
					return true;
				case "/":
					isTyping = true;
					return true;
				case "escape":
					setQuery("");
					return true;
				case "return":
				case "right":
					if (selected) onOpen(selected);
					return true;
				default:
					return false;
			}
		},
	};
}

function totalOf({ entries, recordOf }: LearnSession, due: number): string {
	const passed = entries.filter(
		({ key }) => recordOf(key).status === "passed",
	).length;
	const total = t("{0} of {1} passed", passed, entries.length);
	return due === 0 ? total : `${t("{0} due again", due)} · ${total}`;
}

function packRow(
	{ entries, recordOf }: LearnSession,
	{ pack }: Entry,
	width: number,
): Row {
	const all = entries.filter((each) => each.pack === pack);
	const passed = all.filter(
		({ key }) => recordOf(key).status === "passed",
	).length;
	return headRow(
		[{ text: pack.manifest.name, style: "bold" }],
		`${passed}/${all.length}`,
		width,
	);
}

function challengeRow(
	entry: Entry,
	status: ShownStatus,
	isSelected: boolean,
	width: number,
): Row {
	const { challenge } = entry;
	const left: Row = [
		{ text: isSelected ? "▸ " : "  " },
		statusMark[status],
		{
			text: ` ${challenge.order}. ${challenge.title}`,
			style: isSelected ? "selected" : undefined,
		},
	];
	const facts = `${status === "not_started" ? "" : `${statusText(status)} · `}${factsOf(entry)}`;
	// A narrow screen has room for the title alone.
	return headRow(left, width < 60 ? "" : facts, width);
}

const keys = (isTyping: boolean): KeyHelp[] =>
	isTyping
		? [
				["Enter", t("done")],
				["Esc", t("all challenges")],
			]
		: [
				["↑↓", t("choose")],
				["Enter", t("open")],
				["n", t("continue")],
				["/", t("search")],
				["?", t("keys")],
				["q", t("quit")],
			];

/** How many packs could not be read, in words; empty when all were. */
export const packFaultNotice = ({ packFaults }: LearnSession): string =>
	packFaults.length === 0
		? ""
		: plural(packFaults.length, {
				one: "{0} pack could not be read; “npm run learn -- list” says why.",
				other: "{0} packs could not be read; “npm run learn -- list” says why.",
			});
