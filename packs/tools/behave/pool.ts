/** Runs `work` on every item, `width` at a time, and returns the results in the order of the items; `done` is called after each. */
export async function mapConcurrently<Item, Result>(
	items: readonly Item[],
	width: number,
	work: (item: Item) => Promise<Result>,
	done: (result: Result, count: number) => void = () => {},
): Promise<Result[]> {
	const results: Result[] = new Array(items.length);
	let next = 0;
	let ended = 0;
	const worker = async () => {
		while (next < items.length) {
			const index = next++;
			const result = await work(items[index] as Item);
			results[index] = result;
			done(result, ++ended);
		}
	};
	await Promise.all(
		Array.from({ length: Math.min(width, items.length) }, worker),
	);
	return results;
}
