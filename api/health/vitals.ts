/** What the probes are answered from: how far the program is, and what it depends on. */
import { asking, type Check, type Checked } from "./check.ts";

export interface Vitals {
	phase(): "starting" | "ready" | "stopping";
	/** Asks what the program depends on; answers within a second or so. */
	checks(): Promise<Checked[]>;
	/** Seconds since the start of the program. */
	uptime(): number;
	version: string;
	environment: string;
}

/** The vitals of this process, which is starting until it is told that it is ready, and what is checked from then on. */
export function vitalsOf(
	about: Pick<Vitals, "version" | "environment">,
	leaving: AbortSignal,
): Vitals & { ready(checks: readonly Check[]): void } {
	let asks: (() => Promise<Checked>)[] | null = null;
	return {
		...about,
		phase: () => (leaving.aborted ? "stopping" : asks ? "ready" : "starting"),
		checks: () => Promise.all((asks ?? []).map((ask) => ask())),
		uptime: () => Math.round(process.uptime() * 1000) / 1000,
		ready(checks) {
			asks = checks.map(asking);
		},
	};
}
