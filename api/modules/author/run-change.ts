/** Runs an author's change: one at a time for each user, counted once, in one transaction, and verified where others can see the pack. */
import type { Static, TObject } from "@sinclair/typebox";
import { type Fault, shapeFaults } from "@treeline/packs/format";
import type { Verifier } from "@treeline/verify/worker";
import type { AuthorQuotas } from "../../config.ts";
import { isSlugTaken, type Sql } from "../../db/pool.ts";
import { ApiError, refuse } from "../../server/errors.ts";
import { mergePatch } from "../../server/merge-patch.ts";
import { perUserQueue } from "../../server/per-user-queue.ts";
import type { UserLimit } from "../../server/rate-limit.ts";
import { contentHashOf, refuseFaults } from "../packs/stored-challenge.ts";
import { type Authoring, inAuthoring, type LockedPack } from "./queries.ts";

export interface AuthorService {
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
	quotas: AuthorQuotas,
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

/** The codes of {@link requireOwner}. */
export const NOT_OWNED = ["not_found", "forbidden"] as const;

/** `pack` when it is this user's. `what` names what was requested, as `pack "rust"`. */
export function requireOwner(
	pack: LockedPack | null,
	userId: string,
	what: string,
): LockedPack {
	if (!pack || pack.retired) throw missing(what);
	if (pack.authorUserId === userId) return pack;
	if (pack.authorUserId === null)
		throw new ApiError(
			"forbidden",
			`The ${what} is one that comes with this server, and has no author who could change it here. If you had a private pack of that slug, it has another slug now: GET /api/author/packs lists yours, and POST /api/author/packs creates one.`,
		);
	if (pack.visibility === "private" || pack.takenDownAt !== null)
		throw missing(what);
	throw new ApiError(
		"forbidden",
		`The ${what} is another author's. GET /api/author/packs lists yours.`,
	);
}

/** What is not there, or not this user's to know of. */
export const missing = (what: string) =>
	new ApiError(
		"not_found",
		`You have no ${what}. GET /api/author/packs lists what you have.`,
	);

/**
 * The state that `patch` makes of `present`; throws `validation_failed` with pointers into it. Members of `answer` that are no part
 * of the state are passed over, so that what was read can be sent back.
 */
export function applyPatch<State extends TObject>(
	state: State,
	answer: TObject,
	present: Static<State>,
	patch: Record<string, unknown>,
): Static<State> {
	const passedOver = (name: string) =>
		name === "$schema" ||
		(name in answer.properties && !(name in state.properties));
	const given = Object.entries(patch).filter(([name]) => !passedOver(name));
	const next = mergePatch(present, Object.fromEntries(given));
	refuse(shapeFaults(state, next));
	return next as Static<State>;
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
