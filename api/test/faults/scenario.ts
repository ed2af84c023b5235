/** What a scenario of a fault is, and what it finds. */

/** `small` shows in seconds that the scenario works, for `npm test`; `full` is what `npm run test:faults` runs. */
export type Size = "small" | "full";

export interface Finding {
	/** What came out, in a line. */
	observed: string;
	/** In what the demanded outcome was missed; empty when it was met. */
	problems: string[];
	/** Why it could not be run here; it is neither met nor missed then. */
	skipped?: string;
}

export type Scenario = (size: Size) => Promise<Finding>;

/** Resolves with the milliseconds that it took until `holds` did; after `limit`, with null. */
export async function timeUntil(
	holds: () => Promise<boolean>,
	limit: number,
): Promise<number | null> {
	const began = performance.now();
	while (performance.now() - began < limit) {
		if (await holds().catch(() => false)) return performance.now() - began;
		await Bun.sleep(50);
	}
	return null;
}

/** Resident memory of a process in MiB; NaN where the system does not tell. */
export async function residentMemory(pid: number): Promise<number> {
	const text = await Bun.file(`/proc/${pid}/status`)
		.text()
		.catch(() => "");
	return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1]) / 1024;
}
