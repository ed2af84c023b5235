/** What a sign-in leaves behind: the owner's further sessions, and codes that wait for an editor. */

import { challengeOf } from "../../modules/auth/pkce.ts";
import { hashOf, newSecret } from "../../server/session-authentication.ts";
import type { World } from "./fixtures.ts";

/** What an editor keeps until it has its code. */
export const VERIFIER = "v".repeat(43);

/** A sign-in's settings, where nobody is sent further than to the provider's address. */
export const SIGN_IN: Record<string, string> = {
	OAUTH_CLIENT_ID: "a-client",
	OAUTH_CLIENT_SECRET: "a-client-secret",
};

/** A session of the owner's beside the one that he asks with. */
export async function ownSession({ service, owner }: World) {
	const id = Bun.randomUUIDv7();
	const token = newSecret();
	await service.sql`
		INSERT INTO sessions (id, token_hash, user_id) VALUES (${id}, ${hashOf(token)}, ${owner.userId})`;
	return { id, token };
}

/** A personal token of the owner's that nobody needs. */
export async function ownToken({ service, owner }: World): Promise<string> {
	const id = Bun.randomUUIDv7();
	await service.sql`
		INSERT INTO personal_tokens (id, user_id, token_hash, name, scopes)
		VALUES (${id}, ${owner.userId}, ${hashOf(newSecret())}, 'To be revoked', '{read}')`;
	return id;
}

/** A code that whoever has {@link VERIFIER} may exchange. */
export async function editorCode({ service, owner }: World): Promise<string> {
	const code = newSecret();
	await service.sql`
		INSERT INTO exchange_codes (code_hash, user_id, code_challenge, expires_at)
		VALUES (${hashOf(code)}, ${owner.userId}, ${challengeOf(VERIFIER)}, now() + interval '1 minute')`;
	return code;
}

/** What an app sends a learner's browser with, once it is registered; made in the database alone. */
export async function authorization({ service: { sql } }: World) {
	const id = `client_${crypto.randomUUID()}`;
	const redirect = "http://127.0.0.1:9/";
	await sql`
		INSERT INTO oauth_clients (id, name, redirect_uris) VALUES (${id}, 'An app', ${[redirect]})`;
	return {
		...{ response_type: "code", client_id: id, redirect_uri: redirect },
		code_challenge: challengeOf(VERIFIER),
		code_challenge_method: "S256",
	};
}
