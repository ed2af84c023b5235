/** Ways to write the same, and code that only looks like it: the table of `gathered.test.ts`. */
export interface Way {
	name: string;
	/** Each takes each as a pattern. */
	same: readonly string[];
	/** None of them takes any of these. */
	other: readonly string[];
	/** Code of `other` that patterns take which have a text: they do not compare how a loop goes on, or allow for more. */
	except?: readonly (readonly [pattern: string, code: string])[];
}
