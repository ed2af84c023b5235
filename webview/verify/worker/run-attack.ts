/** Tries one attack through a verifier, between harmless checks, and says what became of everybody. For tests and benches. */
import type { AssertionResult } from "../shapes.ts";
import { type Attack, type AttackOutcome, easy } from "./attacks.ts";
import type { Verifier } from "./verifier.ts";

export interface AttackResult {
	/** Time of the whole call, respawns included, in milliseconds. */
	milliseconds: number;
	outcome: AttackOutcome;
	message: string;
	/** Whether the assertions beside it, of other files, kept their results. */
	otherResultsKept: boolean;
	/** Whether the next call was answered, and rightly. */
	nextCallPassed: boolean;
}

export async function runAttack(
	verifier: Verifier,
	{ path, content, assertion }: Attack,
): Promise<AttackResult> {
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
	const milliseconds = performance.now() - start;
	const [before, attacked, after] = result.fileResults;
	const next = await verifier.check({ crossFile: [easy] }, [
		{ path: "a.js", content: "ready();" },
	]);
	const [mine] = attacked?.results ?? [];
	if (!mine) throw new Error("The attacked check has no result");
	return {
		milliseconds,
		outcome: outcomeOf(mine, path),
		message: mine.message,
		otherResultsKept: before?.passed === true && after?.passed === true,
		nextCallPassed: next.result.passed,
	};
}

function outcomeOf(result: AssertionResult, path: string): AttackOutcome {
	if (result.passed) return "passed";
	if (result.fault === "check") return "check";
	// Only what is said of a whole file begins with its name.
	return result.message.startsWith(`\`${path}\``) ? "file" : "code";
}

/** Whether an outcome is one of those that are demanded. */
export const isExpectedOutcome = (
	outcome: AttackOutcome,
	demanded: readonly AttackOutcome[],
): boolean =>
	demanded.includes(outcome) ||
	(demanded.includes("unblamed") && /passed|check/.test(outcome));
