/** What one start of an extension host measures, and how it is told to the bench. Milliseconds. */
export interface Sample {
	/** From the call of `activate` until the extension is active, its code loaded by it. */
	activated: { ours: number; empty: number };
	/** In a new worker each, its start included: the first verification of a challenge, and parsing the same files alone. */
	verified: { first: number; parsing: number };
}

/** What a sample's line on the console begins with. */
export const MARK = "treeline-bench ";

/** The file in the workspace that says which of two comes first. */
export const ORDER = "order.json";
