/** Links and buttons for sign-in, which returns to the current screen, and sign-out. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import { dismiss, inform, notify } from "../notices.ts";

/** Link to sign-in that returns to the current screen. */
export function SignInLink(props: {
	class?: string;
	children: ComponentChildren;
}) {
	const { host, router } = useApp();
	// Subscribes to the route, so that the link always returns to the current screen.
	void router.route.value;
	return (
		<a
			class={props.class ?? "button"}
			href={host.account.signInAddress(location.pathname + location.search)}
		>
			{props.children}
		</a>
	);
}

const SIGNED_OUT = "signed-out";

/** What had the focus has gone with the account: the screen has it. */
export const focusContent = () => document.getElementById("content")?.focus();

/** Signs out and says so, by `text` where there is more to say; resolves with whether that worked. */
export function useSignOut(): {
	leaving: boolean;
	leave(text?: string): Promise<boolean>;
} {
	const { account } = useApp().host;
	const [leaving, setLeaving] = useState(false);
	return {
		leaving,
		async leave(text) {
			setLeaving(true);
			let isOut = false;
			dismiss("not-signed-out");
			dismiss(SIGNED_OUT);
			try {
				await account.signOut();
				isOut = true;
				inform(
					SIGNED_OUT,
					text ??
						t(
							"You are signed out. Your progress and your code stay in this browser for your next sign-in.",
						),
				);
				focusContent();
			} catch (error) {
				notify(
					"not-signed-out",
					t("You are still signed in: signing out failed."),
					error,
				);
			}
			setLeaving(false);
			return isOut;
		},
	};
}

export function SignOutButton(props: { class?: string }) {
	const { leaving, leave } = useSignOut();
	return (
		<button
			type="button"
			class={props.class}
			aria-disabled={leaving}
			onClick={() => leaving || void leave()}
		>
			{leaving ? t("Signing out…") : t("Sign out")}
		</button>
	);
}
