/** Who calls, carried through an SDK to the handlers in the place that it has for what was found out before it was asked. */
import type { KeyHolder } from "../../server/admin-keys.ts";

export interface Caller {
	request: Request;
	holder: KeyHolder;
}

/** Both SDKs' own shape of who is authorized. */
export interface AuthInfo {
	token: string;
	clientId: string;
	scopes: string[];
	extra?: Record<string, unknown>;
}

export const authInfoOf = (caller: Caller): AuthInfo => ({
	// Checked already, and nothing that a handler should see.
	token: "",
	clientId: caller.holder.fingerprint,
	scopes: [],
	extra: { caller },
});

export const callerOf = (authInfo: AuthInfo | undefined): Caller =>
	authInfo?.extra?.caller as Caller;
