/** The door to a challenge: while its data arrives, the code of the challenge room does too; neither burdens the first paint. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ChallengeKey, Host } from "../../host/host.ts";
import { useApp } from "../app.ts";
import { Failure } from "../elements/failure.tsx";
import { addressOf } from "../router.ts";
import { useEntry, useScreen } from "../screen-hooks.ts";
import type { ChallengeScreenProps } from "./challenge-screen.tsx";

type Room = ComponentType<ChallengeScreenProps>;

export function ChallengeDoor({ pack, challenge }: ChallengeKey) {
	const { library } = useApp();
	const entry = library.challenge({ pack, challenge });
	const load = useEntry(entry);
	const { room: Room, failed, retry } = useRoom();
	if (load.state === "failed")
		return (
			<Closed
				title={
					load.error.status === 404
						? "Challenge not found"
						: "This challenge could not be loaded"
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
			<Closed
				title="The editor could not be loaded"
				detail="A part of this page could not be loaded."
				nextStep="Check your connection and try again; reload the page if Treeline was updated meanwhile."
				onRetry={retry}
				pack={pack}
			/>
		);
	if (load.state === "loading" || !Room)
		return (
			<div class="column" aria-busy="true">
				<p class="opening">Opening the challenge…</p>
			</div>
		);
	const { _id, version } = load.value;
	// A new version is new work: everything in the room begins with it.
	return (
		<Room
			key={`${_id}/${version}`}
			challenge={load.value}
			onPassed={entry.refresh}
		/>
	);
}

/** The page's own room has an editor; beside an editor there is a smaller one. */
const loadRoom = async ({ files }: Host): Promise<Room> =>
	files.edits === "page"
		? (await import("./challenge-screen.tsx")).ChallengeScreen
		: (await import("../panel/panel-screen.tsx")).PanelScreen;

/** Fetches the challenge screen's code while nothing else is to do, unless the reader saves data. */
export function prepareRoom(host: Host): void {
	const { connection } = navigator as { connection?: { saveData?: boolean } };
	if (connection?.saveData) return;
	const later = window.requestIdleCallback ?? setTimeout;
	// A failure here is told when the room is entered.
	later(() => void loadRoom(host).catch(() => null));
}

/** The challenge screen's code, read once. */
function useRoom() {
	const { host } = useApp();
	const [room, setRoom] = useState<Room | null>(null);
	const [failed, setFailed] = useState(false);
	const [turn, setTurn] = useState(0);
	useEffect(() => {
		setFailed(false);
		loadRoom(host).then(
			(loaded) => setRoom(() => loaded),
			() => setFailed(true),
		);
	}, [host, turn]);
	return { room, failed, retry: () => setTurn((count) => count + 1) };
}

interface ClosedProps {
	title: string;
	detail: string;
	nextStep: string;
	onRetry?: () => void;
	pack: string;
}

function Closed({ pack, ...failure }: ClosedProps) {
	const heading = useScreen("Challenge not available");
	return (
		<div class="column pack">
			<h1 ref={heading} tabIndex={-1}>
				Challenge not available
			</h1>
			<Failure {...failure}>
				<a class="button" href={addressOf.pack(pack)}>
					Back to the pack
				</a>
			</Failure>
		</div>
	);
}
