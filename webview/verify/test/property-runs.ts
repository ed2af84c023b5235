/** How many cases a property is tried with, and from which seed they are drawn. */

const isFull = process.env.TREELINE_TEST_SIZE === "full";

/**
 * The bounds of one property: by default a quick size with the same cases in every run; with `TREELINE_TEST_SIZE=full` the whole
 * size from a new seed. `SEED=…` repeats the cases of a seed.
 */
export function propertyRuns(quick: number, full: number) {
	const fresh = isFull ? Math.floor(Math.random() * 1e9) : 1;
	return {
		seed: Number(process.env.SEED ?? fresh),
		numRuns: isFull ? full : quick,
	};
}
