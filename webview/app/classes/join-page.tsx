/** What a join link leads to: the class, what joining it shares, and joining it, with a sign-in that comes back here. */
import { useCallback, useState } from "preact/hooks";
import type { Classes } from "../../host/classes.ts";
import { blockedText } from "../../host/notices.ts";
import { t } from "../../l10n/l10n.ts";
import { SignInLink, SignOutButton } from "../account/sign-in-links.tsx";
import { asApiError, useRead } from "../account/use-read.ts";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import { Failure } from "../elements/failure.tsx";
import { addressOf } from "../router.ts";
import { useScreen, useSignalValue } from "../screen-hooks.ts";
import { addressOfClass } from "./class-address.ts";
import { SharedData } from "./shared-data.tsx";

interface JoinPageProps {
	classes: Classes;
	token: string;
}

export function JoinPage({ classes, token }: JoinPageProps) {
	const { account } = useApp().host;
	const { state } = useSignalValue(account.state);
	const isKnown = state !== "loading";
	const read = useCallback(
		async () => (isKnown ? classes.invitation(token) : null),
		[classes, token, isKnown],
	);
	const { load, retry } = useRead(read);
	const isMissing = load.state === "failed" && load.error.status === 404;
	const title =
		load.state === "ready" && load.value
			? t("Join a class")
			: load.state === "failed"
				? isMissing
					? t("This link does not work")
					: t("The class could not be loaded")
				: null;
	const heading = useScreen(title);
	return (
		<div class="column classes">
			<h1 ref={heading} tabIndex={-1}>
				{title ?? t("Loading…")}
			</h1>
			{load.state === "failed" && (
				<Failure
					detail={
						isMissing
							? t("It was closed or replaced by a new one.")
							: load.error.detail
					}
					nextStep={
						isMissing
							? t("Ask your teacher for the current link.")
							: load.error.nextStep
					}
					onRetry={isMissing ? undefined : retry}
				>
					<a class="button" href={addressOf.catalogue}>
						{t("See all packs")}
					</a>
				</Failure>
			)}
			{load.state === "ready" && load.value && (
				<>
					<p class="lead">
						<bdi class="join-name">{load.value.name}</bdi>
						{t("Taught by {0}", load.value.teacherName)}
					</p>
					{load.value.joined ? (
						<>
							<p>
								{load.value.joined.role === "teacher"
									? t("This is your own class.")
									: t("You are in this class.")}
							</p>
							<p>
								<a
									class="button button-primary"
									href={addressOfClass(load.value.joined._id)}
								>
									{t("Open the class")}
								</a>
							</p>
						</>
					) : (
						<>
							<SharedData teacherName={load.value.teacherName} />
							<JoinAction classes={classes} token={token} />
						</>
					)}
				</>
			)}
		</div>
	);
}

function JoinAction({ classes, token }: JoinPageProps) {
	const { host, router } = useApp();
	const now = useSignalValue(host.account.state);
	const [working, setWorking] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const join = async () => {
		if (working) return;
		setWorking(true);
		setFault(null);
		try {
			const { _id, name } = await classes.join(token);
			announce(t("You are in the class {0} now.", name));
			router.go(addressOfClass(_id));
		} catch (error) {
			const failure = asApiError(error);
			if (failure.status === 401) await host.account.ask();
			setFault(failure.message);
			setWorking(false);
		}
	};
	if (now.state === "blocked")
		return (
			<div class="empty">
				<p class="empty-title">{t("This account is blocked")}</p>
				<p>{blockedText(now.reason)}</p>
				<p>
					<SignOutButton class="button" />
				</p>
			</div>
		);
	if (now.state !== "in")
		return (
			<p class="class-actions">
				<SignInLink class="button button-primary">
					{t("Sign in to join")}
				</SignInLink>
				<span class="facts">{t("Then you come back to this page.")}</span>
			</p>
		);
	return (
		<>
			{fault !== null && (
				<p class="class-fault" role="alert">
					{fault}
				</p>
			)}
			<p class="class-actions">
				<button
					type="button"
					class="button button-primary"
					aria-disabled={working}
					onClick={() => void join()}
				>
					{working ? t("Joining…") : t("Join the class as {0}", now.user.name)}
				</button>
				<a class="button button-quiet" href={addressOf.catalogue}>
					{t("Not now")}
				</a>
			</p>
		</>
	);
}
