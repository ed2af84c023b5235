/** Patterns that the studio proposes: one that the author's selection suggests, and those of the whole solution. */
import type { StudioProposal } from "@treeline/packs/format";
import { useState } from "preact/hooks";
import { StudioError } from "../../host/studio.ts";
import { t } from "../../l10n/l10n.ts";
import { Failure } from "../elements/failure.tsx";
import { addCheck } from "./checks.ts";
import type { Editing } from "./editing.ts";

/** Adds a check with a pattern that was made of the author's own code, and answers its place. */
export function addPattern(
	editing: Editing,
	file: string,
	pattern: string,
): string {
	let place = "";
	editing.change((draft) => {
		place = addCheck(draft, file, {
			type: "codePattern",
			description: "",
			pattern,
		});
	});
	return place;
}

export interface Lines {
	path: string;
	from: number;
	to: number;
}

/** Makes a check of the selected lines of the solution. */
export function MakeCheck({
	editing,
	lines,
	onMade,
}: {
	editing: Editing;
	lines: Lines | null;
	onMade(place: string): void;
}) {
	const [error, setError] = useState<StudioError | null>(null);
	const make = async () => {
		if (!lines) return;
		setError(null);
		try {
			const pattern = await editing.patternOf(lines);
			onMade(addPattern(editing, lines.path, pattern));
		} catch (problem) {
			if (!(problem instanceof StudioError)) throw problem;
			setError(problem);
		}
	};
	return (
		<div class="studio-field">
			<div class="actions">
				<button
					type="button"
					class="button"
					disabled={!lines}
					onClick={() => void make()}
				>
					{t("Make a check of the selection")}
				</button>
				<span class="facts">
					{lines
						? lines.from === lines.to
							? t("line {0}", lines.from)
							: t("lines {0} to {1}", lines.from, lines.to)
						: t("Select lines of your solution first.")}
				</span>
			</div>
			{error && <Failure detail={error.detail} nextStep="" />}
		</div>
	);
}

type State =
	| { state: "idle" | "running" }
	| { state: "done"; proposals: StudioProposal[] }
	| { state: "failed"; error: StudioError };

/** Proposes patterns of the solution that every right answer has. */
export function Proposals({
	editing,
	onMade,
}: {
	editing: Editing;
	onMade(place: string): void;
}) {
	const [now, set] = useState<State>({ state: "idle" });
	const run = async () => {
		set({ state: "running" });
		try {
			set({ state: "done", proposals: await editing.proposals() });
		} catch (error) {
			if (!(error instanceof StudioError)) throw error;
			set({ state: "failed", error });
		}
	};
	return (
		<div class="studio-field">
			<button
				type="button"
				class="button"
				disabled={now.state === "running"}
				onClick={() => void run()}
			>
				{now.state === "running"
					? t("Looking for checks…")
					: t("Propose checks")}
			</button>
			<div class="studio-proposals" role="status">
				{now.state === "failed" && (
					<Failure
						detail={now.error.detail}
						nextStep={now.error.nextStep}
						onRetry={() => void run()}
					/>
				)}
				{now.state === "done" && (
					<>
						<p class="facts">
							{now.proposals.length === 0
								? t(
										"No other line of your solution is in every accepted answer and tells a wrong answer from a right one.",
									)
								: t("Your solution and every accepted answer have these:")}
						</p>
						<ul>
							{now.proposals.map(({ file, pattern, catches }) => (
								<li key={`${file} ${pattern}`}>
									<pre>
										<code>{pattern}</code>
									</pre>
									<p class="facts">
										{catches.length === 0
											? t("Fails no rejected answer.")
											: t("Fails: {0}.", catches.join(", "))}
									</p>
									<button
										type="button"
										class="jump"
										onClick={() => {
											set({
												state: "done",
												proposals: now.proposals.filter(
													(one) => one.pattern !== pattern,
												),
											});
											onMade(addPattern(editing, file, pattern));
										}}
									>
										{t("Add this check")}
									</button>
								</li>
							))}
						</ul>
					</>
				)}
			</div>
		</div>
	);
}
