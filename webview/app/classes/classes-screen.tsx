/** The classes' screens: the list, a class as its teacher or a learner sees it, and the page that a join link leads to. */
import { useMemo } from "preact/hooks";
import { createClasses } from "../../host/classes.ts";
import { blockedText } from "../../host/notices.ts";
import { t } from "../../l10n/l10n.ts";
import { SignInLink, SignOutButton } from "../account/sign-in-links.tsx";
import { useApp } from "../app.ts";
import { Failure } from "../elements/failure.tsx";
import { NotFoundScreen } from "../not-found/not-found-screen.tsx";
import { useScreen, useSignalValue } from "../screen-hooks.ts";
import { adoptStyles } from "../theme/adopt-styles.ts";
import { ClassList } from "./class-list.tsx";
import { ClassPage } from "./class-page.tsx";
import style from "./classes.css" with { type: "text" };
import { JoinPage } from "./join-page.tsx";

adoptStyles(style);

export function ClassesScreen() {
	const { host, router } = useApp();
	const route = router.route.value;
	const { state } = useSignalValue(host.account.state);
	const classes = useMemo(
		() => host.service && createClasses(host.service),
		[host],
	);
	if (!host.account.offered || state === "unavailable" || !classes)
		return <NotFoundScreen path={location.pathname} />;
	if (route.screen === "join")
		return <JoinPage key={route.token} classes={classes} token={route.token} />;
	const id = route.screen === "classes" ? route.id : null;
	if (state !== "in") return <NotSignedIn />;
	return id === null ? (
		<ClassList classes={classes} />
	) : (
		<ClassPage key={id} classes={classes} id={id} />
	);
}

/** What stands in place of the classes of someone who is not signed in. */
function NotSignedIn() {
	const { account } = useApp().host;
	const heading = useScreen(t("Classes"));
	const now = useSignalValue(account.state);
	return (
		<div class="column classes">
			<h1 ref={heading} tabIndex={-1}>
				{t("Classes")}
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
						{t("Sign in to teach a class, or to see what yours has to do.")}
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
		</div>
	);
}
