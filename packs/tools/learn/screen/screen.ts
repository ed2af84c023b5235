/** The screen of `npm run learn`: the list, a challenge whose files are verified after each save, and the keys' help. */
import { join } from "node:path";
import { isWindowed, openEditor } from "../editor.ts";
import type { Entry, LearnSession } from "../session.ts";
import { fit, type Row, type Styles, wrap } from "../text.ts";
import { t } from "../texts.ts";
import { watchFolder } from "../watch.ts";
import { type ChallengeView, createChallengeView } from "./challenge-view.ts";
import { createListView, packFaultNotice } from "./list-view.ts";
import { type Key, openTerminal } from "./terminal.ts";
import { createPane } from "./view.ts";

/** Resolves when the learner quits. */
export async function runScreen(
	session: LearnSession,
	styles: Styles,
	editor: string | null,
): Promise<void> {
	let notice = packFaultNotice(session);
	let helpIsShown = false;
	let question: { text: string; onYes(): void } | null = null;
	let challenge: ChallengeView | null = null;
	let stopWatching = () => {};
	const helpPane = createPane();
	const list = createListView(
		session,
		(entry) => act(() => open(entry)),
		() => notice,
	);
	const { promise: quitting, resolve: quit } = Promise.withResolvers<void>();

	const draw = () => {
		const size = terminal.size();
		const rows = helpIsShown
			? helpRows(size.columns, size.rows)
			: (challenge ?? list).rows(size);
		const shown = rows.slice(0, size.rows);
		if (question)
			shown[size.rows - 1] = [{ text: question.text, style: "bold" }];
		terminal.draw(shown);
	};
	const helpRows = (columns: number, rows: number): Row[] => {
		const lines = helpTexts().flatMap(([key, what]): Row[] => {
			if (key === "") return [[], [{ text: what, style: "bold" }]];
			const start = `  ${key.padEnd(16)} `;
			return wrap(
				[{ text: start, style: "bold" }, { text: what }],
				columns,
				" ".repeat(start.length),
			);
		});
		return [
			...helpPane.show(lines, columns, rows - 1),
			fit(
				[{ text: t("Any other key closes this help."), style: "dim" }],
				columns,
			),
		];
	};
	/** One after another; what fails is a notice. */
	let last = Promise.resolve();
	const act = (work: () => Promise<void>) => {
		last = last
			.then(work)
			.catch((error) => {
				notice = error instanceof Error ? error.message : String(error);
			})
			.finally(draw);
	};
	const open = async (entry: Entry) => {
		const folder = await session.open(entry);
		stopWatching();
		notice = "";
		challenge = createChallengeView(session, entry, folder, () => notice);
		stopWatching = watchFolder(folder, () => act(verify));
		list.select(entry);
		if (session.due().includes(entry)) {
			notice = t("Due again: p begins with a fresh copy.");
			return;
		}
		// What was begun is shown as it stands.
		if (session.recordOf(entry.key).status !== "not_started") {
			const view = challenge;
			view.setOutcome(await session.verify(entry));
			view.onKey({ name: "tab", isCtrl: false });
		}
	};
	const verify = async () => {
		const view = challenge;
		if (!view) return;
		notice = t("Verifying …");
		draw();
		const outcome = await session.verify(view.entry);
		view.setOutcome(outcome);
		notice = t("Verified at {0}", new Date().toTimeString().slice(0, 8));
	};
	const edit = async ({ entry }: ChallengeView) => {
		if (!editor) {
			notice = t("Set EDITOR or VISUAL to the editor that you use.");
			return;
		}
		const folder = await session.open(entry);
		const files = entry.challenge.files.map(({ path }) => join(folder, path));
		const fault = await (isWindowed(editor)
			? openEditor(editor, files, folder)
			: terminal.lend(() => openEditor(editor, files, folder)));
		notice =
			fault === null ? "" : t("The editor could not be opened: {0}", fault);
		if (fault === null && !isWindowed(editor)) await verify();
	};
	const close = () => {
		stopWatching();
		challenge = null;
		notice = packFaultNotice(session);
	};
	const goOn = async () => {
		const entry = challenge
			? (session.due()[0] ?? session.next(challenge.entry))
			: session.toContinue();
		if (entry) await open(entry);
		else notice = t("You have passed every challenge. Well done!");
	};
	const onChallengeKey = (view: ChallengeView, { name }: Key): boolean => {
		switch (name) {
			case "e":
				act(() => edit(view));
				return true;
			case "v":
			case "return":
				act(verify);
				return true;
			case "h":
				act(async () => {
					const number = await session.nextHint(view.entry);
					notice = number === null ? t("There are no more hints.") : "";
					view.showHints();
				});
				return true;
			case "r":
				question = {
					text: t("Put the starter in place of your files? y = yes"),
					onYes: () =>
						act(async () => {
							await session.reset(view.entry);
							view.clearOutcome();
							notice = t(
								"The files are the starter’s again. u brings yours back.",
							);
						}),
				};
				return true;
			case "p":
				if (!session.due().includes(view.entry)) {
					notice = t("Nothing is due again.");
					return true;
				}
				act(async () => {
					await session.reset(view.entry);
					view.clearOutcome();
					notice = t("A fresh copy. u brings your earlier answer back.");
				});
				return true;
			case "u":
				act(async () => {
					const isDone = await session.undoReset(view.entry);
					notice = isDone
						? t("Your files are back.")
						: t("Nothing was reset, so there is nothing to bring back.");
				});
				return true;
			case "escape":
			case "backspace":
				close();
				return true;
			default:
				return false;
		}
	};
	const onKey = (key: Key) => {
		handle(key);
		draw();
	};
	const handle = (key: Key) => {
		if (key.isCtrl) {
			if (key.name === "c" || key.name === "d") quit();
			if (key.name === "z") terminal.suspend();
			return;
		}
		if (question) {
			const { onYes } = question;
			question = null;
			if (key.name === t("y") || key.name === "y") onYes();
			return;
		}
		if (helpIsShown) {
			if (key.name === "down") helpPane.scroll(1);
			else if (key.name === "up") helpPane.scroll(-1);
			else helpIsShown = false;
			return;
		}
		const isHandled =
			(challenge ? onChallengeKey(challenge, key) : false) ||
			(challenge ?? list).onKey(key);
		if (isHandled) return;
		if (key.name === "?") helpIsShown = true;
		else if (key.name === "n") act(goOn);
		else if (key.name === "q") quit();
	};
	const terminal = openTerminal(styles, onKey, () => draw());
	draw();
	await quitting;
	stopWatching();
	terminal.close();
}

const helpTexts = (): [key: string, what: string][] => [
	["", t("Everywhere")],
	["n", t("the challenge to continue with, or the next one")],
	["?", t("this help")],
	["q, Ctrl+C", t("quit; your progress is kept")],
	["Ctrl+Z", t("back to the shell; “fg” goes on here")],
	["", t("In the list")],
	["↑ ↓, k j", t("choose a challenge")],
	["Enter", t("open it: its files are written into your folder")],
	["/", t("search titles, tags and tasks")],
	["", t("In a challenge")],
	["e", t("open its files in your editor (VISUAL or EDITOR)")],
	["v, Enter", t("verify now; each save verifies, too")],
	["h", t("one hint more")],
	["r", t("put the starter in place of your files")],
	["p", t("practise with a fresh copy, when the challenge is due again")],
	["u", t("bring back what the reset replaced; again: the other way round")],
	["Tab, ← →", t("task, or checks and hints")],
	["↑ ↓, Page keys", t("scroll")],
	["Esc", t("back to the list")],
];
