/** Stage 4: the results of all assertions, added up. */

import { assertionsAt, pathsOf } from "../kinds/located-assertions.ts";
import type {
	AssertionResult,
	FileVerificationResult,
	VerificationResult,
} from "../shapes.ts";
import { createResult, faultResult } from "./create-result.ts";
import { CheckFault } from "./fault.ts";

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

/** Creates the failed result of an assertion that was not evaluated. */
type CreateFailure = (assertion: unknown) => AssertionResult;

export const faultOfCheck =
	(why: string): CreateFailure =>
	(assertion) =>
		faultResult(assertion, new CheckFault(why));

export const missOfFiles =
	(message: string): CreateFailure =>
	(assertion) =>
		createResult(assertion, false, { message });

/** The result when no assertion could be evaluated: all fail, by `createFailure`. */
export function failAll(
	assertions: { perFile?: unknown; crossFile?: unknown },
	createFailure: CreateFailure,
): VerificationResult {
	const failed = (path: string | null, list: unknown) =>
		assertionsAt(path, list).map(({ assertion }) => createFailure(assertion));
	return addUp(
		pathsOf(assertions.perFile).map(([path, list]) =>
			fileResult(path, failed(path, list)),
		),
		failed(null, assertions.crossFile),
	);
}
