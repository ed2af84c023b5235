import { effect } from "@preact/signals";
import type { Challenge } from "@treeline/api/shapes";
import { useEffect, useMemo } from "preact/hooks";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import { stripBackticks } from "../elements/inline-code.tsx";
import { createWorkbench, type Workbench } from "./workbench.ts";

/** One workbench per challenge and version; a debrief that arrives later keeps it. */
export function useWorkbench(
	challenge: Challenge,
	onPassed: () => void,
): Workbench {
	const { host } = useApp();
	const bench = useMemo(
		() => createWorkbench(host, challenge, onPassed),
		[host, challenge._id, challenge.version],
	);
	useEffect(() => {
		const stopAnnouncing = announceOutcomes(bench);
		// In a panel the editor saves.
		const savesHere = host.files.edits === "page";
		const onKey = (event: KeyboardEvent) => {
			const command = event.ctrlKey || event.metaKey;
			const verifies = event.key === "Enter" || (isSave(event) && savesHere);
			if (!command || !verifies || event.defaultPrevented) return;
			event.preventDefault();
			void bench.verify();
		};
		const onHide = () => {
			if (document.visibilityState === "hidden") bench.pause();
		};
		window.addEventListener("keydown", onKey);
		document.addEventListener("visibilitychange", onHide);
		return () => {
			stopAnnouncing();
			window.removeEventListener("keydown", onKey);
			document.removeEventListener("visibilitychange", onHide);
			bench.close();
		};
	}, [bench]);
	return bench;
}

const isSave = ({ key, altKey, shiftKey }: KeyboardEvent) =>
	key.toLowerCase() === "s" && !altKey && !shiftKey;

/** Announces each outcome once. */
function announceOutcomes(bench: Workbench) {
	let announced: number | null = null;
	return effect(() => {
		const outcome = bench.outcome.value;
		if (outcome.state === "checked") {
			const { verdict, cause } = outcome;
			const passing = verdict.rows.filter(
				({ state }) => state === "passed",
			).length;
			// While typing, only a change of the number is worth an interruption; what was there before is none.
			const isNews = cause === "typed" && passing !== announced;
			if (cause === "asked" || isNews)
				announce(stripBackticks(verdict.summary));
			announced = passing;
		}
		if (outcome.state === "broken")
			announce(`The check could not run. ${outcome.reason}`);
	});
}
