/** Runs one attack through a verifier between harmless checks and reports all outcomes. For tests and benchmarks. */
import type { AssertionResult } from "../shapes.ts";
import { type Attack, type AttackOutcome, easy } from "./attacks.ts";
import type { Verifier } from "./verifier.ts";

export interface AttackResult {
	/** Time of the whole call, respawns included, in milliseconds. */
	milliseconds: number;
	outcome: AttackOutcome;
	message: string;
	/** Whether the assertions of other files kept their results. */
	otherResultsKept: boolean;
	/** Whether the next call returned the right result. */
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
	// Only messages about a whole file begin with its name.
	return result.message.startsWith(`\`${path}\``) ? "file" : "code";
}

/** Whether an outcome is one of the expected ones. */
export const isExpectedOutcome = (
	outcome: AttackOutcome,
	expected: readonly AttackOutcome[],
): boolean =>
	expected.includes(outcome) ||
	(expected.includes("unblamed") && /passed|check/.test(outcome));
