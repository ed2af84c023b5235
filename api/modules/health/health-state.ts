/** What the probes are answered from: how far the program is, and what it depends on. */
import {
	type Check,
	type Checked,
	type Findings,
	mergeFindings,
	singleCheck,
} from "./checks.ts";

export interface HealthState {
	phase(): "starting" | "ready" | "stopping";
	/** Asks what the program depends on; answers within a second or so. */
	checks(): Promise<Checked[]>;
	/** Seconds since the start of the program. */
	uptime(): number;
	version: string;
	environment: string;
}

/** The health of this process, which is starting until `ready` is called, and what is checked from then on. */
export function healthStateOf(
	about: Pick<HealthState, "version" | "environment">,
	leaving: AbortSignal,
): HealthState & { ready(checks: readonly Check[]): void } {
	let asks: (() => Promise<Checked>)[] | null = null;
	return {
		...about,
		phase: () => (leaving.aborted ? "stopping" : asks ? "ready" : "starting"),
		checks: () => Promise.all((asks ?? []).map((ask) => ask())),
		uptime: () => Math.round(process.uptime() * 1000) / 1000,
		ready(checks) {
			asks = checks.map(singleCheck);
		},
	};
}

export interface Readiness {
	status: "ready" | "degraded" | "unhealthy";
	/** Whether requests should be sent here. */
	isReady: boolean;
	checks: Findings;
}

/**
 * How ready a started process is (specification, "Readiness rules"). Without its database it is degraded, as the endpoint's table says;
 * without anything else that is critical, or about to stop, it is unhealthy. Degraded and ready is what lacks something that is not critical.
 */
export async function readinessOf(
	healthState: Pick<HealthState, "phase" | "checks">,
): Promise<Readiness> {
	const results = await healthState.checks();
	const checks = mergeFindings(results);
	const failed = results.filter(({ works, critical }) => critical && !works);
	const isHealthy =
		healthState.phase() !== "stopping" &&
		failed.every(({ findings }) => findings.database === "error");
	if (!isHealthy) return { status: "unhealthy", isReady: false, checks };
	const isReady = failed.length === 0;
	const isWhole = isReady && !Object.values(checks).includes("error");
	return { status: isWhole ? "ready" : "degraded", isReady, checks };
}
