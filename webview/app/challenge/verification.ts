/** Checks of one challenge's files: on demand with a verdict, and while typing for syntax alone. The newest question wins. */
import { batch, computed, signal } from "@preact/signals";
import type { Challenge } from "@treeline/api/shapes";
import type { FileEntry, ParseDiagnostic } from "@treeline/verify/shapes";
import type { Check, Verifier } from "@treeline/verify/worker";
import { type Draft, sameFiles } from "./draft.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

/** Longer than this and the wait is shown; shorter would only flicker. */
const SLOW_MS = 300;
const TYPING_PAUSE_MS = 250;

export type Outcome =
	| { state: "none" }
	/** `milliseconds` is the engine's own time; the page's drawing is not part of a check. */
	| { state: "checked"; verdict: Verdict; milliseconds: number }
	/** The engine could not run at all; `reason` says what, where and the next step. */
	| { state: "broken"; reason: string };

/** `judged` hears of every verdict that is shown. */
export function createChecking(
	verifier: Verifier,
	assertions: Challenge["assertions"],
	{ files, refresh }: Pick<Draft, "files" | "refresh">,
	judged: (verdict: Verdict, files: FileEntry[], check: Check) => void,
) {
	const outcome = signal<Outcome>({ state: "none" });
	const slow = signal(false);
	const checked = signal<FileEntry[] | null>(null);
	const stale = computed(
		() => checked.value !== null && !sameFiles(checked.value, files.value),
	);
	const syntax = signal<Record<string, ParseDiagnostic[]>>({});
	let turn = 0;
	let typing: ReturnType<typeof setTimeout> | undefined;

	/** Looks at the syntax alone. A failing engine is told of by verify, where the learner asked for something; here it would be noise. */
	const look = async (
		name: string,
		parse: (files: FileEntry[]) => Promise<Check["diagnostics"]>,
	) => {
		const asked = files.peek();
		const start = performance.now();
		const found = await parse(asked).catch(() => null);
		measure(name, start);
		if (found && asked === files.peek()) syntax.value = found;
	};
	const diagnose = () => look("treeline:diagnose", verifier.diagnose);
	const show = (check: Check, asked: FileEntry[]) => {
		const { milliseconds } = check;
		const verdict = verdictOf(assertions, check);
		batch(() => {
			checked.value = asked;
			if (!stale.peek()) syntax.value = check.diagnostics;
			outcome.value = { state: "checked", verdict, milliseconds };
			judged(verdict, asked, check);
		});
	};
	return {
		outcome,
		/** True while an answer takes long enough to be told that it is awaited. */
		slow,
		/** True when the files are not those of the check that `outcome` shows. */
		stale,
		/** Syntax errors of the files as they are, by path. */
		syntax,
		/** Brings worker, grammars and compiled checks here before they are asked for, so that the first verdict is as quick as the rest. */
		warmUp: () =>
			look(
				"treeline:warm-up",
				async (asked) => (await verifier.check(assertions, asked)).diagnostics,
			),
		/** Answers the outcome of this check alone; null when it was cancelled, or overtaken by a newer one. */
		async verify(): Promise<Outcome | null> {
			const mine = ++turn;
			const start = performance.now();
			// Nothing is drawn before the answer is here, or late: drawing is what would delay it.
			const timer = setTimeout(() => {
				slow.value = mine === turn;
			}, SLOW_MS);
			try {
				await refresh();
				const asked = files.peek();
				const check = await verifier.check(assertions, asked);
				measure("treeline:verify", start);
				if (mine === turn) show(check, asked);
			} catch (error) {
				const reason = error instanceof Error ? error.message : String(error);
				if (mine === turn)
					batch(() => {
						checked.value = null;
						outcome.value = { state: "broken", reason };
					});
			} finally {
				clearTimeout(timer);
				if (mine === turn) slow.value = false;
			}
			return mine === turn ? outcome.peek() : null;
		},
		/** Stops waiting; the answer, should it come, is not shown. */
		cancel() {
			turn++;
			slow.value = false;
		},
		/** The files have changed: their syntax is looked at once the typing pauses. */
		touch() {
			clearTimeout(typing);
			typing = setTimeout(diagnose, TYPING_PAUSE_MS);
		},
		close() {
			turn++;
			clearTimeout(typing);
		},
	};
}

/** Leaves a mark for whoever measures: `performance.getEntriesByName("treeline:verify")` (see `bench/page.bench.ts`). */
function measure(name: string, start: number): void {
	performance.measure(name, { start, end: performance.now() });
}
