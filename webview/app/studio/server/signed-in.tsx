/** Who is not signed in learns here what the studio is, and how it is used without an account. */
import type { ComponentChildren } from "preact";
import { blockedText } from "../../../host/notices.ts";
import { t } from "../../../l10n/l10n.ts";
import { SignInLink, SignOutButton } from "../../account/sign-in-links.tsx";
import { useApp } from "../../app.ts";
import { Failure } from "../../elements/failure.tsx";
import { InlineCode } from "../../elements/inline-code.tsx";
import { useScreen, useSignalValue } from "../../screen-hooks.ts";

/** Shows its content to an author who is signed in, with their name. */
export function SignedIn({
	children,
}: {
	children(userName: string): ComponentChildren;
}) {
	const { account, files } = useApp().host;
	const now = useSignalValue(account.state);
	// In a panel the editor signs in.
	if (files.edits === "host") return <>{children("")}</>;
	if (now.state === "in") return <>{children(now.user.name)}</>;
	return <SignedOut />;
}

/** Signs in after a session has ended, here or in the editor around the page. */
export function SignInAgain() {
	const { author } = useApp().host;
	return author?.signIn ? (
		<button type="button" class="button" onClick={author.signIn}>
			{t("Sign in")}
		</button>
	) : (
		<SignInLink class="button">{t("Sign in")}</SignInLink>
	);
}

function SignedOut() {
	const { account } = useApp().host;
	const now = useSignalValue(account.state);
	const heading = useScreen(t("Studio"));
	if (now.state === "loading")
		return (
			<div class="column" aria-busy="true">
				<p class="opening">{t("Loading…")}</p>
			</div>
		);
	return (
		<div class="column studio-waiting">
			<h1 ref={heading} tabIndex={-1}>
				{t("The studio")}
			</h1>
			<p class="lead">
				{t(
					"Write a challenge, type a pattern, and see at once what it matches in your solution and in every right and wrong answer.",
				)}
			</p>
			{now.state === "unknown" && (
				<Failure
					title={t("Your account could not be loaded")}
					detail={now.error.detail}
					nextStep={now.error.nextStep}
					onRetry={() => void account.ask()}
				/>
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
			{account.offered && (now.state === "out" || now.state === "ended") && (
				<div class="empty">
					<p class="empty-title">
						{now.state === "out"
							? t("You are signed out")
							: t("Your session has ended")}
					</p>
					<p>
						{now.state === "out"
							? t("Sign in to write packs here.")
							: t("Sign in again. Edits that are not saved are kept.")}
					</p>
					<p>
						<SignInLink class="button button-primary">
							{t("Sign in")}
						</SignInLink>
					</p>
				</div>
			)}
			<p>
				<InlineCode
					text={t(
						"For a pack in a folder of yours, run `npm run packs -- studio <folder of your pack>` and open the address that it prints.",
					)}
				/>
			</p>
		</div>
	);
}
