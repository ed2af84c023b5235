/** How a golden case is run and what is compared; for tests and for mutation. */

import { closestName } from "../explain/names.ts";
import { type AssertionSet, assertionFaults, verify } from "../index.ts";
import { readerFor } from "../parse/bytes/node.ts";
import { createGrammars } from "../parse/grammars.ts";
import { parseFile } from "../parse/parse.ts";
import { memoize, SyntaxIndex } from "../parse/syntax-index.ts";
import type { AssertionResult, FileEntry } from "../shapes.ts";

interface Golden {
	passed: boolean;
	message: string;
	/** "line:column-endLine:endColumn"; absent when there is nothing to point at. */
	location?: string;
	nearMiss?: object;
	/** Which of the check's known mistakes it is. */
	mistake?: number;
	fault?: "check";
	/** The faulty field, if it is found without a grammar. */
	faultAt?: string;
}

/** One assertion and one file. */
export interface Case extends Golden {
	proves: string;
	/** Ids of the bullets it proves. */
	rules: string[];
	path?: string;
	code: string;
	/** The assertion's own fields, without type and description. */
	assertion: object;
}

/** Several assertions and files; a location names its file. */
export interface GeneralCase {
	proves: string;
	rules: string[];
	assertions: AssertionSet;
	files: FileEntry[];
	passed: boolean;
	results: Golden[];
}

/** What a case's one assertion yields, in the form of its golden fields. */
export async function run(
	type: string,
	{
		path = "app.js",
		code,
		assertion,
	}: Pick<Case, "path" | "code" | "assertion">,
): Promise<Golden> {
	const set = {
		perFile: { [path]: [{ type, description: "d", ...assertion }] },
	} as AssertionSet;
	const { fileResults } = await verify(set, [{ path, content: code }]);
	const [result] = fileResults[0]?.results ?? [];
	if (!result) throw new Error("no result");
	const { location: at } = result;
	const [fault] = assertionFaults(set);
	const faultAt = fault?.pointer.split("/").at(-1);
	return {
		...golden(
			result,
			at && `${at.line}:${at.column}-${at.endLine}:${at.endColumn}`,
		),
		...(faultAt && { faultAt }),
	};
}

/** What a general case yields: its outcome and all its results in order. */
export async function runGeneral({ assertions, files }: GeneralCase) {
	const result = await verify(assertions, files);
	const { passed, fileResults, crossFileResults } = result;
	const all = [
		...fileResults.flatMap(({ results }) => results),
		...crossFileResults,
	];
	const results = all.map((one) => {
		const { location: at } = one;
		return golden(one, at && `${at.file}:${at.line}:${at.column}`);
	});
	return { passed, results };
}

function golden(result: AssertionResult, location?: string): Golden {
	const { passed, message, nearMiss, mistake, fault } = result;
	return {
		passed,
		message,
		...(location && { location }),
		...(nearMiss && { nearMiss }),
		...(mistake !== undefined && { mistake }),
		...(fault && { fault }),
	};
}

/** Which of some names is meant by a wanted one; `fillers` are as many names before them that resemble nothing. */
export interface NameCase {
	proves: string;
	wanted: string;
	fillers?: number;
	names: string[];
	closest: string | null;
}

export const runName = ({ wanted, fillers = 0, names }: NameCase) =>
	closestName(wanted, [
		...Array.from({ length: fillers }, (_, index) => `#${index}`),
		...names,
	]);

/**
 * Facts that are asked for once more: kept while they hold every type that is asked for, made anew for others; and what is known
 * of one node, be it that there is nothing, made once.
 */
export async function runFacts() {
	const grammar = await createGrammars(readerFor()).load("javascript");
	const file = parseFile({ path: "a.js", content: "f(1, 2);" }, grammar);
	if (typeof file === "string") throw new Error(file);
	try {
		const syntax = new SyntaxIndex(file, ["identifier"]);
		const wider = syntax.covering(["identifier", "number"]);
		let built = 0;
		const nothing = memoize(() => {
			built += 1;
			return null;
		});
		const [node] = syntax.nodes("identifier");
		if (!node) throw new Error("no identifier");
		const answers = [nothing(syntax, node), nothing(syntax, node)];
		return {
			built,
			answers,
			kept: syntax.covering(["identifier"]) === syntax,
			anew: wider !== syntax,
			numbers: wider.nodes("number").length,
		};
	} finally {
		file.tree.delete();
	}
}

/** What `runFacts` yields. */
export const knownFacts = {
	built: 1,
	answers: [null, null],
	kept: true,
	anew: true,
	numbers: 2,
};

/** The ids of all bullets: `kind.rule`. */
export const bulletIds = (
	bullets: Record<string, Record<string, Record<string, string>>>,
): string[] =>
	Object.entries(bullets).flatMap(([kind, groups]) =>
		Object.values(groups).flatMap((rules) =>
			Object.keys(rules).map((rule) => `${kind}.${rule}`),
		),
	);
