/** The studio: an author's pack, its challenges, and what each check matches. Loaded when it is first opened. */
import { useMemo } from "preact/hooks";
import type { Records } from "../../host/host.ts";
import {
	type AuthorCaller,
	type StudioChallenge,
	StudioError,
	type StudioPack,
	type StudioStore,
} from "../../host/studio.ts";
import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import { Failure } from "../elements/failure.tsx";
import { useScreen } from "../screen-hooks.ts";
import { ChallengeList } from "./challenge-list.tsx";
import { ChallengeStudio } from "./challenge-studio.tsx";
import { createEditing, type Editing } from "./editing.ts";
import { createHttpStore } from "./http-store.ts";
import { OwnPacks } from "./server/own-packs.tsx";
import { createServerStore } from "./server/server-store.ts";
import { SignedIn, SignInAgain } from "./server/signed-in.tsx";
import { useLoaded } from "./use-loaded.ts";
// The bundler puts modules that the same screens load into one chunk: without these, the page would load more and smaller ones.
import "../elements/status.tsx";
import "../notices.ts";
import "../account/initials.tsx";
import "../not-found/not-found-screen.tsx";
import "../../host/blob-verifier.ts";
import "../../host/pack-list.ts";
import "../../host/storage.ts";
import { adoptStyles } from "../theme/adopt-styles.ts";
import style from "./studio.css" with { type: "text" };

adoptStyles(style);

/** One store for as long as the page lives, so that its key outlasts a change of address. */
let httpStore: StudioStore | null = null;

/** The pack of an editor or of the tools that serve the page; on the page of a service, the author's packs there. */
export function StudioScreen() {
	const { host, router } = useApp();
	const route = router.route.value;
	const names = route.screen === "studio" ? route.names : [];
	const isOfTools = document.documentElement.dataset.home === "/studio";
	const call = host.author?.call ?? host.service?.call;
	if (call && !isOfTools)
		return (
			<SignedIn>
				{(userName) => (
					<ServerStudio call={call} userName={userName} names={names} />
				)}
			</SignedIn>
		);
	httpStore ??= host.studio ? null : createHttpStore();
	const store = host.studio ?? httpStore;
	return store && <StoreStudio store={store} challenge={names[0] ?? null} />;
}

function ServerStudio({
	call,
	userName,
	names: [pack, challenge],
}: {
	call: AuthorCaller;
	userName: string;
	names: string[];
}) {
	const { verifier } = useApp().host;
	const store = useMemo(
		() => (pack === undefined ? null : createServerStore(call, pack, verifier)),
		[call, pack, verifier],
	);
	return store ? (
		<StoreStudio key={pack} store={store} challenge={challenge ?? null} />
	) : (
		<OwnPacks call={call} userName={userName} />
	);
}

function StoreStudio({
	store,
	challenge,
}: {
	store: StudioStore;
	challenge: string | null;
}) {
	return challenge === null ? (
		<PackStudio store={store} />
	) : (
		<OpenChallenge key={challenge} store={store} slug={challenge} />
	);
}

function PackStudio({ store }: { store: StudioStore }) {
	const load = useMemo(() => () => store.pack(), [store]);
	const { value, error, retry } = useLoaded(load);
	if (!value)
		return (
			<Waiting
				title={t("Studio")}
				error={error}
				home={store.address}
				onRetry={retry}
			/>
		);
	return <ChallengeList pack={value} store={store} />;
}

interface Opened {
	pack: StudioPack;
	read: StudioChallenge;
	editing: Editing | null;
}

function OpenChallenge({ store, slug }: { store: StudioStore; slug: string }) {
	const { records } = useApp().host;
	const load = useMemo(
		() => () => open(store, records, slug),
		[store, records, slug],
	);
	const { value, error, retry } = useLoaded(load);
	const home = store.address;
	if (!value)
		return <Waiting title={slug} error={error} home={home} onRetry={retry} />;
	const { pack, read, editing } = value;
	return editing ? (
		<ChallengeStudio pack={pack} editing={editing} home={home} />
	) : (
		<Unreadable read={read} home={home} onRetry={retry} />
	);
}

async function open(
	store: StudioStore,
	records: Records,
	slug: string,
): Promise<Opened> {
	const pack = await store.pack();
	const entry = pack.challenges.find((one) => one.slug === slug);
	if (!entry)
		throw new StudioError(
			"failed",
			t('The pack has no challenge "{0}".', slug),
			t("It may have been renamed; choose one of the list."),
		);
	const read = await store.challenge(entry.path);
	const { document } = read;
	return {
		pack,
		read,
		editing:
			document &&
			createEditing(store, records, pack.folder, { ...read, document }),
	};
}

interface WaitingProps {
	title: string;
	error: StudioError | null;
	/** The address of the pack. */
	home: string;
	onRetry(): void;
}

/** Before there is something to show: loading, or why there is nothing. */
function Waiting({ title, error, home, onRetry }: WaitingProps) {
	const heading = useScreen(error ? title : null);
	if (!error)
		return (
			<div class="column" aria-busy="true">
				<p class="opening">{t("Loading…")}</p>
			</div>
		);
	return (
		<div class="column studio-waiting">
			<h1 ref={heading} tabIndex={-1}>
				{error.kind === "absent" ? t("The studio") : title}
			</h1>
			{error.kind === "absent" && (
				<p class="lead">
					{t(
						"Write a challenge, type a pattern, and see at once what it matches in your solution and in every right and wrong answer.",
					)}
				</p>
			)}
			<Failure
				detail={error.detail}
				nextStep={error.nextStep}
				{...(error.kind !== "key" && { onRetry })}
			>
				{error.kind === "failed" && (
					<a class="button" href={home}>
						{t("All challenges")}
					</a>
				)}
				{error.kind === "signed-out" && <SignInAgain />}
			</Failure>
		</div>
	);
}

/** A challenge whose files cannot be read: what is wrong, by file and line. */
function Unreadable({
	read,
	home,
	onRetry,
}: {
	read: StudioChallenge;
	home: string;
	onRetry(): void;
}) {
	const heading = useScreen(read.slug);
	return (
		<div class="column studio-waiting">
			<h1 ref={heading} tabIndex={-1}>
				{read.slug}
			</h1>
			<Failure
				title={t("The files of this challenge cannot be read")}
				detail={t("Fix them in your editor.")}
				nextStep={t("Then try again.")}
				onRetry={onRetry}
			>
				<a class="button" href={home}>
					{t("All challenges")}
				</a>
			</Failure>
			<ul class="studio-findings">
				{read.faults.map(({ file, line, column, detail }) => (
					<li key={`${file}:${line}:${detail}`}>
						<code>
							{file}
							{line === null ? "" : `:${line}:${column ?? 1}`}
						</code>
						<span>{detail}</span>
					</li>
				))}
			</ul>
		</div>
	);
}
