/** Queries of how far the members of a class are: by learner and challenge, and by check. Attempts count from the time that a learner joined. */
import type { AssertionSet } from "@treeline/verify/shapes";
import {
	onReplica,
	plainArray,
	type Sql,
} from "../../db/connect-and-batch-queries.ts";
import type { ChallengeResult, ClassProgress } from "./api-schemas.ts";

/** The challenges of a pack in order. */
export const listPackChallenges = onReplica(
	async (sql: Sql, packId: string): Promise<ClassProgress["challenges"]> => {
		return sql<ClassProgress["challenges"]>`
			SELECT c.id AS "_id", c.slug, c.title FROM challenges c
			WHERE c.pack_id = ${packId} AND c.retired_at IS NULL ORDER BY c."order"`;
	},
);

interface MemberResult extends ChallengeResult {
	memberId: string;
	challengeId: string;
}

/**
 * What the members of a class have done at these challenges; with `memberId`, only that one. For each member by the index that has the
 * learner first: left to choose, the server could read all attempts of a challenge.
 */
export const listResults = onReplica(
	async (
		sql: Sql,
		classId: string,
		challengeIds: string[],
		memberId: string | null = null,
	): Promise<MemberResult[]> => {
		return sql<MemberResult[]>`
			SELECT m.id AS "memberId", r.*
			FROM class_members m CROSS JOIN LATERAL (
				SELECT a.challenge_id AS "challengeId", count(*)::int AS attempts, max(a.attempted_at) AS "lastAttemptAt",
					coalesce(min(a.attempted_at) FILTER (WHERE a.passed AND a.verified),
						min(a.attempted_at) FILTER (WHERE a.passed)) AS "passedAt",
					coalesce(bool_or(a.verified) FILTER (WHERE a.passed), false) AS verified
				FROM attempts a
				WHERE a.user_id = m.user_id AND a.challenge_id = ANY (${plainArray(challengeIds)}::uuid[])
					AND a.attempted_at >= m.joined_at
				GROUP BY a.challenge_id) r
			WHERE m.class_id = ${classId} AND (${memberId}::uuid IS NULL OR m.id = ${memberId})`;
	},
);

/** The present version and checks of a challenge of this pack; null when the pack has none of this id. */
export async function findChecks(
	sql: Sql,
	packId: string,
	challengeId: string,
): Promise<{ version: number; assertions: AssertionSet } | null> {
	const [row] = await sql<{ version: number; assertions: AssertionSet }[]>`
		SELECT c.version, c.assertions FROM challenges c
		WHERE c.id = ${challengeId} AND c.pack_id = ${packId} AND c.retired_at IS NULL`;
	return row ?? null;
}

/** How many members of a class have passed a challenge, are at it, and are at it with an attempt that tells nothing of the present checks. */
export interface CheckCounts {
	passedCount: number;
	openCount: number;
	unknownCount: number;
}

/** How the members who have not passed a challenge are with one of its checks, by their latest attempts. */
export interface CheckResult {
	check: string;
	passedCount: number;
	/** Members whose attempt does not pass it. */
	failing: string[];
}

/** How the members of a class are with a challenge and with each of these checks of its present version, from one statement; with `memberId`, only that one. */
export const findCheckResults = onReplica(
	async (
		sql: Sql,
		classId: string,
		challenge: { id: string; version: number },
		checks: string[],
		memberId: string | null,
	): Promise<CheckCounts & { results: CheckResult[] }> => {
		const [row] = await sql<(CheckCounts & { results: CheckResult[] })[]>`
			WITH latest AS (
				SELECT m.id AS member_id, a.passed,
					CASE WHEN NOT a.passed AND a.challenge_version = ${challenge.version} THEN a.assertion_results END AS results
				FROM class_members m CROSS JOIN LATERAL (
					SELECT * FROM attempts
					WHERE user_id = m.user_id AND challenge_id = ${challenge.id} AND attempted_at >= m.joined_at
					ORDER BY passed DESC, attempted_at DESC, id DESC LIMIT 1) a
				WHERE m.class_id = ${classId} AND (${memberId}::uuid IS NULL OR m.id = ${memberId})
			), checked AS (
				SELECT member_id, name, bool_and(passed) AS passed FROM (
					SELECT l.member_id, 'perFile/' || (f.value ->> 'file') || '/' || (r.ordinality - 1) AS name,
						(r.value ->> 'passed')::boolean AS passed
					FROM latest l CROSS JOIN LATERAL json_array_elements(l.results -> 'fileResults') f
						CROSS JOIN LATERAL json_array_elements(f.value -> 'results') WITH ORDINALITY r
					UNION ALL
					SELECT l.member_id, 'crossFile/' || (r.ordinality - 1), (r.value ->> 'passed')::boolean
					FROM latest l CROSS JOIN LATERAL json_array_elements(l.results -> 'crossFileResults') WITH ORDINALITY r
				) every
				WHERE name = ANY (${checks}::text[]) GROUP BY member_id, name
			)
			SELECT (SELECT count(*)::int FROM latest WHERE passed) AS "passedCount",
				(SELECT count(*)::int FROM latest WHERE NOT passed) AS "openCount",
				(SELECT count(*)::int FROM latest WHERE NOT passed AND member_id NOT IN (SELECT member_id FROM checked)) AS "unknownCount",
				(SELECT coalesce(json_agg(json_build_object('check', b.name, 'passedCount', b.passed, 'failing', b.failing)), '[]')
					FROM (SELECT name, count(*) FILTER (WHERE passed) AS passed,
						coalesce(json_agg(member_id ORDER BY member_id) FILTER (WHERE NOT passed), '[]') AS failing
						FROM checked GROUP BY name) b) AS results`;
		if (!row) throw new Error("a statement of one row answered none");
		return row;
	},
);
