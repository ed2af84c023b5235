/**
 * `try`: a learner's files against a challenge, in the terminal: what passes and what each metavariable is bound to, what is missing,
 * and what its author should know about the checks. What is read is never run.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { type InspectedProject, openProject } from "@treeline/verify/inspect";
import type {
	AssertionResult,
	FileEntry,
	ParseDiagnostic,
} from "@treeline/verify/shapes";
import { createVerifier } from "@treeline/verify/worker";
import { wantsColour } from "../env.ts";
import type { Command } from "../main.ts";
import { type Advice, adviceOn } from "./advice.ts";
import { challengeNamed, placeOf } from "./challenge.ts";
import { frame, type Paint, painter, visible } from "./frame.ts";

export const tryOut: Command = {
	usage: "try <pack/challenge> <file or folder…>",
	summary:
		"verify files of your own against a challenge; tell what metavariables stand for, and what to improve in the checks",
	async run(args) {
		const { positionals } = parseArgs({ args, allowPositionals: true });
		const [name, ...paths] = positionals;
		if (!name || paths.length === 0)
			throw new Error(
				"Name a challenge and your files: `try express/say-hello-over-http app.js`.",
			);
		const { challenge } = await challengeNamed(name);
		const files: FileEntry[] = [];
		for (const path of await unfolded(paths))
			files.push({
				path: placeOf(path, challenge),
				content: await readFile(path, "utf8"),
			});
		const verifier = createVerifier();
		try {
			const { result, diagnostics } = await verifier.check(
				challenge.assertions,
				files,
			);
			const paint = painter(wantsColour());
			const broken = Object.values(diagnostics).some(({ length }) => length);
			const project = await openProject(
				files,
				challenge.assertions.definitions,
			);
			const shown = (results: AssertionResult[], path: string | null) =>
				results.flatMap((one) => [
					...resultLines(one, files, paint),
					...bindingLines(one, path, files, project, paint),
				]);
			const perFile = result.fileResults.flatMap(({ file, results }) => [
				paint.dim(file),
				...shown(results, file),
			]);
			const tried = { name: "these files", files };
			const lines = [
				paint.bold(challenge.title),
				...syntaxLines(diagnostics, files, paint),
				...perFile,
				...shown(result.crossFileResults, null),
				...adviceLines(await adviceOn(challenge, [tried]), paint),
			];
			const passed = result.passed && !broken;
			const sum = `${result.passedAssertions} of ${result.totalAssertions} checks passed`;
			lines.push(
				"",
				passed
					? paint.green(`✓ ${sum}`)
					: paint.red(`✗ ${sum}${broken ? "; a file does not parse" : ""}`),
			);
			console.log(lines.join("\n"));
			return passed ? 0 : 1;
		} finally {
			verifier.close();
		}
	},
};

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

function resultLines(
	{ passed, assertion, message, location }: AssertionResult,
	files: FileEntry[],
	paint: Paint,
): string[] {
	if (passed) return [`  ${paint.green("✓")} ${assertion.description}`];
	return [
		`  ${paint.red("✗")} ${assertion.description}`,
		`    ${message}`,
		...(location ? frame(location, files, paint) : []),
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
	if (!passed || assertion.type !== "codePattern") return [];
	const { type: _, description: __, hint: ___, ...condition } = assertion;
	const paths = path ?? location?.file;
	const all = paths ? [paths] : files.map((file) => file.path);
	for (const one of all) {
		const found = project.inspect(condition, one);
		if (!found.passed) continue;
		const width = Math.max(0, ...found.bindings.map(({ name }) => name.length));
		return found.bindings.map(({ name, text, location: at }) =>
			paint.dim(
				`      ${name.padEnd(width)}  ${visible(text)}  (${at.file}:${at.line}:${at.column})`,
			),
		);
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

/** Folders stand for the files in them. */
async function unfolded(paths: string[]): Promise<string[]> {
	const found: string[] = [];
	for (const path of paths) {
		const isFolder = await stat(path).then(
			(one) => one.isDirectory(),
			() => {
				throw new Error(`${path} is not there; name a file or a folder.`);
			},
		);
		if (!isFolder) {
			found.push(path);
			continue;
		}
		const entries = await readdir(path, {
			recursive: true,
			withFileTypes: true,
		});
		for (const entry of entries) {
			const full = join(entry.parentPath, entry.name);
			if (entry.isFile() && !/(^|\/)(node_modules|\.[^/]+)\//.test(full))
				found.push(full);
		}
	}
	return found.filter((path) => !basename(path).startsWith("."));
}
