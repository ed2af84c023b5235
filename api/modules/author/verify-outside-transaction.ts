/**
 * What others can see has been proved, and no row is held while it is: a change that needs a proof leaves its transaction, is
 * proved, and starts again. When the pack has become another one meanwhile, that one is proved.
 */
import type { Fault } from "@treeline/packs/format";
import { ApiError } from "../../server/errors.ts";
import { refuseFaults } from "../packs/writing/faults.ts";
import { hashOf } from "../packs/writing/stored-challenge.ts";

/** Asks for a proof of `value`; returns when it was made. */
export type Need = (value: unknown, prove: () => Promise<Fault[]>) => void;

/** A change meets so many others at most before it is given up. */
const MOST_TURNS = 5;

class Unproved extends Error {
	constructor(
		readonly hash: string,
		readonly prove: () => Promise<Fault[]>,
	) {
		super("not proved yet");
	}
}

/**
 * Runs `work`, again after each proof that it asks for; what `work` throws at its `need` has to undo all that it did.
 * `before` runs before a proof is made.
 */
export async function proving<Result>(
	before: () => Promise<void>,
	work: (need: Need) => Promise<Result>,
): Promise<Result> {
	const proved = new Set<string>();
	for (let turn = 0; turn < MOST_TURNS; turn++)
		try {
			return await work((value, prove) => {
				const hash = hashOf(value);
				if (!proved.has(hash)) throw new Unproved(hash, prove);
			});
		} catch (thrown) {
			if (!(thrown instanceof Unproved)) throw thrown;
			await before();
			refuseFaults(await thrown.prove(), "The change was");
			proved.add(thrown.hash);
		}
	throw new ApiError(
		"overloaded",
		"The pack was changed again and again while this change was checked; nothing was stored. Try again in a second.",
	);
}
