/** The pack tools in a Node extension host: a bundle beside the extension's, loaded when it is first needed. */
import { createRequire } from "node:module";
import * as vscode from "vscode";

export type StudioTools = typeof import("@treeline/packs/studio");

/** `dist` is the folder of the extension's bundles. */
export const loadStudioTools = (dist: vscode.Uri): StudioTools =>
	createRequire(vscode.Uri.joinPath(dist, "extension.cjs").fsPath)(
		"./studio.cjs",
	);
