/** What is shown of the last check while the files change. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { AssertionSet } from "@treeline/verify/shapes";
import { type CheckRow, plannedRows, type Verdict } from "./verdict.ts";
import type { Outcome } from "./verification.ts";

export type CheckedOutcome = Extract<Outcome, { state: "checked" }>;

export interface ShownResult {
	/** The last check; null when there is none, or other files stand in place of those that it was made of. */
	checked: CheckedOutcome | null;
	verdict: Verdict | null;
	/** Whether the files were changed since. While typing, results stay until those of the next pause; only a pass does not stand over code that was not checked. */
	stale: boolean;
	/** One for each check, also before anything is verified. */
	rows: CheckRow[];
}

/** `state` is that of the verification; `checksTyping`: the files are checked whenever typing pauses. */
export function shownResult(
	assertions: AssertionSet,
	state: { outcome: Outcome; stale: boolean; replaced: boolean },
	checksTyping: boolean,
): ShownResult {
	const { outcome } = state;
	const checked =
		outcome.state === "checked" && !state.replaced ? outcome : null;
	const verdict = checked?.verdict ?? null;
	const stale = state.stale && !(checksTyping && verdict?.passed === false);
	const rows = verdict ? rowsOf(verdict, stale) : plannedRows(assertions);
	return { checked, verdict, stale, rows };
}

/** The last of `shown` while `settled`: what has its room on the screen, which is neither given away nor taken by others meanwhile. */
export function settledResult(
	shown: ReadonlySignal<ShownResult>,
	settled: ReadonlySignal<boolean>,
): ReadonlySignal<ShownResult> {
	let last: ShownResult | null = null;
	return computed(() => {
		if (settled.value || !last) last = shown.value;
		return last;
	});
}

/** After an edit, the messages of failed checks still help; a passed check may pass no longer. */
function rowsOf({ rows }: Verdict, stale: boolean): CheckRow[] {
	if (!stale) return rows;
	return rows.map((row) =>
		row.state === "passed" ? { ...row, state: "unknown" } : row,
	);
}
