/** The newest verification result of each challenge in this window. Diagnostics, status bar, CodeLens and Test Explorer listen to it. */

import type { PublicChallenge } from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";
import type { Check } from "@treeline/verify/worker";
import {
	plannedRows,
	type Verdict,
	verdictOf,
} from "@treeline/webview/verdict";
import * as vscode from "vscode";
import {
	type Catalog,
	type ChallengeKey,
	keyText,
} from "../catalog/catalog.ts";
import { pathsBelow } from "../challenge/files.ts";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";
import { plural } from "../plural.ts";
import type { ProgressStore } from "../session/progress.ts";
import { createLatestRuns } from "./latest-runs.ts";

export interface Result {
	key: ChallengeKey;
	/** The challenge's folder. */
	folder: vscode.Uri;
	/** What was verified, without files that were deleted meanwhile. */
	files: FileEntry[];
	check: Check;
	verdict: Verdict;
	/** Whether it was found while the learner typed, and is no attempt. */
	isPreview: boolean;
}

export interface Results extends vscode.Disposable {
	/** The number of a new run. Call it before the run reads the files. */
	begin(): number;
	/**
	 * Stores the challenge's status and, as its newest result, that of a run; notifies the listeners. Results are processed in the order of the calls.
	 * One that is outdated (a later run's is stored, or the challenge was reset after the run began) is not stored.
	 * Resolves with the challenge's newest result; after a reset, with that of the run.
	 */
	record(
		key: ChallengeKey,
		run: number,
		files: FileEntry[],
		check: Check,
	): Promise<Result>;
	/** Stores a result like `record`, without the challenge's status. */
	preview(
		key: ChallengeKey,
		run: number,
		files: FileEntry[],
		check: Check,
	): Promise<Result>;
	/** Null before the first verification, and after a reset; with `after`, also when the newest result's run did not begin after that one. */
	of(key: ChallengeKey, after?: number): Result | null;
	/** Resolves when all results that are recorded so far are stored. */
	settled(): Promise<void>;
	readonly onDidChange: vscode.Event<ChallengeKey>;
}

export function createResults(
	catalog: Catalog,
	workspace: ChallengeWorkspace,
	progress: ProgressStore,
): Results {
	const changed = new vscode.EventEmitter<ChallengeKey>();
	const latest = createLatestRuns<Result>();
	let last: Promise<unknown> = Promise.resolve();

	const store = async (
		key: ChallengeKey,
		run: number,
		files: FileEntry[],
		check: Check,
		isPreview: boolean,
	): Promise<Result> => {
		const [{ assertions }, folder] = await Promise.all([
			catalog.challenge(key),
			workspace.locate(key),
		]);
		const existing = new Set(await pathsBelow(folder));
		const result = {
			key,
			folder,
			files: files.filter(({ path }) => existing.has(path)),
			check,
			verdict: verdictOf(assertions, check),
			isPreview,
		};
		if (latest.set(keyText(key), run, result)) changed.fire(key);
		const { passed } = result.verdict;
		if (!isPreview)
			await progress.update(key, { status: passed ? "passed" : "attempted" });
		return latest.get(keyText(key)) ?? result;
	};
	const enqueue = (...run: Parameters<typeof store>) => {
		const result = last.then(() => store(...run));
		last = result.catch(() => null);
		return result;
	};
	const reset = (key: ChallengeKey) => {
		if (latest.reset(keyText(key))) changed.fire(key);
	};
	const resets = vscode.Disposable.from(
		workspace.onDidReset(reset),
		workspace.onDidChangeFolder(reset),
	);
	return {
		begin: latest.begin,
		record: (...run) => enqueue(...run, false),
		preview: (...run) => enqueue(...run, true),
		of: (key, after) => latest.get(keyText(key), after),
		settled: async () => void (await last),
		onDidChange: changed.event,
		dispose: () => vscode.Disposable.from(changed, resets).dispose(),
	};
}

/** A result for people: the number of passing checks with a codicon's name, and a whole sentence. A null `result`: not verified yet. */
export function summaryOf(
	{ assertions }: Pick<PublicChallenge, "assertions">,
	result: Result | null,
): { icon: string; short: string; long: string } {
	if (!result) {
		return {
			icon: "checklist",
			short: plural(plannedRows(assertions).length, {
				one: "{0} check",
				other: "{0} checks",
			}),
			long: vscode.l10n.t("Not verified yet."),
		};
	}
	const { passed, faults, rows, summary: long } = result.verdict;
	if (faults.length > 0)
		return { icon: "error", short: vscode.l10n.t("Syntax error"), long };
	const passing = rows.filter(({ state }) => state === "passed").length;
	return {
		icon: passed ? "pass" : "checklist",
		short: vscode.l10n.t("{0}/{1} checks", passing, rows.length),
		long,
	};
}
