/** The state of a task's checks beside the task, and the ways between tasks and checks. */
import { type RefObject, render } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { currentLanguage, plural, t } from "../../l10n/l10n.ts";
import { Icon } from "../elements/icon.tsx";
import type { Workbench } from "./workbench.ts";

export const taskId = (number: number) => `task-${number}`;
export const checkId = (index: number) => `check-${index}`;

/** Shows an element of the challenge and gives it the focus. */
export function focusOn(id: string): void {
	const element = document.getElementById(id);
	element?.focus({ preventScroll: true });
	element?.scrollIntoView({ block: "center" });
}

/** Adds to each numbered task in `place`, whose text is a pack's Markdown, the state of its checks. */
export function useTaskStates(
	place: RefObject<HTMLElement | null>,
	bench: Workbench,
	prompt: string,
): void {
	useLayoutEffect(() => {
		const items = place.current?.querySelectorAll<HTMLElement>("[data-task]");
		const spots = [...(items ?? [])].map((item) => {
			const spot = document.createElement("span");
			item.append(" ", spot);
			render(
				<TaskState bench={bench} number={Number(item.dataset.task)} />,
				spot,
			);
			return spot;
		});
		return () => {
			for (const spot of spots) {
				render(null, spot);
				spot.remove();
			}
		};
	}, [bench, prompt]);
}

const ICON = { unknown: "dot", passed: "check", open: "cross" } as const;

function TaskState({ bench, number }: { bench: Workbench; number: number }) {
	const rows = bench.shown.value.rows
		.map(({ state, tasks }, index) => ({ state, tasks, index }))
		.filter(({ tasks }) => tasks.includes(number));
	const [first] = rows;
	if (!first) return null;
	const isTold = bench.settings.value["feedback.showPassFail"];
	const passed = rows.filter(({ state }) => state === "passed").length;
	const open = rows.find(({ state }) => state === "open");
	const state = !isTold
		? "unknown"
		: open
			? "open"
			: passed === rows.length
				? "passed"
				: "unknown";
	const labels = {
		unknown: plural(rows.length, { one: "{0} check", other: "{0} checks" }),
		passed: t("Passed"),
		open:
			rows.length === 1
				? t("Not yet")
				: t("Not yet: {0} of {1}", passed, rows.length),
	};
	// There is room for each label, so that no result breaks the task's lines anew.
	return (
		<span class="task-states">
			<button
				type="button"
				class={`task-state task-${state}`}
				lang={currentLanguage()}
				onClick={() => focusOn(checkId(((isTold && open) || first).index))}
			>
				<Icon name={ICON[state]} />
				<span class="unseen">{t("Task {0}:", number)} </span>
				{labels[state]}
			</button>
			{Object.entries(labels).map(([of, label]) => (
				<span
					key={of}
					class={`task-state task-room task-${of}`}
					data-label={label}
				/>
			))}
		</span>
	);
}
