/** Queries of packs and challenges: what learners read, without reference solutions, retired or private packs; and how both are written. */

import type { Static, TObject } from "@sinclair/typebox";
import type { packFields } from "@treeline/packs/format";
import type { AssertionSet } from "@treeline/verify/shapes";
import {
	jsonValue,
	plainArray,
	type Sql,
	type Transaction,
} from "../../db/pool.ts";
import { wordQuery } from "../../db/tsquery.ts";
import type { Page } from "../../server/request-validation.ts";
import type {
	Challenge,
	ChallengeRow,
	PackDetail,
	PackSummary,
} from "./schema.ts";
import type { StoredChallenge } from "./stored-challenge.ts";

/** What a list may be narrowed by; a pack must fit all that is given. */
export interface PackFilter {
	language?: string;
	framework?: string;
	difficulty?: string;
	tags: string[];
	/** Words of its name or description; the last one may be a beginning. */
	q?: string;
}

/**
 * One page of the public packs by name, how many there are in all, and the tags that any of them carries. The rows of a page are
 * fetched one by one: left to choose, the server reads all packs for them.
 */
export async function listPacks(
	sql: Sql,
	filter: PackFilter,
	{ limit, offset }: Page,
): Promise<{ rows: PackSummary[]; total: number; tags: string[] }> {
	const wanted = narrowed(sql, filter);
	const [rows, [facts]] = await Promise.all([
		sql<PackSummary[]>`
			SELECT ${packSummary(sql)}
			FROM (
				SELECT p.id FROM packs p WHERE ${listed(sql)} ${wanted}
				ORDER BY p.name_key, p.id LIMIT ${limit} OFFSET ${offset}) page
			CROSS JOIN LATERAL (SELECT * FROM packs WHERE id = page.id OFFSET 0) p
			ORDER BY p.name_key, p.id`,
		sql<{ total: number; tags: string[] }[]>`
			WITH RECURSIVE tags (tag) AS (
				(SELECT tag FROM pack_tags ORDER BY tag LIMIT 1)
				UNION ALL
				SELECT (SELECT n.tag FROM pack_tags n WHERE n.tag > t.tag ORDER BY n.tag LIMIT 1)
				FROM tags t WHERE t.tag IS NOT NULL)
			SELECT (SELECT count(*)::int FROM packs p WHERE ${listed(sql)} ${wanted}) AS total,
				ARRAY(SELECT tag FROM tags WHERE tag IS NOT NULL ORDER BY tag) AS tags`,
	]);
	if (!facts) throw new Error("a statement of one row answered none");
	return { rows, ...facts };
}

/** What names a pack in a list. */
export type PackName = Pick<PackSummary, "slug" | "name" | "description">;

/** All public packs by name, as they are at one moment. */
export async function listPackNames(sql: Sql): Promise<PackName[]> {
	return sql<PackName[]>`
		SELECT p.slug, p.name, p.description FROM packs p WHERE ${listed(sql)}
		ORDER BY p.name_key, p.id`;
}

/** A pack with its challenges in order; null when there is none by this slug for this learner. */
export async function findPack(
	sql: Sql,
	slug: string,
	learnerId: string | null,
): Promise<PackDetail | null> {
	const [pack] = await sql<PackSummary[]>`
		SELECT ${packSummary(sql)} FROM packs p
		WHERE p.slug = ${slug} AND ${visible(sql, learnerId)}`;
	if (!pack) return null;
	const challenges = await sql<ChallengeRow[]>`
		SELECT ${challengeRow(sql, learnerId)}
		FROM challenges c
		WHERE c.pack_id = ${pack._id} AND c.retired_at IS NULL
		ORDER BY c."order"`;
	if (learnerId)
		pack.passedCount = challenges.filter((c) => c.status === "passed").length;
	return { ...pack, challenges };
}

/** Another one after every change to any pack or challenge. */
export async function findRevision(sql: Sql): Promise<string> {
	const [row] = await sql<{ revision: string }[]>`
		SELECT revision FROM catalogue_revision`;
	if (!row) throw new Error("the catalogue has no revision");
	return row.revision;
}

/** Packs (as `p`) that lists and searches name: an unlisted one is for anyone with its slug. */
export const listed = (sql: Sql) =>
	sql`p.retired_at IS NULL AND p.taken_down_at IS NULL AND p.visibility = 'public'`;

/**
 * Packs (as `p`) that this learner, an id or an expression for one, may open; a private one, and one that was taken down, is its
 * author's only.
 */
export const visible = (
	sql: Sql,
	learnerId: string | null | ReturnType<Sql>,
) => sql`
	p.retired_at IS NULL
	AND ((p.visibility <> 'private' AND p.taken_down_at IS NULL) OR p.author_user_id = ${learnerId})`;

/** The columns of a challenge in a list; `status` is null without a learner. */
export const challengeRow = (sql: Sql, learnerId: string | null) => sql`
	c.id AS "_id", c.slug, c.title, c.difficulty, c.tags,
	c.time_estimate_seconds AS "timeEstimateSeconds", c."order",
	${
		learnerId
			? sql`CASE (SELECT bool_or(a.passed) FROM attempts a WHERE a.user_id = ${learnerId} AND a.challenge_id = c.id)
				WHEN true THEN 'passed' WHEN false THEN 'attempted' ELSE 'not_started' END`
			: sql`NULL`
	} AS status`;

/** The columns of a pack (as `p`) in a list. */
export const packSummary = (sql: Sql | Transaction) => sql`
	p.id AS "_id", p.slug, p.name, p.description, p.language, p.framework, p.version, p.author, p.tags,
	p.visibility, p.challenge_count AS "challengeCount", p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;

/** One statement for any number of filters of a kind: the driver prepares each text once and caches it. */
const narrowed = (sql: Sql, filter: PackFilter) => sql`
	${filter.language ? sql`AND lower(p.language) = lower(${filter.language})` : sql``}
	${filter.framework ? sql`AND lower(p.framework) = lower(${filter.framework})` : sql``}
	${taggedWithAll(sql, [...new Set(filter.tags)])}
	${filter.difficulty ? sql`AND ${filter.difficulty} = ANY (p.difficulties)` : sql``}
	${filter.q === undefined ? sql`` : sql`AND p.words @@ (SELECT to_tsquery('simple', ${wordQuery(filter.q)}))`}`;

/** The first tag leads to the packs by its index, the others narrow them. */
function taggedWithAll(sql: Sql, [first, ...others]: string[]) {
	if (first === undefined) return sql``;
	return sql`
		AND EXISTS (SELECT FROM pack_tags t WHERE t.pack_id = p.id AND t.tag = ${first})
		AND (SELECT count(*) FROM pack_tags t WHERE t.pack_id = p.id AND t.tag = ANY (${others}::text[])) = ${others.length}`;
}

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

const neighbour = (sql: Sql, which: ReturnType<Sql>) => sql`(
	SELECT json_build_object('_id', o.id, 'slug', o.slug, 'title', o.title)
	FROM challenges o WHERE o.pack_id = c.pack_id AND o.retired_at IS NULL AND ${which} LIMIT 1)`;

/** On which the database notifies that packs or challenges changed (`notify_of_catalogue`). */
export const CATALOGUE_CHANNEL = "catalogue";

/** What a pack says of itself. */
type PackContent = Static<TObject<typeof packFields>>;

/** A challenge that the pack has or had. */
interface KnownChallenge {
	id: string;
	slug: string;
	contentHash: string | null;
	retired: boolean;
}

/** The statements that write one pack, within a transaction. */
export interface PackWriting {
	/** All of the pack's challenges in order, retired ones too. */
	challengesOf(packId: string): Promise<KnownChallenge[]>;
	/** Adds a challenge; answers its id. */
	addChallenge(packId: string, challenge: StoredChallenge): Promise<string>;
	/** Replaces what is stored, brings it back from retirement and raises the version. */
	changeChallenge(id: string, challenge: StoredChallenge): Promise<void>;
	/** Gives an unchanged challenge its place in the order, and brings it back from retirement. */
	placeChallenge(id: string, order: number): Promise<void>;
	/** Takes a challenge out of every read; its attempts stay. */
	retireChallenge(id: string): Promise<void>;
}

export function packWriting(tx: Transaction): PackWriting {
	return {
		challengesOf: (packId) => tx<KnownChallenge[]>`
			SELECT id, slug, content_hash AS "contentHash", retired_at IS NOT NULL AS retired
			FROM challenges WHERE pack_id = ${packId} ORDER BY "order", id`,
		async addChallenge(packId, challenge) {
			const id = Bun.randomUUIDv7();
			const row = {
				id,
				pack_id: packId,
				...challengeColumns(tx, challenge),
			};
			await tx`INSERT INTO challenges ${tx(row)}`;
			return id;
		},
		async changeChallenge(id, challenge) {
			await tx`
				UPDATE challenges SET ${tx(challengeColumns(tx, challenge))},
					retired_at = NULL, version = version + 1, updated_at = now()
				WHERE id = ${id}`;
		},
		async placeChallenge(id, order) {
			await tx`UPDATE challenges SET "order" = ${order}, retired_at = NULL WHERE id = ${id}`;
		},
		async retireChallenge(id) {
			await tx`UPDATE challenges SET retired_at = now() WHERE id = ${id}`;
		},
	};
}

/** What a pack says of itself, by column. */
export const packColumns = (pack: PackContent) => ({
	slug: pack.slug,
	name: pack.name,
	description: pack.description,
	language: pack.language,
	framework: pack.framework ?? null,
	version: pack.version,
	author: pack.author,
	tags: pack.tags,
});

const challengeColumns = (tx: Transaction, challenge: StoredChallenge) => ({
	slug: challenge.slug,
	title: challenge.title,
	prompt: challenge.prompt,
	difficulty: challenge.difficulty,
	tags: challenge.tags,
	time_estimate_seconds: challenge.timeEstimateSeconds,
	hints: challenge.hints,
	order: challenge.order,
	assertions: jsonValue(tx, challenge.assertions),
	scaffolded: challenge.scaffolded,
	files: jsonValue(tx, challenge.files),
	has_scaffold: challenge.hasScaffold,
	reference_solution: jsonValue(tx, challenge.referenceSolution),
	debrief: challenge.debrief,
	content_hash: challenge.contentHash,
});
