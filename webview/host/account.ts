/** Who is signed in, as a browser tab knows it: asked of the service, remembered in this browser, told to whoever watches. */
import type { SessionState } from "@treeline/api/shapes";
import {
	type Account,
	ApiError,
	type SessionRow,
	type SignedIn,
} from "./host.ts";
import type { Owner } from "./local-user.ts";
import { cell } from "./signal.ts";

/** Where sign-in begins; its flow keeps this path, whatever the API's is. */
const SIGN_IN = "/api/auth/signin";
/** What a timer can wait at most, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** What the account asks of the service; each rejects with an {@link ApiError}. */
export interface AccountCalls {
	session(): Promise<SessionState>;
	signOut(): Promise<void>;
	sessions(): Promise<SessionRow[]>;
	endSession(id: string): Promise<void>;
	endOtherSessions(): Promise<void>;
	endAllSessions(): Promise<void>;
}

/** `offered`: whether the page shows sign-in. */
export function createAccount(
	calls: AccountCalls,
	owner: Owner,
	offered: boolean,
): Account {
	const state = cell<SignedIn>({ state: "asking", person: owner.read() });
	let asking: Promise<void> | null = null;
	let atEnd: ReturnType<typeof setTimeout> | undefined;

	const set = (next: SignedIn) => {
		if (JSON.stringify(next) !== JSON.stringify(state.read())) state.set(next);
	};
	const gone = (): SignedIn => {
		const person = owner.read();
		return person ? { state: "ended", person } : { state: "out" };
	};
	const learn = ({
		user,
		expiresAt,
		blockedReason: reason,
		signInAvailable,
	}: SessionState) => {
		clearTimeout(atEnd);
		if (!user && reason)
			return set({ state: "blocked", reason, person: owner.read() });
		if (!user)
			return set(signInAvailable === false ? { state: "unavailable" } : gone());
		owner.become({ id: user._id, name: user.name });
		set({ state: "in", user });
		const rest = Date.parse(expiresAt ?? "") - Date.now();
		if (rest > 0)
			atEnd = setTimeout(() => void ask(), Math.min(rest + 1000, LONGEST));
	};
	const askOnce = async () => {
		try {
			learn(await calls.session());
		} catch (error) {
			// News that cannot be had is no reason to take away what is known.
			if (["asking", "unknown"].includes(state.read().state))
				set({ state: "unknown", error: asApiError(error) });
		}
	};
	const ask = () => {
		asking ??= askOnce().finally(() => {
			asking = null;
		});
		return asking;
	};
	const leave = () => {
		clearTimeout(atEnd);
		owner.become(null);
		set({ state: "out" });
	};
	// Another tab signed in or out, or somebody else did.
	owner.watch(() => {
		if (state.read().state !== "asking") void ask();
	});
	return {
		offered,
		state,
		ask,
		signInAddress: (returnTo) =>
			`${SIGN_IN}?returnTo=${encodeURIComponent(returnTo)}`,
		async signOut() {
			// Nothing is left to end when the session ended by itself; the browser still has to let go of whose it was.
			if (state.read().state !== "ended") await calls.signOut();
			leave();
		},
		sessions: calls.sessions,
		endSession: calls.endSession,
		endOtherSessions: calls.endOtherSessions,
		async endAllSessions() {
			await calls.endAllSessions();
			leave();
		},
	};
}

function asApiError(error: unknown): ApiError {
	return error instanceof ApiError
		? error
		: new ApiError("unknown", String(error), "Reload the page.", 0);
}
