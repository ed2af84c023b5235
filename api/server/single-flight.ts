/** Single-flight: concurrent requests for the same thing share one run of the work. */

/** Runs `work` once for all who ask under the same name while it runs: they get the one answer. Without a name, for each. */
type SingleFlight<Result> = (
	name: string | null,
	work: () => Promise<Result>,
) => Promise<Result>;

export function singleFlight<Result>(): SingleFlight<Result> {
	const running = new Map<string, Promise<Result>>();
	return (name, work) => {
		if (name === null) return work();
		const known = running.get(name);
		if (known) return known;
		const result = work().finally(() => running.delete(name));
		running.set(name, result);
		return result;
	};
}
