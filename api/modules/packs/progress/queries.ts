/** Queries of a learner's progress. Each takes many in one statement, returns them in their order, and reads indexes of attempts only. */
import { plainArray, type Sql } from "../../../db/pool.ts";
import type { LearnerStatus } from "../schema.ts";

/** A learner, and the packs or challenges that are asked about. */
export interface ProgressQuery {
	learnerId: string;
	ids: readonly string[];
}

/** In SQL, `n` with `place`, `user_id` and `ids`, an array as text. */
const asked = (sql: Sql, queries: ProgressQuery[]) => sql`
	unnest(${plainArray(queries.map((one) => one.learnerId))}::uuid[],
		string_to_array(${queries.map(({ ids }) => plainArray(ids)).join(" ")}, ' ')) WITH ORDINALITY AS n (user_id, ids, place)`;

/** For each learner, how far they are with the challenges of these that they attempted, by id. */
export async function findStatuses(
	sql: Sql,
	queries: ProgressQuery[],
): Promise<Map<string, LearnerStatus>[]> {
	const rows = await sql<
		{ place: number; passed: string | null; attempted: string | null }[]
	>`
		SELECT n.place::int, s.passed, s.attempted
		FROM ${asked(sql, queries)}
		CROSS JOIN LATERAL (
			SELECT string_agg(t.id::text, ' ') FILTER (WHERE t.passed) AS passed,
				string_agg(t.id::text, ' ') FILTER (WHERE NOT t.passed) AS attempted
			FROM (
				SELECT a.challenge_id AS id, bool_or(a.passed) AS passed FROM attempts a
				WHERE a.user_id = n.user_id AND a.challenge_id = ANY (n.ids::uuid[]) GROUP BY a.challenge_id) t) s
		WHERE s.passed IS NOT NULL OR s.attempted IS NOT NULL`;
	const found = queries.map(() => new Map<string, LearnerStatus>());
	for (const { place, passed, attempted } of rows) {
		const statuses = found[place - 1];
		for (const id of passed?.split(" ") ?? []) statuses?.set(id, "passed");
		for (const id of attempted?.split(" ") ?? [])
			statuses?.set(id, "attempted");
	}
	return found;
}

/** For each learner, how many challenges of these packs they passed, by the pack's id; packs of which it is none are left out. */
export async function findPassedCounts(
	sql: Sql,
	queries: ProgressQuery[],
): Promise<Map<string, number>[]> {
	const rows = await sql<{ place: number; counts: string }[]>`
		SELECT n.place::int, s.counts
		FROM ${asked(sql, queries)}
		CROSS JOIN LATERAL (
			SELECT string_agg(t.pack_id || ' ' || t.passed, ',') AS counts
			FROM (
				SELECT c.pack_id, count(*) AS passed
				FROM (SELECT DISTINCT a.challenge_id FROM attempts a WHERE a.user_id = n.user_id AND a.passed) d
					JOIN challenges c ON c.id = d.challenge_id
				WHERE c.retired_at IS NULL AND c.pack_id = ANY (n.ids::uuid[]) GROUP BY c.pack_id) t) s
		WHERE s.counts IS NOT NULL`;
	const found = queries.map(() => new Map<string, number>());
	for (const { place, counts } of rows)
		for (const pair of counts.split(",")) {
			const [id = "", passed] = pair.split(" ");
			found[place - 1]?.set(id, Number(passed));
		}
	return found;
}

/** How far a learner is with one challenge. */
export interface ChallengeProgress {
	status: LearnerStatus;
	/** Null until the learner has passed or given up. */
	debrief: string | null;
}

const NOT_STARTED: ChallengeProgress = { status: "not_started", debrief: null };

/** How far each learner is with one challenge. */
export async function findChallengeProgress(
	sql: Sql,
	queries: { learnerId: string; challengeId: string }[],
): Promise<ChallengeProgress[]> {
	const rows = await sql<
		{ place: number; passed: boolean; debrief: string | null }[]
	>`
		SELECT n.place::int, s.passed, CASE WHEN s.passed OR s.gave_up
			THEN (SELECT c.debrief FROM challenges c WHERE c.id = n.challenge_id) END AS debrief
		FROM unnest(${plainArray(queries.map((one) => one.learnerId))}::uuid[], ${plainArray(queries.map((one) => one.challengeId))}::uuid[])
			WITH ORDINALITY AS n (user_id, challenge_id, place)
		CROSS JOIN LATERAL (
			SELECT bool_or(a.passed) AS passed, bool_or(a.gave_up) AS gave_up FROM attempts a
			WHERE a.user_id = n.user_id AND a.challenge_id = n.challenge_id) s
		WHERE s.passed IS NOT NULL`;
	const found = queries.map(() => NOT_STARTED);
	for (const { place, passed, debrief } of rows)
		found[place - 1] = { status: passed ? "passed" : "attempted", debrief };
	return found;
}
