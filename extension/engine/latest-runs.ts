/** The value of the latest run for each key. Runs may end in another order than they began, and a key may be reset while one is running. */

export interface LatestRuns<Value> {
	/** The number of a new run. Call it before the run reads its input. */
	begin(): number;
	/** Stores a run's value, unless that of a later run is stored or the key was reset after the run began. Returns whether it was stored. */
	set(key: string, run: number, value: Value): boolean;
	/** Null before the first value and after a reset; with `after`, also when the stored value's run did not begin after that one. */
	get(key: string, after?: number): Value | null;
	/** Removes the value. Returns whether there was one. */
	reset(key: string): boolean;
}

export function createLatestRuns<Value>(): LatestRuns<Value> {
	let runs = 0;
	const latest = new Map<string, { run: number; value: Value | null }>();
	return {
		begin: () => ++runs,
		set(key, run, value) {
			if (run < (latest.get(key)?.run ?? 0)) return false;
			latest.set(key, { run, value });
			return true;
		},
		get(key, after = 0) {
			const entry = latest.get(key);
			return entry && entry.run > after ? entry.value : null;
		},
		reset(key) {
			const hadValue = (latest.get(key)?.value ?? null) !== null;
			latest.set(key, { run: ++runs, value: null });
			return hadValue;
		},
	};
}
