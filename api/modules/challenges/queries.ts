/** Challenges as learners read them. No statement here names the reference solution. */
import type { AssertionSet } from "@treeline/verify/shapes";
import type { Sql } from "../../db/pool.ts";
import { challengeRow, visible } from "../packs/queries.ts";
import type { Challenge } from "./schema.ts";

/** Which challenge is meant: by its id, or by the slugs of its pack and itself. */
export type ChallengeName =
	| { id: string }
	| { packSlug: string; challengeSlug: string };

/** The challenge with its neighbours; null when there is none that this learner may see. */
export async function findChallenge(
	sql: Sql,
	name: ChallengeName,
	learnerId: string | null,
): Promise<Challenge | null> {
	const named =
		"id" in name
			? sql`c.id = ${name.id}`
			: sql`p.slug = ${name.packSlug} AND c.slug = ${name.challengeSlug}`;
	const [row] = await sql<Challenge[]>`
		SELECT ${challengeRow(sql, learnerId)}, p.id AS "packId", p.slug AS "packSlug",
			c.prompt, c.hints, c.assertions, c.scaffolded, c.files, c.version,
			${neighbour(sql, sql`o."order" < c."order" ORDER BY o."order" DESC`)} AS previous,
			${neighbour(sql, sql`o."order" > c."order" ORDER BY o."order"`)} AS next,
			${
				learnerId
					? sql`CASE WHEN EXISTS (SELECT FROM attempts a
						WHERE a.user_id = ${learnerId} AND a.challenge_id = c.id AND (a.passed OR a.gave_up))
						THEN c.debrief END`
					: sql`NULL`
			} AS debrief
		FROM challenges c JOIN packs p ON p.id = c.pack_id
		WHERE ${named} AND c.retired_at IS NULL AND ${visible(sql, learnerId)}`;
	return row ?? null;
}

/** What an attempt is judged by: the challenge's present version and its checks. */
export interface ChallengeForVerification {
	version: number;
	assertions: AssertionSet;
}

/** What the attempts of these learners are judged by, in their order; null for a challenge that its learner cannot see. */
export async function findChallengeForVerification(
	sql: Sql,
	asked: { challengeId: string; learnerId: string }[],
): Promise<(ChallengeForVerification | null)[]> {
	if (asked.length === 0) return [];
	const rows = await sql<(ChallengeForVerification & { place: number })[]>`
		SELECT n.place::int, j.version, j.assertions
		FROM unnest(${asked.map((one) => one.challengeId)}::uuid[], ${asked.map((one) => one.learnerId)}::uuid[])
			WITH ORDINALITY AS n (challenge_id, user_id, place)
		CROSS JOIN LATERAL (
			SELECT c.version, c.assertions FROM challenges c JOIN packs p ON p.id = c.pack_id
			WHERE c.id = n.challenge_id AND c.retired_at IS NULL AND ${visible(sql, sql`n.user_id`)} OFFSET 0) j`;
	const found: (ChallengeForVerification | null)[] = asked.map(() => null);
	for (const { place, ...judged } of rows) found[place - 1] = judged;
	return found;
}

const neighbour = (sql: Sql, which: ReturnType<Sql>) => sql`(
	SELECT json_build_object('_id', o.id, 'slug', o.slug, 'title', o.title)
	FROM challenges o WHERE o.pack_id = c.pack_id AND o.retired_at IS NULL AND ${which} LIMIT 1)`;
