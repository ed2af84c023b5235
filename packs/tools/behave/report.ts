/** Formats the results of behavioural suites: a line for each challenge, unexpected results, sums, and a JUnit report. */
import type { Kind, Plan } from "./plan.ts";
import { failureMessage, type RunResult } from "./run.ts";

/** The line of one challenge, and below it what has to be fixed. */
export function challengeLines(plan: Plan, results: RunResult[]): string[] {
	const part = (kind: Kind, word: string) => {
		const these = results.filter(({ run }) => run.kind === kind);
		const right = these.filter(({ expected }) => expected).length;
		return these.length === 0 ? [] : [`${word} ${right}/${these.length}`];
	};
	const tests = results
		.filter(({ run }) => run.kind === "reference")
		.reduce((sum, { outcome }) => sum + outcome.tests, 0);
	const wrong = [
		...plan.faults,
		...results.filter(({ expected }) => !expected).map(failureMessage),
	];
	const parts = [
		...(tests > 0 ? [`${tests} tests`] : []),
		...part("reference", "reference"),
		...part("accepted", "accepted"),
		...part("rejected", "rejected"),
	];
	return [
		`${wrong.length === 0 ? "✓" : "✗"} ${plan.pack}/${plan.challenge}: ${parts.join(", ")}`,
		...wrong.map((text) => `    - ${text}`),
	];
}

export interface Sums {
	/** Tests on references: those that passed and those that failed. */
	passed: number;
	failed: number;
	/** Unexpected results, and plans that could not be run. */
	wrong: number;
}

/** The sums over one pack, or over all. */
export function sumsOf(plans: Plan[], results: RunResult[]): Sums {
	const references = results.filter(({ run }) => run.kind === "reference");
	const failed = references.reduce((sum, one) => sum + one.outcome.failures, 0);
	const tests = references.reduce((sum, one) => sum + one.outcome.tests, 0);
	return {
		passed: Math.max(0, tests - failed),
		failed,
		wrong:
			plans.reduce((sum, plan) => sum + plan.faults.length, 0) +
			results.filter(({ expected }) => !expected).length,
	};
}

/** `express: 25 tests on references passed, 0 failed; 32 of 32 accepted answers pass, 45 of 45 rejected answers come out as expected`. */
export function sumLine(
	name: string,
	plans: Plan[],
	results: RunResult[],
): string {
	const { passed, failed, wrong } = sumsOf(plans, results);
	const of = (kind: Kind) => {
		const these = results.filter(({ run }) => run.kind === kind);
		return `${these.filter(({ expected }) => expected).length} of ${these.length}`;
	};
	const faults = wrong === 0 ? "" : `; ${wrong} to fix`;
	return `${name}: ${passed} tests on references passed, ${failed} failed; ${of("accepted")} accepted answers pass, ${of("rejected")} rejected answers come out as expected${faults}`;
}

/**
 * The counts of solutions and of reference tests as a JUnit report; a case with another outcome than expected is one failure. Each case that
 * failed is a `testcase` named by its challenge and its solution, so that a reader of the report can list it; `message` says why.
 */
export function junit(plans: Plan[], results: RunResult[]): string {
	const { passed, failed, wrong } = sumsOf(plans, results);
	const others = results.filter(({ run }) => run.kind !== "reference");
	const broken = results.filter(
		({ run, expected }) => run.kind === "reference" && !expected,
	);
	const failures = failed + wrong - broken.length;
	const tests = passed + failed + others.length;
	const cases = [
		...plans.flatMap((plan) =>
			plan.faults.map((fault) => failedCase(plan, "cases", fault)),
		),
		...results
			.filter(({ expected }) => !expected)
			.map((one) =>
				failedCase(
					one.plan,
					[one.run.kind, one.run.name].filter(Boolean).join(" "),
					failureMessage(one),
				),
			),
	];
	const counts = `tests="${Math.max(tests, failures)}" failures="${failures}" skipped="0"`;
	return cases.length === 0
		? `<testsuites ${counts} />\n`
		: `<testsuites ${counts}>\n${cases.join("")}</testsuites>\n`;
}

function failedCase(
	{ pack, challenge }: Plan,
	name: string,
	message: string,
): string {
	return `\t<testcase file="${escapeXml(`${pack}/cases/${challenge}.json`)}" name="${escapeXml(name)}"><failure message="${escapeXml(message)}" /></testcase>\n`;
}

/** Escapes what a value between double quotes may not hold; control characters, which XML 1.0 cannot hold, become spaces. */
function escapeXml(text: string): string {
	return text
		.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
		.replace(/\p{Cc}+/gu, " ");
}
