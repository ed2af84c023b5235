/** Read-only documents with a challenge's files as they were, for VS Code's diff editor: the starter's, those of earlier attempts, and another device's. */
import type { FileEntry } from "@treeline/verify/shapes";
import * as vscode from "vscode";
import type { Catalog, ChallengeKey } from "../catalog/catalog.ts";
import type { AccountDrafts } from "../session/drafts.ts";
import type { AttemptHistory } from "./attempt-history.ts";

const SCHEME = "treeline-earlier";
const STARTER = "starter";
/** In place of an attempt's time: the code that another device has stored on the account. */
export const ACCOUNT = "account";

/** `attempt` says when the attempt was made; null for the starter. */
export const earlierUri = (
	{ pack, challenge }: ChallengeKey,
	attempt: string | null,
	path: string,
): vscode.Uri =>
	vscode.Uri.from({
		scheme: SCHEME,
		path: `/${pack}/${challenge}/${attempt ?? STARTER}/${path}`,
	});

export function registerEarlierFiles({
	catalog,
	history,
	drafts,
}: {
	catalog: Catalog;
	history: AttemptHistory;
	drafts: Pick<AccountDrafts, "conflictAt">;
}): vscode.Disposable {
	const filesOf = async (
		key: ChallengeKey,
		attempt: string,
	): Promise<FileEntry[]> => {
		if (attempt === STARTER) return (await catalog.challenge(key)).files;
		if (attempt === ACCOUNT) return drafts.conflictAt(key)?.files ?? [];
		const attempts = await history.of(key);
		return attempts.find(({ at }) => at === attempt)?.files ?? [];
	};
	return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
		async provideTextDocumentContent(uri) {
			const [, pack = "", challenge = "", attempt = "", ...rest] =
				uri.path.split("/");
			const files = await filesOf({ pack, challenge }, attempt);
			const path = rest.join("/");
			return files.find((file) => file.path === path)?.content ?? "";
		},
	});
}
