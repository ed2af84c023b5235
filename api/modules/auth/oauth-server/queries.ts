/** Queries of OAuth clients, authorizations, grants and tokens: hashes of secrets, never the secrets. */
import {
	batchQueries,
	plainArray,
	type Sql,
	type Transaction,
} from "../../../db/connect-and-batch-queries.ts";
import type { Scope } from "../../../server/route-definition.ts";
import {
	type AccessTokenUser,
	type Blocked,
	hashOf,
	newSecret,
	newToken,
} from "../../../server/session-authentication.ts";
import { blockedFor } from "../session/queries.ts";
import { redirectTarget } from "./redirect-uris.ts";

/** Seconds that a learner has for the consent form, and a client for the code and an access token. */
const CONSENT_SECONDS = 600;
const CODE_SECONDS = 60;
export const ACCESS_SECONDS = 3600;
/** Days that a grant lasts without a refresh, and in all. */
const GRANT_DAYS = { idle: 30, most: 180 };
/** Grants of one account; the one that was silent for longest makes room. */
const MAX_GRANTS = 20;
/** Days that a client is kept which was never allowed anything, and after it last was. */
const CLIENT_DAYS = { unused: 1, used: 365 };

export interface OAuthClient {
	id: string;
	name: string;
	redirectUris: string[];
}

/** Registers a client, and returns its new id. */
export async function addClient(
	sql: Sql,
	{ name, redirectUris }: Omit<OAuthClient, "id">,
): Promise<string> {
	const id = `client_${newSecret()}`;
	await sql`
		INSERT INTO oauth_clients (id, name, redirect_uris)
		VALUES (${id}, ${name}, ${plainArray(redirectUris)}::text[])`;
	return id;
}

export async function findRegisteredClient(
	sql: Sql,
	id: string,
): Promise<OAuthClient | null> {
	const [row] = await sql<OAuthClient[]>`
		SELECT id, name, redirect_uris AS "redirectUris" FROM oauth_clients WHERE id = ${id}`;
	return row ?? null;
}

/** What a client asks a learner for. */
export interface AuthorizationRequest {
	clientId: string;
	clientName: string;
	redirectUri: string;
	/** The client's own, which comes back with the code; null without one. */
	state: string | null;
	scopes: Scope[];
	codeChallenge: string;
	resource: string;
}

/** Stores what a client asks `userId` for until the learner answers; returns the ticket of the consent form. */
export async function addAuthorization(
	sql: Sql,
	userId: string,
	asked: AuthorizationRequest,
): Promise<string> {
	const ticket = newSecret();
	await sql`
		INSERT INTO oauth_authorizations (secret_hash, user_id, client_id, client_name, redirect_uri, client_state, scopes,
			code_challenge, resource, expires_at)
		VALUES (${hashOf(ticket)}, ${userId}, ${asked.clientId}, ${asked.clientName}, ${asked.redirectUri}, ${asked.state},
			${plainArray(asked.scopes)}::text[], ${asked.codeChallenge}, ${asked.resource},
			now() + make_interval(secs => ${CONSENT_SECONDS}))`;
	return ticket;
}

/** Takes the learner's answer to a consent form, once; null when there is none such for this learner. On a yes, a code comes with it. */
export async function answerAuthorization(
	sql: Sql,
	userId: string,
	ticket: string,
	isAllowed: boolean,
): Promise<{
	redirectUri: string;
	state: string | null;
	code: string | null;
} | null> {
	const asked = (tx: Sql | Transaction) => tx`
		secret_hash = ${hashOf(ticket)} AND user_id = ${userId} AND NOT is_code AND expires_at > now()`;
	const answered = (tx: Sql | Transaction) => tx`
		RETURNING redirect_uri AS "redirectUri", client_state AS state, client_id AS "clientId"`;
	const code = isAllowed ? newSecret() : null;
	const [row] = code
		? await sql<AnsweredRow[]>`
			UPDATE oauth_authorizations
			SET secret_hash = ${hashOf(code)}, is_code = true, expires_at = now() + make_interval(secs => ${CODE_SECONDS})
			WHERE ${asked(sql)} ${answered(sql)}`
		: await sql<AnsweredRow[]>`
			DELETE FROM oauth_authorizations WHERE ${asked(sql)} ${answered(sql)}`;
	if (!row) return null;
	if (code)
		await sql`UPDATE oauth_clients SET used_at = now() WHERE id = ${row.clientId}`;
	return { redirectUri: row.redirectUri, state: row.state, code };
}

interface AnsweredRow {
	redirectUri: string;
	state: string | null;
	clientId: string;
}

export interface IssuedTokens {
	accessToken: string;
	refreshToken: string;
	scopes: Scope[];
}

interface StoredCode {
	userId: string;
	clientId: string;
	clientName: string;
	redirectUri: string;
	scopes: Scope[];
	codeChallenge: string;
	resource: string;
	grantId: string | null;
	isUsable: boolean;
}

/**
 * Exchanges a code for tokens, once: whatever does not fit, the code is gone; and when it was exchanged before, so is what it was exchanged
 * for. Null when it is not accepted.
 */
export async function redeemCode(
	sql: Sql,
	code: string,
	sent: {
		clientId: string;
		redirectUri: string | null;
		challenge: string;
		resource: string;
	},
): Promise<IssuedTokens | null> {
	return sql.begin(async (tx) => {
		const [found] = await tx<StoredCode[]>`
			SELECT a.user_id AS "userId", a.client_id AS "clientId", a.client_name AS "clientName", a.redirect_uri AS "redirectUri",
				a.scopes, a.code_challenge AS "codeChallenge", a.resource, a.grant_id AS "grantId",
				a.expires_at > now() AND u.blocked_at IS NULL AS "isUsable"
			FROM oauth_authorizations a JOIN users u ON u.id = a.user_id
			WHERE a.secret_hash = ${hashOf(code)} AND a.is_code FOR UPDATE OF a FOR NO KEY UPDATE OF u`;
		if (!found) return null;
		if (found.grantId) {
			await tx`DELETE FROM oauth_grants WHERE id = ${found.grantId}`;
			return null;
		}
		const fits =
			found.isUsable &&
			found.clientId === sent.clientId &&
			(sent.redirectUri === null || found.redirectUri === sent.redirectUri) &&
			found.codeChallenge === sent.challenge &&
			found.resource === sent.resource;
		if (!fits) {
			await tx`DELETE FROM oauth_authorizations WHERE secret_hash = ${hashOf(code)}`;
			return null;
		}
		const grantId = await addGrant(tx, found);
		await tx`
			UPDATE oauth_authorizations SET grant_id = ${grantId} WHERE secret_hash = ${hashOf(code)}`;
		return issueTokens(tx, grantId, found.scopes);
	}) as Promise<IssuedTokens | null>;
}

async function addGrant(
	tx: Transaction,
	{ userId, clientId, clientName, redirectUri, scopes, resource }: StoredCode,
): Promise<string> {
	const id = Bun.randomUUIDv7();
	const redirectHost = redirectTarget(redirectUri)?.host ?? "";
	await tx`
		INSERT INTO oauth_grants (id, user_id, client_id, client_name, redirect_host, scopes, resource, expires_at)
		VALUES (${id}, ${userId}, ${clientId}, ${clientName}, ${redirectHost}, ${plainArray(scopes)}::text[], ${resource},
			now() + make_interval(days => ${GRANT_DAYS.idle}))`;
	await tx`
		DELETE FROM oauth_grants WHERE id IN (
			SELECT id FROM oauth_grants WHERE user_id = ${userId} AND id <> ${id}
			ORDER BY coalesce(last_used_at, created_at) DESC, id OFFSET ${MAX_GRANTS - 1})`;
	return id;
}

/** A new access token with these scopes, and the grant's next refresh token, which lasts as long as the grant. */
async function issueTokens(
	tx: Transaction,
	grantId: string,
	scopes: Scope[],
): Promise<IssuedTokens> {
	const [accessToken, refreshToken] = [newToken("tla_"), newToken("tlr_")];
	await tx`
		INSERT INTO oauth_tokens (token_hash, grant_id, kind, scopes, expires_at)
		SELECT n.hash, g.id, n.kind, CASE n.kind WHEN 'access' THEN ${plainArray(scopes)}::text[] ELSE g.scopes END,
			CASE n.kind WHEN 'access' THEN now() + make_interval(secs => ${ACCESS_SECONDS}) ELSE g.expires_at END
		FROM oauth_grants g, (VALUES (${hashOf(accessToken)}, 'access'), (${hashOf(refreshToken)}, 'refresh')) AS n (hash, kind)
		WHERE g.id = ${grantId}`;
	return { accessToken, refreshToken, scopes };
}

interface StoredRefreshToken {
	grantId: string;
	clientId: string;
	resource: string;
	scopes: Scope[];
	isUsed: boolean;
	isUsable: boolean;
}

/**
 * Exchanges a refresh token, once, for new tokens; one that was exchanged before revokes its grant, since there is a copy of it. Null when it is
 * not accepted. `scopes` narrows the new access token.
 */
export async function refreshTokens(
	sql: Sql,
	refreshToken: string,
	sent: { clientId: string; resource: string; scopes: Scope[] | null },
): Promise<IssuedTokens | "invalid_scope" | null> {
	return sql.begin(async (tx) => {
		const [found] = await tx<StoredRefreshToken[]>`
			SELECT g.id AS "grantId", g.client_id AS "clientId", g.resource, g.scopes, t.used_at IS NOT NULL AS "isUsed",
				t.expires_at > now() AND u.blocked_at IS NULL AS "isUsable"
			FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id JOIN users u ON u.id = g.user_id
			WHERE t.token_hash = ${hashOf(refreshToken)} AND t.kind = 'refresh' FOR UPDATE OF g, t`;
		if (!found || found.clientId !== sent.clientId) return null;
		const { grantId, scopes } = found;
		if (found.isUsed) {
			await tx`DELETE FROM oauth_grants WHERE id = ${grantId}`;
			return null;
		}
		if (!found.isUsable || found.resource !== sent.resource) return null;
		if (sent.scopes?.some((scope) => !scopes.includes(scope)))
			return "invalid_scope";
		await tx`
			UPDATE oauth_tokens SET used_at = now() WHERE token_hash = ${hashOf(refreshToken)}`;
		await tx`
			UPDATE oauth_grants SET expires_at = least(
				now() + make_interval(days => ${GRANT_DAYS.idle}),
				created_at + make_interval(days => ${GRANT_DAYS.most}))
			WHERE id = ${grantId}`;
		return issueTokens(tx, grantId, sent.scopes ?? scopes);
	}) as Promise<IssuedTokens | "invalid_scope" | null>;
}

/** Revokes the grant of an access or a refresh token of this client, if there is one. */
export async function revokeGrantOf(
	sql: Sql,
	token: string,
	clientId: string,
): Promise<void> {
	await sql`
		DELETE FROM oauth_grants g USING oauth_tokens t
		WHERE t.token_hash = ${hashOf(token)} AND g.id = t.grant_id AND g.client_id = ${clientId}`;
}

interface FoundUser extends AccessTokenUser {
	place: number;
	/** Whether its last use was noted so long ago that it is worth writing down. */
	due: boolean;
	blockedFor: string | null;
}

async function findAccessTokens(
	sql: Sql,
	hashes: string[],
): Promise<(AccessTokenUser | Blocked | null)[]> {
	const rows = await sql<FoundUser[]>`
		SELECT n.place::int, l.*
		FROM unnest(${plainArray(hashes)}::text[]) WITH ORDINALITY AS n (token_hash, place)
		CROSS JOIN LATERAL (
			SELECT u.id AS "_id", u.name, u.image, t.scopes, t.expires_at AS "expiresAt", g.id AS "tokenId", g.resource,
				coalesce(g.last_used_at < now() - interval '1 hour', true) AS due, ${blockedFor(sql)} AS "blockedFor"
			FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id JOIN users u ON u.id = g.user_id
			WHERE t.token_hash = n.token_hash AND t.kind = 'access' AND t.expires_at > now() OFFSET 0) l`;
	const found: (AccessTokenUser | Blocked | null)[] = hashes.map(() => null);
	for (const { place, due, blockedFor: reason, ...user } of rows) {
		found[place - 1] = reason === null ? user : { blockedFor: reason };
		if (due && reason === null)
			await sql`
				UPDATE oauth_grants SET last_used_at = now()
				WHERE id = ${user.tokenId} AND (last_used_at IS NULL OR last_used_at < now() - interval '1 hour')`;
	}
	return found;
}

/** Looks up one access token by its hash; what several ask for at once is one statement. */
export const accessTokenFinder = (sql: Sql) =>
	batchQueries((hashes: string[]) => findAccessTokens(sql, hashes));

/** Removes `most` at a time of what has expired; codes stay for an hour, so that a second exchange is noticed. */
export async function removeExpiredGrants(
	sql: Sql,
	most: number,
): Promise<void> {
	await sql`
		WITH authorizations AS (
			DELETE FROM oauth_authorizations WHERE secret_hash IN (
				SELECT secret_hash FROM oauth_authorizations WHERE expires_at < now() - interval '1 hour'
				ORDER BY expires_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
		), tokens AS (
			DELETE FROM oauth_tokens WHERE token_hash IN (
				SELECT token_hash FROM oauth_tokens WHERE expires_at < now()
				ORDER BY expires_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
		), clients AS (
			DELETE FROM oauth_clients WHERE id IN (
				SELECT id FROM oauth_clients
				WHERE coalesce(used_at, created_at) < now() - make_interval(days => ${CLIENT_DAYS.unused})
					AND (used_at IS NULL OR used_at < now() - make_interval(days => ${CLIENT_DAYS.used}))
				ORDER BY coalesce(used_at, created_at) LIMIT ${most} FOR UPDATE SKIP LOCKED)
		)
		DELETE FROM oauth_grants WHERE id IN (
			SELECT id FROM oauth_grants WHERE expires_at < now()
			ORDER BY expires_at LIMIT ${most} FOR UPDATE SKIP LOCKED)`;
}
