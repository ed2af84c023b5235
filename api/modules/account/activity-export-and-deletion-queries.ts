/** Queries that export and delete a learner's account. */
import {
	onReplica,
	type Sql,
	type Transaction,
} from "../../db/connect-and-batch-queries.ts";
import type { Learner } from "../../server/session-authentication.ts";
import { hintsShownTo } from "../attempts/hints-shown-by-mcp-queries.ts";
import { attemptColumns } from "../attempts/queries.ts";
import { listSessions } from "../auth/session/queries.ts";
import { authoringOn, listOwnPacks, readsOn } from "../author/queries.ts";
import { classesOf } from "../classes/assignment-queries.ts";
import { disputesOf } from "../disputes/queries.ts";
import { draftsOf } from "../learner-drafts/queries.ts";
import { FORMER_MEMBER } from "../moderation/user-queries.ts";
import { listTokens } from "../personal-tokens/queries.ts";
import { findSettings } from "../settings/queries.ts";
import type { AccountActivity, AccountExport } from "./api-schemas.ts";

/** Above what any account has. */
const ALL = { limit: 1_000_000, offset: 0 };

/** All stored data of a learner, at one moment. */
export async function exportAccount(
	sql: Sql,
	learner: Learner,
): Promise<AccountExport> {
	return sql.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", async (tx) => {
		const { _id } = learner;
		const [profile] = await tx<AccountExport["profile"][]>`
			SELECT u.id AS "_id", u.name, u.email, u.image, u.role, u.created_at AS "createdAt" FROM users u WHERE u.id = ${_id}`;
		if (!profile) throw new Error("a learner has no account");
		const providerAccounts = await tx<
			AccountExport["profile"]["providerAccounts"]
		>`
			SELECT provider, provider_account_id AS "providerAccountId", created_at AS "createdAt"
			FROM provider_accounts WHERE user_id = ${_id} ORDER BY id`;
		const attempts = await tx<AccountExport["attempts"]>`
			SELECT ${attemptColumns(tx)}, a.client_attempt_id AS "clientAttemptId", f.files, p.slug AS "packSlug", c.slug AS "challengeSlug"
			FROM attempts a JOIN challenges c ON c.id = a.challenge_id JOIN packs p ON p.id = c.pack_id
				LEFT JOIN attempt_files f ON f.attempt_id = a.id
			WHERE a.user_id = ${_id} ORDER BY a.attempted_at, a.id`;
		const { rows } = await listOwnPacks(tx, _id, ALL);
		const packs: AccountExport["packs"] = [];
		for (const pack of rows)
			packs.push({
				...pack,
				challenges: await readsOn(tx).challengesIn(pack._id),
			});
		return {
			profile: { ...profile, providerAccounts },
			settings: await findSettings(tx, _id),
			sessions: await listSessions(tx, learner),
			tokens: await listTokens(tx, _id),
			attempts,
			drafts: await draftsOf(tx, _id),
			hintsShown: await hintsShownTo(tx, _id),
			packs,
			disputes: await disputesOf(tx, _id),
			classes: await classesOf(tx, _id),
		};
	}) as Promise<AccountExport>;
}

/** How many of the latest attempts are listed. */
const RECENT = 20;

/** What a learner has done, in days of a time zone that is `utcOffset` minutes ahead of UTC. */
export const accountActivity = onReplica(
	async (
		sql: Sql,
		learnerId: string,
		utcOffset: number,
	): Promise<AccountActivity> => {
		const open = sql`c.retired_at IS NULL AND p.retired_at IS NULL
			AND (p.author_user_id = ${learnerId} OR (p.visibility <> 'private' AND p.taken_down_at IS NULL))`;
		const [packs, days, recent] = await Promise.all([
			sql<AccountActivity["packs"]>`
				SELECT p.slug, p.name, count(*)::int AS "challengeCount",
					(count(*) FILTER (WHERE a.passed))::int AS "passedCount", max(a.latest) AS "attemptedAt"
				FROM packs p JOIN challenges c ON c.pack_id = p.id
					LEFT JOIN (SELECT challenge_id, bool_or(passed) AS passed, max(attempted_at) AS latest
						FROM attempts WHERE user_id = ${learnerId} GROUP BY challenge_id) a ON a.challenge_id = c.id
				WHERE ${open} AND p.id IN (SELECT t.pack_id FROM challenges t JOIN attempts m ON m.challenge_id = t.id
					WHERE m.user_id = ${learnerId})
				GROUP BY p.id HAVING max(a.latest) IS NOT NULL ORDER BY max(a.latest) DESC, p.slug`,
			sql<AccountActivity["days"]>`
				SELECT to_char(attempted_at AT TIME ZONE 'UTC' + make_interval(mins => ${utcOffset}), 'YYYY-MM-DD') AS day,
					count(*)::int AS attempts, (count(*) FILTER (WHERE passed))::int AS passed
				FROM attempts WHERE user_id = ${learnerId} AND attempted_at > now() - interval '366 days'
				GROUP BY 1 ORDER BY 1 DESC`,
			sql<AccountActivity["recent"]>`
				SELECT a.id AS "_id", p.slug AS "packSlug", p.name AS "packName", c.slug AS "challengeSlug", c.title, a.passed,
					a.gave_up AS "gaveUp", a.attempted_at AS "attemptedAt"
				FROM attempts a JOIN challenges c ON c.id = a.challenge_id JOIN packs p ON p.id = c.pack_id
				WHERE a.user_id = ${learnerId} AND ${open}
				ORDER BY a.attempted_at DESC, a.id DESC LIMIT ${RECENT}`,
		]);
		return { packs: [...packs], days: [...days], recent: [...recent] };
	},
);

/**
 * Deletes an account with its sessions, personal tokens, settings, accounts at providers, files of attempts, drafts, disputes, classes, memberships in classes and private packs, in one transaction. Attempts stay, and so do
 * packs that others can see unless `deletesPacks`; both go to a user without a person, under another id.
 */
export async function deleteAccount(
	sql: Sql,
	userId: string,
	deletesPacks: boolean,
): Promise<void> {
	await sql.begin(async (tx) => {
		// Nothing of this user's is added meanwhile: an attempt or a pack refers to the row.
		await tx`SELECT FROM users WHERE id = ${userId} FOR UPDATE`;
		await removePacks(tx, userId, deletesPacks);
		const [left] = await tx`
			SELECT WHERE EXISTS (SELECT FROM attempts WHERE user_id = ${userId})
				OR EXISTS (SELECT FROM packs WHERE author_user_id = ${userId})`;
		if (left) await passOn(tx, userId);
		await tx`DELETE FROM users WHERE id = ${userId}`;
	});
}

/** As an author deletes packs: what was attempted or taken down leaves every read, and the rest is gone. */
async function removePacks(
	tx: Transaction,
	userId: string,
	all: boolean,
): Promise<void> {
	const packs = await tx<{ id: string; challenges: string[] }[]>`
		SELECT p.id, ARRAY(SELECT c.id FROM challenges c WHERE c.pack_id = p.id AND c.retired_at IS NULL) AS challenges
		FROM packs p
		WHERE p.author_user_id = ${userId} AND p.retired_at IS NULL
			AND (${all} OR p.visibility = 'private' OR p.taken_down_at IS NOT NULL)
		ORDER BY p.id FOR UPDATE OF p`;
	const authoring = authoringOn(tx);
	for (const { id, challenges } of packs) {
		await authoring.removeChallenges(challenges);
		await authoring.removePack(id);
	}
}

/** Transfers what stays to a new, anonymous user; a new id, so that no log or client leads from it to the person. */
async function passOn(tx: Transaction, userId: string): Promise<void> {
	const former = Bun.randomUUIDv7();
	await tx`INSERT INTO users (id, name) VALUES (${former}, ${FORMER_MEMBER})`;
	await tx`
		UPDATE attempts SET user_id = ${former}, client_attempt_id = NULL WHERE user_id = ${userId}`;
	await tx`
		UPDATE packs SET author_user_id = ${former}, author = ${FORMER_MEMBER}, requested_visibility = NULL, requested_at = NULL, refused_reason = NULL, revision = revision + 1, updated_at = now()
		WHERE author_user_id = ${userId}`;
}
