import { useSignalEffect } from "@preact/signals";
import type { Challenge } from "@treeline/api/client-types";
import { taskNumbers } from "@treeline/packs/format";
import type { Location } from "@treeline/verify/shapes";
import type { SyntaxFault } from "@treeline/verify/verdict";
import type { ComponentChildren, RefObject } from "preact";
import { useMemo } from "preact/hooks";
import { formatNumber, t } from "../../l10n/l10n.ts";
import { Failure } from "../elements/failure.tsx";
import { Icon } from "../elements/icon.tsx";
import { InlineCode } from "../elements/inline-code.tsx";
import { CheckList } from "./check-list.tsx";
import { Debrief, PassSummary } from "./pass-summary.tsx";
import type { CheckedOutcome, ShownResult } from "./shown-result.ts";
import { passingText, type Verdict } from "./verdict.ts";
import type { Outcome } from "./verification.ts";
import type { Workbench } from "./workbench.ts";

interface ResultsProps {
	bench: Workbench;
	challenge: Challenge;
	heading: RefObject<HTMLHeadingElement | null>;
	onJump(location: Location): void;
	/** Opens the dialog for a solution that the checks refuse; absent where none can be sent. */
	onDispute?(verdict: Verdict): void;
	/** What became of the learner's disputes. */
	ownDisputes: ComponentChildren;
	/** Switches checking while typing; absent where the editor around the page decides. */
	onCheckOnType?(on: boolean): void;
}

/** Scrolls to what a check found: to all of it where there is room, to what it begins with, and to the first thing to fix in any case. */
function scrollToResults(heading: HTMLElement | null): void {
	const results = heading?.closest("section");
	const start = heading?.parentElement;
	const first = results?.querySelector(".failure, .faults, .check-open");
	for (const each of [results, start, first])
		each?.scrollIntoView({ block: "nearest" });
}

/** The checks: what they ask before the first verification, and what they found after it. */
export function Results({
	bench,
	challenge,
	heading,
	onJump,
	onDispute,
	onCheckOnType,
	ownDisputes,
}: ResultsProps) {
	const outcome = bench.outcome.value;
	const { checked, verdict, stale, rows } = bench.shown.value;
	const tasks = useMemo(
		() => taskNumbers(challenge.prompt),
		[challenge.prompt],
	);
	const placed = bench.placed.value;
	const isPass = (of: ShownResult) => of.verdict?.passed === true && !of.stale;
	const isRefusal = (of: ShownResult) =>
		of.verdict?.passed === false && !of.stale;
	/** What is true no longer keeps its room until the learner stops typing, so that nothing moves. */
	const room = (holds: boolean) => (holds ? undefined : "held");
	const passes = isPass(placed);
	useSignalEffect(() => {
		const { value } = bench.outcome;
		const asked = value.state === "broken" || isAsked(value);
		if (asked) requestAnimationFrame(() => scrollToResults(heading.current));
	});
	return (
		<section class="results" aria-labelledby="results-heading">
			<div class="results-head">
				<h2
					id="results-heading"
					ref={heading}
					tabIndex={-1}
					data-widest={
						bench.checkOnType.value && rows.length > 1
							? t("{0} of {1} checks pass", rows.length, rows.length)
							: undefined
					}
				>
					{verdict && !stale ? headline(verdict) : t("Checks")}
				</h2>
				{checked && <p class="facts">{factsOf(checked, stale)}</p>}
				{onCheckOnType && (
					<label class="check-on-type">
						<input
							type="checkbox"
							checked={bench.checkOnType.value}
							onChange={({ currentTarget }) =>
								onCheckOnType(currentTarget.checked)
							}
						/>
						{t("Check as I type")}
					</label>
				)}
			</div>
			{outcome.state === "broken" && (
				<Failure
					title={t("The check could not run")}
					detail={outcome.reason}
					nextStep={t("Your code is saved.")}
					onRetry={() => void bench.verify()}
				/>
			)}
			{placed.verdict && placed.verdict.faults.length > 0 && (
				<div class={room(verdict?.faults === placed.verdict.faults)}>
					<Faults faults={placed.verdict.faults} onJump={onJump} />
				</div>
			)}
			{passes && (
				<div class={room(isPass(bench.shown.value))}>
					<PassSummary challenge={challenge} />
				</div>
			)}
			<CheckList
				rows={rows}
				placed={placed.rows}
				settings={bench.settings.value}
				tasks={tasks}
				onJump={onJump}
			/>
			{placed.verdict && isRefusal(placed) && (
				<div class={`after-checks ${room(isRefusal(bench.shown.value)) ?? ""}`}>
					<NextHint bench={bench} challenge={challenge} />
					{onDispute && (
						<button
							type="button"
							class="button button-quiet dispute-open"
							aria-haspopup="dialog"
							onClick={() => verdict && onDispute(verdict)}
						>
							{t("My solution is right")}
						</button>
					)}
				</div>
			)}
			{ownDisputes}
			{!passes && <Debrief challenge={challenge} />}
		</section>
	);
}

/** Verifications in a row in which a check fails before the next hint is offered beside the checks. */
const FAILURES_BEFORE_HINT = 3;

/** Offers the next hint where a check keeps failing. */
function NextHint({
	bench,
	challenge: { hints },
}: Pick<ResultsProps, "bench" | "challenge">) {
	const shown = bench.hintsShown.value;
	const isOffered =
		bench.settings.value["feedback.showHints"] &&
		bench.failuresInRow.value >= FAILURES_BEFORE_HINT &&
		shown < hints.length;
	if (!isOffered) return null;
	return (
		<p class="next-hint">
			{t("Still not there?")}{" "}
			<button
				type="button"
				class="button"
				onClick={() => {
					bench.showHint();
					// It stands with the task.
					requestAnimationFrame(() =>
						document
							.querySelector<HTMLElement>(".hints li:last-child")
							?.focus(),
					);
				}}
			>
				<Icon name="bulb" />
				{t("Show hint {0} of {1}", shown + 1, hints.length)}
			</button>
		</p>
	);
}

/** What stands beside the headline. The time of the first check of a page is that of loading the engine, and says nothing. */
function factsOf(checked: CheckedOutcome, stale: boolean): string {
	if (stale) return t("Edited since this check");
	return checked.cause === "opened"
		? t("the result of your last check")
		: t("checked in {0}", duration(checked.milliseconds));
}

/** Whether the learner asked for this outcome. */
const isAsked = (outcome: Outcome) =>
	outcome.state === "checked" && outcome.cause === "asked";

function headline({ faults, rows }: Verdict): string {
	if (faults.length > 0) return t("Syntax error");
	const passing = rows.filter(({ state }) => state === "passed").length;
	return passingText(passing, rows.length);
}

interface FaultsProps {
	faults: SyntaxFault[];
	onJump(location: Location): void;
}

function Faults({ faults, onJump }: FaultsProps) {
	return (
		<div class="faults">
			<p>
				{t(
					"Fix this first. The checks run once the code has no syntax errors.",
				)}
			</p>
			<ul>
				{faults.map((fault) => (
					<li key={`${fault.file}:${fault.startLine}:${fault.startColumn}`}>
						<Icon name="alert" />
						<span>
							<InlineCode text={withoutDoubt(fault.message)} />
						</span>
						<button
							type="button"
							class="jump"
							onClick={() =>
								onJump({
									file: fault.file,
									line: fault.startLine,
									column: fault.startColumn,
									endLine: fault.endLine,
									endColumn: fault.endColumn,
								})
							}
						>
							{t("{0}, line {1}", fault.file, fault.startLine)}
						</button>
					</li>
				))}
			</ul>
		</div>
	);
}

/** The heading says already that it is a syntax error. */
function withoutDoubt(message: string): string {
	const doubt = t("; this may be a syntax error");
	return message.endsWith(doubt) ? message.slice(0, -doubt.length) : message;
}

function duration(milliseconds: number): string {
	if (milliseconds < 1) return t("under 1 ms");
	return milliseconds < 1000
		? t("{0} ms", Math.round(milliseconds))
		: t("{0} s", formatNumber(milliseconds / 1000, ONE_DIGIT));
}

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
