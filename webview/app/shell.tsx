import { useEffect, useState } from "preact/hooks";
import { t } from "../l10n/l10n.ts";
import { AccountMenu } from "./account/account-menu.tsx";
import { SignInLink, SignOutButton } from "./account/sign-in-links.tsx";
import { announcement } from "./announce.ts";
import { useApp } from "./app.ts";
import { CatalogueScreen } from "./catalogue/catalogue-screen.tsx";
import { ChallengeRoute } from "./challenge/lazy-route.tsx";
import { Icon } from "./elements/icon.tsx";
import { Logo } from "./elements/tree-drawings.tsx";
import { LazyScreen } from "./lazy-screen.tsx";
import { NotFoundScreen } from "./not-found/not-found-screen.tsx";
import { dismiss, ownNotices } from "./notices.ts";
import { PackScreen } from "./pack/pack-screen.tsx";
import { addressOf, type Route } from "./router.ts";
import { useSignalValue } from "./screen-hooks.ts";
import { Shortcuts } from "./shortcuts/shortcuts.tsx";
import { ThemeChoice } from "./theme/theme-choice.tsx";

/** Layout of every screen: skip link, header, notices, live region. */
export function Shell() {
	const { router, host } = useApp();
	if (host.files.edits === "host") return <PanelShell />;
	return (
		<div class={`shell shell-${router.route.value.screen}`}>
			<a class="skip" href="#content">
				{t("Skip to content")}
			</a>
			<header class="header">
				<a
					class="brand"
					href={document.documentElement.dataset.home ?? addressOf.catalogue}
				>
					<Logo />
					Treeline
				</a>
				<a
					class="settings-link"
					href={addressOf.settings}
					title={t("Settings")}
					aria-current={
						router.route.value.screen === "settings" ? "page" : undefined
					}
				>
					<Icon name="gear" />
					<span class="unseen">{t("Settings")}</span>
				</a>
				<ThemeChoice />
				<AccountMenu />
			</header>
			<Notices />
			<main id="content" tabIndex={-1}>
				<Screen />
			</main>
			<p class="unseen" role="status">
				{announcement}
			</p>
			<Shortcuts />
		</div>
	);
}

/** Layout in an editor's panel: the editor has its own title, colours and sign-in. */
function PanelShell() {
	return (
		<>
			<Notices />
			<main>
				<Screen />
			</main>
			<p class="unseen" role="status">
				{announcement}
			</p>
		</>
	);
}

function Screen() {
	const { router, cache } = useApp();
	return (
		<RouteScreen key={cache.generation.value} route={router.route.value} />
	);
}

function RouteScreen({ route }: { route: Route }) {
	switch (route.screen) {
		case "catalogue":
			return <CatalogueScreen />;
		case "pack":
			return <PackScreen key={route.pack} slug={route.pack} />;
		case "challenge":
			return (
				<ChallengeRoute
					key={`${route.pack}/${route.challenge}`}
					pack={route.pack}
					challenge={route.challenge}
				/>
			);
		case "account":
			return <LazyScreen key="account" name="account" />;
		case "settings":
			return <LazyScreen key="settings" name="settings" />;
		case "classes":
		case "join":
			return <LazyScreen key="classes" name="classes" />;
		case "admin":
			return <LazyScreen key="admin" name="admin" />;
		case "studio":
			return <LazyScreen key="studio" name="studio" />;
		case "not-found":
			return <NotFoundScreen path={route.path} />;
	}
}

const TONE_ICON = {
	success: "check",
	info: "clock",
	warning: "alert",
} as const;

function Notices() {
	const { notices, attempts, reload } = useApp().host;
	const hostNotices = useSignalValue(notices);
	const [closed, close] = useState<readonly string[]>([]);
	const all = [...hostNotices, ...ownNotices.value];
	const open = all.filter(({ id }) => !closed.includes(id));
	// A dismissed notice is shown again if it was gone meanwhile.
	const present = all.map(({ id }) => id).join();
	useEffect(
		() => close((ids) => ids.filter((id) => present.includes(id))),
		[present],
	);
	return (
		<div class="notices" role="status">
			{open.map(({ id, text, tone = "warning", offers = [] }) => (
				<p key={id} class={`notice notice-${tone}`}>
					<Icon name={TONE_ICON[tone]} />
					<span>{text}</span>
					{offers.includes("sign-in") && (
						<SignInLink>{t("Sign in again")}</SignInLink>
					)}
					{offers.includes("settings") && (
						<a class="button" href={addressOf.settings}>
							{t("Settings")}
						</a>
					)}
					{offers.includes("sign-out") && <SignOutButton class="button" />}
					{offers.includes("send") && (
						<button
							type="button"
							class="button"
							onClick={() => void attempts.send()}
						>
							{t("Send now")}
						</button>
					)}
					{offers.includes("reload") && (
						<button type="button" class="button" onClick={reload}>
							{t("Reload")}
						</button>
					)}
					<button
						type="button"
						class="button-quiet"
						onClick={() => {
							close([...closed, id]);
							dismiss(id);
						}}
					>
						<Icon name="cross" />
						<span class="unseen">{t("Dismiss this note")}</span>
					</button>
				</p>
			))}
		</div>
	);
}
