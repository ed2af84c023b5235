/** Queries of packs for command-line clients. No statement here names the reference solution. */
import {
	onReplica,
	type Sql,
	type Transaction,
} from "../../db/connect-and-batch-queries.ts";
import type { Page } from "../../server/pagination.ts";
import { listed, visible } from "../packs-and-challenges/queries.ts";
import type { CliChallenge, CliPack, CliPackDetail } from "./api-schemas.ts";

/** One page of the public packs by slug, and how many there are. */
export const listCliPacks = onReplica(
	async (
		sql: Sql,
		{ limit, offset }: Page,
	): Promise<{ rows: CliPack[]; total: number }> => {
		const [rows, [count]] = await Promise.all([
			sql<CliPack[]>`
				SELECT ${summary(sql)} FROM packs p
				WHERE ${listed(sql)}
				ORDER BY p.slug LIMIT ${limit} OFFSET ${offset}`,
			sql<{ total: number }[]>`
				SELECT count(*)::int AS total FROM packs p
				WHERE ${listed(sql)}`,
		]);
		return { rows, total: count?.total ?? 0 };
	},
);

/** A pack with all its challenges in order; null when there is none that everyone may see. */
export const findCliPack = onReplica(
	async (sql: Sql, slug: string): Promise<CliPackDetail | null> => {
		const [pack] = await sql<(CliPack & { description: string })[]>`
			SELECT ${summary(sql)}, p.description FROM packs p
			WHERE p.slug = ${slug} AND ${visible(sql, null)}`;
		if (!pack) return null;
		return { ...pack, challenges: await listCliChallenges(sql, slug) };
	},
);

/** The challenges of a pack in order, of any visibility. */
async function listCliChallenges(
	sql: Sql | Transaction,
	packSlug: string,
): Promise<CliChallenge[]> {
	return sql<CliChallenge[]>`
		SELECT ${cliChallenge(sql)} FROM challenges c JOIN packs p ON p.id = c.pack_id
		WHERE p.slug = ${packSlug} AND c.retired_at IS NULL ORDER BY c."order"`;
}

export const findCliChallenge = onReplica(
	async (
		sql: Sql,
		packSlug: string,
		challengeSlug: string,
	): Promise<CliChallenge | null> => {
		const [row] = await sql<CliChallenge[]>`
			SELECT ${cliChallenge(sql)} FROM challenges c JOIN packs p ON p.id = c.pack_id
			WHERE p.slug = ${packSlug} AND c.slug = ${challengeSlug}
				AND c.retired_at IS NULL AND ${visible(sql, null)}`;
		return row ?? null;
	},
);

const summary = (sql: Sql) => sql`
	p.slug, p.name, p.language, p.framework, p.version,
	p.challenge_count AS "challengeCount"`;

/** The columns of a challenge (as `c`). */
export const cliChallenge = (sql: Sql | Transaction) => sql`
	c.id AS "_id", c.slug, c.title, c.prompt, c.difficulty, c.tags,
	c.time_estimate_seconds AS "timeEstimateSeconds", c."order", c.scaffolded, c.hints,
	c.assertions, c.files, c.version`;
