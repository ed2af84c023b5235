/** Stage 4: the results of all assertions, added up. */

import { pathsOf, placedAt } from "../kinds/places.ts";
import type {
	AssertionResult,
	FileVerificationResult,
	VerificationResult,
} from "../shapes.ts";
import { CheckFault } from "./fault.ts";
import { atFault, told } from "./report.ts";

/** Passed only with at least one assertion, and all of them (specification: "Verification operation", rule 4). */
export function addUp(
	fileResults: FileVerificationResult[],
	crossFileResults: AssertionResult[],
): VerificationResult {
	let totalAssertions = 0;
	let passedAssertions = 0;
	for (const results of [
		...fileResults.map(({ results }) => results),
		crossFileResults,
	]) {
		totalAssertions += results.length;
		for (const { passed } of results) if (passed) passedAssertions += 1;
	}
	return {
		passed: totalAssertions > 0 && passedAssertions === totalAssertions,
		fileResults,
		crossFileResults,
		totalAssertions,
		passedAssertions,
	};
}

/** One path's results. */
export const fileResult = (
	file: string,
	results: AssertionResult[],
): FileVerificationResult => ({
	file,
	passed: results.every(({ passed }) => passed),
	results,
});

/** How an assertion fails that was not evaluated. */
type Blame = (assertion: unknown) => AssertionResult;

export const blameCheck =
	(why: string): Blame =>
	(assertion) =>
		atFault(assertion, new CheckFault(why));

export const blameFiles =
	(message: string): Blame =>
	(assertion) =>
		told(assertion, false, { message });

/** The result when nothing could be evaluated: every assertion failed, and its message says whose fault that is. */
export function failAll(
	assertions: { perFile?: unknown; crossFile?: unknown },
	blame: Blame,
): VerificationResult {
	const failed = (path: string | null, list: unknown) =>
		placedAt(path, list).map(({ assertion }) => blame(assertion));
	return addUp(
		pathsOf(assertions.perFile).map(([path, list]) =>
			fileResult(path, failed(path, list)),
		),
		failed(null, assertions.crossFile),
	);
}
