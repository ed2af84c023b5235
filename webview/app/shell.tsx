import { useEffect, useState } from "preact/hooks";
import { announcement } from "./announce.ts";
import { useApp } from "./app.ts";
import { CatalogueScreen } from "./catalogue/catalogue-screen.tsx";
import { ChallengeDoor } from "./challenge/door.tsx";
import { Icon } from "./elements/icon.tsx";
import { Logo } from "./elements/trees.tsx";
import { MissingScreen } from "./missing/missing-screen.tsx";
import { dismiss, ownNotices } from "./notices.ts";
import { PackScreen } from "./pack/pack-screen.tsx";
import { addressOf } from "./router.ts";
import { useEntry, useWatch } from "./screen.ts";
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
				<SignedIn />
				<ThemeChoice />
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
	const route = useApp().router.route.value;
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
		case "missing":
			return <MissingScreen path={route.path} />;
	}
}

/** Who is signed in; nothing at all while nobody is, or while that cannot be known. */
function SignedIn() {
	const load = useEntry(useApp().library.session());
	if (load.state !== "ready" || !load.value.user) return null;
	return (
		<p class="signed-in">
			<span class="unseen">Signed in as </span>
			{load.value.user.name}
		</p>
	);
}

function Notices() {
	const { notices } = useApp().host;
	useWatch(notices.watch);
	const [closed, close] = useState<readonly string[]>([]);
	const all = [...notices.read(), ...ownNotices.value];
	const open = all.filter(({ id }) => !closed.includes(id));
	// A notice that went away and comes back is news again.
	const present = all.map(({ id }) => id).join();
	useEffect(
		() => close((ids) => ids.filter((id) => present.includes(id))),
		[present],
	);
	return (
		<div class="notices" role="status">
			{open.map(({ id, text }) => (
				<p key={id} class="notice">
					<Icon name="alert" />
					<span>{text}</span>
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
