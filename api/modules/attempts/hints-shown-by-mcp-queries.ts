/** Queries of the hints that learners were shown by their models. */
import type { Sql, Transaction } from "../../db/connect-and-batch-queries.ts";

export type NoteHint = (
	learnerId: string,
	challengeId: string,
	step: number,
) => Promise<void>;

/** Notes that a learner was shown the hints of a challenge up to `step`. */
export async function noteHintShown(
	sql: Sql,
	learnerId: string,
	challengeId: string,
	step: number,
): Promise<void> {
	await sql`
		INSERT INTO hints_shown AS h (user_id, challenge_id, step) VALUES (${learnerId}, ${challengeId}, ${step})
		ON CONFLICT (user_id, challenge_id) DO UPDATE SET step = EXCLUDED.step, shown_at = now() WHERE h.step < EXCLUDED.step`;
}

/** How many hints of a challenge a learner was shown. */
export async function countHintsShown(
	sql: Sql,
	learnerId: string,
	challengeId: string,
): Promise<number> {
	const [row] = await sql<{ step: number }[]>`
		SELECT step FROM hints_shown WHERE user_id = ${learnerId} AND challenge_id = ${challengeId}`;
	return row?.step ?? 0;
}

interface ShownHint {
	packSlug: string;
	challengeSlug: string;
	/** The furthest. */
	step: number;
	shownAt: string;
}

/** All hints that a learner was shown, as the account's export has them. */
export const hintsShownTo = (sql: Sql | Transaction, learnerId: string) =>
	sql<ShownHint[]>`
		SELECT p.slug AS "packSlug", c.slug AS "challengeSlug", h.step, h.shown_at AS "shownAt"
		FROM hints_shown h JOIN challenges c ON c.id = h.challenge_id JOIN packs p ON p.id = c.pack_id
		WHERE h.user_id = ${learnerId} ORDER BY h.shown_at, c.id`;
