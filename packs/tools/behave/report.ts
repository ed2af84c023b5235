/** What was tried, told to a person: a line a challenge, what went otherwise than expected, and the sums. */
import type { Kind, Plan } from "./plan.ts";
import { complaint, type Tried } from "./run.ts";

/** The line of one challenge, and below it what has to be mended. */
export function challengeLines(plan: Plan, tried: Tried[]): string[] {
	const part = (kind: Kind, word: string) => {
		const these = tried.filter(({ trial }) => trial.kind === kind);
		const right = these.filter(({ expected }) => expected).length;
		return these.length === 0 ? [] : [`${word} ${right}/${these.length}`];
	};
	const tests = tried
		.filter(({ trial }) => trial.kind === "reference")
		.reduce((sum, { outcome }) => sum + outcome.tests, 0);
	const wrong = [
		...plan.faults,
		...tried.filter(({ expected }) => !expected).map(complaint),
	];
	const parts = [
		...(tests > 0 ? [`${tests} tests`] : []),
		...part("reference", "reference"),
		...part("accepted", "variants"),
		...part("rejected", "mutants"),
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
	/** Solutions that came out otherwise than expected, and plans that could not be tried. */
	wrong: number;
}

/** The sums over one pack, or over all. */
export function sumsOf(plans: Plan[], tried: Tried[]): Sums {
	const references = tried.filter(({ trial }) => trial.kind === "reference");
	const failed = references.reduce((sum, one) => sum + one.outcome.failures, 0);
	const tests = references.reduce((sum, one) => sum + one.outcome.tests, 0);
	return {
		passed: Math.max(0, tests - failed),
		failed,
		wrong:
			plans.reduce((sum, plan) => sum + plan.faults.length, 0) +
			tried.filter(({ expected }) => !expected).length,
	};
}

/** `express: 25 tests on references passed, 0 failed; 32 of 32 variants live, 45 of 45 mutants as expected`. */
export function sumLine(name: string, plans: Plan[], tried: Tried[]): string {
	const { passed, failed, wrong } = sumsOf(plans, tried);
	const of = (kind: Kind) => {
		const these = tried.filter(({ trial }) => trial.kind === kind);
		return `${these.filter(({ expected }) => expected).length} of ${these.length}`;
	};
	const faults = wrong === 0 ? "" : `; ${wrong} to mend`;
	return `${name}: ${passed} tests on references passed, ${failed} failed; ${of("accepted")} variants live, ${of("rejected")} mutants come out as expected${faults}`;
}

/**
 * The counts of solutions and of reference tests as a JUnit report; a case with another outcome than expected is one failure. Each case that
 * failed is a `testcase` named by its challenge and its solution, so that a reader of the report can list it; `message` says why.
 */
export function junit(plans: Plan[], tried: Tried[]): string {
	const { passed, failed, wrong } = sumsOf(plans, tried);
	const others = tried.filter(({ trial }) => trial.kind !== "reference");
	const broken = tried.filter(
		({ trial, expected }) => trial.kind === "reference" && !expected,
	);
	const failures = failed + wrong - broken.length;
	const tests = passed + failed + others.length;
	const cases = [
		...plans.flatMap((plan) =>
			plan.faults.map((fault) => failedCase(plan, "cases", fault)),
		),
		...tried
			.filter(({ expected }) => !expected)
			.map((one) =>
				failedCase(
					one.plan,
					[one.trial.kind, one.trial.name].filter(Boolean).join(" "),
					complaint(one),
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
