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

/** Signs out and says so. */
export function useSignOut(): { leaving: boolean; leave(): Promise<void> } {
	const { account } = useApp().host;
	const [leaving, setLeaving] = useState(false);
	return {
		leaving,
		async leave() {
			setLeaving(true);
			dismiss("not-signed-out");
			dismiss(SIGNED_OUT);
			try {
				await account.signOut();
				inform(
					SIGNED_OUT,
					t(
						"You are signed out. Your progress and your code are kept; sign in to see them again.",
					),
				);
			} catch (error) {
				notify(
					"not-signed-out",
					t("You are still signed in: signing out failed."),
					error,
				);
			}
			setLeaving(false);
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
