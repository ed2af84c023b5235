/** Who signs learners in here: the configured provider, the process itself on a machine of one's own, or nobody. */
import type { Config } from "../../config.ts";
import { type LocalProvider, localProvider } from "./local-provider/routes.ts";
import { type IdentityProvider, identityProvider } from "./oauth.ts";
import { CALLBACK } from "./sign-in/routes.ts";

export interface SignInBy {
	/** Null = sign-in is not set up. */
	provider: IdentityProvider | null;
	/** The provider that this process is itself; null when it is not. */
	local: LocalProvider | null;
}

/**
 * @param origin this site's public origin
 * @param own where this process's front answers, without a closing slash
 */
export function signInBy(
	config: Config,
	origin: string,
	own: string,
): SignInBy {
	const { oauth, localSignIn, requestTimeoutMs } = config;
	const callback = origin + CALLBACK;
	const local = localSignIn ? localProvider(origin, own, callback) : null;
	const client = local?.client ?? oauth;
	// The local one has no host's name: accounts outlive a change of port.
	const name = local
		? "local"
		: (URL.parse(oauth?.authorizeUrl ?? "")?.host ?? "");
	const provider =
		client && identityProvider(name, client, callback, requestTimeoutMs);
	return { provider, local };
}
