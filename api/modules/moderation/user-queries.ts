/** Queries of users as moderators see them: blocks and roles. */
import {
	onReplica,
	type Sql,
	type Transaction,
} from "../../db/connect-and-batch-queries.ts";
import type { ActionRequest } from "../../server/log-moderation-actions.ts";
import { pageOf } from "../../server/pagination.ts";
import type { Role } from "../../server/roles.ts";
import type { ModeratedUser, UserQuery } from "./api-schemas.ts";
import { type Action, record } from "./audit-queries.ts";

/** What packs and attempts of a deleted account are under. */
export const FORMER_MEMBER = "A former member";

/** Users (as `u`) that are people: no stand-ins for deleted accounts, which no provider knows. */
const isPerson = (sql: Sql | Transaction) => sql`
	(u.name <> ${FORMER_MEMBER} OR EXISTS (SELECT FROM provider_accounts o WHERE o.user_id = u.id))`;

/** One page of the users, newest first, and how many there are. */
export const listModeratedUsers = onReplica(
	async (
		sql: Sql,
		{ q, blocked, role, ...page }: UserQuery,
	): Promise<{ rows: ModeratedUser[]; total: number }> => {
		const { limit, offset } = pageOf(page);
		const wanted = sql`
			${isPerson(sql)} ${q === undefined ? sql`` : sql`AND (position(lower(${q}) IN lower(u.name)) > 0 OR u.id::text = lower(${q}))`}
			${blocked === undefined ? sql`` : sql`AND (u.blocked_at IS NOT NULL) = ${blocked === "true"}`}
			${role === undefined ? sql`` : sql`AND u.role = ${role}`}`;
		const [rows, [count]] = await Promise.all([
			sql<ModeratedUser[]>`
				SELECT ${user(sql)} WHERE ${wanted} ORDER BY u.id DESC LIMIT ${limit} OFFSET ${offset}`,
			sql<{ total: number }[]>`
				SELECT count(*)::int AS total FROM users u WHERE ${wanted}`,
		]);
		return { rows, total: count?.total ?? 0 };
	},
);

/** Throws when the actor may not do this to the user. */
export type Permit = (user: ModeratedUser) => void;

/** Blocks a user, whose sessions stop working, or gives another reason. Null when there is no such user. */
export const blockUser = (
	sql: Sql,
	id: string,
	reason: string,
	request: ActionRequest,
	permit: Permit,
): Promise<ModeratedUser | null> =>
	changeUser(sql, id, permit, async (tx) => {
		await tx`
			UPDATE users SET blocked_at = coalesce(blocked_at, now()), blocked_reason = ${reason}
			WHERE id = ${id}`;
		return { ...request, action: "user_blocked", userId: id, reason };
	});

/** Lets a user sign in again; what they had open before stays closed. Null when there is no such user. */
export const unblockUser = (
	sql: Sql,
	id: string,
	request: ActionRequest,
	permit: Permit,
): Promise<ModeratedUser | null> =>
	changeUser(sql, id, permit, async (tx) => {
		const { count } = await tx`
			UPDATE users SET blocked_at = NULL, blocked_reason = NULL
			WHERE id = ${id} AND blocked_at IS NOT NULL`;
		if (count > 0) {
			await tx`DELETE FROM sessions WHERE user_id = ${id}`;
			await tx`DELETE FROM editor_consents WHERE user_id = ${id}`;
			await tx`DELETE FROM exchange_codes WHERE user_id = ${id}`;
		}
		return { ...request, action: "user_unblocked", userId: id, reason: null };
	});

/** Gives a user another role; what it allows ends or begins with the next request. Null when there is no such user. */
export const changeRole = (
	sql: Sql,
	id: string,
	role: Role,
	request: ActionRequest,
	permit: Permit,
): Promise<ModeratedUser | null> =>
	changeUser(sql, id, permit, async (tx, user) => {
		if (user.role === role) return null;
		await tx`UPDATE users SET role = ${role}, updated_at = now() WHERE id = ${id}`;
		return {
			...request,
			action: "role_changed",
			userId: id,
			reason: null,
			role,
		};
	});

/** Changes a user and records what `change` returns; null when there is no such user. */
function changeUser(
	sql: Sql,
	id: string,
	permit: Permit,
	change: (tx: Transaction, user: ModeratedUser) => Promise<Action | null>,
): Promise<ModeratedUser | null> {
	return sql.begin(async (tx) => {
		await tx`SELECT FROM users WHERE id = ${id} FOR NO KEY UPDATE`;
		const user = await oneUser(tx, id);
		if (!user) return null;
		permit(user);
		const action = await change(tx, user);
		if (action) await record(tx, action);
		return oneUser(tx, id);
	}) as Promise<ModeratedUser | null>;
}

async function oneUser(
	sql: Sql | Transaction,
	id: string,
): Promise<ModeratedUser | null> {
	const [row] = await sql<
		ModeratedUser[]
	>`SELECT ${user(sql)} WHERE u.id = ${id} AND ${isPerson(sql)}`;
	return row ?? null;
}

const user = (sql: Sql | Transaction) => sql`
	u.id AS "_id", u.name, u.image, u.role, u.blocked_at AS "blockedAt", u.blocked_reason AS "blockedReason",
	u.created_at AS "createdAt",
	(SELECT count(*)::int FROM packs p WHERE p.author_user_id = u.id AND p.retired_at IS NULL) AS "packCount"
	FROM users u`;
