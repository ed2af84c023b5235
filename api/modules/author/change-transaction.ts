/** Runs an author's change: one at a time for each user, counted once, in one transaction, and verified where others can see the pack. */
import type { Fault } from "@treeline/packs/format";
import type { Verifier } from "@treeline/verify/worker";
import type { AuthorRules } from "../../config.ts";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { isSlugTaken } from "../../db/database-errors.ts";
import { ApiError, refuse, refuseFaults } from "../../server/errors.ts";
import { perUserQueue } from "../../server/per-user-queue.ts";
import type { UserLimit } from "../../server/rate-limit.ts";
import { contentHashOf } from "../packs-and-challenges/pack-writing-queries.ts";
import type { Publishing } from "./api-schemas.ts";
import { slugTaken } from "./ownership-and-slug-errors.ts";
import { type Authoring, inAuthoring } from "./queries.ts";

export interface AuthorService {
	sql: Sql;
	/** Proves what authors publish. */
	prover: Verifier;
	publishing: Publishing;
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
	work: (authoring: Authoring, need: RequireVerification) => Promise<Result>,
) => Promise<Result>;

/** What every change can answer: too many of this user's wait. */
export const CHANGE_ERRORS = ["overloaded"] as const;
/** What a change to the content of a pack can answer, too. */
export const CONTENT_ERRORS = [
	...CHANGE_ERRORS,
	"slug_conflict",
	"reference_fails",
	"validation_failed",
] as const;

/**
 * Where authors work. `prover` is not the verifier of learners' attempts, which no author may delay; `limit` counts
 * changes, and what had to be proved even when it was refused.
 */
export function authorService(
	sql: Sql,
	prover: Verifier,
	limit: UserLimit,
	rules: AuthorRules,
): AuthorService {
	const inTurn = perUserQueue("changes to packs");
	const change: Change = async (userId, work) => {
		let counted: Promise<void> | null = null;
		const count = () => {
			counted ??= limit.take(userId);
			return counted;
		};
		const attempt = () =>
			verifyOutsideTransaction(count, (need) =>
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
		publishing: rules.publishing,
		change,
		async refusePackTooMany(authoring, userId) {
			const { packs } = await authoring.usageOf(userId);
			if (packs <= rules.packs) return;
			refuse([
				{
					pointer: "#",
					code: "too_many",
					detail: `you have ${packs - 1} packs, and an account may have ${rules.packs} (AUTHOR_MAX_PACKS); delete one with DELETE /api/author/packs/{slug}, or ask the operator for more`,
				},
			]);
		},
		async refuseBytesTooMany(authoring, userId, added) {
			if (added <= 0) return;
			const { bytes } = await authoring.usageOf(userId);
			if (bytes <= rules.bytes) return;
			refuse([
				{
					pointer: "#",
					code: "too_large",
					detail: `with this your packs would take ${bytes} bytes, and an account's may take ${rules.bytes} (AUTHOR_MAX_BYTES), deleted challenges with attempts included; shorten or delete challenges, or ask the operator for more`,
				},
			]);
		},
	};
}

/** Asks for a proof of `value`; returns when it was made. */
export type RequireVerification = (
	value: unknown,
	verify: () => Promise<Fault[]>,
) => void;

/** A change meets so many others at most before it is given up. */
const MAX_TURNS = 5;

class VerificationRequired extends Error {
	constructor(
		readonly hash: string,
		readonly verify: () => Promise<Fault[]>,
	) {
		super("not proved yet");
	}
}

/**
 * Runs `work`, again after each proof that it asks for; what `work` throws at its `need` has to undo all that it did.
 * `before` runs before a proof is made.
 */
async function verifyOutsideTransaction<Result>(
	before: () => Promise<void>,
	work: (need: RequireVerification) => Promise<Result>,
): Promise<Result> {
	const verified = new Set<string>();
	for (let turn = 0; turn < MAX_TURNS; turn++)
		try {
			return await work((value, verify) => {
				const hash = contentHashOf(value);
				if (!verified.has(hash)) throw new VerificationRequired(hash, verify);
			});
		} catch (thrown) {
			if (!(thrown instanceof VerificationRequired)) throw thrown;
			await before();
			refuseFaults(await thrown.verify(), "The change was");
			verified.add(thrown.hash);
		}
	throw new ApiError(
		"overloaded",
		"The pack was changed again and again while this change was checked; nothing was stored. Try again in a second.",
	);
}
