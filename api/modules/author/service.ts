/** What every change by an author goes through: one at a time, counted once, in one transaction, proved where others can see it. */
import type { Verifier } from "@treeline/verify/worker";
import type { AuthorQuotas } from "../../config.ts";
import { isSlugTaken, type Sql } from "../../db/pool.ts";
import { ApiError } from "../../server/errors.ts";
import { turns } from "../../server/per-user-queue.ts";
import type { UserLimit } from "../../server/user-limit.ts";
import { refuse } from "../../server/validation.ts";
import { type Authoring, inAuthoring } from "./queries.ts";
import { type Need, proving } from "./verify-outside-transaction.ts";

export interface Desk {
	sql: Sql;
	/** Proves what authors publish. */
	prover: Verifier;
	change: Change;
	/** Throws when the change that is under way gives the user more packs than an account may have. */
	refusePackTooMany(authoring: Authoring, userId: string): Promise<void>;
	/** Throws when the change that is under way added `bytes` and the user's packs are larger by now than an account's may be. */
	refuseBytesTooMany(
		authoring: Authoring,
		userId: string,
		bytes: number,
	): Promise<void>;
}

/** Makes a change of this user's; answers what `work` does. */
export type Change = <Result>(
	userId: string,
	work: (authoring: Authoring, need: Need) => Promise<Result>,
) => Promise<Result>;

/** What every change can answer: too many of this user's wait. */
export const CHANGE_REFUSES = ["overloaded"] as const;
/** What a change to the content of a pack can answer, too. */
export const CONTENT_REFUSES = [
	...CHANGE_REFUSES,
	"slug_conflict",
	"reference_fails",
	"validation_failed",
] as const;

/**
 * Where authors work. `prover` is not the verifier that judges learners' attempts, whom no author shall hold up; `limit` counts
 * changes, and what had to be proved even when it was refused.
 */
export function desk(
	sql: Sql,
	prover: Verifier,
	limit: UserLimit,
	quotas: AuthorQuotas,
): Desk {
	const inTurn = turns("changes to packs");
	const change: Change = async (userId, work) => {
		let counted: Promise<void> | null = null;
		const count = () => {
			counted ??= limit.take(userId);
			return counted;
		};
		const attempt = () =>
			proving(count, (need) =>
				inAuthoring(sql, async (authoring) => {
					const result = await work(authoring, need);
					await count();
					return result;
				}),
			);
		try {
			return await inTurn(userId, attempt);
		} catch (thrown) {
			if (isSlugTaken(thrown)) throw slugTaken();
			throw thrown;
		}
	};
	return {
		sql,
		prover,
		change,
		async refusePackTooMany(authoring, userId) {
			const { packs } = await authoring.usageOf(userId);
			if (packs <= quotas.packs) return;
			refuse([
				{
					pointer: "#",
					code: "too_many",
					detail: `you have ${packs - 1} packs, and an account may have ${quotas.packs} (AUTHOR_MAX_PACKS); delete one with DELETE /api/author/packs/{slug}, or ask the operator for more`,
				},
			]);
		},
		async refuseBytesTooMany(authoring, userId, added) {
			if (added <= 0) return;
			const { bytes } = await authoring.usageOf(userId);
			if (bytes <= quotas.bytes) return;
			refuse([
				{
					pointer: "#",
					code: "too_large",
					detail: `with this your packs would take ${bytes} bytes, and an account's may take ${quotas.bytes} (AUTHOR_MAX_BYTES), deleted challenges with attempts included; shorten or delete challenges, or ask the operator for more`,
				},
			]);
		},
	};
}

export const slugTaken = (slug?: string) =>
	new ApiError(
		"slug_conflict",
		`The slug ${slug ? `"${slug}" ` : ""}is taken, maybe by something deleted that has attempts. Choose another one.`,
	);

/** The slug of a seeded pack that was retired, and stays because there are attempts at it. */
export const slugOfRetired = (slug: string, packId: string) =>
	new ApiError(
		"slug_conflict",
		`The slug "${slug}" belongs to the retired pack ${packId}, which is kept because it has attempts. Choose another one.`,
	);
