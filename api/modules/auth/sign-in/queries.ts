/** Queries of sign-ins through the identity provider, and of editors' consents and codes: hashes of secrets, never the secrets. */
import type {
	Sql,
	Transaction,
} from "../../../db/connect-and-batch-queries.ts";
import type { Blocked } from "../../../server/session-authentication.ts";
import type { Profile } from "../identity-provider-client.ts";
import { blockedFor, startSession } from "../session/queries.ts";
import {
	SIGN_IN_SECONDS,
	type SignInIntent,
} from "./sign-in-query-parameters.ts";

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
	// A pack that others can see has its author's present name.
	await tx`
		UPDATE packs SET author = ${name}, revision = revision + 1
		WHERE author_user_id = ${id} AND (visibility <> 'private' OR requested_at IS NOT NULL) AND author <> ${name}`;
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
