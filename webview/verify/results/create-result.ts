/** Makes the results of checks, also of those that could not be evaluated. */
import { msg } from "../messages/msg.ts";
import type { Assertion, AssertionResult, Location } from "../shapes.ts";
import { CheckFault, faultMessage } from "./fault.ts";

interface ResultDetails {
	message: string;
	location?: Location | undefined;
	nearMiss?: AssertionResult["nearMiss"] | undefined;
	mistake?: number | undefined;
}

/** A result without empty fields. */
export const createResult = (
	assertion: unknown,
	passed: boolean,
	{ message, location, nearMiss, mistake }: ResultDetails,
): AssertionResult => {
	const result = {
		assertion: assertion as Assertion,
		passed,
		message,
	} as AssertionResult;
	if (location) result.location = location;
	if (nearMiss) result.nearMiss = nearMiss;
	if (mistake !== undefined) result.mistake = mistake;
	return result;
};

/** The result of an assertion that could not be evaluated: a fault of the check, not a miss. */
export function faultResult(
	assertion: unknown,
	problem: unknown,
): AssertionResult {
	const why =
		problem instanceof CheckFault
			? problem.message
			: msg`it could not be evaluated (${problem instanceof Error ? problem.message : String(problem)}); please tell its author`;
	return {
		assertion: assertion as Assertion,
		passed: false,
		message: faultMessage(why),
		fault: "check",
	};
}
