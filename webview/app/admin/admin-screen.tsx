/** The administration: packs, users, disputes, the audit, content, conversations and backups, for accounts with a role. */
import "../account/account-styles.ts";
import { useMemo } from "preact/hooks";
import type { SignedIn } from "../../host/host.ts";
import { createModeration } from "../../host/moderation.ts";
import { t } from "../../l10n/l10n.ts";
import { SignInLink } from "../account/sign-in-links.tsx";
import { useApp } from "../app.ts";
import { Failure } from "../elements/failure.tsx";
import { addressOf } from "../router.ts";
import { useScreen, useSignalValue } from "../screen-hooks.ts";
import { adoptStyles } from "../theme/adopt-styles.ts";
import style from "./admin.css" with { type: "text" };
import { Audit } from "./audit.tsx";
import { Backups } from "./backups.tsx";
import { Chat } from "./chat.tsx";
import { Content } from "./content.tsx";
import { Disputes } from "./disputes.tsx";
import { Overview } from "./overview.tsx";
import { Packs } from "./packs.tsx";
import type { PartProps } from "./part.ts";
import { Users } from "./users.tsx";

adoptStyles(style);

const PARTS = {
	"": Overview,
	packs: Packs,
	users: Users,
	disputes: Disputes,
	audit: Audit,
	content: Content,
	chat: Chat,
	backups: Backups,
};
type PartName = keyof typeof PARTS;

/** Parts that moderators are not shown. */
const ADMINISTRATORS_ONLY: readonly PartName[] = ["backups"];

function titleOf(part: PartName): string {
	switch (part) {
		case "":
			return t("Overview");
		case "packs":
			return t("Packs");
		case "users":
			return t("Users");
		case "disputes":
			return t("Disputes");
		case "audit":
			return t("Audit");
		case "content":
			return t("Content");
		case "chat":
			return t("Conversations");
		case "backups":
			return t("Backups");
	}
}

const isPart = (name: string): name is PartName => Object.hasOwn(PARTS, name);

export function AdminScreen() {
	const { host, router } = useApp();
	const now = useSignalValue(host.account.state);
	const route = router.route.value;
	const part = route.screen === "admin" ? (route.part ?? "") : "";
	return isPart(part) ? (
		<Administration part={part} now={now} />
	) : (
		<NoSuchPart />
	);
}

function NoSuchPart() {
	const heading = useScreen(t("Page not found"));
	return (
		<div class="column admin">
			<h1 ref={heading} tabIndex={-1}>
				{t("Page not found")}
			</h1>
			<p>
				<a class="button" href={addressOf.admin}>
					{t("Administration")}
				</a>
			</p>
		</div>
	);
}

function Administration({ part, now }: { part: PartName; now: SignedIn }) {
	const { account } = useApp().host;
	const heading = useScreen(`${titleOf(part)} · ${t("Administration")}`);
	const isAllowed =
		now.state === "in" &&
		(now.user.role === "moderator" || now.user.role === "administrator");
	const isSignedOut =
		account.offered && (now.state === "out" || now.state === "ended");
	const isRefused =
		!isAllowed &&
		!isSignedOut &&
		now.state !== "loading" &&
		now.state !== "unknown";
	return (
		<div class="column admin">
			<p class="eyebrow">{t("Administration")}</p>
			{isAllowed && (
				<nav class="admin-parts" aria-label={t("Administration")}>
					{Object.keys(PARTS)
						.filter(isPart)
						.filter(
							(name) =>
								now.user.role === "administrator" ||
								!ADMINISTRATORS_ONLY.includes(name),
						)
						.map((name) => (
							<a
								key={name}
								href={name ? `${addressOf.admin}/${name}` : addressOf.admin}
								aria-current={name === part ? "page" : undefined}
							>
								{titleOf(name)}
							</a>
						))}
				</nav>
			)}
			<h1 ref={heading} tabIndex={-1}>
				{titleOf(part)}
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
			{isSignedOut && (
				<div class="empty">
					<p class="empty-title">
						{now.state === "out"
							? t("You are signed out")
							: t("Your session has ended")}
					</p>
					<p>{t("Sign in with an account that is a moderator.")}</p>
					<p>
						<SignInLink class="button button-primary">
							{t("Sign in")}
						</SignInLink>
					</p>
				</div>
			)}
			{isRefused && (
				<div class="empty">
					<p class="empty-title">{t("You are not a moderator")}</p>
					<p>
						{t(
							"Packs, users and disputes are for moderators and administrators. Ask an administrator for the role.",
						)}
					</p>
				</div>
			)}
			{isAllowed && <Part key={part} part={part} self={now.user} />}
		</div>
	);
}

function Part({ part, self }: { part: PartName; self: PartProps["self"] }) {
	const { service } = useApp().host;
	const moderation = useMemo(
		() => service && createModeration(service),
		[service],
	);
	const Shown = PARTS[part];
	return moderation && <Shown moderation={moderation} self={self} />;
}
