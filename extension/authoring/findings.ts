/** Diagnostics of packs: what is wrong with a pack, marked in its files when one of them is saved. */
import type { Verifier } from "@treeline/verify/worker";
import * as vscode from "vscode";
import type { loadDeferred } from "../load-deferred.ts";
import { debounce } from "../panel/debounce.ts";
import { packFolderOf } from "./places.ts";

/** Milliseconds after the last save: several files may be saved at once. */
const SETTLED = 200;

/** Validates the pack of each file that is saved. */
export function showFindings(
	deferred: () => ReturnType<typeof loadDeferred>,
	engine: () => Promise<Verifier>,
	log: Pick<vscode.LogOutputChannel, "warn">,
): vscode.Disposable {
	const collection =
		vscode.languages.createDiagnosticCollection("treeline-packs");
	const validate = async (folder: vscode.Uri) => {
		const { validatePack } = await deferred();
		const findings = await validatePack(folder, await engine());
		const found = new Map<string, vscode.Diagnostic[]>();
		for (const { file, line, column, detail, code } of findings) {
			const uri = vscode.Uri.joinPath(folder, file);
			const diagnostic = new vscode.Diagnostic(
				await rangeAt(uri, line ?? 1, column ?? 1),
				detail,
				vscode.DiagnosticSeverity.Error,
			);
			diagnostic.source = "Treeline";
			diagnostic.code = code;
			found.set(uri.toString(), [
				...(found.get(uri.toString()) ?? []),
				diagnostic,
			]);
		}
		for (const [uri] of collection)
			if (uri.path.startsWith(`${folder.path}/`)) collection.delete(uri);
		for (const [uri, list] of found)
			collection.set(vscode.Uri.parse(uri), list);
	};
	/** One after another. */
	let last: Promise<void> = Promise.resolve();
	const later = debounce(SETTLED, (folder: vscode.Uri) => {
		last = last
			.then(() => validate(folder))
			.catch((error) => log.warn(`A pack could not be validated: ${error}`));
	});
	return vscode.Disposable.from(
		collection,
		vscode.workspace.onDidSaveTextDocument(async ({ uri }) => {
			const folder = await packFolderOf(uri);
			if (folder) later(folder);
		}),
	);
}

/** From a place, from 1, to the end of the word or text that begins there. */
async function rangeAt(
	uri: vscode.Uri,
	line: number,
	column: number,
): Promise<vscode.Range> {
	const start = new vscode.Position(line - 1, column - 1);
	try {
		const document = await vscode.workspace.openTextDocument(uri);
		const rest = document.lineAt(start.line).text.slice(start.character);
		const [word = ""] = /^("(?:[^"\\]|\\.)*"|[\w.$-]+|.*)/.exec(rest) ?? [];
		return new vscode.Range(
			start,
			start.translate(0, Math.max(1, word.length)),
		);
	} catch {
		// A folder, or a file that is no text.
		return new vscode.Range(start, start.translate(0, 1));
	}
}
