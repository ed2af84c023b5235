/** The verification engine in the extension host: a worker that verifies while no panel is visible, started when it is first needed. */
import { localizeVerifier } from "@treeline/verify/localize";
import { createVerifier, type Verifier } from "@treeline/verify/worker";
import * as vscode from "vscode";
import { workerOptions } from "#worker";
import { pageFolder } from "../panel/document.ts";

/** In milliseconds. The first verification compiles everything anew, which takes long on a busy machine, and nobody watches it. */
const DEADLINE = 10_000;

/** Prepares the engine; the worker itself starts with the first verification. Rejects when the extension's folder cannot be read. */
export async function createEngine(
	extensionUri: vscode.Uri,
): Promise<Verifier> {
	const grammars = vscode.Uri.joinPath(pageFolder(extensionUri), "tree-sitter");
	const { bundle = null } = vscode.l10n;
	const verifier = createVerifier({
		...(await workerOptions(vscode.Uri.joinPath(extensionUri, "dist"))),
		bytes: async (fileName) =>
			vscode.workspace.fs.readFile(vscode.Uri.joinPath(grammars, fileName)),
		deadlineMs: DEADLINE,
		recordsMessages: bundle !== null,
	});
	return localizeVerifier(verifier, async () => bundle);
}
