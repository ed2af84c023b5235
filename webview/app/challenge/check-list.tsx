import type { Location } from "@treeline/verify/shapes";
import type { SettingValues } from "../../host/settings.ts";
import { t } from "../../l10n/l10n.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { Icon } from "../elements/icon.tsx";
import { InlineCode } from "../elements/inline-code.tsx";
import { Prose } from "../elements/prose.tsx";
import { checkId, focusOn, taskId } from "./task-state.tsx";
import { type CheckRow, withoutPlace } from "./verdict.ts";

function stateName(state: CheckRow["state"]): string {
	switch (state) {
		case "unknown":
			return t("Not checked");
		case "passed":
			return t("Passed");
		case "open":
			return t("Not yet");
	}
}
const ICON = { unknown: "dot", passed: "check", open: "cross" } as const;

interface CheckListProps {
	rows: CheckRow[];
	/** The same rows as they were when the learner began to type; otherwise `rows`. Their messages have room, and no other. */
	placed: CheckRow[];
	/** How much is told. */
	settings: SettingValues;
	/** Numbers of the prompt's tasks. */
	tasks: ReadonlySet<number>;
	onJump(location: Location): void;
}

export function CheckList({
	rows,
	placed,
	settings,
	tasks,
	onJump,
}: CheckListProps) {
	const files = new Set(rows.map(({ file }) => file));
	return (
		<ul class="checks" aria-label={t("Checks")}>
			{rows.map((row, index) => (
				<Check
					key={index}
					id={checkId(index)}
					row={told(row, settings)}
					placed={told(placed[index] ?? row, settings)}
					tasks={row.tasks.filter((number) => tasks.has(number))}
					named={files.size > 1}
					onJump={onJump}
				/>
			))}
		</ul>
	);
}

/** Of a row, what the learner's settings let it tell. */
function told(row: CheckRow, settings: SettingValues): CheckRow {
	const details = settings["feedback.showAssertionDetails"];
	const nearMiss = settings["feedback.showNearMiss"];
	return {
		...row,
		state: settings["feedback.showPassFail"] ? row.state : "unknown",
		message: details ? row.message : null,
		location: nearMiss ? row.location : null,
		hint: settings["feedback.showHints"] ? row.hint : null,
	};
}

/** Whether the message is the pack's own: of a mistake that the check knows. */
const isOfPack = ({ nearMiss }: CheckRow) => nearMiss?.facet === "mistake";

function Check({
	id,
	row,
	placed,
	tasks,
	named,
	onJump,
}: {
	id: string;
	row: CheckRow;
	placed: CheckRow;
	tasks: readonly number[];
	/** Whether its file is told: not where there is only one. */
	named: boolean;
	onJump: CheckListProps["onJump"];
}) {
	const { state } = row;
	const { location, message, hint } = placed;
	return (
		<li class={`check check-${state}`} id={id} tabIndex={-1}>
			<span class="check-mark">
				<Icon name={ICON[state]} />
				<span class="unseen">{stateName(state)}: </span>
			</span>
			<div class="check-body">
				<p class="check-text" lang={PACK_LANGUAGE}>
					<InlineCode text={row.description} />
				</p>
				{placed.state === "open" && (
					<div class={state === "open" ? undefined : "held"}>
						{(message || location) && (
							<p class="check-message">
								<span lang={isOfPack(placed) ? PACK_LANGUAGE : undefined}>
									<InlineCode text={withoutPlace(message ?? "", location)} />
								</span>{" "}
								{location && (
									<button
										type="button"
										class="jump"
										onClick={() => onJump(location)}
									>
										{t("{0}, line {1}", location.file, location.line)}
									</button>
								)}
							</p>
						)}
						{hint && (
							<details>
								<summary>{t("Hint")}</summary>
								<Prose markdown={hint} below={2} />
							</details>
						)}
					</div>
				)}
			</div>
			{(named || tasks.length > 0) && (
				<span class="check-side">
					{tasks.map((number) => (
						<button
							key={number}
							type="button"
							class="task-link"
							onClick={() => focusOn(taskId(number))}
						>
							{t("Task {0}", number)}
						</button>
					))}
					{named && <span class="check-file">{row.file ?? t("any file")}</span>}
				</span>
			)}
		</li>
	);
}
