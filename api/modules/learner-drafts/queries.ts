/** Queries of drafts: one for each learner and challenge, replaced by every change. */
import type { Sql, Transaction } from "../../db/connect-and-batch-queries.ts";
import type { Draft, ExportedDraft, NewDraft } from "./api-schemas.ts";

/** Bytes that the drafts of one account may take together, as JSON. */
export const MAX_BYTES = 20_000_000;

/** Whose draft, and of which challenge. */
interface DraftName {
	learnerId: string;
	challengeId: string;
}

/** A learner's draft of a challenge; null when there is none. */
export async function findDraft(
	sql: Sql | Transaction,
	{ learnerId, challengeId }: DraftName,
): Promise<Draft | null> {
	const [row] = await sql<Draft[]>`
		SELECT ${columns(sql)} FROM drafts d
		WHERE d.user_id = ${learnerId} AND d.challenge_id = ${challengeId}`;
	return row ?? null;
}

/**
 * Puts a draft in place of the present one. `check` throws when the client has not seen that one; then nothing is stored. Null when the
 * account's drafts would take more than {@link MAX_BYTES}.
 */
export async function replaceDraft(
	sql: Sql,
	name: DraftName,
	{ files, challengeVersion }: NewDraft,
	check: (present: Draft | null) => void,
): Promise<Draft | null> {
	return changeDraft(sql, name, check, async (tx) => {
		const bytes = Buffer.byteLength(JSON.stringify(files));
		const [others] = await tx<{ bytes: number }[]>`
			SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM drafts
			WHERE user_id = ${name.learnerId} AND challenge_id <> ${name.challengeId}`;
		if ((others?.bytes ?? 0) + bytes > MAX_BYTES) return null;
		const [stored] = await tx<Draft[]>`
			INSERT INTO drafts AS d (user_id, challenge_id, revision, challenge_version, files, bytes)
			VALUES (${name.learnerId}, ${name.challengeId}, ${Bun.randomUUIDv7()}, ${challengeVersion ?? null},
				${tx.json(files)}, ${bytes})
			ON CONFLICT (user_id, challenge_id) DO UPDATE SET revision = EXCLUDED.revision,
				challenge_version = EXCLUDED.challenge_version, files = EXCLUDED.files, bytes = EXCLUDED.bytes,
				updated_at = now()
			RETURNING ${columns(tx)}`;
		if (!stored) throw new Error("a draft was not stored");
		return stored;
	});
}

/** Removes a draft, if there is one. `check` throws when the client has not seen it; then it stays. */
export async function removeDraft(
	sql: Sql,
	name: DraftName,
	check: (present: Draft | null) => void,
): Promise<void> {
	await changeDraft(sql, name, check, async (tx) => {
		await tx`
			DELETE FROM drafts WHERE user_id = ${name.learnerId} AND challenge_id = ${name.challengeId}`;
	});
}

/** Runs `change` after `check` has seen the present draft, one change of each learner at a time. */
async function changeDraft<Result>(
	sql: Sql,
	name: DraftName,
	check: (present: Draft | null) => void,
	change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
	return sql.begin(async (tx) => {
		// What concurrent first drafts have in common, and those that count the account's bytes.
		await tx`SELECT FROM users WHERE id = ${name.learnerId} FOR NO KEY UPDATE`;
		check(await findDraft(tx, name));
		return change(tx);
	}) as Promise<Result>;
}

/** A learner's drafts, the oldest first. */
export async function draftsOf(
	tx: Transaction,
	learnerId: string,
): Promise<ExportedDraft[]> {
	return tx<ExportedDraft[]>`
		SELECT ${columns(tx)}, p.slug AS "packSlug", c.slug AS "challengeSlug"
		FROM drafts d JOIN challenges c ON c.id = d.challenge_id JOIN packs p ON p.id = c.pack_id
		WHERE d.user_id = ${learnerId} ORDER BY d.updated_at, d.challenge_id`;
}

const columns = (sql: Sql | Transaction) => sql`
	d.challenge_id AS "challengeId", d.revision, d.challenge_version AS "challengeVersion", d.files,
	d.updated_at AS "updatedAt"`;
