import type { Challenge } from "@treeline/api/shapes";
import type { Location } from "@treeline/verify/shapes";
import type { SyntaxFault } from "@treeline/verify/verdict";
import type { RefObject } from "preact";
import { Failure } from "../elements/failure.tsx";
import { Icon } from "../elements/icon.tsx";
import { Said } from "../elements/said.tsx";
import { CheckList } from "./check-list.tsx";
import { Passed } from "./passed.tsx";
import { plannedRows, type Verdict } from "./verdict.ts";
import type { Workbench } from "./workbench.ts";

interface ResultsProps {
	bench: Workbench;
	challenge: Challenge;
	heading: RefObject<HTMLHeadingElement | null>;
	onJump(location: Location): void;
}

/** The checks: what they ask before the first verification, and what they found after it. */
export function Results({ bench, challenge, heading, onJump }: ResultsProps) {
	const outcome = bench.outcome.value;
	const checked = outcome.state === "checked" ? outcome : null;
	const verdict = checked?.verdict ?? null;
	return (
		<section class="results" aria-labelledby="results-heading">
			<div class="results-head">
				<h2 id="results-heading" ref={heading} tabIndex={-1}>
					{verdict ? headline(verdict) : "Checks"}
				</h2>
				{checked && (
					<p class="facts">
						{bench.stale.value
							? "Edited since this check"
							: `checked in ${duration(checked.milliseconds)}`}
					</p>
				)}
			</div>
			{outcome.state === "broken" && (
				<Failure
					title="The check could not run"
					detail={outcome.reason}
					nextStep="Your files are kept."
					onRetry={() => void bench.verify()}
				/>
			)}
			{verdict && <Faults faults={verdict.faults} onJump={onJump} />}
			{verdict?.passed && <Passed challenge={challenge} />}
			<CheckList
				rows={verdict?.rows ?? plannedRows(challenge.assertions)}
				onJump={onJump}
			/>
		</section>
	);
}

function headline({ passed, faults, rows }: Verdict): string {
	if (faults.length > 0) return "Syntax first";
	if (passed) return rows.length === 1 ? "The check passes" : "All checks pass";
	const passing = rows.filter(({ state }) => state === "passed").length;
	return `${passing} of ${rows.length} checks pass`;
}

interface FaultsProps {
	faults: SyntaxFault[];
	onJump(location: Location): void;
}

function Faults({ faults, onJump }: FaultsProps) {
	if (faults.length === 0) return null;
	return (
		<div class="faults">
			<p>
				Fix this first. Until the code parses, checks cannot be relied on and
				nothing counts as passed.
			</p>
			<ul>
				{faults.map((fault) => (
					<li key={`${fault.file}:${fault.startLine}:${fault.startColumn}`}>
						<Icon name="alert" />
						<span>
							<Said text={fault.message} />
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
							{fault.file}, line {fault.startLine}
						</button>
					</li>
				))}
			</ul>
		</div>
	);
}

function duration(milliseconds: number): string {
	return milliseconds < 1
		? "under 1 ms"
		: `${milliseconds < 1000 ? Math.round(milliseconds) : (milliseconds / 1000).toFixed(1)}${milliseconds < 1000 ? " ms" : " s"}`;
}
