import { useEffect, useState } from "preact/hooks";
import { Corner } from "./account/account-menu.tsx";
import { AccountScreen } from "./account/account-screen.tsx";
import { SignIn, SignOut } from "./account/sign-in-links.tsx";
import { announcement } from "./announce.ts";
import { useApp } from "./app.ts";
import { CatalogueScreen } from "./catalogue/catalogue-screen.tsx";
import { ChallengeDoor } from "./challenge/lazy-route.tsx";
import { Icon } from "./elements/icon.tsx";
import { Logo } from "./elements/tree-drawings.tsx";
import { MissingScreen } from "./not-found/not-found-screen.tsx";
import { dismiss, ownNotices } from "./notices.ts";
import { PackScreen } from "./pack/pack-screen.tsx";
import { addressOf, type Route } from "./router.ts";
import { useWatched } from "./screen-hooks.ts";
import { ThemeChoice } from "./theme/theme-choice.tsx";

/** What stands around every screen: skip link, header, notices, and the one live region. */
export function Shell() {
	const { router, host } = useApp();
	if (host.files.edits === "host") return <Beside />;
	return (
		<div class={`shell shell-${router.route.value.screen}`}>
			<a class="skip" href="#content">
				Skip to content
			</a>
			<header class="header">
				<a class="brand" href={addressOf.catalogue}>
					<Logo />
					Treeline
				</a>
				<ThemeChoice />
				<Corner />
			</header>
			<Notices />
			<main id="content" tabIndex={-1}>
				<Screen />
			</main>
			<p class="unseen" role="status">
				{announcement}
			</p>
		</div>
	);
}

/** Beside an editor, which brings its own title, colours and sign-in. */
function Beside() {
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
	const { router, library } = useApp();
	return <Screenful key={library.reader.value} route={router.route.value} />;
}

function Screenful({ route }: { route: Route }) {
	switch (route.screen) {
		case "catalogue":
			return <CatalogueScreen />;
		case "pack":
			return <PackScreen key={route.pack} slug={route.pack} />;
		case "challenge":
			return (
				<ChallengeDoor
					key={`${route.pack}/${route.challenge}`}
					pack={route.pack}
					challenge={route.challenge}
				/>
			);
		case "account":
			return <AccountScreen />;
		case "missing":
			return <MissingScreen path={route.path} />;
	}
}

const TONE_ICON = {
	success: "check",
	info: "clock",
	warning: "alert",
} as const;

function Notices() {
	const { notices, attempts } = useApp().host;
	const told = useWatched(notices);
	const [closed, close] = useState<readonly string[]>([]);
	const all = [...told, ...ownNotices.value];
	const open = all.filter(({ id }) => !closed.includes(id));
	// A notice that went away and comes back is news again.
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
					{offers.includes("sign-in") && <SignIn>Sign in again</SignIn>}
					{offers.includes("sign-out") && <SignOut class="button" />}
					{offers.includes("send") && (
						<button
							type="button"
							class="button"
							onClick={() => void attempts.send()}
						>
							Send now
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
						<span class="unseen">Dismiss this note</span>
					</button>
				</p>
			))}
		</div>
	);
}
