/**
 * `try`: a learner's files against a challenge, in the terminal: what passes and what each metavariable is bound to, what is missing,
 * and what its author should know about the checks. What is read is never run.
 */

import { parseArgs } from "node:util";
import { readCases } from "@treeline/packs/disk";
import type { ChallengeFile } from "@treeline/packs/format";
import { messageForAuthor } from "@treeline/verify/author-message";
import {
	conditionOf,
	type InspectedProject,
	openProject,
} from "@treeline/verify/inspect";
import type {
	AssertionResult,
	Condition,
	FileEntry,
	ParseDiagnostic,
} from "@treeline/verify/shapes";
import { createVerifier, type Verifier } from "@treeline/verify/worker";
import { wantsColour } from "../env.ts";
import type { Command } from "../main.ts";
import { type Advice, adviceOn } from "./advice.ts";
import { alternativeIn, forbiddenBy } from "./alternatives.ts";
import { givenAnswers, type TriedAnswer } from "./answers.ts";
import { frame, type Paint, painter, visible } from "./code-frame.ts";
import { findChallenge, type NamedChallenge } from "./find-challenge.ts";
import { checkMatrix, isAsExpected, matrixLines } from "./matrix.ts";

export const tryOut: Command = {
	usage: "try <pack/challenge> [file, path=file or folder…]",
	summary:
		"verify an answer, or a folder for each of several; tell what metavariables stand for, and what to improve in the checks; without files, a table of the solution and the cases",
	async run(args) {
		const { positionals } = parseArgs({ args, allowPositionals: true });
		const [name, ...paths] = positionals;
		if (!name)
			throw new Error(
				"Name a challenge, and your files: `try express/say-hello-over-http app.js`.",
			);
		const found = await findChallenge(name);
		if (paths.length === 0) return tryCases(found);
		const { challenge, folder, path } = found;
		const answers = await givenAnswers(paths, challenge);
		const paint = painter(wantsColour());
		const verifier = createVerifier();
		try {
			console.log(paint.bold(challenge.title));
			let passed = true;
			for (const answer of answers) {
				const tried = await tryAnswer(challenge, answer, verifier, paint);
				console.log(tried.lines.join("\n"));
				passed &&= tried.passed;
			}
			const named = answers.map(({ name, files }) => ({
				name: name ?? "these files",
				files,
			}));
			const { accepted, rejected } = await readCases(folder, path);
			const advice = adviceLines(
				await adviceOn(challenge, named, rejected, accepted),
				paint,
			);
			if (advice.length > 0) console.log(advice.join("\n"));
			return passed ? 0 : 1;
		} finally {
			verifier.close();
		}
	},
};

/** Prints which checks the solution, the starter and the cases of a challenge pass; answers 1 when one does what it should not. */
async function tryCases({
	challenge,
	folder,
	path,
}: NamedChallenge): Promise<number> {
	const paint = painter(wantsColour());
	const cases = await readCases(folder, path);
	const verifier = createVerifier();
	try {
		const matrix = await checkMatrix(challenge, cases, verifier);
		console.log(
			[
				paint.bold(visible(challenge.title)),
				"",
				...matrixLines(matrix, paint),
				...cases.faults.map(({ detail }) => `  ${detail}`),
			].join("\n"),
		);
		return isAsExpected(matrix) ? 0 : 1;
	} finally {
		verifier.close();
	}
}

/** Verifies one answer; `lines` tell what passes, what is missing, and the sum. */
async function tryAnswer(
	{ assertions }: ChallengeFile,
	{ name, files }: TriedAnswer,
	verifier: Verifier,
	paint: Paint,
): Promise<{ passed: boolean; lines: string[] }> {
	const { result, diagnostics } = await verifier.check(assertions, files);
	const broken = Object.values(diagnostics).some(({ length }) => length);
	const project = await openProject(files, assertions.definitions);
	const shown = (results: AssertionResult[], path: string | null) =>
		results.flatMap((one) => [
			...resultLines(one, malformedIn(one, path, project), files, paint),
			...bindingLines(one, path, files, project, paint),
		]);
	const perFile = result.fileResults.flatMap(({ file, results }) => [
		paint.dim(file),
		...shown(results, file),
	]);
	const passed = result.passed && !broken;
	const sum = `${result.passedAssertions} of ${result.totalAssertions} checks passed`;
	return {
		passed,
		lines: [
			...(name === null ? [] : ["", paint.bold(visible(name))]),
			...syntaxLines(diagnostics, files, paint),
			...perFile,
			...shown(result.crossFileResults, null),
			"",
			passed
				? paint.green(`✓ ${sum}`)
				: paint.red(`✗ ${sum}${broken ? "; a file does not parse" : ""}`),
		],
	};
}

/** Syntax errors come first: with one in it, code can satisfy checks that it does not mean. */
function syntaxLines(
	diagnostics: Record<string, ParseDiagnostic[]>,
	files: FileEntry[],
	paint: Paint,
): string[] {
	return Object.entries(diagnostics).flatMap(([file, list]) =>
		list
			.slice(0, 3)
			.flatMap(({ message, startLine, startColumn, endLine, endColumn }) => [
				paint.red(`  ${message}`),
				...frame(
					{
						file,
						line: startLine,
						column: startColumn,
						endLine,
						endColumn,
					},
					files,
					paint,
				),
			]),
	);
}

/** What is malformed in a check of one file, with its place in the check; null for others. */
function malformedIn(
	{ fault, assertion }: AssertionResult,
	path: string | null,
	project: InspectedProject,
): string | null {
	if (!fault || path === null || assertion.type !== "codePattern") return null;
	const why = project.inspect(conditionOf(assertion), path).fault;
	return why?.startsWith("has ") ? `it ${why}` : null;
}

function resultLines(
	result: AssertionResult,
	malformed: string | null,
	files: FileEntry[],
	paint: Paint,
): string[] {
	const { passed, assertion, location, mistake } = result;
	if (passed) return [`  ${paint.green("✓")} ${assertion.description}`];
	return [
		`  ${paint.red("✗")} ${assertion.description}`,
		`    ${malformed ?? messageForAuthor(result)}`,
		...(location ? frame(location, files, paint) : []),
		...(mistake === undefined
			? []
			: [paint.dim(`    A mistake that the check knows: mistakes/${mistake}`)]),
		...(assertion.hint ? [paint.dim(`    Hint: ${assertion.hint}`)] : []),
	];
}

/** What the metavariables of a code pattern that matches stand for, and where. */
function bindingLines(
	{ passed, assertion, location }: AssertionResult,
	path: string | null,
	files: FileEntry[],
	project: InspectedProject,
	paint: Paint,
): string[] {
	if (assertion.type !== "codePattern") return [];
	const condition = conditionOf(assertion);
	const paths = path ?? location?.file;
	const all = paths ? [paths] : files.map((file) => file.path);
	if (!passed) {
		const [file] = all;
		const passes = (part: Condition) =>
			!!file && project.inspect(part, file).passed;
		const by = forbiddenBy(condition, passes);
		return by ? [paint.dim(`      forbidden by ${by}`)] : [];
	}
	for (const one of all) {
		const found = project.inspect(condition, one);
		if (!found.passed) continue;
		const width = Math.max(0, ...found.bindings.map(({ name }) => name.length));
		const chosen = alternativeIn(
			condition,
			(part) => project.inspect(part, one).passed,
		);
		return [
			...(chosen ? [`      by ${chosen}`] : []),
			...found.bindings.map(
				({ name, text, location: at }) =>
					`      ${name.padEnd(width)}  ${visible(text)}  (${at.file}:${at.line}:${at.column})`,
			),
		].map((line) => paint.dim(line));
	}
	return [];
}

function adviceLines(advice: Advice[], paint: Paint): string[] {
	if (advice.length === 0) return [];
	return [
		"",
		paint.bold("For the author of the checks"),
		...advice.flatMap(({ place, description, warnings }) => [
			`  ${place} ${paint.dim(description)}`,
			...warnings.map((text) => `    - ${text}`),
		]),
	];
}
