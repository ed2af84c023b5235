/** Queries of sessions, pending sign-ins, and editors' consents and codes: hashes of secrets, never the secrets. */
import {
	batchQueries,
	plainArray,
	type Sql,
	type Transaction,
} from "../../db/pool.ts";
import {
	type Blocked,
	hashOf,
	type Learner,
	newSecret,
	SESSION_LIFETIME_DAYS,
} from "../../server/session-authentication.ts";
import type { Profile } from "./oauth-client.ts";
import type { Session } from "./session/api-schemas.ts";
import {
	SIGN_IN_SECONDS,
	type SignInIntent,
} from "./sign-in/sign-in-query-parameters.ts";

/**
 * Whose live sessions have these token hashes, in their order; null where there is none or it has ended. While an account is blocked,
 * its sessions are none. The idle end of what is found moves on. One by one, whatever their number: by the index.
 */
export async function findLearners(
	sql: Sql,
	tokenHashes: string[],
): Promise<(Learner | Blocked | null)[]> {
	const rows = await sql<FoundLearner[]>`
		SELECT n.place::int, l.*
		FROM unnest(${plainArray(tokenHashes)}::text[]) WITH ORDINALITY AS n (token_hash, place)
		CROSS JOIN LATERAL (
			SELECT u.id AS "_id", u.name, u.image, s.id AS "sessionId", s.expires_at AS "expiresAt",
				s.last_seen_at < now() - interval '1 hour' AS due, ${blockedFor(sql)} AS "blockedFor"
			FROM sessions s JOIN users u ON u.id = s.user_id
			WHERE s.token_hash = n.token_hash AND s.expires_at > now() OFFSET 0) l`;
	const found: (Learner | Blocked | null)[] = tokenHashes.map(() => null);
	for (const { place, due, blockedFor: reason, ...learner } of rows) {
		found[place - 1] = reason === null ? learner : { blockedFor: reason };
		if (due && reason === null) await prolongSession(sql, learner.sessionId);
	}
	return found;
}

/** Looks up one learner by a token hash; what several ask for at once is one statement. */
export const learnerFinder = (sql: Sql) =>
	batchQueries((tokenHashes: string[]) => findLearners(sql, tokenHashes));

interface FoundLearner extends Learner {
	place: number;
	/** Whether it was last seen so long ago that it is worth writing down. */
	due: boolean;
	blockedFor: string | null;
}

/** Why an account (a user as `u`) is blocked; null when it is not. */
export const blockedFor = (sql: Sql | Transaction) =>
	sql`CASE WHEN u.blocked_at IS NOT NULL THEN coalesce(u.blocked_reason, 'none was given') END`;

/** Moves a session's idle end on ({@link SESSION_LIFETIME_DAYS}); written at most once an hour. */
async function prolongSession(sql: Sql, sessionId: string): Promise<void> {
	await sql`
		UPDATE sessions
		SET last_seen_at = now(),
			expires_at = least(
				now() + make_interval(days => ${SESSION_LIFETIME_DAYS.idle}),
				created_at + make_interval(days => ${SESSION_LIFETIME_DAYS.most}))
		WHERE id = ${sessionId} AND last_seen_at < now() - interval '1 hour'`;
}

/** Forgets the user agents of at most `most` sessions that began more than `days` days ago. */
export async function removeUserAgents(
	sql: Sql,
	days: number,
	most: number,
): Promise<void> {
	await sql`
		UPDATE sessions SET user_agent = NULL WHERE id IN (
			SELECT id FROM sessions
			WHERE user_agent IS NOT NULL AND created_at < now() - make_interval(days => ${days})
			ORDER BY id LIMIT ${most} FOR UPDATE SKIP LOCKED)`;
}

/** Starts a session and ends the one that it `replaces`, given by its token's hash. Returns the new token, which is stored nowhere. */
async function startSession(
	sql: Sql | Transaction,
	session: {
		userId: string;
		userAgent: string | null;
		replaces: string | null;
	},
): Promise<string> {
	const token = newSecret();
	const userAgent = session.userAgent?.slice(0, 300).toWellFormed() ?? null;
	if (session.replaces) await endSession(sql, session.replaces);
	await sql`
		INSERT INTO sessions (id, token_hash, user_id, user_agent, expires_at)
		VALUES (${Bun.randomUUIDv7()}, ${hashOf(token)}, ${session.userId}, ${userAgent},
			now() + make_interval(days => ${SESSION_LIFETIME_DAYS.idle}))`;
	return token;
}

/** Ends the session with this token hash, if there is one. */
export async function endSession(
	sql: Sql | Transaction,
	tokenHash: string,
): Promise<void> {
	await sql`DELETE FROM sessions WHERE token_hash = ${tokenHash}`;
}

/** The learner's live sessions, the one used last first; `current` is the asking one. */
export async function listSessions(
	sql: Sql | Transaction,
	learner: Learner,
): Promise<Session[]> {
	return sql<Session[]>`
		SELECT id AS "_id", id = ${learner.sessionId} AS current, user_agent AS "userAgent",
			created_at AS "createdAt", last_seen_at AS "lastSeenAt", expires_at AS "expiresAt"
		FROM sessions WHERE user_id = ${learner._id} AND expires_at > now()
		ORDER BY last_seen_at DESC, id DESC LIMIT 100`;
}

/** The account that a learner signs in with; both null when there is none. By the index, whatever their number. */
export async function findProviderAccount(
	sql: Sql,
	userId: string,
): Promise<{ provider: string | null; providerAccountId: string | null }> {
	const [row] = await sql<{ provider: string; providerAccountId: string }[]>`
		SELECT provider, provider_account_id AS "providerAccountId"
		FROM (SELECT * FROM provider_accounts WHERE user_id = ${userId} OFFSET 0) own
		ORDER BY id LIMIT 1`;
	return row ?? { provider: null, providerAccountId: null };
}

/** Ends one of the learner's sessions; false when it is not there, or another's. */
export async function endOwnSession(
	sql: Sql,
	userId: string,
	sessionId: string,
): Promise<boolean> {
	const { count } = await sql`
		DELETE FROM sessions WHERE id = ${sessionId} AND user_id = ${userId}`;
	return count > 0;
}

/** Ends all of the learner's sessions except `kept`. */
export async function endOwnSessions(
	sql: Sql,
	userId: string,
	except: string | null,
): Promise<void> {
	await sql`
		DELETE FROM sessions WHERE user_id = ${userId} AND id IS DISTINCT FROM ${except}::uuid`;
}

/** How long an editor's one-time code is good, in seconds: from the learner's consent to the exchange. */
export const CODE_SECONDS = 60;

/** Takes the pending confirmation of this browser; null when there is none. `codeHash` is stored on a yes. */
export async function answerConsent(
	sql: Sql,
	answer: { ticketHash: string; browserHash: string; codeHash: string | null },
): Promise<{ redirect: string } | null> {
	return sql.begin(async (tx) => {
		const [consent] = await tx<
			{ redirect: string; userId: string; challenge: string }[]
		>`
			DELETE FROM editor_consents
			WHERE ticket_hash = ${answer.ticketHash} AND browser_hash = ${answer.browserHash} AND expires_at > now()
			RETURNING redirect, user_id AS "userId", code_challenge AS challenge`;
		if (consent && answer.codeHash)
			await tx`
				INSERT INTO exchange_codes (code_hash, user_id, code_challenge, expires_at)
				VALUES (${answer.codeHash}, ${consent.userId}, ${consent.challenge}, now() + ${CODE_SECONDS} * interval '1 second')`;
		return consent ?? null;
	}) as Promise<{ redirect: string } | null>;
}

/**
 * Takes a code, which is gone then whether or not it fits `challenge`, and starts a session for it. Answers its token; null when
 * there is no such code, its time is over, the challenge is another, or the learner is blocked.
 */
export async function redeem(
	sql: Sql,
	code: { codeHash: string; challenge: string; userAgent: string | null },
): Promise<string | null> {
	return sql.begin(async (tx) => {
		const [owner] = await tx<{ userId: string; challenge: string }[]>`
			DELETE FROM exchange_codes c USING users u
			WHERE c.code_hash = ${code.codeHash} AND u.id = c.user_id
			RETURNING c.user_id AS "userId",
				CASE WHEN c.expires_at > now() AND u.blocked_at IS NULL THEN c.code_challenge ELSE '' END AS challenge`;
		if (owner?.challenge !== code.challenge) return null;
		const { userId } = owner;
		const { userAgent } = code;
		return startSession(tx, { userId, userAgent, replaces: null });
	}) as Promise<string | null>;
}

/** How many expired rows a new sign-in takes away of each kind: more than it adds. */
const MAX_SWEPT = 20;

interface SignIn extends SignInIntent {
	stateHash: string;
	browserHash: string;
	codeVerifier: string;
}

/** Stores a sign-in until the browser returns, and removes expired ones. */
export async function addSignIn(sql: Sql, signIn: SignIn): Promise<void> {
	await removeExpired(sql, MAX_SWEPT);
	await sql`
		INSERT INTO sign_ins (state_hash, browser_hash, code_verifier, return_to, client_redirect, client_challenge, expires_at)
		VALUES (${signIn.stateHash}, ${signIn.browserHash}, ${signIn.codeVerifier}, ${signIn.returnTo},
			${signIn.editor?.redirect ?? null}, ${signIn.editor?.challenge ?? null},
			now() + ${SIGN_IN_SECONDS} * interval '1 second')`;
}

interface TakenRow {
	codeVerifier: string;
	returnTo: string;
	redirect: string | null;
	challenge: string | null;
	expired: boolean;
}

/** Takes the sign-in that this browser began with this state: it is there once. Null when there is none. */
export async function takeSignIn(
	sql: Sql,
	stateHash: string,
	browserHash: string,
): Promise<(SignInIntent & { codeVerifier: string; expired: boolean }) | null> {
	const [row] = await sql<TakenRow[]>`
		DELETE FROM sign_ins WHERE state_hash = ${stateHash} AND browser_hash = ${browserHash}
		RETURNING code_verifier AS "codeVerifier", return_to AS "returnTo", client_redirect AS redirect,
			client_challenge AS challenge, expires_at <= now() AS expired`;
	if (!row) return null;
	const { codeVerifier, returnTo, redirect, challenge, expired } = row;
	const editor = redirect && challenge ? { redirect, challenge } : null;
	return { codeVerifier, returnTo, editor, expired };
}

/** A learner who came back from the provider, unless an administrator has blocked them. */
type SignInResult<Result> = Promise<Result | Blocked>;

/** Signs an account in on this site: the learner is found or made, and has a new session. Answers its token. */
export async function createSignInSession(
	sql: Sql,
	provider: string,
	profile: Profile,
	session: { userAgent: string | null; replaces: string | null },
): SignInResult<string> {
	return sql.begin(async (tx) => {
		const user = await resolveUser(tx, provider, profile);
		if ("blockedFor" in user) return user;
		return startSession(tx, { userId: user.id, ...session });
	}) as SignInResult<string>;
}

/** Keeps, for a confirmed account, that an editor waits for the learner's yes. Answers the learner's name. */
export async function addConsent(
	sql: Sql,
	provider: string,
	profile: Profile,
	consent: {
		ticketHash: string;
		browserHash: string;
		redirect: string;
		challenge: string;
	},
): SignInResult<string> {
	return sql.begin(async (tx) => {
		const user = await resolveUser(tx, provider, profile);
		if ("blockedFor" in user) return user;
		await tx`
			INSERT INTO editor_consents (ticket_hash, browser_hash, user_id, redirect, code_challenge, expires_at)
			VALUES (${consent.ticketHash}, ${consent.browserHash}, ${user.id}, ${consent.redirect},
				${consent.challenge}, now() + ${SIGN_IN_SECONDS} * interval '1 second')`;
		return user.name;
	}) as SignInResult<string>;
}

/** The account's learner with the profile as it is now, made when there is none. */
async function resolveUser(
	tx: Transaction,
	provider: string,
	{ accountId, name, email, image }: Profile,
): Promise<{ id: string; name: string } | Blocked> {
	const id =
		(await findUser(tx, provider, accountId)) ??
		(await addUser(tx, provider, accountId, name));
	await tx`
		UPDATE users SET name = ${name}, email = ${email}, image = ${image}, updated_at = now()
		WHERE id = ${id} AND (name, email, image) IS DISTINCT FROM (${name}, ${email}::text, ${image}::text)`;
	// Locked, so that a block at this moment comes before the session or ends it.
	const [user] = await tx<{ blockedFor: string | null }[]>`
		SELECT ${blockedFor(tx)} AS "blockedFor" FROM users u WHERE id = ${id} FOR NO KEY UPDATE`;
	if (!user) throw new Error("the learner is gone");
	return user.blockedFor === null
		? { id, name }
		: { blockedFor: user.blockedFor };
}

async function findUser(tx: Transaction, provider: string, accountId: string) {
	const [row] = await tx<{ id: string }[]>`
		SELECT user_id AS id FROM provider_accounts
		WHERE provider = ${provider} AND provider_account_id = ${accountId}`;
	return row?.id ?? null;
}

/** Of parallel first sign-ins one makes the learner; the others wait for it and take that one. */
async function addUser(
	tx: Transaction,
	provider: string,
	accountId: string,
	name: string,
): Promise<string> {
	const id = Bun.randomUUIDv7();
	await tx`INSERT INTO users (id, name) VALUES (${id}, ${name})`;
	const [account] = await tx<{ id: string }[]>`
		INSERT INTO provider_accounts (id, user_id, provider, provider_account_id)
		VALUES (${Bun.randomUUIDv7()}, ${id}, ${provider}, ${accountId})
		ON CONFLICT (provider, provider_account_id) DO UPDATE SET provider = EXCLUDED.provider
		RETURNING user_id AS id`;
	if (!account) throw new Error("the account was not stored");
	if (account.id !== id) await tx`DELETE FROM users WHERE id = ${id}`;
	return account.id;
}

/**
 * Removes `most` at a time of the sign-ins, codes and sessions that are over, with the user agents of the latter. A sign-in is stored for an hour
 * after its time, so that a late callback gets the right error.
 */
export async function removeExpired(sql: Sql, most: number): Promise<void> {
	await sql`
		WITH late AS (
			DELETE FROM sign_ins WHERE state_hash IN (
				SELECT state_hash FROM sign_ins WHERE expires_at < now() - interval '1 hour'
				ORDER BY expires_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
		), unanswered AS (
			DELETE FROM editor_consents WHERE ticket_hash IN (
				SELECT ticket_hash FROM editor_consents WHERE expires_at < now()
				ORDER BY expires_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
		), unused AS (
			DELETE FROM exchange_codes WHERE code_hash IN (
				SELECT code_hash FROM exchange_codes WHERE expires_at < now()
				ORDER BY expires_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
		)
		DELETE FROM sessions WHERE id IN (
			SELECT id FROM sessions WHERE expires_at < now()
			ORDER BY expires_at LIMIT ${most} FOR UPDATE SKIP LOCKED)`;
}
