/** The pack tools in a web extension host: they need a file system of the machine, which there is none of. */
import * as vscode from "vscode";
import { UserError } from "../user-error.ts";

export const loadStudioTools = (_: vscode.Uri): never => {
	throw new UserError(
		vscode.l10n.t("The studio needs the files of a machine."),
		vscode.l10n.t(
			"Open the folder in VS Code on your desktop or on a remote machine.",
		),
	);
};
