/** The challenge in an editor's panel: prompt, hints and checks; the editor holds the files. */
import { useEffect, useRef } from "preact/hooks";
import type { HostFiles } from "../../host/host.ts";
import { relevantFiles } from "../../host/relevant-files.ts";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import { Actions } from "../challenge/actions.tsx";
import type { ChallengeScreenProps } from "../challenge/challenge-screen.tsx";
import { Prompt } from "../challenge/prompt.tsx";
import { Results } from "../challenge/results.tsx";
import { TopBar } from "../challenge/top-bar.tsx";
import { useDispute } from "../challenge/use-dispute.tsx";
import { useWorkbench } from "../challenge/use-workbench.ts";
import type { Workbench } from "../challenge/workbench.ts";
import { useEntry, useScreen } from "../screen-hooks.ts";
import { adoptStyles } from "../theme/adopt-styles.ts";
import style from "./panel.css" with { type: "text" };

adoptStyles(style);

export function PanelScreen({ challenge, onPassed }: ChallengeScreenProps) {
	const { host, cache } = useApp();
	if (host.files.edits !== "host")
		throw new Error("this screen stands beside an editor that holds the files");
	const { files } = host;
	const pack = useEntry(cache.pack(challenge.packSlug));
	const known = pack.state === "ready" ? pack.value : null;
	const packName = known?.name ?? challenge.packSlug;
	const heading = useScreen(`${challenge.title} · ${packName}`);
	const bench = useWorkbench(challenge, onPassed);
	const results = useRef<HTMLHeadingElement>(null);
	// The folder may hold private files.
	const { onDispute, ...dispute } = useDispute(challenge, () =>
		relevantFiles(bench.files.peek(), challenge),
	);
	useHostCommands(files, bench, challenge.hints.length, onPassed);
	return (
		<div class="panel">
			<TopBar
				bench={bench}
				challenge={challenge}
				packName={packName}
				total={known?.challenges.length}
			/>
			<Prompt bench={bench} challenge={challenge} heading={heading} />
			<Actions bench={bench} onVerify={() => void bench.verify()} />
			<Results
				bench={bench}
				challenge={challenge}
				heading={results}
				onJump={(place) => files.reveal(bench.key, place)}
				onDispute={onDispute}
				ownDisputes={dispute.list}
			/>
			{dispute.dialog}
		</div>
	);
}

/** Handles the editor's commands while this screen is mounted. */
function useHostCommands(
	files: HostFiles,
	bench: Workbench,
	hints: number,
	refresh: () => unknown,
) {
	useEffect(
		() =>
			files.registerHostCommands(bench.key, {
				async verify() {
					const outcome = await bench.verify();
					if (outcome?.state === "broken") throw new Error(outcome.reason);
					return outcome?.state === "checked"
						? {
								summary: outcome.verdict.summary,
								passed: outcome.verdict.passed,
							}
						: { summary: t("The check was cancelled."), passed: false };
				},
				showHint() {
					bench.showHint();
					requestAnimationFrame(() =>
						document
							.querySelector(".hints li:last-child")
							?.scrollIntoView({ block: "nearest" }),
					);
					return { shown: bench.hintsShown.peek(), of: hints };
				},
				refresh,
				async showExplanation() {
					const read = async () => {
						await refresh();
						// After the page has rendered what was read.
						await new Promise((resolve) => setTimeout(resolve));
						return document.querySelector(".debrief");
					};
					// The first read may have begun before the challenge was given up.
					const explanation = (await read()) ?? (await read());
					if (!explanation)
						throw new Error(t("The explanation could not be loaded."));
					explanation.scrollIntoView({ block: "nearest" });
					announce(t("The explanation is below the checks."));
				},
			}),
		[files, bench, hints, refresh],
	);
}
