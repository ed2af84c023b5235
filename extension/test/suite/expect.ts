/** What a scenario expects, with words for when it is not so; it runs where no test library of Node's or Bun's does. */

export function ok(value: unknown, otherwise: string): asserts value {
	if (!value) throw new Error(otherwise);
}

export function equal<Value>(actual: Value, expected: Value, what: string) {
	if (!Object.is(actual, expected))
		throw new Error(
			`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`,
		);
}

/** What `look` finds, as soon as it finds something; an error in these words when it has not within `patience` milliseconds. */
export async function until<Found>(
	look: () => Found | Promise<Found>,
	otherwise: string,
	patience = 120_000,
): Promise<NonNullable<Found>> {
	const deadline = Date.now() + patience;
	for (;;) {
		const found = await look();
		if (found) return found;
		if (Date.now() > deadline) throw new Error(otherwise);
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
}
