/** What a front learns of a backend elsewhere: what that finds of itself, or that it does not answer. */
import { type Check, type Findings, PATIENCE } from "./check.ts";

export const backendCheck = (backendUrl: string): Check => ({
	name: "backend",
	critical: true,
	async works() {
		const answer = await fetch(`${backendUrl}/api/health/ready`, {
			signal: AbortSignal.timeout(PATIENCE),
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
