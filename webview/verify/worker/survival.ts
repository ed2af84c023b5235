/** Tries one attack through a verifier, between harmless checks, and says what became of everybody. For tests and benches. */
import type { AssertionResult } from "../shapes.ts";
import { type Attack, easy, type Outcome } from "./attacks.ts";
import type { Verifier } from "./verifier.ts";

export interface Survival {
	/** Time of the whole call, respawns included, in milliseconds. */
	took: number;
	outcome: Outcome;
	message: string;
	/** Whether the assertions beside it, of other files, kept their results. */
	neighboursUnharmed: boolean;
	/** Whether the next call was answered, and rightly. */
	nextUnharmed: boolean;
}

export async function survive(
	verifier: Verifier,
	{ path, content, assertion }: Attack,
): Promise<Survival> {
	const files = [
		{ path: "ok.js", content: "ready();" },
		{ path, content: content() },
		{ path: "also.js", content: "ready();" },
	];
	const perFile = {
		"ok.js": [easy],
		[path]: [assertion],
		"also.js": [easy],
	};
	const start = performance.now();
	const { result } = await verifier.check({ perFile }, files);
	const took = performance.now() - start;
	const [before, attacked, after] = result.fileResults;
	const next = await verifier.check({ crossFile: [easy] }, [
		{ path: "a.js", content: "ready();" },
	]);
	const [mine] = attacked?.results ?? [];
	if (!mine) throw new Error("The attacked check has no result");
	return {
		took,
		outcome: outcomeOf(mine, path),
		message: mine.message,
		neighboursUnharmed: before?.passed === true && after?.passed === true,
		nextUnharmed: next.result.passed,
	};
}

function outcomeOf(result: AssertionResult, path: string): Outcome {
	if (result.passed) return "passed";
	if (result.fault === "check") return "check";
	// Only what is said of a whole file begins with its name.
	return result.message.startsWith(`\`${path}\``) ? "file" : "code";
}

/** Whether an outcome is one of those that are demanded. */
export const isDemanded = (
	outcome: Outcome,
	demanded: readonly Outcome[],
): boolean =>
	demanded.includes(outcome) ||
	(demanded.includes("unblamed") && /passed|check/.test(outcome));
