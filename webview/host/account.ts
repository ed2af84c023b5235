/** Sign-in state of a browser tab: reads the session from the service, remembers its user in this browser, and notifies listeners. */
import type { SessionState } from "@treeline/api/client-types";
import { t } from "../l10n/l10n.ts";
import {
	type Account,
	ApiError,
	type SessionRow,
	type SignedIn,
} from "./host.ts";
import type { LocalUserStore } from "./local-user.ts";
import { signal } from "./signal.ts";

/** Start of the sign-in flow; it is not below the API's base path. */
const SIGN_IN = "/api/auth/signin";
/** Longest delay of a timer, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Calls of the service that the account needs; each rejects with an {@link ApiError}. */
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
	localUserStore: LocalUserStore,
	offered: boolean,
): Account {
	const state = signal<SignedIn>({
		state: "loading",
		localUser: localUserStore.read(),
	});
	let pending: Promise<void> | null = null;
	let expiryTimer: ReturnType<typeof setTimeout> | undefined;

	const set = (next: SignedIn) => {
		if (JSON.stringify(next) !== JSON.stringify(state.read())) state.set(next);
	};
	const signedOutState = (): SignedIn => {
		const localUser = localUserStore.read();
		return localUser ? { state: "ended", localUser } : { state: "out" };
	};
	const applySession = ({
		user,
		expiresAt,
		blockedReason: reason,
		signInAvailable,
	}: SessionState) => {
		clearTimeout(expiryTimer);
		if (!user && reason)
			return set({
				state: "blocked",
				reason,
				localUser: localUserStore.read(),
			});
		if (!user)
			return set(
				signInAvailable === false ? { state: "unavailable" } : signedOutState(),
			);
		localUserStore.switchTo({ id: user._id, name: user.name });
		set({ state: "in", user });
		const rest = Date.parse(expiresAt ?? "") - Date.now();
		if (rest > 0)
			expiryTimer = setTimeout(
				() => void ask(),
				Math.min(rest + 1000, MAX_TIMER_MS),
			);
	};
	const fetchSession = async () => {
		try {
			applySession(await calls.session());
		} catch (error) {
			// A failed refresh keeps the known state.
			if (["loading", "unknown"].includes(state.read().state))
				set({ state: "unknown", error: asApiError(error) });
		}
	};
	const ask = () => {
		pending ??= fetchSession().finally(() => {
			pending = null;
		});
		return pending;
	};
	const clearUser = () => {
		clearTimeout(expiryTimer);
		localUserStore.switchTo(null);
		set({ state: "out" });
	};
	// Another tab signed in or out.
	localUserStore.watch(() => {
		if (state.read().state !== "loading") void ask();
	});
	return {
		offered,
		state,
		ask,
		signInAddress: (returnTo) =>
			`${SIGN_IN}?returnTo=${encodeURIComponent(returnTo)}`,
		async signOut() {
			// A session that has expired needs no request; the remembered user is cleared all the same.
			if (state.read().state !== "ended") await calls.signOut();
			clearUser();
		},
		sessions: calls.sessions,
		endSession: calls.endSession,
		endOtherSessions: calls.endOtherSessions,
		async endAllSessions() {
			await calls.endAllSessions();
			clearUser();
		},
	};
}

function asApiError(error: unknown): ApiError {
	return error instanceof ApiError
		? error
		: new ApiError("unknown", String(error), t("Reload the page."), 0);
}
