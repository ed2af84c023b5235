/**
 * Queries of attempts: added once, never changed, and removed only before they are answered; and of the challenges that they are verified
 * against. Each takes many in one statement and returns them in their order.
 */
import type { AssertionSet } from "@treeline/verify/shapes";
import {
	onReplica,
	plainArray,
	type Sql,
	type Transaction,
} from "../../db/connect-and-batch-queries.ts";
import type { Page } from "../../server/pagination.ts";
import { visible } from "../packs-and-challenges/queries.ts";
import type {
	Attempt,
	AttemptWithFiles,
	ListedAttempt,
} from "./api-schemas.ts";

/** What an attempt is verified against: the challenge's present version and its checks. */
export interface ChallengeForVerification {
	version: number;
	/** Null unless requested: they are large, and most attempts come without files. */
	assertions: AssertionSet | null;
}

/** Which challenge, as which learner sees it, and whether its checks are needed. */
export interface VerificationQuery {
	challengeId: string;
	learnerId: string;
	withAssertions: boolean;
}

/** What the attempts of these learners are verified against, in their order; null for a challenge that its learner cannot see. */
export async function findChallengeForVerification(
	sql: Sql,
	names: VerificationQuery[],
): Promise<(ChallengeForVerification | null)[]> {
	if (names.length === 0) return [];
	const rows = await sql<(ChallengeForVerification & { place: number })[]>`
		SELECT n.place::int, j.version, j.assertions
		FROM unnest(${plainArray(names.map((one) => one.challengeId))}::uuid[],
			${plainArray(names.map((one) => one.learnerId))}::uuid[],
			${plainArray(names.map((one) => one.withAssertions))}::boolean[])
			WITH ORDINALITY AS n (challenge_id, user_id, with_assertions, place)
		CROSS JOIN LATERAL (
			SELECT c.version, CASE WHEN n.with_assertions THEN c.assertions END AS assertions
			FROM challenges c JOIN packs p ON p.id = c.pack_id
			WHERE c.id = n.challenge_id AND c.retired_at IS NULL AND ${visible(sql, sql`n.user_id`)} OFFSET 0) j`;
	const found: (ChallengeForVerification | null)[] = names.map(() => null);
	for (const { place, ...row } of rows) found[place - 1] = row;
	return found;
}

/** An attempt after its verification, before it is stored. */
export interface VerifiedAttempt
	extends Omit<
		Attempt,
		"_id" | "createdAt" | "attemptedAt" | "assertionResults"
	> {
	learnerId: string;
	/** As JSON text. */
	assertionResults: string | null;
	/** What was verified, as JSON text; null when the client sent none. */
	files: string | null;
	/** Null = now. */
	attemptedAt: string | null;
	/** In lower case; null when the client gave none. */
	clientAttemptId: string | null;
}

/** What tells a repeat: the learner, and the client's id for the attempt, in lower case. */
export interface AttemptName {
	learnerId: string;
	clientAttemptId: string;
}

/**
 * Stores attempts with their files, all or none and durably before this resolves. Null for one whose `clientAttemptId` the same learner sent before,
 * in the same list even: nothing is stored of it, and {@link findStoredAttempts} has the first.
 */
export async function addAttempts(
	sql: Sql,
	attempts: VerifiedAttempt[],
): Promise<(Attempt | null)[]> {
	if (attempts.length === 0) return [];
	const ids = attempts.map(() => Bun.randomUUIDv7());
	const each = (
		value: (attempt: VerifiedAttempt) => string | number | boolean | null,
	) => plainArray(attempts.map(value));
	// Ordered, so that two statements that bring the same attempts wait for each other and never lock each other out.
	const added = await sql<Pick<Attempt, "_id" | "attemptedAt" | "createdAt">[]>`
		WITH t AS (
			SELECT * FROM unnest(
				${plainArray(ids)}::uuid[], ${each((a) => a.learnerId)}::uuid[], ${each((a) => a.challengeId)}::uuid[],
				${each((a) => a.challengeVersion)}::int[], ${each((a) => a.passed)}::boolean[], ${each((a) => a.verified)}::boolean[],
				${attempts.map((a) => a.assertionResults)}::text[],
				${each((a) => a.hintsUsed)}::int[], ${each((a) => a.timeSeconds)}::int[], ${each((a) => a.gaveUp)}::boolean[],
				${each((a) => a.clientAttemptId)}::uuid[], ${each((a) => a.attemptedAt)}::timestamptz[],
				${attempts.map((a) => a.files)}::text[]
			) AS t (id, user_id, challenge_id, version, passed, verified, results, hints, seconds, gave_up, client_id, at, files)
		), added AS (
			INSERT INTO attempts AS a (id, user_id, challenge_id, challenge_version, passed, verified,
				assertion_results, hints_used, time_seconds, gave_up, client_attempt_id, attempted_at)
			SELECT t.id, t.user_id, t.challenge_id, t.version, t.passed, t.verified,
				t.results::json, t.hints, t.seconds, t.gave_up, t.client_id, coalesce(t.at, now())
			FROM t ORDER BY t.user_id, t.client_id
			ON CONFLICT (user_id, client_attempt_id) DO NOTHING
			RETURNING a.id AS "_id", a.attempted_at AS "attemptedAt", a.created_at AS "createdAt"
		), added_files AS (
			INSERT INTO attempt_files (attempt_id, user_id, files, bytes, passed)
			SELECT t.id, t.user_id, t.files::json, octet_length(t.files), t.passed
			FROM t JOIN added ON added."_id" = t.id WHERE t.files IS NOT NULL
		)
		SELECT * FROM added`;
	const byId = new Map(added.map((row) => [row._id, row]));
	return attempts.map((attempt, place) => {
		const row = byId.get(ids[place] ?? "");
		return row ? storedAttempt(attempt, row) : null;
	});
}

/** An attempt as it is read again, of what was stored and what the database said to it: that it repeats the rest takes time. */
const storedAttempt = (
	{ challengeId, assertionResults, ...attempt }: VerifiedAttempt,
	row: Pick<Attempt, "_id" | "attemptedAt" | "createdAt">,
): Attempt => ({
	_id: row._id,
	challengeId: challengeId.toLowerCase(),
	passed: attempt.passed,
	verified: attempt.verified,
	assertionResults: assertionResults && JSON.parse(assertionResults),
	hintsUsed: attempt.hintsUsed,
	timeSeconds: attempt.timeSeconds,
	gaveUp: attempt.gaveUp,
	challengeVersion: attempt.challengeVersion,
	attemptedAt: row.attemptedAt,
	createdAt: row.createdAt,
});

/**
 * Removes files of attempts until those of each learner take at most `quota` bytes: failed ones first, then passes that a later pass of
 * the same challenge follows, the oldest first. The last pass of a challenge keeps its files, whatever they take.
 */
export async function trimAttemptFiles(
	sql: Sql,
	learnerIds: string[],
	quota: number,
): Promise<void> {
	if (learnerIds.length === 0) return;
	const over = await sql<{ id: string; surplus: number }[]>`
		SELECT f.user_id AS id, (sum(f.bytes) - ${quota})::float8 AS surplus FROM attempt_files f
		WHERE f.user_id = ANY (${learnerIds}::uuid[]) GROUP BY f.user_id HAVING sum(f.bytes) > ${quota}`;
	for (const { id, surplus } of over)
		await sql`
			DELETE FROM attempt_files WHERE attempt_id IN (
				SELECT attempt_id FROM (
					SELECT f.attempt_id, sum(f.bytes) OVER (ORDER BY f.passed, f.attempt_id) - f.bytes AS before
					FROM attempt_files f JOIN attempts a ON a.id = f.attempt_id
					WHERE f.user_id = ${id} AND NOT (f.passed AND NOT EXISTS (
						SELECT FROM attempts later JOIN attempt_files lf ON lf.attempt_id = later.id
						WHERE later.user_id = ${id} AND later.challenge_id = a.challenge_id AND later.passed AND later.id > a.id))
				) candidates WHERE before < ${surplus})`;
}

/** Removes attempts that were not answered, and their files. */
export async function removeAttempts(sql: Sql, ids: string[]): Promise<void> {
	if (ids.length === 0) return;
	await sql`DELETE FROM attempts WHERE id = ANY (${ids}::uuid[])`;
}

/** The attempts that were stored under these names before; null for a name that is new. */
export async function findStoredAttempts(
	sql: Sql,
	names: AttemptName[],
): Promise<(Attempt | null)[]> {
	if (names.length === 0) return [];
	const rows = await sql<(Attempt & { place: number })[]>`
		SELECT n.place::int, ${attemptColumns(sql)}
		FROM unnest(${plainArray(names.map((name) => name.learnerId))}::uuid[],
			${plainArray(names.map((name) => name.clientAttemptId))}::uuid[])
			WITH ORDINALITY AS n (user_id, client_id, place)
		CROSS JOIN LATERAL (
			SELECT * FROM attempts WHERE user_id = n.user_id AND client_attempt_id = n.client_id OFFSET 0) a`;
	const found: (Attempt | null)[] = names.map(() => null);
	for (const { place, ...attempt } of rows) found[place - 1] = attempt;
	return found;
}

/** A learner's attempt with its files; null for one that is not theirs. */
export const findAttempt = onReplica(
	async (
		sql: Sql,
		learnerId: string,
		id: string,
	): Promise<AttemptWithFiles | null> => {
		const [row] = await sql<AttemptWithFiles[]>`
			SELECT ${attemptColumns(sql)}, a.client_attempt_id AS "clientAttemptId", f.files
			FROM attempts a LEFT JOIN attempt_files f ON f.attempt_id = a.id
			WHERE a.id = ${id} AND a.user_id = ${learnerId}`;
		return row ?? null;
	},
);

/** One page of a learner's attempts at a challenge, newest first, and how many there are. */
export const listAttempts = onReplica(
	async (
		sql: Sql,
		learnerId: string,
		challengeId: string,
		{ limit, offset }: Page,
	): Promise<{ rows: ListedAttempt[]; total: number }> => {
		const [rows, [count]] = await Promise.all([
			sql<ListedAttempt[]>`
				SELECT ${attemptColumns(sql)}, a.client_attempt_id AS "clientAttemptId",
					EXISTS (SELECT FROM attempt_files f WHERE f.attempt_id = a.id) AS "hasFiles"
				FROM attempts a
				WHERE a.user_id = ${learnerId} AND a.challenge_id = ${challengeId}
				ORDER BY a.attempted_at DESC, a.id DESC LIMIT ${limit} OFFSET ${offset}`,
			sql<{ total: number }[]>`
				SELECT count(*)::int AS total FROM attempts a
				WHERE a.user_id = ${learnerId} AND a.challenge_id = ${challengeId}`,
		]);
		return { rows, total: count?.total ?? 0 };
	},
);

/** An attempt (as `a`) as it is answered. */
export const attemptColumns = (sql: Sql | Transaction) => sql`
	a.id AS "_id", a.challenge_id AS "challengeId", a.passed, a.verified,
	a.assertion_results AS "assertionResults", a.hints_used AS "hintsUsed", a.time_seconds AS "timeSeconds",
	a.gave_up AS "gaveUp", a.challenge_version AS "challengeVersion",
	a.attempted_at AS "attemptedAt", a.created_at AS "createdAt"`;
