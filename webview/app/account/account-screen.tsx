/** The account: progress, disputes at own packs, sessions, personal tokens, export and deletion. */
import { useMemo, useRef, useState } from "preact/hooks";
import { createAccountRecords } from "../../host/account-records.ts";
import { blockedText } from "../../host/notices.ts";
import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import { Failure } from "../elements/failure.tsx";
import { NotFoundScreen } from "../not-found/not-found-screen.tsx";
import { addressOf } from "../router.ts";
import { useScreen, useSignalValue } from "../screen-hooks.ts";
import "./account-styles.ts";
import { Activity } from "./activity.tsx";
import { Initials } from "./initials.tsx";
import { OwnData } from "./own-data.tsx";
import { PackDisputes } from "./pack-disputes.tsx";
import { PersonalTokens } from "./personal-tokens.tsx";
import { RemoveWorkDialog } from "./remove-work-dialog.tsx";
import { SessionList } from "./session-list.tsx";
import { SignInLink, SignOutButton } from "./sign-in-links.tsx";
import { useSessions } from "./use-sessions.ts";

// The menu opens it, too: one part of the page is loaded for both.
export { RemoveWorkDialog };

export function AccountScreen() {
	const { account } = useApp().host;
	const { state } = useSignalValue(account.state);
	if (!account.offered || state === "unavailable")
		return <NotFoundScreen path={location.pathname} />;
	return <Account />;
}

function Account() {
	const { account } = useApp().host;
	const heading = useScreen(t("Your account"));
	const now = useSignalValue(account.state);
	return (
		<div class="column account">
			<h1 ref={heading} tabIndex={-1}>
				{t("Your account")}
			</h1>
			{now.state === "loading" && (
				<p class="lead" role="status">
					{t("Loading your account…")}
				</p>
			)}
			{now.state === "unknown" && (
				<Failure
					title={t("Your account could not be loaded")}
					detail={now.error.detail}
					nextStep={now.error.nextStep}
					onRetry={() => void account.ask()}
				/>
			)}
			{(now.state === "out" || now.state === "ended") && (
				<div class="empty">
					<p class="empty-title">
						{now.state === "out"
							? t("You are signed out")
							: t("Your session has ended")}
					</p>
					<p>
						{t(
							"Sign in to sync your progress with your other browsers and with VS Code.",
						)}
					</p>
					<p>
						<SignInLink class="button button-primary">
							{t("Sign in")}
						</SignInLink>
					</p>
				</div>
			)}
			{now.state === "blocked" && (
				<div class="empty">
					<p class="empty-title">{t("This account is blocked")}</p>
					<p>{blockedText(now.reason)}</p>
					<p>
						<SignOutButton class="button" />
					</p>
				</div>
			)}
			{now.state === "in" && (
				<>
					<div class="account-person">
						<Initials name={now.user.name} />
						<p class="account-name">{now.user.name}</p>
						<SignOutButton class="button" />
						<RemoveWorkButton />
					</div>
					<AccountParts name={now.user.name} />
				</>
			)}
		</div>
	);
}

function RemoveWorkButton() {
	const [isOpen, setOpen] = useState(false);
	if (!useApp().host.service) return null;
	return (
		<>
			<button
				type="button"
				class="button"
				aria-haspopup="dialog"
				onClick={() => setOpen(true)}
			>
				{t("Sign out and remove my work…")}
			</button>
			{isOpen && <RemoveWorkDialog onClose={() => setOpen(false)} />}
		</>
	);
}

/** Progress, disputes, tokens and data, where this page has them. */
function AccountParts({ name }: { name: string }) {
	const { service, account } = useApp().host;
	const records = useMemo(
		() => service && createAccountRecords(service, account),
		[service, account],
	);
	return (
		<>
			{records && (
				<>
					<Activity records={records} />
					<section aria-labelledby="own-packs-heading" class="account-part">
						<h2 id="own-packs-heading">{t("Your packs")}</h2>
						<p class="facts">
							{t(
								"Packs of challenges that you write. Nobody else sees one until you publish it.",
							)}
						</p>
						<p>
							<a class="button" href={addressOf.studio}>
								{t("Open the studio")}
							</a>
						</p>
					</section>
					<PackDisputes records={records} />
				</>
			)}
			<Sessions />
			{records && (
				<>
					<PersonalTokens records={records} />
					<OwnData records={records} name={name} />
				</>
			)}
		</>
	);
}

function Sessions() {
	const heading = useRef<HTMLHeadingElement>(null);
	// The button that was pressed may have gone with its row.
	const { load, retry, end, endOthers, endAll, ending } = useSessions(() =>
		heading.current?.focus(),
	);
	return (
		<section aria-labelledby="sessions-heading" class="account-part">
			<h2 id="sessions-heading" ref={heading} tabIndex={-1}>
				{t("Sessions")}
			</h2>
			{load.state === "loading" && (
				<p role="status">{t("Loading sessions…")}</p>
			)}
			{load.state === "failed" && (
				<Failure
					title={t("Your sessions could not be loaded")}
					detail={load.error.detail}
					nextStep={load.error.nextStep}
					onRetry={retry}
				/>
			)}
			{load.state === "ready" && (
				<SessionList
					rows={load.value}
					ending={ending}
					onEnd={end}
					onEndOthers={endOthers}
					onEndAll={endAll}
				/>
			)}
		</section>
	);
}
