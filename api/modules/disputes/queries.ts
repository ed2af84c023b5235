/** Queries of disputes: added once; read by the learner, the pack's owner and administrators; closed and opened again by the latter two. */
import {
	onReplica,
	type Sql,
	type Transaction,
} from "../../db/connect-and-batch-queries.ts";
import type { ActionRequest } from "../../server/log-moderation-actions.ts";
import type { Page } from "../../server/pagination.ts";
import { record } from "../moderation/audit-queries.ts";
import type {
	Dispute,
	ModeratedDispute,
	ModeratedDisputeQuery,
	NewDispute,
} from "./api-schemas.ts";

/** Most disputes of a learner in any 24 hours. */
export const MAX_A_DAY = 10;

/** What became of a dispute: stored, now or by an earlier request with its id, or refused until there is room in `waitSeconds`. */
type Added = { dispute: Dispute } | { waitSeconds: number };

interface DisputeToAdd extends Omit<NewDispute, "clientDisputeId"> {
	learnerId: string;
	challengeId: string;
	challengeVersion: number;
	/** Null = it is not known as a repeat. */
	clientDisputeId: string | null;
}

/** Stores a dispute unless it is a repeat, or one too many of this learner in 24 hours. */
export async function addDispute(
	sql: Sql,
	dispute: DisputeToAdd,
): Promise<Added> {
	const { learnerId, clientDisputeId, files, failed, note } = dispute;
	return sql.begin(async (tx) => {
		// One at a time of each learner: two that count at once would both find room.
		await tx`SELECT FROM users WHERE id = ${learnerId} FOR NO KEY UPDATE`;
		const [repeat] = await tx<Dispute[]>`
			SELECT ${columns(tx)} WHERE d.user_id = ${learnerId} AND d.client_dispute_id = ${clientDisputeId}`;
		if (repeat) return { dispute: repeat };
		const [tenth] = await tx<{ waitSeconds: number }[]>`
			SELECT ceil(extract(epoch FROM created_at + interval '24 hours' - now()))::int AS "waitSeconds"
			FROM disputes WHERE user_id = ${learnerId} AND created_at > now() - interval '24 hours'
			ORDER BY created_at DESC OFFSET ${MAX_A_DAY - 1} LIMIT 1`;
		if (tenth) return { waitSeconds: Math.max(1, tenth.waitSeconds) };
		const id = Bun.randomUUIDv7();
		await tx`
			INSERT INTO disputes (id, user_id, challenge_id, challenge_version, failed, files, note, client_dispute_id)
			VALUES (${id}, ${learnerId}, ${dispute.challengeId}, ${dispute.challengeVersion}, ${tx.json(failed)},
				${tx.json(files)}, ${note?.trim() || null}, ${clientDisputeId})`;
		const [added] = await tx<Dispute[]>`
			SELECT ${columns(tx)} WHERE d.id = ${id}`;
		if (!added) throw new Error("a dispute was added and is not there");
		return { dispute: added };
	}) as Promise<Added>;
}

/** One page of the disputes at a pack's challenges, newest first, and how many there are; not those at deleted challenges. */
export const listPackDisputes = onReplica(
	async (
		sql: Sql,
		packId: string,
		{ limit, offset }: Page,
	): Promise<{ rows: Dispute[]; total: number }> => {
		const [rows, [count]] = await Promise.all([
			sql<Dispute[]>`
				SELECT ${columns(sql)} WHERE c.pack_id = ${packId} AND c.retired_at IS NULL
				ORDER BY d.id DESC LIMIT ${limit} OFFSET ${offset}`,
			sql<{ total: number }[]>`
				SELECT count(*)::int AS total FROM disputes d JOIN challenges c ON c.id = d.challenge_id
				WHERE c.pack_id = ${packId} AND c.retired_at IS NULL`,
		]);
		return { rows, total: count?.total ?? 0 };
	},
);

/** One page of all disputes, or of those at a pack's challenges, newest first, and how many there are. */
export const listDisputes = onReplica(
	async (
		sql: Sql,
		{ pack, status, ...page }: ModeratedDisputeQuery & Page,
	): Promise<{ rows: ModeratedDispute[]; total: number }> => {
		const wanted = sql`true
			${pack ? sql`AND d.challenge_id IN (SELECT c.id FROM challenges c JOIN packs p ON p.id = c.pack_id WHERE p.slug = ${pack})` : sql``}
			${status ? sql`AND d.closed_at IS ${status === "open" ? sql`NULL` : sql`NOT NULL`}` : sql``}`;
		const [rows, [count]] = await Promise.all([
			sql<ModeratedDispute[]>`
				SELECT d.user_id AS "userId", ${columns(sql)} WHERE ${wanted}
				ORDER BY d.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`,
			sql<{ total: number }[]>`
				SELECT count(*)::int AS total FROM disputes d WHERE ${wanted}`,
		]);
		return { rows, total: count?.total ?? 0 };
	},
);

/** One page of a learner's own disputes at a challenge, newest first, and how many there are. */
export const listOwnDisputes = onReplica(
	async (
		sql: Sql,
		learnerId: string,
		challengeId: string,
		{ limit, offset }: Page,
	): Promise<{ rows: Dispute[]; total: number }> => {
		const [rows, [count]] = await Promise.all([
			sql<Dispute[]>`
				SELECT ${columns(sql)} WHERE d.challenge_id = ${challengeId} AND d.user_id = ${learnerId}
				ORDER BY d.id DESC LIMIT ${limit} OFFSET ${offset}`,
			sql<{ total: number }[]>`
				SELECT count(*)::int AS total FROM disputes
				WHERE challenge_id = ${challengeId} AND user_id = ${learnerId}`,
		]);
		return { rows, total: count?.total ?? 0 };
	},
);

/** Who decides: the owner of a pack, on the disputes at it, or a moderator, on all; their decision is recorded in the audit. */
type Decider = { packId: string } | { moderator: ActionRequest };

/** Closes a dispute with the reason that its learner reads, or opens it again (null). Null when there is none that the decider decides on. */
export async function decideDispute(
	sql: Sql,
	id: string,
	reason: string | null,
	by: Decider,
): Promise<ModeratedDispute | null> {
	const within =
		"packId" in by
			? sql`AND challenge_id IN (SELECT id FROM challenges WHERE pack_id = ${by.packId} AND retired_at IS NULL)`
			: sql``;
	return (await sql.begin(async (tx) => {
		const { count } = await tx`
			UPDATE disputes SET reason = ${reason}, closed_at = CASE WHEN ${reason}::text IS NOT NULL THEN now() END
			WHERE id = ${id} ${within}`;
		if (count === 0) return null;
		const [row] = await tx<(ModeratedDispute & { packId: string })[]>`
			SELECT d.user_id AS "userId", p.id AS "packId", ${columns(tx)} WHERE d.id = ${id}`;
		if (!row) return null;
		const { packId, ...dispute } = row;
		if ("moderator" in by)
			await record(tx, {
				...by.moderator,
				action: reason === null ? "dispute_reopened" : "dispute_closed",
				...{ id: packId, slug: dispute.packSlug },
				...{ userId: dispute.userId, reason },
			});
		return dispute;
	})) as ModeratedDispute | null;
}

/** A learner's disputes, the oldest first. */
export async function disputesOf(
	tx: Transaction,
	learnerId: string,
): Promise<Dispute[]> {
	return tx<Dispute[]>`
		SELECT ${columns(tx)} WHERE d.user_id = ${learnerId} ORDER BY d.id`;
}

/** A dispute as it is answered, and the tables that it is read from. */
const columns = (sql: Sql | Transaction) => sql`
	d.id AS "_id", d.challenge_id AS "challengeId", p.slug AS "packSlug", c.slug AS "challengeSlug",
	d.challenge_version AS "challengeVersion", d.failed, d.files, d.note,
	CASE WHEN d.closed_at IS NULL THEN 'open' ELSE 'closed' END AS status, d.reason, d.closed_at AS "closedAt",
	d.created_at AS "createdAt"
	FROM disputes d JOIN challenges c ON c.id = d.challenge_id JOIN packs p ON p.id = c.pack_id`;
