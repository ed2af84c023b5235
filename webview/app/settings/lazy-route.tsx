/** Lazy route of the settings: most visits never open them. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Failure } from "../elements/failure.tsx";

export function SettingsRoute() {
	const [screen, setScreen] = useState<ComponentType | "failed" | null>(null);
	const [turn, setTurn] = useState(0);
	useEffect(() => {
		import("./settings-screen.tsx").then(
			({ SettingsScreen }) => setScreen(() => SettingsScreen),
			() => setScreen("failed"),
		);
	}, [turn]);
	if (screen === null)
		return (
			<div class="column" aria-busy="true">
				<p class="opening">Opening the settings…</p>
			</div>
		);
	if (screen === "failed")
		return (
			<div class="column">
				<Failure
					title="The settings could not be loaded"
					detail="A part of this page could not be loaded."
					nextStep="Check your connection and try again; reload the page if Treeline was updated meanwhile."
					onRetry={() => {
						setScreen(null);
						setTurn((count) => count + 1);
					}}
				/>
			</div>
		);
	const Screen = screen;
	return <Screen />;
}
