/** Queries of settings: one row for each learner, inserted at the first change. */
import {
	jsonValue,
	type Sql,
	type Transaction,
} from "../../db/connect-and-batch-queries.ts";
import type { Settings, StoredSettings } from "./api-schemas.ts";

/** A learner's stored settings; null before the first change. */
export async function findSettings(
	sql: Sql | Transaction,
	userId: string,
): Promise<StoredSettings | null> {
	const [row] = await sql<StoredSettings[]>`
		SELECT ${columns(sql)} FROM user_settings WHERE user_id = ${userId}`;
	return row ?? null;
}

/**
 * Stores what `change` makes of the present settings, under a lock; returns what is stored. When it throws,
 * nothing is.
 */
export async function changeSettings(
	sql: Sql,
	userId: string,
	change: (present: Settings | null) => Promise<Settings>,
): Promise<StoredSettings> {
	return sql.begin(async (tx) => {
		// The user's row is what concurrent first changes of one learner have in common.
		await tx`SELECT FROM users WHERE id = ${userId} FOR UPDATE`;
		const [present] = await tx<StoredSettings[]>`
			SELECT ${columns(tx)} FROM user_settings WHERE user_id = ${userId}`;
		const { _id: _, ...settings } = present ?? { _id: null };
		const next = await change(present ? (settings as Settings) : null);
		const [stored] = await tx<StoredSettings[]>`
			INSERT INTO user_settings AS s (id, user_id, feedback, keybindings, dark_mode, formatter, file_stubs)
			VALUES (${Bun.randomUUIDv7()}, ${userId}, ${jsonValue(tx, next.feedback)}, ${next.keybindings},
				${next.darkMode}, ${jsonValue(tx, next.formatter)}, ${next.fileStubs})
			ON CONFLICT (user_id) DO UPDATE SET feedback = EXCLUDED.feedback,
				keybindings = EXCLUDED.keybindings, dark_mode = EXCLUDED.dark_mode,
				formatter = EXCLUDED.formatter, file_stubs = EXCLUDED.file_stubs, updated_at = now()
			RETURNING ${columns(tx)}`;
		if (!stored) throw new Error("the settings were not stored");
		return stored;
	}) as Promise<StoredSettings>;
}

const columns = (sql: Sql | Transaction) => sql`
	id AS "_id", feedback, keybindings, dark_mode AS "darkMode", formatter, file_stubs AS "fileStubs"`;
