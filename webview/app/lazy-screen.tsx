/** Screens whose code is loaded when they are first opened: most visits never open them. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../l10n/l10n.ts";
import { Failure } from "./elements/failure.tsx";

/** What `load` resolves to, and the state of loading it; `load` is the same function at every rendering. */
export function useLazy<Props>(load: () => Promise<ComponentType<Props>>) {
	const [part, setPart] = useState<ComponentType<Props> | null>(null);
	const [failed, setFailed] = useState(false);
	const [turn, setTurn] = useState(0);
	useEffect(() => {
		setFailed(false);
		load().then(
			(loaded) => setPart(() => loaded),
			() => setFailed(true),
		);
	}, [load, turn]);
	return { part, failed, retry: () => setTurn((count) => count + 1) };
}

/** Detail and next step where code could not be loaded. */
export const notLoaded = () => ({
	detail: t("A part of this page could not be loaded."),
	nextStep: t(
		"Check your connection and try again; reload the page if Treeline was updated meanwhile.",
	),
});

const SCREENS = {
	account: async () =>
		(await import("./account/account-screen.tsx")).AccountScreen,
	settings: async () =>
		(await import("./settings/settings-screen.tsx")).SettingsScreen,
	classes: async () =>
		(await import("./classes/classes-screen.tsx")).ClassesScreen,
	admin: async () => (await import("./admin/admin-screen.tsx")).AdminScreen,
	studio: async () => (await import("./studio/studio-screen.tsx")).StudioScreen,
};

export function LazyScreen({ name }: { name: keyof typeof SCREENS }) {
	const { part: Screen, failed, retry } = useLazy(SCREENS[name]);
	if (Screen) return <Screen />;
	return (
		<div class="column" aria-busy={!failed}>
			{failed ? (
				<Failure
					title={t("This page could not be loaded")}
					{...notLoaded()}
					onRetry={retry}
				/>
			) : (
				<p class="opening">{t("Loading…")}</p>
			)}
		</div>
	);
}
