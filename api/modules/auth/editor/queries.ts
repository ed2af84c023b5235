/** From a learner's yes to an editor's session: a ticket makes one code, a code makes one session. */
import type { Sql } from "../../../db/pool.ts";
import { startSession } from "../queries.ts";

/** In seconds, from the learner's yes to the exchange. */
const CODE_SECONDS = 60;

/** Takes the question that this browser was asked; null when there is none, any more. `codeHash` is stored on a yes. */
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
