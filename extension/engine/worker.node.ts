/** How the engine's worker starts in a Node extension host: a worker thread that runs the bundled script. */
import type { VerifierOptions } from "@treeline/verify/worker";
import * as vscode from "vscode";

/** Options of `createVerifier`; `dist` is the folder of the extension's bundles. */
export const workerOptions = async (
	dist: vscode.Uri,
): Promise<VerifierOptions> => ({
	entry: vscode.Uri.joinPath(dist, "engine.cjs").fsPath,
});
