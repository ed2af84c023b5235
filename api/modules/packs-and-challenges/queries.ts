/** Queries of packs and challenges as learners read them, without reference solutions, retired or private packs; and of a learner's progress. */
import {
	batchReads,
	onReplica,
	plainArray,
	type Sql,
	type Transaction,
	wordQuery,
} from "../../db/connect-and-batch-queries.ts";
import type { Page } from "../../server/pagination.ts";
import type {
	Challenge,
	ChallengeRow,
	LearnerStatus,
	PackDetail,
	PackSummary,
} from "./api-schemas.ts";

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
export const listPacks = onReplica(
	async (
		sql: Sql,
		filter: PackFilter,
		{ limit, offset }: Page,
	): Promise<{ rows: PackSummary[]; total: number; tags: string[] }> => {
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
	},
);

/** What names a pack in a list. */
export type PackName = Pick<PackSummary, "slug" | "name" | "description">;

/** All public packs by name, as they are at one moment. */
export const listPackNames = onReplica(
	async (sql: Sql): Promise<PackName[]> => {
		return sql<PackName[]>`
			SELECT p.slug, p.name, p.description FROM packs p WHERE ${listed(sql)}
			ORDER BY p.name_key, p.id`;
	},
);

/** A pack with its challenges in order; null when there is none by this slug for this learner. */
export const findPack = onReplica(
	async (
		sql: Sql,
		slug: string,
		learnerId: string | null,
	): Promise<PackDetail | null> => {
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
	},
);

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
export const findChallenge = onReplica(
	async (
		sql: Sql,
		name: ChallengeName,
		learnerId: string | null,
	): Promise<Challenge | null> => {
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
	},
);

const neighbour = (sql: Sql, which: ReturnType<Sql>) => sql`(
	SELECT json_build_object('_id', o.id, 'slug', o.slug, 'title', o.title)
	FROM challenges o WHERE o.pack_id = c.pack_id AND o.retired_at IS NULL AND ${which} LIMIT 1)`;

/** On which the database notifies that packs or challenges changed (`notify_of_catalogue`). */
export const CATALOGUE_CHANNEL = "catalogue";

/** A learner, and the challenges that are asked about, as an array in the database's text. */
interface StatusQuery {
	learnerId: string;
	ids: string;
}

const arrays = new WeakMap<readonly string[], string>();

/** Made once for a list that is asked about again and again, as that of a cached response is. */
function arrayOf(ids: readonly string[]): string {
	const known = arrays.get(ids) ?? plainArray(ids);
	arrays.set(ids, known);
	return known;
}

/** For each learner, how far they are with the challenges of these that they attempted, by id. A list is read from its text once. */
const findStatuses = onReplica(
	async (
		sql: Sql,
		queries: StatusQuery[],
	): Promise<Map<string, LearnerStatus>[]> => {
		// Many ask about the same pack, whose list is long.
		const lists = [...new Set(queries.map(({ ids }) => ids))];
		const rows = await sql<
			{ place: number; passed: string | null; attempted: string | null }[]
		>`
			SELECT n.place::int, s.passed, s.attempted
			FROM (
				SELECT q.place, q.user_id, l.ids
				FROM unnest(${plainArray(queries.map((one) => one.learnerId))}::uuid[],
					${plainArray(queries.map(({ ids }) => lists.indexOf(ids) + 1))}::int[]) WITH ORDINALITY AS q (user_id, list, place)
				JOIN (SELECT t.ids::uuid[] AS ids, t.place
					FROM unnest(string_to_array(${lists.join(" ")}, ' ')) WITH ORDINALITY AS t (ids, place) OFFSET 0) l ON l.place = q.list
				OFFSET 0) n
			CROSS JOIN LATERAL (
				SELECT string_agg(t.id::text, ' ') FILTER (WHERE t.passed) AS passed,
					string_agg(t.id::text, ' ') FILTER (WHERE NOT t.passed) AS attempted
				FROM (
					SELECT a.challenge_id AS id, bool_or(a.passed) AS passed FROM attempts a
					WHERE a.user_id = n.user_id AND a.challenge_id = ANY (n.ids) GROUP BY a.challenge_id) t) s
			WHERE s.passed IS NOT NULL OR s.attempted IS NOT NULL`;
		const found = queries.map(() => new Map<string, LearnerStatus>());
		for (const { place, passed, attempted } of rows) {
			const statuses = found[place - 1];
			for (const id of passed?.split(" ") ?? []) statuses?.set(id, "passed");
			for (const id of attempted?.split(" ") ?? [])
				statuses?.set(id, "attempted");
		}
		return found;
	},
);

/** For each learner, how many challenges they passed, by the pack's id; packs of which it is none are left out. */
const findPassedCounts = onReplica(
	async (sql: Sql, learnerIds: string[]): Promise<Map<string, number>[]> => {
		const rows = await sql<{ place: number; counts: string }[]>`
			SELECT n.place::int, s.counts
			FROM unnest(${plainArray(learnerIds)}::uuid[]) WITH ORDINALITY AS n (user_id, place)
			CROSS JOIN LATERAL (
				SELECT string_agg(t.pack_id || ' ' || t.passed, ',') AS counts
				FROM (
					SELECT c.pack_id, count(*) AS passed
					FROM (SELECT DISTINCT a.challenge_id FROM attempts a WHERE a.user_id = n.user_id AND a.passed) d
						JOIN challenges c ON c.id = d.challenge_id
					WHERE c.retired_at IS NULL GROUP BY c.pack_id) t) s
			WHERE s.counts IS NOT NULL`;
		const found = learnerIds.map(() => new Map<string, number>());
		for (const { place, counts } of rows)
			for (const pair of counts.split(",")) {
				const [id = "", passed] = pair.split(" ");
				found[place - 1]?.set(id, Number(passed));
			}
		return found;
	},
);

/** How far a learner is with one challenge. */
interface ChallengeProgress {
	status: LearnerStatus;
	/** Null until the learner has passed or given up. */
	debrief: string | null;
}

const NOT_STARTED: ChallengeProgress = { status: "not_started", debrief: null };

/** How far each learner is with one challenge. */
const findChallengeProgress = onReplica(
	async (
		sql: Sql,
		queries: { learnerId: string; challengeId: string }[],
	): Promise<ChallengeProgress[]> => {
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
	},
);

/** Reads how far a learner is; what several ask for at once is one statement. */
interface ProgressFinder {
	/** With each of these challenges, in their order. */
	statuses(learnerId: string, ids: readonly string[]): Promise<LearnerStatus[]>;
	/** How many challenges of each of these packs the learner passed, in their order. */
	passedCounts(learnerId: string, ids: readonly string[]): Promise<number[]>;
	challenge(learnerId: string, challengeId: string): Promise<ChallengeProgress>;
}

export function progressFinder(sql: Sql): ProgressFinder {
	const statuses = batchReads((all: StatusQuery[]) => findStatuses(sql, all));
	const passedCounts = batchReads((learnerIds: string[]) =>
		findPassedCounts(sql, learnerIds),
	);
	const challenge = batchReads(
		(all: { learnerId: string; challengeId: string }[]) =>
			findChallengeProgress(sql, all),
	);
	return {
		async statuses(learnerId, ids) {
			if (ids.length === 0) return [];
			const found = await statuses({ learnerId, ids: arrayOf(ids) });
			return ids.map((id) => found.get(id) ?? "not_started");
		},
		async passedCounts(learnerId, ids) {
			if (ids.length === 0) return [];
			const found = await passedCounts(learnerId);
			return ids.map((id) => found.get(id) ?? 0);
		},
		challenge: (learnerId, challengeId) =>
			challenge({ learnerId, challengeId }),
	};
}
