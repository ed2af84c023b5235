/** Account menu of the header: a sign-in link, or the user's menu. Empty without sign-in. */
import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import { useSignalValue } from "../screen-hooks.ts";
import { SignInLink, SignOutButton } from "./sign-in-links.tsx";
import { UserMenu } from "./user-menu.tsx";

export function AccountMenu() {
	const { account } = useApp().host;
	const now = useSignalValue(account.state);
	if (!account.offered) return null;
	switch (now.state) {
		case "loading":
			return (
				<span class="account-menu-loading ghost-line">
					<span class="unseen">{t("Loading your account…")}</span>
				</span>
			);
		case "in":
			return <UserMenu name={now.user.name} role={now.user.role} />;
		case "unavailable":
			return null;
		case "blocked":
			return <SignOutButton class="button account-menu-in" />;
		case "unknown":
			return (
				<button
					type="button"
					class="button account-menu-unknown"
					title={now.error.message}
					onClick={() => void account.ask()}
				>
					{t("Sign-in unavailable. Try again")}
				</button>
			);
		default:
			return (
				<SignInLink class="button account-menu-in">{t("Sign in")}</SignInLink>
			);
	}
}
