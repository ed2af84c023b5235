/** Queries of personal tokens: hashes of their values, never the values. */
import {
	batchQueries,
	plainArray,
	type Sql,
	type Transaction,
} from "../../db/connect-and-batch-queries.ts";
import {
	type Blocked,
	type Credentials,
	hashOf,
	newToken,
	type TokenUser,
} from "../../server/session-authentication.ts";
import { accessTokenFinder } from "../auth/oauth-server/queries.ts";
import { blockedFor, learnerFinder } from "../auth/session/queries.ts";
import type { NewToken, PersonalToken } from "./api-schemas.ts";

/** Tokens that one account may have. */
export const MAX_TOKENS = 50;

interface FoundUser extends TokenUser {
	place: number;
	/** Whether its last use was noted so long ago that it is worth writing down. */
	due: boolean;
	blockedFor: string | null;
}

/** Whose tokens have these hashes, in their order; null where there is none or it has expired. One by one, whatever their number: by the index. */
async function findTokenUsers(
	sql: Sql,
	hashes: string[],
): Promise<(TokenUser | Blocked | null)[]> {
	const rows = await sql<FoundUser[]>`
		SELECT n.place::int, l.*
		FROM unnest(${plainArray(hashes)}::text[]) WITH ORDINALITY AS n (token_hash, place)
		CROSS JOIN LATERAL (
			SELECT u.id AS "_id", u.name, u.image, u.role, t.scopes, t.expires_at AS "expiresAt", t.id AS "tokenId",
				coalesce(t.last_used_at < now() - interval '1 hour', true) AS due, ${blockedFor(sql)} AS "blockedFor"
			FROM personal_tokens t JOIN users u ON u.id = t.user_id
			WHERE t.token_hash = n.token_hash AND (t.expires_at IS NULL OR t.expires_at > now()) OFFSET 0) l`;
	const found: (TokenUser | Blocked | null)[] = hashes.map(() => null);
	for (const { place, due, blockedFor: reason, ...user } of rows) {
		found[place - 1] = reason === null ? user : { blockedFor: reason };
		if (due && reason === null) await noteUse(sql, user.tokenId);
	}
	return found;
}

/** Looks up sessions, tokens and apps' access tokens by their hashes; what several ask for at once is one statement of each. */
export const credentialsIn = (sql: Sql): Credentials => ({
	session: learnerFinder(sql),
	token: batchQueries((hashes: string[]) => findTokenUsers(sql, hashes)),
	accessToken: accessTokenFinder(sql),
});

/** Notes that a token is used now; written at most once an hour. */
async function noteUse(sql: Sql, id: string): Promise<void> {
	await sql`
		UPDATE personal_tokens SET last_used_at = now()
		WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < now() - interval '1 hour')`;
}

const columns = (sql: Sql | Transaction) => sql`
	id AS "_id", name, scopes, created_at AS "createdAt", last_used_at AS "lastUsedAt", expires_at AS "expiresAt",
	NULL AS "redirectHost"`;

/** The user's tokens, expired ones too, and the apps that the user has connected; the newest first. */
export async function listTokens(
	sql: Sql | Transaction,
	userId: string,
): Promise<PersonalToken[]> {
	return sql<PersonalToken[]>`
		SELECT * FROM (
			SELECT ${columns(sql)} FROM personal_tokens WHERE user_id = ${userId}
			UNION ALL
			SELECT id, client_name, scopes, created_at, last_used_at, expires_at, redirect_host
			FROM oauth_grants WHERE user_id = ${userId} AND expires_at > now()) own
		ORDER BY "createdAt" DESC, "_id" DESC`;
}

/** Adds a token, with its value, which is stored nowhere; null when the user has as many as there may be. */
export async function addToken(
	sql: Sql,
	userId: string,
	{ name, scopes, expiresInDays }: NewToken,
): Promise<(PersonalToken & { token: string }) | null> {
	const token = newToken();
	return sql.begin(async (tx) => {
		// In turn, so that two together are not one too many.
		await tx`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
		const [row] = await tx<PersonalToken[]>`
			INSERT INTO personal_tokens (id, user_id, token_hash, name, scopes, expires_at)
			SELECT ${Bun.randomUUIDv7()}, ${userId}, ${hashOf(token)}, ${name.trim()}, ${plainArray(scopes)}::text[],
				now() + make_interval(days => ${expiresInDays ?? null})
			WHERE (SELECT count(*) FROM personal_tokens WHERE user_id = ${userId}) < ${MAX_TOKENS}
			RETURNING ${columns(tx)}`;
		return row ? { ...row, token } : null;
	});
}

/** Removes one of the user's tokens, or disconnects an app; false when it is not there, or another's. */
export async function removeToken(
	sql: Sql,
	userId: string,
	id: string,
): Promise<boolean> {
	const [row] = await sql<{ removed: boolean }[]>`
		WITH tokens AS (
			DELETE FROM personal_tokens WHERE id = ${id} AND user_id = ${userId} RETURNING id
		), grants AS (
			DELETE FROM oauth_grants WHERE id = ${id} AND user_id = ${userId} RETURNING id
		)
		SELECT EXISTS (SELECT FROM tokens UNION ALL SELECT FROM grants) AS removed`;
	return row?.removed ?? false;
}
