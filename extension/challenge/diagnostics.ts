/** Turns a verification's result into the editor's diagnostics: syntax errors, else each check that does not pass yet. */
import type { AssertionResult } from "@treeline/verify/shapes";
import type { Check } from "@treeline/verify/worker";
import * as vscode from "vscode";

const SOURCE = "Treeline";

/**
 * The problems of one check, by file path; a path without any is there with none, so that old ones go away. `isBroken`: a file that
 * counts has a syntax error, and no check is listed as missed until it is fixed.
 */
export function problemsOf(
	check: Check,
	paths: readonly string[],
	isBroken: boolean,
): Map<string, vscode.Diagnostic[]> {
	const problems = new Map<string, vscode.Diagnostic[]>(
		paths.map((path) => [path, []]),
	);
	const add = (path: string, problem: vscode.Diagnostic) =>
		problems.get(path)?.push(problem);
	for (const [path, found] of Object.entries(check.diagnostics))
		for (const one of found)
			add(
				path,
				problem(
					range(one.startLine, one.startColumn, one.endLine, one.endColumn),
					one.message,
					vscode.DiagnosticSeverity.Error,
					"syntax",
				),
			);
	if (isBroken) return problems;
	for (const { file, results } of check.result.fileResults)
		for (const result of results) addMiss(result, file, add);
	for (const result of check.result.crossFileResults)
		addMiss(result, paths[0] ?? "", add);
	return problems;
}

function addMiss(
	{ passed, message, location, assertion }: AssertionResult,
	file: string,
	add: (path: string, problem: vscode.Diagnostic) => void,
): void {
	if (passed) return;
	const text = `${assertion.description}\n${message}`;
	if (location)
		add(
			location.file,
			problem(
				range(
					location.line,
					location.column,
					location.endLine,
					location.endColumn,
				),
				text,
				vscode.DiagnosticSeverity.Warning,
				assertion.type,
			),
		);
	// Nothing in the file comes close: the whole file is what it is about.
	else
		add(
			file,
			problem(
				range(1, 1, 1, 1),
				text,
				vscode.DiagnosticSeverity.Information,
				assertion.type,
			),
		);
}

/** From 1-based lines and columns, end exclusive, to the editor's 0-based ones; both count UTF-16 units. */
function range(
	line: number,
	column: number,
	endLine: number,
	endColumn: number,
): vscode.Range {
	return new vscode.Range(line - 1, column - 1, endLine - 1, endColumn - 1);
}

function problem(
	at: vscode.Range,
	message: string,
	severity: vscode.DiagnosticSeverity,
	code: string,
): vscode.Diagnostic {
	const diagnostic = new vscode.Diagnostic(at, message, severity);
	diagnostic.source = SOURCE;
	diagnostic.code = code;
	return diagnostic;
}
