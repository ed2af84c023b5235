/** Measuring side by side: every round runs each candidate once, since a machine's speed drifts by more than what is measured. */

export type Candidates = Record<string, () => unknown>;

/** Median milliseconds of each candidate; the first third of the rounds warms up. */
export async function medians(
	candidates: Candidates,
	rounds: number,
): Promise<Map<string, number>> {
	const times = new Map<string, number[]>();
	for (const name of Object.keys(candidates)) times.set(name, []);
	for (let round = 0; round < rounds; round++)
		for (const [name, run] of Object.entries(candidates)) {
			const start = performance.now();
			await run();
			const took = performance.now() - start;
			if (round >= rounds / 3) times.get(name)?.push(took);
		}
	return new Map([...times].map(([name, list]) => [name, median(list)]));
}

export const median = (list: number[]): number =>
	list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

/** A small table: milliseconds, and the ratio to the first row. */
export function print(title: string, rows: Map<string, number>) {
	console.log(`\n${title}`);
	const [floor = Number.NaN] = rows.values();
	for (const [name, time] of rows) {
		const ratio = (time / floor).toFixed(2).padStart(8);
		console.log(`${time.toFixed(3).padStart(10)} ms ${ratio} ×  ${name}`);
	}
}

/** One ratio with its target; says whether it is met, and if not, where the time goes as far as that is known. */
export function target(what: string, ratio: number, most: number, why = "") {
	const isMet = ratio <= most;
	const mark = isMet ? "met   " : "MISSED";
	console.log(`${mark} ${ratio.toFixed(2)} of at most ${most}: ${what}`);
	if (!isMet && why) console.log(`       ${why}`);
}
