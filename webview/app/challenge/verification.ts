/** Verification of a challenge's files: on demand with a verdict, while typing for syntax errors. The newest request wins. */
import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Challenge } from "@treeline/api/client-types";
import type { FileEntry, ParseDiagnostic } from "@treeline/verify/shapes";
import type { Check, Verifier } from "@treeline/verify/worker";
import { type Change, type Draft, sameFiles } from "./draft.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

/** Delay before a running verification is shown, so that fast ones do not flicker. */
const SLOW_MS = 300;
const TYPING_PAUSE_MS = 250;
/** Pause in typing before a check, in milliseconds: longer, so that results do not change with every word. */
const CHECK_PAUSE_MS = 400;
/** Pause in typing, in milliseconds, before results may take or leave their room: until then what is shown stays at its place. */
const SETTLE_MS = 1500;

/** Why files were checked: the learner asked for it, typing paused, or files that were verified before were opened again. */
export type Cause = "asked" | "typed" | "opened";

export type Outcome =
	| { state: "none" }
	/** `milliseconds` is the engine's own time; the page's drawing is not part of a check. */
	| {
			state: "checked";
			verdict: Verdict;
			milliseconds: number;
			cause: Cause;
	  }
	/** The engine could not run at all; `reason` says what, where and the next step. */
	| { state: "broken"; reason: string };

/** `onVerdict` runs for every verdict that the learner asked for, and for every pass. `checkOnType` is their choice. */
export function createVerification(
	verifier: Verifier,
	assertions: Challenge["assertions"],
	{ files, refresh }: Pick<Draft, "files" | "refresh">,
	onVerdict: (verdict: Verdict, files: FileEntry[], check: Check) => void,
	checkOnType: ReadonlySignal<boolean> = signal(false),
) {
	const outcome = signal<Outcome>({ state: "none" });
	const slow = signal(false);
	const checked = signal<FileEntry[] | null>(null);
	const stale = computed(
		() => checked.value !== null && !sameFiles(checked.value, files.value),
	);
	const isReplaced = signal(false);
	const syntax = signal<Record<string, ParseDiagnostic[]>>({});
	let latest = 0;
	let typing: ReturnType<typeof setTimeout> | undefined;
	const settled = signal(true);
	let settling: ReturnType<typeof setTimeout> | undefined;
	const settle = () => {
		clearTimeout(settling);
		settled.value = true;
	};
	/** Checks follow each pause in typing: what they show keeps its place until a longer pause. */
	const unsettle = () => {
		clearTimeout(settling);
		settled.value = false;
		settling = setTimeout(settle, SETTLE_MS);
	};

	/** Finds syntax errors. A failing engine is reported by `verify` only. */
	const findSyntaxErrors = async (
		name: string,
		parse: (files: FileEntry[]) => Promise<Check["diagnostics"]>,
	) => {
		const asked = files.peek();
		const start = performance.now();
		const found = await parse(asked).catch(() => null);
		measure(name, start);
		if (found && asked === files.peek()) syntax.value = found;
	};
	const diagnose = () =>
		findSyntaxErrors("treeline:diagnose", verifier.diagnose);
	/** Checks while typing. Code with a syntax error keeps the verdict before it: it is most likely not complete yet. */
	const checkTyped = async () => {
		const asked = files.peek();
		const before = latest;
		const check = await verifier
			.check(assertions, asked, { skipsBroken: true })
			.catch(() => null);
		if (!check || asked !== files.peek() || before !== latest) return;
		syntax.value = check.diagnostics;
		if (verdictOf(assertions, check).faults.length === 0)
			show(check, asked, "typed");
	};
	const show = (check: Check, asked: FileEntry[], cause: Cause) => {
		const { milliseconds } = check;
		const verdict = verdictOf(assertions, check);
		batch(() => {
			if (cause !== "typed") settle();
			checked.value = asked;
			isReplaced.value = false;
			if (!stale.peek()) syntax.value = check.diagnostics;
			outcome.value = { state: "checked", verdict, milliseconds, cause };
			if (cause === "asked" || (cause === "typed" && verdict.passed))
				onVerdict(verdict, asked, check);
		});
	};
	return {
		outcome,
		/** True while a verification takes long enough to be shown. */
		slow,
		/** True when the files are not those of the check that `outcome` shows. */
		stale,
		/** True when other files stand in place of those that `outcome` was found in: it says nothing about them. */
		replaced: computed(() => isReplaced.value && stale.value),
		/** False while the learner types and files are checked meanwhile. */
		settled,
		/** Syntax errors of the files as they are, by path. */
		syntax,
		/**
		 * Loads worker, grammars and compiled checks, so that the first verification is as fast as the others. Shows the result if the
		 * learner has verified exactly these files before.
		 */
		async warmUp(
			wasVerified: (files: FileEntry[]) => Promise<boolean>,
		): Promise<void> {
			const before = latest;
			const asked = files.peek();
			const isKnown = wasVerified(asked).catch(() => false);
			let check: Check | undefined;
			await findSyntaxErrors("treeline:warm-up", async () => {
				check = await verifier.check(assertions, asked);
				return check.diagnostics;
			});
			const isShown = (await isKnown) && before === latest;
			const isUntouched =
				asked === files.peek() && outcome.peek().state === "none";
			if (check && isShown && isUntouched) show(check, asked, "opened");
		},
		/** Shows the result of files that were verified before, and are opened or restored now. */
		async showKnown(): Promise<void> {
			const before = latest;
			const asked = files.peek();
			const check = await verifier.check(assertions, asked).catch(() => null);
			if (check && before === latest && asked === files.peek())
				show(check, asked, "opened");
		},
		/** Resolves with the outcome; null when it was cancelled or a newer verification started. */
		async verify(): Promise<Outcome | null> {
			const current = ++latest;
			const start = performance.now();
			// Nothing is rendered before the answer, unless it is slow: rendering would delay it.
			const timer = setTimeout(() => {
				slow.value = current === latest;
			}, SLOW_MS);
			try {
				await refresh();
				const asked = files.peek();
				const check = await verifier.check(assertions, asked);
				measure("treeline:verify", start);
				if (current === latest) show(check, asked, "asked");
			} catch (error) {
				const reason = error instanceof Error ? error.message : String(error);
				if (current === latest)
					batch(() => {
						checked.value = null;
						outcome.value = { state: "broken", reason };
					});
			} finally {
				clearTimeout(timer);
				if (current === latest) slow.value = false;
			}
			return current === latest ? outcome.peek() : null;
		},
		/** Cancels: a late answer is not shown. */
		cancel() {
			latest++;
			slow.value = false;
		},
		/** Call when the files have changed: finds syntax errors once typing pauses. */
		onFilesChanged(change: Change) {
			if (change === "replace") isReplaced.value = true;
			if (change === "replace") settle();
			else if (checkOnType.peek()) unsettle();
			clearTimeout(typing);
			typing = checkOnType.peek()
				? setTimeout(checkTyped, CHECK_PAUSE_MS)
				: setTimeout(diagnose, TYPING_PAUSE_MS);
		},
		/** Checks the files as they are, without being asked: checking while typing was switched on. */
		checkTyped,
		close() {
			latest++;
			clearTimeout(typing);
			clearTimeout(settling);
		},
	};
}

/** Adds a performance entry (read by `bench/page.bench.ts` and tests). */
function measure(name: string, start: number): void {
	performance.measure(name, { start, end: performance.now() });
}
