/** The step budget of a search. Steps are counted and never timed, so that a verdict is the same on every machine. */

/** Thrown when a search has used up its steps. */
export class TooManySteps extends Error {
	override name = "TooManySteps";
}

let left = Number.POSITIVE_INFINITY;
let used = 0;

/** Counts one step. @throws TooManySteps beyond the budget. */
export function countStep(): void {
	used++;
	if (--left < 0) throw new TooManySteps();
}

/** A search that nests too deeply is too long, too: how deep the stack is differs between machines, what is said of it must not. */
const isStackOverflow = (problem: unknown) => problem instanceof RangeError;

/** Runs an action within a step budget of its own. Returns its value and the steps used, or `null` when the budget did not suffice. */
export function withinSteps<Value>(
	budget: number,
	action: () => Value,
): { value: Value; steps: number } | null {
	const outer = { left, used };
	left = budget;
	used = 0;
	try {
		return { value: action(), steps: used };
	} catch (problem) {
		if (problem instanceof TooManySteps || isStackOverflow(problem))
			return null;
		throw problem;
	} finally {
		({ left, used } = outer);
	}
}
