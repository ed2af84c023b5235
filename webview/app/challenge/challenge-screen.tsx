/** The challenge: what is asked on one side, one's files and the checks on the other. */
import type { Challenge } from "@treeline/api/client-types";
import type { Location } from "@treeline/verify/shapes";
import { useCallback, useRef, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import { LazyDialog } from "../elements/lazy-dialog.tsx";
import { useEntry, useScreen } from "../screen-hooks.ts";
import { Actions, type ChallengeDialog } from "./actions.tsx";
import { DraftConflict } from "./draft-conflict.tsx";
import { EditorPane, type Reveal } from "./editor/editor-pane.tsx";
import { TABPANEL, Tabs, tabId } from "./editor/tabs.tsx";
import { PartsNav } from "./parts-nav.tsx";
import { Prompt } from "./prompt.tsx";
import { Results } from "./results.tsx";
import { Split } from "./split.tsx";
import { Toast } from "./toast.tsx";
import { TopBar } from "./top-bar.tsx";
import { useDispute } from "./use-dispute.tsx";
import { useWorkbench } from "./use-workbench.ts";

export interface ChallengeScreenProps {
	challenge: Challenge;
	/** A pass has reached the service: what it now tells (the debrief) may be read. */
	onPassed(): unknown;
}

export function ChallengeScreen({ challenge, onPassed }: ChallengeScreenProps) {
	const { cache } = useApp();
	const pack = useEntry(cache.pack(challenge.packSlug));
	const packName =
		pack.state === "ready" ? pack.value.name : challenge.packSlug;
	const heading = useScreen(`${challenge.title} · ${packName}`);
	const bench = useWorkbench(challenge, onPassed);
	const reveal = useRef<Reveal | null>(null);
	const results = useRef<HTMLHeadingElement>(null);

	const [dialog, setDialog] = useState<ChallengeDialog | null>(null);

	const { onDispute, ...dispute } = useDispute(challenge, () =>
		bench.files.peek(),
	);

	const onOpen = useCallback((made: Reveal | null) => {
		reveal.current = made;
	}, []);
	const jump = (place: Location) => reveal.current?.(place);
	const verify = async () => {
		if (!(await bench.verify())) return;
		results.current?.focus({ preventScroll: true });
	};

	return (
		<div class="challenge">
			<TopBar
				bench={bench}
				challenge={challenge}
				packName={packName}
				total={
					pack.state === "ready" ? pack.value.challenges.length : undefined
				}
			/>
			<PartsNav />
			<Split
				label={t("Width of the instructions")}
				left={<Prompt bench={bench} challenge={challenge} heading={heading} />}
				right={
					<>
						<section class="work" aria-label={t("Your files")}>
							<DraftConflict
								bench={bench}
								onShow={() => setDialog("conflict")}
							/>
							<div role="status">
								{bench.challengeChange.value?.change.value && (
									<LazyDialog
										load={loadChange}
										what={t("The form could not be loaded.")}
										props={{ bench, onClose: () => setDialog(null) }}
									/>
								)}
							</div>
							<Tabs bench={bench} onShow={setDialog} />
							<div
								class="work-file"
								id={TABPANEL}
								role="tabpanel"
								aria-labelledby={tabId(bench.active.value)}
							>
								<EditorPane bench={bench} onOpen={onOpen} />
								<Toast bench={bench} />
							</div>
							<Actions bench={bench} onVerify={verify} onShow={setDialog} />
						</section>
						<Results
							bench={bench}
							challenge={challenge}
							heading={results}
							onJump={jump}
							onDispute={onDispute}
							onCheckOnType={bench.setCheckOnType}
							ownDisputes={dispute.list}
						/>
					</>
				}
			/>
			{dialog === "give-up" && (
				<LazyDialog
					load={loadGiveUp}
					what={t("The form could not be loaded.")}
					props={{ bench, onClose: () => setDialog(null) }}
				/>
			)}
			{dialog === "conflict" && (
				<LazyDialog
					load={loadConflict}
					what={t("The comparison could not be loaded.")}
					props={{ bench, onClose: () => setDialog(null) }}
				/>
			)}
			{dialog === "editor" && (
				<LazyDialog
					load={loadOpenInEditor}
					what={t("The form could not be loaded.")}
					props={{ bench, onClose: () => setDialog(null) }}
				/>
			)}
			{(dialog === "add-file" || dialog === "rename-file") && (
				<LazyDialog
					load={loadFileName}
					what={t("The form could not be loaded.")}
					props={{
						bench,
						renamed: dialog === "add-file" ? null : bench.active.peek(),
						onClose: () => setDialog(null),
					}}
				/>
			)}
			{(dialog === "attempts" || dialog === "starter") && (
				<LazyDialog
					load={loadAttempts}
					what={t("Your attempts could not be loaded.")}
					props={{
						bench,
						atStarter: dialog === "starter",
						onClose: () => setDialog(null),
					}}
				/>
			)}
			{dispute.dialog}
		</div>
	);
}

const loadChange = async () =>
	(await import("./challenge-change-notice.tsx")).ChallengeChangeNotice;
const loadGiveUp = async () =>
	(await import("./give-up-dialog.tsx")).GiveUpDialog;
const loadOpenInEditor = async () =>
	(await import("./open-in-editor-dialog.tsx")).OpenInEditorDialog;
const loadFileName = async () =>
	(await import("./file-name-dialog.tsx")).FileNameDialog;
const loadConflict = async () =>
	(await import("./draft-conflict-dialog.tsx")).DraftConflictDialog;
const loadAttempts = async () =>
	(await import("./attempts.tsx")).AttemptsDialog;
