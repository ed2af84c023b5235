/** What only a grammar can find wrong with an assertion: chiefly query patterns that name nodes it does not have. */

import { type Grammars, grammarNames, grammarOf } from "../parse/grammars.ts";
import { CheckFault } from "../results/fault.ts";
import type { Assertion, AssertionSet, FileEntry } from "../shapes.ts";
import {
	type Fault,
	languageFault,
	matcherOf,
	shapeFaults,
	textFaults,
} from "./faults.ts";
import { allAssertions } from "./located-assertions.ts";

/** The faults of compiling each well-formed assertion for the grammars it may meet; one grammar that takes it is enough. */
export async function compileAll(
	assertions: AssertionSet,
	files: readonly FileEntry[],
	grammars: Grammars,
): Promise<Fault[]> {
	const present = files.flatMap(({ path }) => grammarOf(path) ?? []);
	const anywhere = present.length > 0 ? new Set(present) : grammarNames;
	const faults: Fault[] = [];
	for (const { pointer, label, assertion: raw, path } of allAssertions(
		assertions,
	)) {
		if (shapeFaults(raw, false).length > 0) continue;
		const assertion = raw as Assertion;
		if (textFaults(assertion).length > 0) continue;
		const only = path === null ? null : grammarOf(path);
		const names = only ? [only] : path === null ? [...anywhere] : [];
		const fault = await firstFault(
			assertion,
			names,
			grammars,
			assertions.definitions,
		);
		if (fault)
			faults.push({
				pointer: fault.field ? `${pointer}/${fault.field}` : pointer,
				message: `${label} cannot be evaluated: ${fault.message}`,
			});
	}
	return faults;
}

async function firstFault(
	assertion: Assertion,
	names: (typeof grammarNames)[number][],
	grammars: Grammars,
	definitions: AssertionSet["definitions"],
): Promise<CheckFault | null> {
	const matcher = matcherOf(assertion);
	let first: CheckFault | null = null;
	for (const name of names) {
		const unread = languageFault(assertion, name);
		if (unread) {
			first ??= unread;
			continue;
		}
		try {
			const grammar = await grammars.load(name);
			matcher.compile(assertion, grammar, definitions);
			matcher.compileAll?.(assertion, grammar, definitions);
			return null;
		} catch (problem) {
			if (!(problem instanceof CheckFault)) throw problem;
			first ??= problem;
		}
	}
	// A path that no grammar reads can never be checked.
	return names.length > 0
		? first
		: new CheckFault(
				"its file is of a kind that cannot be checked; its author should name another file",
			);
}
