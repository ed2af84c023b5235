/** Edits as an editor makes them. */
import * as vscode from "vscode";
import { ok, until } from "./expect.ts";

/** Applies the changes that `change` adds to an edit. */
export async function applyEdit(
	change: (edit: vscode.WorkspaceEdit) => void,
): Promise<void> {
	const edit = new vscode.WorkspaceEdit();
	change(edit);
	ok(await vscode.workspace.applyEdit(edit), "the edit was refused");
}

/** Replaces the whole text of a document, without saving it. */
export const replaceText = (document: vscode.TextDocument, text: string) =>
	applyEdit((edit) =>
		edit.replace(
			document.uri,
			new vscode.Range(0, 0, document.lineCount, 0),
			text,
		),
	);

/** Saves a document. VS Code may refuse while it saves already. */
export const save = (document: vscode.TextDocument) =>
	until(
		async () => (await document.save()) || !document.isDirty,
		"the file was not saved",
	);
