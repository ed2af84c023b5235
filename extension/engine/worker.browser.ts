/** How the engine's worker starts in a web extension host: from a blob, as the host's origin differs from that of the extension's files. */
import type { VerifierOptions } from "@treeline/verify/worker";
import * as vscode from "vscode";

/** Options of `createVerifier`; `dist` is the folder of the extension's bundles. */
export async function workerOptions(
	dist: vscode.Uri,
): Promise<VerifierOptions> {
	const script = await vscode.workspace.fs.readFile(
		vscode.Uri.joinPath(dist, "engine.browser.js"),
	);
	const address = URL.createObjectURL(
		new Blob([new Uint8Array(script)], { type: "text/javascript" }),
	);
	return { spawn: () => new Worker(address) };
}
