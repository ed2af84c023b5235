/** From findings to results: messages, locations and near misses as clients get them. */

import type { Node } from "web-tree-sitter";
import { closestName } from "../explain/names.ts";
import type { Finding, Range } from "../kinds/matcher.ts";
import { msg } from "../messages/msg.ts";
import { memoize, type SyntaxIndex } from "../parse/syntax-index.ts";
import type { Assertion, AssertionResult, Location } from "../shapes.ts";
import { createResult } from "./create-result.ts";

/** A finding in one file as a result; with `nameFile` the message names the file beside the line. */
export function resultOfFinding(
	assertion: Assertion,
	finding: Finding,
	syntax: SyntaxIndex,
	nameFile = false,
): AssertionResult {
	const { node } = finding;
	const location = !node
		? undefined
		: "path" in node
			? locationIn(node)
			: locationOf(syntax, node);
	const isElsewhere = location && location.file !== syntax.file.path;
	const where =
		nameFile || isElsewhere
			? msg`\`${location?.file ?? syntax.file.path}\`, line ${location?.line}`
			: msg`line ${location?.line}`;
	return createResult(assertion, finding.passed, {
		message: finding.message(where),
		location,
		nearMiss: finding.passed ? undefined : finding.nearMiss,
		mistake: finding.passed ? undefined : finding.mistake,
	});
}

/** A node's range; 1-based, columns in UTF-16 units, the end exclusive. */
export const locationOf = memoize(({ file }, node: Node): Location => {
	const { startPosition: start, endPosition: end } = node;
	return {
		file: file.path,
		line: start.row + 1,
		column: start.column + 1,
		endLine: end.row + 1,
		endColumn: end.column + 1,
	};
});

/** The location of a range of a text. */
export function locationIn({ path, text, start, end }: Range): Location {
	const before = text.slice(0, start);
	const within = text.slice(start, end);
	const line = lineBreaksIn(before) + 1;
	const endLine = line + lineBreaksIn(within);
	const column = start - before.lastIndexOf("\n");
	return {
		file: path,
		line,
		column,
		endLine,
		endColumn: end - text.lastIndexOf("\n", end - 1),
	};
}

function lineBreaksIn(text: string): number {
	let count = 0;
	for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1))
		count++;
	return count;
}

/** The result of every assertion for a path that no file has. */
export function missingFileResult(
	assertion: Assertion,
	path: string,
	paths: string[],
): AssertionResult {
	const similar = closestName(path, paths);
	return similar
		? createResult(assertion, false, {
				message: msg`There is no file \`${path}\`, but there is \`${similar}\`; rename it to \`${path}\``,
				nearMiss: { facet: "file", expected: path, actual: similar },
			})
		: createResult(assertion, false, {
				message: msg`There is no file \`${path}\`; add it`,
			});
}

/** The result of every assertion for a file that could not be parsed. */
export const unreadableFileResult = (
	assertion: Assertion,
	path: string,
	why: string,
) => createResult(assertion, false, { message: msg`\`${path}\` ${why}` });
