/** What the local provider has handed out and not yet seen again: in memory, each good once, for a minute. */
import { challengeOf, hashOf, newSecret } from "../secrets.ts";

/** In milliseconds. */
const LIFE = 60_000;
const MOST = 1000;

interface Code {
	name: string;
	/** The PKCE challenge, S256. */
	challenge: string;
}

export function grants() {
	const codes = once<Code>();
	const tokens = once<string>();
	return {
		addCode: (code: Code): string => codes.add(code),
		/** A token for the code, which is gone then; null when it is not known or `verifier` is another's. */
		takeCode(code: string, verifier: string): string | null {
			const granted = codes.take(code);
			if (granted?.challenge !== challengeOf(verifier)) return null;
			return tokens.add(granted.name);
		},
		/** The name that the token is good for, once. */
		takeToken: (token: string): string | null => tokens.take(token),
	};
}

/** Values by secrets, each to be had once. The oldest give way to new ones. */
function once<Value>() {
	const held = new Map<string, { value: Value; until: number }>();
	return {
		add(value: Value): string {
			const secret = newSecret();
			held.set(hashOf(secret), { value, until: performance.now() + LIFE });
			const [oldest] = held.keys();
			if (held.size > MOST && oldest) held.delete(oldest);
			return secret;
		},
		take(secret: string): Value | null {
			const hash = hashOf(secret);
			const found = held.get(hash);
			held.delete(hash);
			return found && found.until > performance.now() ? found.value : null;
		},
	};
}
