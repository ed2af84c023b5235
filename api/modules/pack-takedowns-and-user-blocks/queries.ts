/** Queries of moderation: authors' packs and users as administrators see them, takedowns and blocks. No statement here names the reference solution. */

import type { Sql, Transaction } from "../../db/connect-and-batch-queries.ts";
import { pageOf } from "../../server/pagination.ts";
import { listCliChallenges } from "../cli-packs/queries.ts";
import { packSummary } from "../packs/queries.ts";
import type {
	ModeratedPack,
	ModeratedPackDetail,
	ModeratedUser,
	PackQuery,
	UserQuery,
} from "./api-schemas.ts";

/** The request that an action came by. */
export interface ActionRequest {
	/** The fingerprint of the admin secret. */
	key: string;
	requestId: string;
}

interface HeldPack {
	id: string;
	userId: string;
	slug: string;
}

/** One row of the audit. */
interface Action extends ActionRequest, Partial<HeldPack> {
	action:
		| "pack_taken_down"
		| "pack_restored"
		| "user_blocked"
		| "user_unblocked"
		| "dispute_closed"
		| "dispute_reopened";
	userId: string;
	reason: string | null;
}

/**
 * One page of the packs of authors, newest first, and how many there are: of those that others can see or that were taken down, unless
 * a `visibility` is given.
 */
export async function listModeratedPacks(
	sql: Sql,
	{ q, takenDown, visibility, ...page }: PackQuery,
): Promise<{ rows: ModeratedPack[]; total: number }> {
	const { limit, offset } = pageOf(page);
	const wanted = sql`
		${visibility === undefined ? moderated(sql) : sql`${authored(sql)} AND p.visibility = ${visibility}`}
		${q === undefined ? sql`` : sql`AND (${holds(sql, sql`p.name`, q)} OR ${holds(sql, sql`p.slug`, q)})`}
		${takenDown === undefined ? sql`` : sql`AND (p.taken_down_at IS NOT NULL) = ${takenDown === "true"}`}`;
	const [rows, [count]] = await Promise.all([
		sql<ModeratedPack[]>`
			SELECT ${pack(sql)} WHERE ${wanted} ORDER BY p.id DESC LIMIT ${limit} OFFSET ${offset}`,
		sql<{ total: number }[]>`
			SELECT count(*)::int AS total FROM packs p WHERE ${wanted}`,
	]);
	return { rows, total: count?.total ?? 0 };
}

/** A pack with what learners see of it; null when there is none that others can see or that was taken down. */
export async function findModeratedPack(
	sql: Sql,
	slug: string,
): Promise<ModeratedPackDetail | null> {
	const row = await onePack(sql, slug);
	return row && { ...row, challenges: await listCliChallenges(sql, slug) };
}

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
		return { ...held, ...request, action: "pack_taken_down", reason };
	});

/** Restores a pack to its author's visibility. Null when there is none that others can see or that was taken down. */
export const restorePack = (
	sql: Sql,
	slug: string,
	request: ActionRequest,
): Promise<ModeratedPack | null> =>
	changePack(sql, slug, async (tx, held) => {
		await tx`
			UPDATE packs SET taken_down_at = NULL, taken_down_reason = NULL, revision = revision + 1
			WHERE id = ${held.id} AND taken_down_at IS NOT NULL`;
		return { ...held, ...request, action: "pack_restored", reason: null };
	});

/** Changes a pack that others can see or that was taken down, and records what `change` returns; null when there is no such pack. */
function changePack(
	sql: Sql,
	slug: string,
	change: (tx: Transaction, held: HeldPack) => Promise<Action>,
): Promise<ModeratedPack | null> {
	return sql.begin(async (tx) => {
		// Read first: a pack that its author has made private meanwhile is no longer among these once it is restored.
		const [held] = await tx<HeldPack[]>`
			SELECT p.id, p.author_user_id AS "userId", p.slug FROM packs p
			WHERE p.slug = ${slug} AND ${moderated(tx)} FOR UPDATE`;
		if (!held) return null;
		await record(tx, await change(tx, held));
		const [row] = await tx<ModeratedPack[]>`
			SELECT ${pack(tx)} WHERE p.id = ${held.id}`;
		return row ?? null;
	}) as Promise<ModeratedPack | null>;
}

/** One page of the users, newest first, and how many there are. */
export async function listModeratedUsers(
	sql: Sql,
	{ q, blocked, ...page }: UserQuery,
): Promise<{ rows: ModeratedUser[]; total: number }> {
	const { limit, offset } = pageOf(page);
	const wanted = sql`
		true ${q === undefined ? sql`` : sql`AND ${holds(sql, sql`u.name`, q)}`}
		${blocked === undefined ? sql`` : sql`AND (u.blocked_at IS NOT NULL) = ${blocked === "true"}`}`;
	const [rows, [count]] = await Promise.all([
		sql<ModeratedUser[]>`
			SELECT ${user(sql)} WHERE ${wanted} ORDER BY u.id DESC LIMIT ${limit} OFFSET ${offset}`,
		sql<{ total: number }[]>`
			SELECT count(*)::int AS total FROM users u WHERE ${wanted}`,
	]);
	return { rows, total: count?.total ?? 0 };
}

/** Blocks a user, whose sessions are none from now on, or gives another reason. Null when there is no such user. */
export async function blockUser(
	sql: Sql,
	id: string,
	reason: string,
	request: ActionRequest,
): Promise<ModeratedUser | null> {
	return sql.begin(async (tx) => {
		const { count } = await tx`
			UPDATE users SET blocked_at = coalesce(blocked_at, now()), blocked_reason = ${reason}
			WHERE id = ${id}`;
		if (count === 0) return null;
		await record(tx, {
			...request,
			action: "user_blocked",
			userId: id,
			reason,
		});
		return oneUser(tx, id);
	}) as Promise<ModeratedUser | null>;
}

/** Lets a user sign in again; what they had open before stays closed. Null when there is no such user. */
export async function unblockUser(
	sql: Sql,
	id: string,
	request: ActionRequest,
): Promise<ModeratedUser | null> {
	return sql.begin(async (tx) => {
		const { count } = await tx`
			UPDATE users SET blocked_at = NULL, blocked_reason = NULL
			WHERE id = ${id} AND blocked_at IS NOT NULL`;
		if (count > 0) {
			await tx`DELETE FROM sessions WHERE user_id = ${id}`;
			await tx`DELETE FROM editor_consents WHERE user_id = ${id}`;
			await tx`DELETE FROM exchange_codes WHERE user_id = ${id}`;
		}
		const user = await oneUser(tx, id);
		if (user)
			await record(tx, {
				...request,
				action: "user_unblocked",
				userId: id,
				reason: null,
			});
		return user;
	}) as Promise<ModeratedUser | null>;
}

/** Writes one row of the audit, in the transaction of the action: neither exists without the other. */
export const record = (
	tx: Transaction,
	{ action, id, slug, userId, reason, key, requestId }: Action,
) => tx`
	INSERT INTO moderation_actions (id, action, pack_id, pack_slug, user_id, reason, key_fingerprint, request_id)
	VALUES (${Bun.randomUUIDv7()}, ${action}, ${id ?? null}, ${slug ?? null}, ${userId}, ${reason}, ${key}, ${requestId})`;

async function onePack(sql: Sql, slug: string): Promise<ModeratedPack | null> {
	const [row] = await sql<ModeratedPack[]>`
		SELECT ${pack(sql)} WHERE p.slug = ${slug} AND ${moderated(sql)}`;
	return row ?? null;
}

async function oneUser(
	sql: Sql | Transaction,
	id: string,
): Promise<ModeratedUser | null> {
	const [row] = await sql<
		ModeratedUser[]
	>`SELECT ${user(sql)} WHERE u.id = ${id}`;
	return row ?? null;
}

/** Packs (as `p`) of authors, except those that they deleted. */
const authored = (sql: Sql | Transaction) => sql`
	p.author_user_id IS NOT NULL AND p.retired_at IS NULL`;

/** Packs (as `p`) of authors that others can see, or that were taken down. */
const moderated = (sql: Sql | Transaction) => sql`
	${authored(sql)} AND (p.visibility <> 'private' OR p.taken_down_at IS NOT NULL)`;

const holds = (sql: Sql, column: ReturnType<Sql>, part: string) =>
	sql`position(lower(${part}) IN lower(${column})) > 0`;

const pack = (sql: Sql | Transaction) => sql`
	${packSummary(sql)},
	p.taken_down_at AS "takenDownAt", p.taken_down_reason AS "takenDownReason", p.renamed_from AS "renamedFrom",
	json_build_object('_id', u.id, 'name', u.name, 'blocked', u.blocked_at IS NOT NULL) AS owner
	FROM packs p JOIN users u ON u.id = p.author_user_id`;

const user = (sql: Sql | Transaction) => sql`
	u.id AS "_id", u.name, u.image, u.blocked_at AS "blockedAt", u.blocked_reason AS "blockedReason",
	u.created_at AS "createdAt",
	(SELECT count(*)::int FROM packs p WHERE p.author_user_id = u.id AND p.retired_at IS NULL) AS "packCount"
	FROM users u`;
