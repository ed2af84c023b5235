/** Read-only documents with a challenge's starter files, for VS Code's diff editor. */
import * as vscode from "vscode";
import type { Catalog, ChallengeKey } from "../catalog/catalog.ts";

const SCHEME = "treeline-starter";

export const starterUri = (
	{ pack, challenge }: ChallengeKey,
	path: string,
): vscode.Uri =>
	vscode.Uri.from({ scheme: SCHEME, path: `/${pack}/${challenge}/${path}` });

export function registerStarterDocuments(catalog: Catalog): vscode.Disposable {
	return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
		async provideTextDocumentContent(uri) {
			const [, pack = "", challenge = "", ...rest] = uri.path.split("/");
			const { files } = await catalog.challenge({ pack, challenge });
			const path = rest.join("/");
			return files.find((file) => file.path === path)?.content ?? "";
		},
	});
}
