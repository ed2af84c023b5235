/** Queries of authors' packs as moderators see them: takedowns and approvals. No statement here names the reference solution. */
import {
	onReplica,
	type Sql,
	type Transaction,
} from "../../db/connect-and-batch-queries.ts";
import { ApiError } from "../../server/errors.ts";
import type { ActionRequest } from "../../server/log-moderation-actions.ts";
import { pageOf } from "../../server/pagination.ts";
import { type Actor, includesRole } from "../../server/roles.ts";
import { authorSummary } from "../author/queries.ts";
import { cliChallenge } from "../pack-download-for-cli/queries.ts";
import type {
	ModeratedChallenge,
	ModeratedPack,
	ModeratedPackDetail,
	ModeratedPackQuery,
} from "./api-schemas.ts";
import { type Action, record, waits } from "./audit-queries.ts";

interface HeldPack {
	id: string;
	userId: string;
	slug: string;
	revision: number;
	waits: boolean;
}

/**
 * One page of the packs of authors, newest first, and how many there are: of those that others can see, that were taken down or that wait
 * for approval, unless a `visibility` is given. Of those that wait alone, the one that has waited longest comes first.
 */
export const listModeratedPacks = onReplica(
	async (
		sql: Sql,
		{ q, takenDown, waiting, visibility, ...page }: ModeratedPackQuery,
	): Promise<{ rows: ModeratedPack[]; total: number }> => {
		const { limit, offset } = pageOf(page);
		const wanted = sql`
			${visibility === undefined ? moderated(sql) : sql`${authored(sql)} AND p.visibility = ${visibility}`}
			${q === undefined ? sql`` : sql`AND (${holds(sql, sql`p.name`, q)} OR ${holds(sql, sql`p.slug`, q)})`}
			${takenDown === undefined ? sql`` : sql`AND (p.taken_down_at IS NOT NULL) = ${takenDown === "true"}`}
			${waiting === undefined ? sql`` : sql`AND ${waiting === "true" ? sql`` : sql`NOT`} ${waits(sql)}`}`;
		const order =
			waiting === "true" ? sql`p.requested_at, p.id` : sql`p.id DESC`;
		const [rows, [count]] = await Promise.all([
			sql<ModeratedPack[]>`
				SELECT ${pack(sql)} WHERE ${wanted} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
			sql<{ total: number }[]>`
				SELECT count(*)::int AS total FROM packs p WHERE ${wanted}`,
		]);
		return { rows, total: count?.total ?? 0 };
	},
);

/** A pack with what learners see of it; null when there is none that others can see, that was taken down or that waits. */
export async function findModeratedPack(
	sql: Sql,
	slug: string,
): Promise<ModeratedPackDetail | null> {
	return sql.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", async (tx) => {
		const [row] = await tx<(ModeratedPack & { revision: number })[]>`
			SELECT p.revision, ${pack(tx)} WHERE p.slug = ${slug} AND ${moderated(tx)}`;
		if (!row) return null;
		const { revision, ...summary } = row;
		const challenges = await tx<ModeratedChallenge[]>`
			SELECT ${cliChallenge(tx)}, c.debrief FROM challenges c
			WHERE c.pack_id = ${row._id} AND c.retired_at IS NULL ORDER BY c."order"`;
		return { ...summary, challenges, etag: etagOf(row._id, revision) };
	}) as Promise<ModeratedPackDetail | null>;
}

/** As the pack's author knows it. */
const etagOf = (id: string, revision: number) => `"${id}.${revision}"`;

/** Takes a pack out of every public read, or tells its author another reason. Attempts stay. Null as {@link findModeratedPack}. */
export const takePackDown = (
	sql: Sql,
	slug: string,
	reason: string,
	request: ActionRequest,
): Promise<ModeratedPack | null> =>
	changePack(sql, slug, async (tx, held) => {
		await tx`
			UPDATE packs SET taken_down_at = coalesce(taken_down_at, now()), taken_down_reason = ${reason},
				revision = revision + 1
			WHERE id = ${held.id} AND taken_down_reason IS DISTINCT FROM ${reason}`;
		return { ...request, action: "pack_taken_down", reason };
	});

/**
 * Restores a pack to its author's visibility. Null when there is none that others can see or that was taken down. Throws `forbidden` for a
 * moderator's own pack.
 */
export const restorePack = (
	sql: Sql,
	slug: string,
	request: ActionRequest,
): Promise<ModeratedPack | null> =>
	changePack(sql, slug, async (tx, held) => {
		requireAnother(request.actor, held);
		await tx`
			UPDATE packs SET taken_down_at = NULL, taken_down_reason = NULL, revision = revision + 1
			WHERE id = ${held.id} AND taken_down_at IS NOT NULL`;
		return { ...request, action: "pack_restored", reason: null };
	});

/** Throws when the client has seen another version of the pack than the one with this ETag. */
type CheckEtag = (etag: string) => void;

/** Shows a pack that waits as its author asked. Null as {@link findModeratedPack}. */
export const approvePack = (
	sql: Sql,
	slug: string,
	fresh: CheckEtag,
	request: ActionRequest,
): Promise<ModeratedPack | null> =>
	changePack(sql, slug, async (tx, held) => {
		requireWaiting(held);
		fresh(etagOf(held.id, held.revision));
		await tx`
			UPDATE packs SET visibility = requested_visibility, requested_visibility = NULL, requested_at = NULL,
				author = (SELECT name FROM users WHERE id = ${held.userId}), revision = revision + 1, updated_at = now()
			WHERE id = ${held.id}`;
		return { ...request, action: "pack_approved", reason: null };
	});

/** Refuses a pack that waits; its author reads why, and may ask again. Null as {@link findModeratedPack}. */
export const refusePack = (
	sql: Sql,
	slug: string,
	reason: string,
	request: ActionRequest,
): Promise<ModeratedPack | null> =>
	changePack(sql, slug, async (tx, held) => {
		requireWaiting(held);
		await tx`
			UPDATE packs SET refused_reason = ${reason}, revision = revision + 1 WHERE id = ${held.id}`;
		return { ...request, action: "pack_refused", reason };
	});

/** Moderators do not undo what was done to their own packs. */
function requireAnother(actor: Actor, { userId }: HeldPack): void {
	if ("key" in actor || actor.userId !== userId) return;
	if (includesRole(actor.role, "administrator")) return;
	throw new ApiError(
		"forbidden",
		"This is your own pack. Ask another moderator to restore it.",
	);
}

function requireWaiting({ slug, waits }: HeldPack): void {
	if (waits) return;
	throw new ApiError(
		"invalid_transition",
		`The pack "${slug}" does not wait for approval: another moderator has decided, or its author has withdrawn it.`,
	);
}

/** Changes a pack that others can see, that was taken down or that waits, and records what `change` returns; null when there is no such pack. */
function changePack(
	sql: Sql,
	slug: string,
	change: (
		tx: Transaction,
		held: HeldPack,
	) => Promise<Omit<Action, "id" | "slug" | "userId">>,
): Promise<ModeratedPack | null> {
	return sql.begin(async (tx) => {
		// Read first: a pack that its author has made private meanwhile is no longer among these once it is restored.
		const [held] = await tx<HeldPack[]>`
			SELECT p.id, p.author_user_id AS "userId", p.slug, p.revision, ${waits(tx)} AS waits FROM packs p
			WHERE p.slug = ${slug} AND ${moderated(tx)} FOR UPDATE`;
		if (!held) return null;
		const { id, userId } = held;
		await record(tx, { ...(await change(tx, held)), id, slug, userId });
		const [row] = await tx<ModeratedPack[]>`
			SELECT ${pack(tx)} WHERE p.id = ${held.id}`;
		return row ?? null;
	}) as Promise<ModeratedPack | null>;
}

/** Packs (as `p`) of authors, except those that they deleted. */
const authored = (sql: Sql | Transaction) => sql`
	p.author_user_id IS NOT NULL AND p.retired_at IS NULL`;

/** Packs (as `p`) of authors that others can see, that were taken down, or that wait for approval. */
const moderated = (sql: Sql | Transaction) => sql`
	${authored(sql)} AND (p.visibility <> 'private' OR p.taken_down_at IS NOT NULL OR ${waits(sql)})`;

const holds = (sql: Sql, column: ReturnType<Sql>, part: string) =>
	sql`position(lower(${part}) IN lower(${column})) > 0`;

const pack = (sql: Sql | Transaction) => sql`
	${authorSummary(sql)},
	json_build_object('_id', u.id, 'name', u.name, 'blocked', u.blocked_at IS NOT NULL) AS owner
	FROM packs p JOIN users u ON u.id = p.author_user_id`;
