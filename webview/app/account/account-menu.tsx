/** The corner of the header: the way to sign in, or who is signed in and what they can do. Nothing where sign-in is not offered. */
import { useApp } from "../app.ts";
import { useWatched } from "../screen-hooks.ts";
import { SignIn, SignOut } from "./sign-in-links.tsx";
import { Menu } from "./user-menu.tsx";

export function Corner() {
	const { account } = useApp().host;
	const now = useWatched(account.state);
	if (!account.offered) return null;
	switch (now.state) {
		case "asking":
			return (
				<span class="corner-asking ghost-line">
					<span class="unseen">Loading your account…</span>
				</span>
			);
		case "in":
			return <Menu name={now.user.name} />;
		case "unavailable":
			return null;
		case "blocked":
			return <SignOut class="button corner-in" />;
		case "unknown":
			return (
				<button
					type="button"
					class="button corner-unknown"
					title={now.error.message}
					onClick={() => void account.ask()}
				>
					Sign-in unavailable. Try again
				</button>
			);
		default:
			return <SignIn class="button corner-in">Sign in</SignIn>;
	}
}
