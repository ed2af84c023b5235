/** Shows verification results as the editor's diagnostics: syntax errors, else each check that does not pass yet. */
import type { AssertionResult } from "@treeline/verify/shapes";
import { withoutPlace } from "@treeline/webview/verdict";
import * as vscode from "vscode";
import { type ChallengeKey, keyText } from "../catalog/catalog.ts";
import type { Result, Results } from "../engine/results.ts";
import { exists } from "./folder.ts";
import { isWithin } from "./paths.ts";

const SOURCE = "Treeline";

/** Shows the newest result of each challenge, and clears the diagnostics of files that are deleted or renamed. */
export function showDiagnostics(results: Results): vscode.Disposable {
	const collection = vscode.languages.createDiagnosticCollection("treeline");
	/** Folders of the challenges that have had a result. */
	const folders = new Map<string, vscode.Uri>();
	/** The files with diagnostics that are `folder` or in it. */
	const filesIn = (folder: vscode.Uri) =>
		[...collection].map(([uri]) => uri).filter((uri) => isWithin(folder, uri));
	const show = (key: ChallengeKey) => {
		const result = results.of(key);
		const folder = result?.folder ?? folders.get(keyText(key));
		if (!folder) return;
		const before = folders.get(keyText(key));
		// Of a challenge in several folders of the workspace, one has diagnostics.
		if (before && before.toString() !== folder.toString())
			for (const uri of filesIn(before)) collection.delete(uri);
		folders.set(keyText(key), folder);
		const shown = new Map(
			[...(result ? diagnosticsOf(result) : [])].map(([path, found]) => [
				vscode.Uri.joinPath(folder, path).toString(),
				found,
			]),
		);
		for (const uri of filesIn(folder))
			if (!shown.has(uri.toString())) collection.delete(uri);
		for (const [uri, found] of shown)
			collection.set(vscode.Uri.parse(uri), found);
	};
	/** Clears a deleted file or folder, except files that have been written again. */
	const clearDeleted = async (deleted: vscode.Uri) => {
		for (const uri of filesIn(deleted))
			if (!(await exists(uri))) collection.delete(uri);
	};
	// Also reports what other programs delete; for a deleted folder it reports the folder alone.
	const watcher = vscode.workspace.createFileSystemWatcher("**/*", true, true);
	return vscode.Disposable.from(
		collection,
		watcher,
		watcher.onDidDelete(clearDeleted),
		results.onDidChange(show),
		vscode.workspace.onDidDeleteFiles(({ files }) =>
			files.forEach((uri) => void clearDeleted(uri)),
		),
		vscode.workspace.onDidRenameFiles(({ files }) => {
			for (const { oldUri } of files)
				for (const uri of filesIn(oldUri)) collection.delete(uri);
		}),
	);
}

/** The diagnostics of a result, by file path; a file without any has an empty list, so that old ones are replaced. */
export function diagnosticsOf({
	folder,
	files,
	check,
	verdict,
}: Result): Map<string, vscode.Diagnostic[]> {
	const found = new Map<string, vscode.Diagnostic[]>(
		files.map(({ path }) => [path, []]),
	);
	const add = (path: string, diagnostic: vscode.Diagnostic) =>
		found.get(path)?.push(diagnostic);
	for (const [path, errors] of Object.entries(check.diagnostics))
		for (const error of errors)
			add(
				path,
				createDiagnostic(
					rangeOf({
						line: error.startLine,
						column: error.startColumn,
						...error,
					}),
					error.message,
					vscode.DiagnosticSeverity.Error,
					"syntax",
				),
			);
	// No check is listed as missed until the syntax errors are fixed.
	if (verdict.faults.length > 0) return found;
	const misses = (results: AssertionResult[], file: string) => {
		for (const result of results)
			if (!result.passed)
				add(result.location?.file ?? file, missOf(result, folder));
	};
	for (const { file, results } of check.result.fileResults)
		misses(results, file);
	misses(check.result.crossFileResults, files[0]?.path ?? "");
	return found;
}

/** A check that does not pass yet, with what it expected and what it found where both are known. */
function missOf(
	{ message, location, nearMiss, assertion }: AssertionResult,
	folder: vscode.Uri,
): vscode.Diagnostic {
	const range = location ? rangeOf(location) : new vscode.Range(0, 0, 0, 0);
	const diagnostic = createDiagnostic(
		range,
		`${assertion.description}\n${withoutPlace(message, location ?? null)}`,
		// Without a location nothing in the file comes close, and the diagnostic is about the whole file.
		location
			? vscode.DiagnosticSeverity.Warning
			: vscode.DiagnosticSeverity.Information,
		assertion.type,
	);
	if (location && nearMiss) {
		const place = new vscode.Location(
			vscode.Uri.joinPath(folder, location.file),
			range,
		);
		diagnostic.relatedInformation = [
			nearMiss.expected && vscode.l10n.t("Expected: {0}", nearMiss.expected),
			nearMiss.actual && vscode.l10n.t("Found: {0}", nearMiss.actual),
		]
			.filter(Boolean)
			.map((text) => new vscode.DiagnosticRelatedInformation(place, text));
	}
	return diagnostic;
}

/** From 1-based lines and columns, end exclusive, to the editor's 0-based ones; both count UTF-16 units. */
export const rangeOf = (location: {
	line: number;
	column: number;
	endLine: number;
	endColumn: number;
}): vscode.Range =>
	new vscode.Range(
		location.line - 1,
		location.column - 1,
		location.endLine - 1,
		location.endColumn - 1,
	);

function createDiagnostic(
	range: vscode.Range,
	message: string,
	severity: vscode.DiagnosticSeverity,
	code: string,
): vscode.Diagnostic {
	const diagnostic = new vscode.Diagnostic(range, message, severity);
	diagnostic.source = SOURCE;
	diagnostic.code = code;
	return diagnostic;
}
