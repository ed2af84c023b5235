/**
 * Regular expressions in assertions that may take exponential time: a repetition inside a repetition, as in `(a+)+`. The engine stops
 * such a one in time, but then the check fails for every learner.
 */

import type { Fault } from "@treeline/packs/format";
import type { Assertion, AssertionSet } from "@treeline/verify/shapes";

/** A warning for each pattern of `assertions` that repeats a repetition. */
export function riskyRegexFaults(assertions: AssertionSet): Fault[] {
	return locateChecks(assertions).flatMap(({ pointer, assertion }) =>
		expressionsIn(assertion)
			.filter(({ source }) => repeatsRepetition(source))
			.map(({ field, source }) => ({
				pointer: `${pointer}/${field}`,
				code: "risky_pattern",
				detail: `\`${field}\` has the regular expression /${source}/, which repeats a repetition and can take for ever on a long text; write it with one repetition`,
			})),
	);
}

/** Every assertion of a set with its pointer. */
export function locateChecks(
	{ perFile = {}, crossFile = [] }: AssertionSet,
	at = "#/assertions",
): { pointer: string; place: string; assertion: Assertion }[] {
	return [
		...Object.entries(perFile).flatMap(([path, assertions]) =>
			assertions.map((assertion, index) => ({
				pointer: `${at}/perFile/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${index}`,
				place: `perFile/${path}/${index}`,
				assertion,
			})),
		),
		...crossFile.map((assertion, index) => ({
			pointer: `${at}/crossFile/${index}`,
			place: `crossFile/${index}`,
			assertion,
		})),
	];
}

function expressionsIn(
	assertion: Assertion,
): { field: string; source: string }[] {
	if (assertion.type === "returnStatement")
		return assertion.valuePattern
			? [{ field: "valuePattern", source: assertion.valuePattern }]
			: [];
	if (assertion.type !== "sexpression") return [];
	const predicate = /#(?:not-|any-)*match\?\s+@[\w.-]+\s+"((?:[^"\\]|\\.)*)"/g;
	return [...assertion.pattern.matchAll(predicate)].map(([, quoted = ""]) => ({
		field: "pattern",
		source: quoted.replace(/\\(["\\])/g, "$1"),
	}));
}

const UNBOUNDED = /^(?:[*+]|\{\d+,\})/;

/** Whether an unbounded repetition is applied to a group that itself holds one. */
function repeatsRepetition(source: string): boolean {
	// For each group that is open: whether an unbounded repetition stands in it.
	const open: boolean[] = [];
	let inClass = false;
	for (let at = 0; at < source.length; at++) {
		const character = source[at];
		if (character === "\\") at++;
		else if (inClass) inClass = character !== "]";
		else if (character === "[") inClass = true;
		else if (character === "(") open.push(false);
		else if (character === ")") {
			const repeats = open.pop() ?? false;
			if (repeats && UNBOUNDED.test(source.slice(at + 1))) return true;
			if (repeats && open.length > 0) open[open.length - 1] = true;
		} else if (UNBOUNDED.test(source.slice(at)) && open.length > 0)
			open[open.length - 1] = true;
	}
	return false;
}
