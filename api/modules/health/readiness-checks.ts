/** The health of this process: its phase, and the readiness checks of what it depends on. */
import type { Databases } from "../../db/open-databases.ts";
import { withDeadline } from "../../server/promise-timeout.ts";
import type { ClientAddresses } from "../../server/request-context-address-and-deadline.ts";

/** What was found of each thing, by its name. */
type Findings = Record<string, "ok" | "error">;

export interface Check {
	name: string;
	/** Whether nothing can be answered without it; most can without a cache or a provider. */
	critical: boolean;
	/** True = readiness names it only when it fails. */
	isNamedOnFailureOnly?: boolean;
	/** Whether it works, and also what it found itself, when it answers for things behind it; a rejection is a no. */
	works(): Promise<boolean | { works: boolean; findings: Findings }>;
}

export interface Checked {
	works: boolean;
	critical: boolean;
	findings: Findings;
}

/** What all of them found. Two may tell of one thing, as a front and its backend do of the database: it works when both say so. */
export function mergeFindings(checked: Checked[]): Findings {
	const merged: Findings = {};
	for (const { findings } of checked)
		for (const [name, found] of Object.entries(findings))
			if (merged[name] !== "error") merged[name] = found;
	return merged;
}

/** In milliseconds: what a check may take. */
const READINESS_CHECK_TIMEOUT_MS = 1000;
/** In milliseconds; a check that hangs for longer is run again. */
const HUNG_CHECK_MS = 10_000;

/**
 * Asks `check`, which is given a second. It has one question under way at most: who comes while it hangs waits for the same answer,
 * so that probes cannot use up what they ask about.
 */
function singleCheck({
	name,
	critical,
	isNamedOnFailureOnly = false,
	works,
}: Check): () => Promise<Checked> {
	const ask = once(() => works().catch(() => false));
	return async () => {
		const found = await withDeadline(ask(), READINESS_CHECK_TIMEOUT_MS, false);
		const { works, findings } =
			typeof found === "boolean" ? { works: found, findings: {} } : found;
		const details =
			Object.keys(findings).length > 0 &&
			(works || Object.values(findings).includes("error"));
		return {
			works,
			critical,
			findings: details
				? findings
				: works && isNamedOnFailureOnly
					? {}
					: { [name]: works ? "ok" : "error" },
		};
	};
}

function once<Answer>(question: () => Promise<Answer>): () => Promise<Answer> {
	let pending: { answer: Promise<Answer>; at: number } | null = null;
	return () => {
		if (pending && performance.now() - pending.at < HUNG_CHECK_MS)
			return pending.answer;
		const mine = { answer: question(), at: performance.now() };
		pending = mine;
		mine.answer.finally(() => {
			if (pending === mine) pending = null;
		});
		return mine.answer;
	};
}

const replicaCheck = ({ replicas }: Pick<Databases, "replicas">): Check => ({
	name: "replicas",
	critical: false,
	works: async () =>
		(
			await Promise.all(
				[...replicas().values()].map((each) => each.areUsable()),
			)
		).every(Boolean),
});

const backendCheck = (backendUrl: string): Check => ({
	name: "backend",
	critical: true,
	async works() {
		const answer = await fetch(`${backendUrl}/api/health/ready`, {
			signal: AbortSignal.timeout(READINESS_CHECK_TIMEOUT_MS),
		});
		const { checks } = (await answer.json()) as { checks?: unknown };
		return { works: answer.ok, findings: findingsIn(checks) };
	},
});

/** Of what is not this program's own, only what has the right form. */
const findingsIn = (given: unknown): Findings =>
	Object.fromEntries(
		Object.entries(given ?? {}).filter(
			([, found]) => found === "ok" || found === "error",
		),
	);

export const dependencyChecks = (
	databases: Pick<Databases, "answer" | "replicas">,
	/** Null = it serves the backend itself, or needs none. */
	backendUrl: string | null,
	cache: { isUsable(): Promise<boolean> } | null,
	clients: Pick<ClientAddresses, "hasUntrustedProxy">,
): Check[] => [
	{ name: "database", critical: true, works: databases.answer },
	...(databases.replicas().size > 0 ? [replicaCheck(databases)] : []),
	...(backendUrl ? [backendCheck(backendUrl)] : []),
	...(cache ? [{ name: "cache", critical: false, works: cache.isUsable }] : []),
	{
		name: "trusted_proxies",
		critical: false,
		isNamedOnFailureOnly: true,
		works: async () => !clients.hasUntrustedProxy(),
	},
];

export interface HealthState {
	phase(): "starting" | "ready" | "stopping";
	/** Asks what the program depends on; answers within a second or so. */
	checks(): Promise<Checked[]>;
	/** Seconds since the start of the program. */
	uptime(): number;
	version: string;
	environment: string;
}

/**
 * The health of this process, which is starting until `ready` is called, and what is checked from then on.
 *
 * @param startedAt when the program was started, in milliseconds of this process's `performance.now()`: below zero for a child's parent
 */
export function healthStateOf(
	about: Pick<HealthState, "version" | "environment">,
	leaving: AbortSignal,
	startedAt = 0,
): HealthState & { ready(checks: readonly Check[]): void } {
	let asks: (() => Promise<Checked>)[] | null = null;
	return {
		...about,
		phase: () => (leaving.aborted ? "stopping" : asks ? "ready" : "starting"),
		checks: () => Promise.all((asks ?? []).map((ask) => ask())),
		uptime: () => Math.round(performance.now() - startedAt) / 1000,
		ready(checks) {
			asks = checks.map(singleCheck);
		},
	};
}

interface Readiness {
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
