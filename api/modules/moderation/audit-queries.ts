/** Queries of the audit: every action of moderators and administrators is a row that nothing changes. */
import {
	onReplica,
	type Sql,
	type Transaction,
} from "../../db/connect-and-batch-queries.ts";
import type { ActionRequest } from "../../server/log-moderation-actions.ts";
import type { Page } from "../../server/pagination.ts";
import type { Role } from "../../server/roles.ts";
import type { ListedAction } from "./api-schemas.ts";

/** One row of the audit. */
export interface Action extends ActionRequest {
	action:
		| "pack_taken_down"
		| "pack_restored"
		| "pack_approved"
		| "pack_refused"
		| "user_blocked"
		| "user_unblocked"
		| "dispute_closed"
		| "dispute_reopened"
		| "role_changed";
	/** The pack that was acted on, or whose challenge it was. */
	id?: string;
	slug?: string;
	/** The user who was acted on, or who owns the pack. */
	userId: string;
	reason: string | null;
	/** The role that the user was given. */
	role?: Role;
}

/** Writes one row of the audit, in the transaction of the action: neither exists without the other. */
export const record = (
	tx: Transaction,
	{ action, id, slug, userId, reason, role, actor, requestId }: Action,
) => tx`
	INSERT INTO moderation_actions
		(id, action, pack_id, pack_slug, user_id, reason, role, actor_id, key_fingerprint, request_id)
	VALUES (${Bun.randomUUIDv7()}, ${action}, ${id ?? null}, ${slug ?? null}, ${userId}, ${reason}, ${role ?? null},
		${"userId" in actor ? actor.userId : null}, ${"key" in actor ? actor.key : null}, ${requestId})`;

/** One page of all actions, newest first, and how many there are. */
export const listActions = onReplica(
	async (
		sql: Sql,
		{ limit, offset }: Page,
	): Promise<{ rows: ListedAction[]; total: number }> => {
		const [rows, [count]] = await Promise.all([
			sql<ListedAction[]>`
				SELECT m.id AS "_id", m.action, m.pack_slug AS "packSlug", m.user_id AS "userId", u.name AS "userName", m.reason, m.role,
					m.actor_id AS "actorId", a.name AS "actorName", m.key_fingerprint AS "keyFingerprint",
					m.request_id AS "requestId", m.created_at AS "createdAt"
				FROM (SELECT * FROM moderation_actions ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}) m
					LEFT JOIN users u ON u.id = m.user_id LEFT JOIN users a ON a.id = m.actor_id
				ORDER BY m.id DESC`,
			sql<
				{ total: number }[]
			>`SELECT count(*)::int AS total FROM moderation_actions`,
		]);
		return { rows, total: count?.total ?? 0 };
	},
);

/** How many packs wait for approval, and how many disputes for an answer. */
export const countWaiting = onReplica(
	async (sql: Sql): Promise<{ waitingPacks: number; openDisputes: number }> => {
		const [row] = await sql<{ waitingPacks: number; openDisputes: number }[]>`
			SELECT (SELECT count(*)::int FROM packs p WHERE ${waits(sql)}) AS "waitingPacks",
				(SELECT count(*)::int FROM disputes WHERE closed_at IS NULL) AS "openDisputes"`;
		return row ?? { waitingPacks: 0, openDisputes: 0 };
	},
);

/** Packs (as `p`) that a moderator has to approve or refuse. */
export const waits = (sql: Sql | Transaction) => sql`
	(p.requested_at IS NOT NULL AND p.refused_reason IS NULL AND p.taken_down_at IS NULL AND p.retired_at IS NULL)`;
