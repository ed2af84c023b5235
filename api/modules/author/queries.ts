/** Queries of an author's packs. Every change locks the pack's row, so that concurrent changes never lose or half-write anything. */
import {
	jsonValue,
	type Sql,
	type Transaction,
} from "../../db/connect-and-batch-queries.ts";
import type { Page } from "../../server/pagination.ts";
import {
	type PackWriting,
	packColumns,
	packWriting,
} from "../packs-and-challenges/pack-writing-queries.ts";
import { packSummary } from "../packs-and-challenges/queries.ts";
import type {
	AuthorChallenge,
	AuthorPackSummary,
	ChallengeStatistics,
	PackState,
	Visibility,
} from "./api-schemas.ts";

/** A pack of any author. */
export interface LockedPack extends AuthorPackSummary {
	/** Null for a seeded pack. */
	authorUserId: string | null;
	/** Deleted, with attempts that have to stay. */
	retired: boolean;
	/** Raised by each change to the pack or its challenges. */
	revision: number;
}

/** Which pack is meant: by its slug, or as the one that has this challenge. */
type OwnPackName = { slug: string } | { challengeId: string };

/** What becomes of the request to show a pack: a new one, or whether the present one stays. */
export type VisibilityRequest = { wanted: Visibility } | "kept" | "withdrawn";

/** The statements that read an author's pack. */
export interface AuthorReads {
	/** The pack, which is not locked. */
	findPack(name: OwnPackName): Promise<LockedPack | null>;
	/** Its challenges in order. */
	challengesIn(packId: string): Promise<AuthorChallenge[]>;
	/** One of them; null when it was deleted. */
	findChallenge(packId: string, id: string): Promise<AuthorChallenge | null>;
}

/** The statements of one change by an author. */
export interface Authoring extends PackWriting, AuthorReads {
	/** The pack, locked until this transaction ends. */
	lockPack(name: OwnPackName): Promise<LockedPack | null>;
	/** Adds a pack; false when its slug is taken. */
	addPack(userId: string, state: PackState): Promise<boolean>;
	/** Replaces the pack's state, brings it back from retirement and raises its revision. */
	changePack(
		id: string,
		state: PackState,
		request: VisibilityRequest,
	): Promise<void>;
	/** Raises the pack's revision, for a change to its challenges. */
	touchPack(id: string): Promise<void>;
	/** Bytes of the pack's challenges as JSON, nearly. */
	sizeOf(packId: string): Promise<number>;
	/**
	 * How many packs the user has, and the bytes of all their challenges, deleted ones that stay for their attempts too. Other changes
	 * that ask the same of this user wait until this transaction ends.
	 */
	usageOf(userId: string): Promise<{ packs: number; bytes: number }>;
	/** Replaces the cases of a challenge. */
	changeCases(id: string, cases: AuthorChallenge["cases"]): Promise<void>;
	/** Gives the challenges the places that their ids have in the list. */
	orderChallenges(ids: string[]): Promise<void>;
	/** Moves the challenges after a place up by one. */
	closeGap(packId: string, order: number): Promise<void>;
	/** Deletes the challenges without attempts, and retires the others: attempts are never lost. */
	removeChallenges(ids: string[]): Promise<void>;
	/** Deletes a pack without challenges, or retires it when some have to stay or it was taken down. */
	removePack(id: string): Promise<void>;
}

/** Runs `work` in one transaction; what it throws undoes all of it. */
export async function inAuthoring<Result>(
	sql: Sql,
	work: (authoring: Authoring) => Promise<Result>,
): Promise<Result> {
	return (await sql.begin((tx) => work(authoringOn(tx)))) as Result;
}

/** Runs `work` on one snapshot of the database: it waits for no change, and sees none in part. */
export async function readAuthored<Result>(
	sql: Sql,
	work: (reads: AuthorReads, tx: Transaction) => Promise<Result>,
): Promise<Result> {
	return (await sql.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", (tx) =>
		work(readsOn(tx), tx),
	)) as Result;
}

/** One page of a user's packs by name, and how many there are. */
export async function listOwnPacks(
	sql: Sql | Transaction,
	userId: string,
	{ limit, offset }: Page,
): Promise<{ rows: AuthorPackSummary[]; total: number }> {
	const [rows, [count]] = await Promise.all([
		sql<AuthorPackSummary[]>`
			SELECT ${authorSummary(sql)} FROM packs p
			WHERE p.author_user_id = ${userId} AND p.retired_at IS NULL
			ORDER BY lower(p.name), p.id LIMIT ${limit} OFFSET ${offset}`,
		sql<{ total: number }[]>`
			SELECT count(*)::int AS total FROM packs p
			WHERE p.author_user_id = ${userId} AND p.retired_at IS NULL`,
	]);
	return { rows, total: count?.total ?? 0 };
}

type CheckCounts = NonNullable<ChallengeStatistics["checks"]>;

/**
 * How many learners tried a version of a challenge, and how many missed each check in their first verified attempt, and in their last one
 * before they gave up. Attempts of the author do not count.
 */
export async function countsOfChecks(
	tx: Transaction,
	of: { challengeId: string; version: number; authorId: string },
): Promise<{ learners: number; checks: CheckCounts }> {
	const tried = tx`
		SELECT id, user_id, attempted_at FROM attempts
		WHERE challenge_id = ${of.challengeId} AND challenge_version = ${of.version} AND verified
			AND user_id <> ${of.authorId}`;
	const [count] = await tx<{ learners: number }[]>`
		SELECT count(DISTINCT t.user_id)::int AS learners FROM (${tried}) t`;
	const checks = await tx<CheckCounts>`
		WITH tried AS (${tried}), chosen AS (
			(SELECT DISTINCT ON (user_id) id, false AS given_up FROM tried ORDER BY user_id, attempted_at, id)
			UNION ALL
			(SELECT DISTINCT ON (user_id) id, true FROM tried t
			WHERE EXISTS (SELECT FROM attempts g WHERE g.user_id = t.user_id AND g.challenge_id = ${of.challengeId} AND g.gave_up)
			ORDER BY user_id, attempted_at DESC, id DESC)
		), results AS (
			SELECT c.given_up, a.assertion_results AS "all" FROM chosen c JOIN attempts a ON a.id = c.id
		), checks AS (
			SELECT given_up, 'perFile/' || (f->>'file') || '/' || (r.place - 1) AS name, r.result
			FROM results, json_array_elements("all"->'fileResults') f,
				json_array_elements(f->'results') WITH ORDINALITY r (result, place)
			UNION ALL
			SELECT given_up, 'crossFile/' || (r.place - 1), r.result
			FROM results, json_array_elements("all"->'crossFileResults') WITH ORDINALITY r (result, place)
		)
		SELECT name AS "check", count(*) FILTER (WHERE NOT given_up)::int AS seen,
			count(*) FILTER (WHERE NOT given_up AND result->>'passed' = 'false')::int AS "failedFirst",
			count(*) FILTER (WHERE given_up AND result->>'passed' = 'false')::int AS "givenUp"
		FROM checks GROUP BY name ORDER BY name`;
	return { learners: count?.learners ?? 0, checks: [...checks] };
}

const named = (tx: Transaction, name: OwnPackName) =>
	"slug" in name
		? tx`p.slug = ${name.slug}`
		: tx`p.id = (SELECT pack_id FROM challenges WHERE id = ${name.challengeId} AND retired_at IS NULL)`;

async function packWhere(
	tx: Transaction,
	condition: ReturnType<typeof named>,
): Promise<LockedPack | null> {
	const [row] = await tx<LockedPack[]>`
		SELECT ${authorSummary(tx)}, p.author_user_id AS "authorUserId",
			p.retired_at IS NOT NULL AS retired, p.revision
		FROM packs p WHERE ${condition}`;
	return row ?? null;
}

/** Reads within a transaction that has begun. */
export function readsOn(tx: Transaction): AuthorReads {
	return {
		findPack: (name) => packWhere(tx, named(tx, name)),
		async challengesIn(packId) {
			const rows = await tx<ChallengeInRow[]>`
				SELECT ${challenge(tx)} FROM challenges c
				WHERE c.pack_id = ${packId} AND c.retired_at IS NULL ORDER BY c."order"`;
			return rows.map(asWritten);
		},
		async findChallenge(packId, id) {
			const [row] = await tx<ChallengeInRow[]>`
				SELECT ${challenge(tx)} FROM challenges c
				WHERE c.id = ${id} AND c.pack_id = ${packId} AND c.retired_at IS NULL`;
			return row ? asWritten(row) : null;
		},
	};
}

/** Authoring within a transaction that has begun. */
export function authoringOn(tx: Transaction): Authoring {
	return {
		...packWriting(tx),
		...readsOn(tx),
		async lockPack(name) {
			// Held first and read then, so that what is read is what the change before has left.
			const [held] = await tx<{ id: string }[]>`
				SELECT p.id FROM packs p WHERE ${named(tx, name)} FOR UPDATE`;
			return held ? packWhere(tx, tx`p.id = ${held.id}`) : null;
		},
		async addPack(userId, state) {
			const row = {
				id: Bun.randomUUIDv7(),
				...stateColumns(state),
				author_user_id: userId,
			};
			const added = await tx`
				INSERT INTO packs ${tx(row)} ON CONFLICT (slug) DO NOTHING RETURNING id`;
			return added.length > 0;
		},
		async changePack(id, state, request) {
			await tx`
				UPDATE packs SET ${tx(stateColumns(state))}, ${requestColumns(tx, request)} retired_at = NULL,
					renamed_from = CASE WHEN slug = ${state.slug} THEN renamed_from END,
					revision = revision + 1, updated_at = now()
				WHERE id = ${id}`;
		},
		async touchPack(id) {
			await tx`UPDATE packs SET revision = revision + 1, updated_at = now() WHERE id = ${id}`;
		},
		async sizeOf(packId) {
			const [row] = await tx<{ bytes: number }[]>`
				SELECT coalesce(sum(c.bytes), 0)::int AS bytes
				FROM challenges c WHERE c.pack_id = ${packId} AND c.retired_at IS NULL`;
			return row?.bytes ?? 0;
		},
		async usageOf(userId) {
			await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`author ${userId}`}, 0))`;
			const [row] = await tx<{ packs: number; bytes: number }[]>`
				SELECT (count(*) FILTER (WHERE retired_at IS NULL))::int AS packs, coalesce(sum(bytes), 0)::float8 AS bytes
				FROM packs WHERE author_user_id = ${userId}`;
			return row ?? { packs: 0, bytes: 0 };
		},
		async changeCases(id, cases) {
			await tx`
				UPDATE challenges SET cases = ${cases ? jsonValue(tx, cases) : null} WHERE id = ${id}`;
		},
		async orderChallenges(ids) {
			await tx`
				UPDATE challenges c SET "order" = wanted.place
				FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (id, place)
				WHERE c.id = wanted.id`;
		},
		async closeGap(packId, order) {
			await tx`
				UPDATE challenges SET "order" = "order" - 1
				WHERE pack_id = ${packId} AND "order" > ${order} AND retired_at IS NULL`;
		},
		async removeChallenges(ids) {
			// Held first: no attempt can arrive any more, and those that have arrived are seen below.
			await tx`SELECT FROM challenges WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`;
			await tx`
				DELETE FROM challenges c WHERE c.id = ANY(${ids}::uuid[])
					AND NOT EXISTS (SELECT FROM attempts a WHERE a.challenge_id = c.id)`;
			await tx`UPDATE challenges SET retired_at = now() WHERE id = ANY(${ids}::uuid[])`;
		},
		async removePack(id) {
			const removed = await tx`
				DELETE FROM packs p WHERE p.id = ${id} AND p.taken_down_at IS NULL
					AND NOT EXISTS (SELECT FROM challenges c WHERE c.pack_id = p.id)
				RETURNING id`;
			if (removed.length > 0) return;
			await tx`
				UPDATE packs SET retired_at = now(), revision = revision + 1, updated_at = now()
				WHERE id = ${id}`;
		},
	};
}

const stateColumns = (state: PackState) => ({
	...packColumns(state),
	visibility: state.visibility satisfies Visibility,
});

function requestColumns(tx: Transaction, request: VisibilityRequest) {
	if (request === "kept") return tx``;
	const [wanted, at] =
		request === "withdrawn" ? [null, tx`NULL`] : [request.wanted, tx`now()`];
	return tx`requested_visibility = ${wanted}, requested_at = ${at}, refused_reason = NULL,`;
}

/** The columns of a pack (as `p`) as its author reads them. */
export const authorSummary = (sql: Sql | Transaction) => sql`
	${packSummary(sql)},
	p.taken_down_at AS "takenDownAt", p.taken_down_reason AS "takenDownReason", p.renamed_from AS "renamedFrom",
	p.requested_visibility AS "requestedVisibility", p.requested_at AS "requestedAt", p.refused_reason AS "refusedReason"`;

const challenge = (tx: Transaction) => tx`
	c.id AS "_id", c."order", c.version, c.slug, c.title, c.prompt, c.difficulty, c.tags,
	c.time_estimate_seconds AS "timeEstimateSeconds", c.scaffolded, c.reference_solution AS files,
	CASE WHEN c.has_scaffold THEN c.files END AS scaffold, c.hints, c.assertions, c.debrief, c.cases`;

type OptionalField = "scaffold" | "debrief" | "cases";
type ChallengeInRow = Omit<AuthorChallenge, OptionalField> & {
	[Field in OptionalField]: AuthorChallenge[Field] | null;
};

/** A row as its author wrote it: what was not given is not there. */
function asWritten(row: ChallengeInRow): AuthorChallenge {
	const { scaffold, hints, assertions, debrief, cases, ...rest } = row;
	return {
		...rest,
		...(scaffold && { scaffold }),
		hints,
		assertions,
		...(debrief !== null && { debrief }),
		...(cases && { cases }),
	};
}
