/** Loads the bundle of `deferred.ts` when it is first needed. */
import * as vscode from "vscode";

/** What the bundle around this module has, and the one that is loaded gets, for VS Code's API. */
declare function require(name: string): unknown;

type Deferred = typeof import("./deferred.ts");

/** The bundle in the package's `dist`. */
const BUNDLE = "deferred.js";

let loading: Promise<Deferred> | null = null;

/** Rejects when the extension's folder cannot be read; the next call tries again. */
export function loadDeferred(extensionUri: vscode.Uri): Promise<Deferred> {
	loading ??= evaluate(vscode.Uri.joinPath(extensionUri, "dist", BUNDLE)).catch(
		(error) => {
			loading = null;
			throw error;
		},
	);
	return loading;
}

/** Evaluates a bundle as VS Code evaluates extensions in a web host, where no file can be required. */
async function evaluate(file: vscode.Uri): Promise<Deferred> {
	const source = new TextDecoder().decode(
		await vscode.workspace.fs.readFile(file),
	);
	const module = { exports: {} as Deferred };
	new Function("module", "exports", "require", source)(
		module,
		module.exports,
		require,
	);
	return module.exports;
}
