/** The ways in and out: sign-in leaves the page and comes back to it, signing out stays. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import { dismiss, notify } from "../notices.ts";

/** A link to the sign-in, from which the learner comes back to this very screen. */
export function SignIn(props: { class?: string; children: ComponentChildren }) {
	const { host, router } = useApp();
	// Read for its change: the way back is always to where one is.
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

/** Signs out, and says whether it did. */
export function useSignOut(): { leaving: boolean; leave(): Promise<void> } {
	const { account } = useApp().host;
	const [leaving, setLeaving] = useState(false);
	return {
		leaving,
		async leave() {
			setLeaving(true);
			dismiss("not-signed-out");
			try {
				await account.signOut();
				announce("You are signed out.");
			} catch (error) {
				notify(
					"not-signed-out",
					"You are still signed in: signing out failed.",
					error,
				);
			}
			setLeaving(false);
		},
	};
}

export function SignOut(props: { class?: string }) {
	const { leaving, leave } = useSignOut();
	return (
		<button
			type="button"
			class={props.class}
			aria-disabled={leaving}
			onClick={() => leaving || void leave()}
		>
			{leaving ? "Signing out…" : "Sign out"}
		</button>
	);
}
