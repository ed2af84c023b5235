/**
 * Counts the time that a learner spends on a challenge until it passes: while the window has the focus and one of the challenge's files
 * or its panel is active. `treeline.timer` shows it in the status bar.
 */
import * as vscode from "vscode";
import { type ChallengeKey, keyText } from "../catalog/catalog.ts";
import type { ProgressStore } from "../session/progress.ts";
import { clockText } from "./clock.ts";
import { shownChallenge } from "./status-bar.ts";
import type { ChallengeWorkspace } from "./workspace.ts";

/** How often the time is stored, in seconds. */
const STORE_EVERY = 15;

export function countTime({
	workspace,
	progress,
}: {
	workspace: ChallengeWorkspace;
	progress: ProgressStore;
}): vscode.Disposable {
	const item = vscode.window.createStatusBarItem(
		"treeline.timer",
		vscode.StatusBarAlignment.Left,
	);
	item.name = vscode.l10n.t("Treeline Timer");
	let counted: { key: ChallengeKey; before: number; since: number } | null =
		null;
	const seconds = () =>
		counted === null
			? 0
			: counted.before + (performance.now() - counted.since) / 1000;
	const store = () => {
		if (counted) void progress.update(counted.key, { seconds: seconds() });
	};
	/** VS Code takes milliseconds for the first setting that is read: not while the extension starts without a challenge. */
	const isShown = () =>
		vscode.workspace.getConfiguration("treeline").get("timer", false);
	const show = () => {
		const key = shownChallenge(workspace);
		if (!key || !isShown()) return item.hide();
		const time = counted ? seconds() : progress.of(key).seconds;
		item.text = `$(watch) ${clockText(time)}`;
		item.tooltip = vscode.l10n.t("Time spent on this challenge");
		item.show();
	};
	/** Starts, goes on or stops, whichever the window's state asks for. */
	const update = () => {
		const key = shownChallenge(workspace);
		const isCounting =
			key !== null &&
			vscode.window.state.focused &&
			progress.of(key).status !== "passed";
		const next = isCounting ? key : null;
		if ((next && keyText(next)) !== (counted && keyText(counted.key))) {
			store();
			counted = next && {
				key: next,
				before: progress.of(next).seconds,
				since: performance.now(),
			};
		}
		show();
	};
	let ticks = 0;
	const ticking = setInterval(() => {
		if (!counted) return;
		if (++ticks % STORE_EVERY === 0) store();
		show();
	}, 1000);
	update();
	return vscode.Disposable.from(
		item,
		{ dispose: () => clearInterval(ticking) },
		progress.onChange(update),
		workspace.onDidChangeActive(update),
		vscode.window.onDidChangeActiveTextEditor(update),
		vscode.window.onDidChangeWindowState(update),
		vscode.workspace.onDidChangeConfiguration((change) => {
			if (change.affectsConfiguration("treeline.timer")) show();
		}),
	);
}
