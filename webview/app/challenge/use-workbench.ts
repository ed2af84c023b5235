import { effect } from "@preact/signals";
import type { Challenge } from "@treeline/api/client-types";
import { useEffect, useMemo } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import { stripBackticks } from "../elements/inline-code.tsx";
import { dismiss, inform, notify } from "../notices.ts";
import { createWorkbench, type Workbench } from "./workbench.ts";

/** One workbench per challenge and version; a debrief that arrives later keeps it. */
export function useWorkbench(
	challenge: Challenge,
	onPassed: () => unknown,
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
			if (event.defaultPrevented) return;
			const saves = isSave(event) && savesHere;
			const formats = isFormat(event) && savesHere;
			if (!saves && !formats && !isVerify(event)) return;
			event.preventDefault();
			if (formats) void formatFiles(bench);
			else void bench.verify(saves ? "saved" : "asked");
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

const isSave = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
	key.toLowerCase() === "s" && (ctrlKey || metaKey) && !altKey && !shiftKey;

const isVerify = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
	key === "Enter" && (ctrlKey || metaKey);

/** By the key's place: with Alt, a Mac types another character. */
const isFormat = ({
	code,
	altKey,
	shiftKey,
	ctrlKey,
	metaKey,
}: KeyboardEvent) =>
	code === "KeyF" && altKey && shiftKey && !ctrlKey && !metaKey;

/** Formats the files, if the formatter is switched on, and says why it could not. */
export async function formatFiles({
	settings,
	format,
}: Workbench): Promise<void> {
	dismiss(NOT_FORMATTED);
	if (!settings.peek()["formatter.enabled"])
		return inform(
			NOT_FORMATTED,
			t("The formatter is switched off. You can switch it on in the settings."),
			["settings"],
		);
	try {
		await format();
		announce(t("Your files are formatted."));
	} catch (error) {
		notify(NOT_FORMATTED, t("Your files could not be formatted."), error);
	}
}

const NOT_FORMATTED = "not-formatted";

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
			announce(t("The check could not run. {0}", outcome.reason));
	});
}
