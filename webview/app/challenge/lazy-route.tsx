/** Lazy route of a challenge: loads its data and the screen's code in parallel. */
import type { Challenge } from "@treeline/api/client-types";
import type { ComponentType } from "preact";
import { useCallback, useEffect } from "preact/hooks";
import type { ChallengeKey, Host } from "../../host/host.ts";
import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import { Failure } from "../elements/failure.tsx";
import { notLoaded, useLazy } from "../lazy-screen.tsx";
import { addressOf } from "../router.ts";
import { useEntry, useScreen } from "../screen-hooks.ts";
import type { ChallengeScreenProps } from "./challenge-screen.tsx";

type ChallengeView = ComponentType<ChallengeScreenProps>;

export function ChallengeRoute({ pack, challenge }: ChallengeKey) {
	const { host, cache } = useApp();
	const entry = cache.challenge({ pack, challenge });
	const load = useEntry(entry);
	const loadScreen = useCallback(() => loadChallengeScreen(host), [host]);
	const { part: ChallengeView, failed, retry } = useLazy(loadScreen);
	useNoteOpened(load.state === "ready" ? load.value : null);
	if (load.state === "failed")
		return (
			<LoadError
				title={
					load.error.status === 404
						? t("Challenge not found")
						: t("This challenge could not be loaded")
				}
				detail={load.error.detail}
				nextStep={load.error.nextStep}
				onRetry={
					load.error.status === 404 ? undefined : () => void entry.refresh()
				}
				pack={pack}
			/>
		);
	if (failed)
		return (
			<LoadError
				title={t("The editor could not be loaded")}
				{...notLoaded()}
				onRetry={retry}
				pack={pack}
			/>
		);
	if (load.state === "loading" || !ChallengeView)
		return (
			<div class="column" aria-busy="true">
				<p class="opening">{t("Opening the challenge…")}</p>
			</div>
		);
	const { _id, version } = load.value;
	// A new version of the challenge mounts a new screen.
	return (
		<ChallengeView
			key={`${_id}/${version}`}
			challenge={load.value}
			onPassed={entry.refresh}
		/>
	);
}

/** Loads the screen with an editor, or the smaller one for an editor's panel. */
const loadChallengeScreen = async ({ files }: Host): Promise<ChallengeView> =>
	files.edits === "page"
		? (await import("./challenge-screen.tsx")).ChallengeScreen
		: (await import("../panel/panel-screen.tsx")).PanelScreen;

/** Loads the challenge screen's code when the browser is idle, unless data saving is on. */
export function preloadChallengeScreen(host: Host): void {
	const { connection } = navigator as { connection?: { saveData?: boolean } };
	if (connection?.saveData) return;
	const later = window.requestIdleCallback ?? setTimeout;
	// A failure is reported when the screen is opened.
	later(() => void loadChallengeScreen(host).catch(() => null));
}

/** Remembers the challenge as the one to continue with. */
function useNoteOpened(challenge: Challenge | null) {
	const { host, cache } = useApp();
	// The pack's name may arrive after the challenge.
	const known = challenge && cache.pack(challenge.packSlug).load.value;
	const name = known?.state === "ready" ? known.value.name : null;
	useEffect(() => {
		if (!challenge || host.files.edits === "host") return;
		const { packSlug: pack, slug, title, next } = challenge;
		host.progress.noteOpened({
			key: { pack, challenge: slug },
			title,
			packName: name ?? pack,
			next: next && { slug: next.slug, title: next.title },
		});
	}, [challenge, host, name]);
}

interface LoadErrorProps {
	/** Heading of the screen. */
	title: string;
	detail: string;
	nextStep: string;
	onRetry?: () => void;
	pack: string;
}

function LoadError({ pack, title, ...failure }: LoadErrorProps) {
	const heading = useScreen(title);
	return (
		<div class="column pack">
			<h1 ref={heading} tabIndex={-1}>
				{title}
			</h1>
			<Failure {...failure}>
				<a class="button" href={addressOf.pack(pack)}>
					{t("Back to the pack")}
				</a>
			</Failure>
		</div>
	);
}
