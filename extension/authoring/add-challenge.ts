/** Adds a challenge to a pack of the workspace. */
import * as vscode from "vscode";
import { entriesOf } from "../challenge/folder.ts";
import type { loadDeferred } from "../load-deferred.ts";
import { UserError } from "../user-error.ts";

/** Writes the challenge, lists it in the manifest, and opens its prompt. */
export async function writeChallenge(
	pack: vscode.Uri,
	slug: string,
	make: Awaited<ReturnType<typeof loadDeferred>>["newChallenge"],
): Promise<void> {
	const { fs } = vscode.workspace;
	const bytes = await fs.readFile(vscode.Uri.joinPath(pack, "pack.json"));
	const manifest = parseManifest(new TextDecoder().decode(bytes));
	const { folder, files } = make(manifest, slug);
	const names = (await entriesOf(vscode.Uri.joinPath(pack, "challenges"))).map(
		([name]) => name.replace(/^\d+-|\.json$/g, ""),
	);
	if (names.includes(slug))
		throw new UserError(
			vscode.l10n.t("The pack has a challenge “{0}” already.", slug),
			vscode.l10n.t("Choose another name."),
		);
	for (const { path, content } of files)
		await fs.writeFile(
			vscode.Uri.joinPath(pack, path),
			new TextEncoder().encode(content),
		);
	await vscode.window.showTextDocument(
		vscode.Uri.joinPath(pack, folder, "prompt.md"),
	);
}

function parseManifest(text: string) {
	try {
		const manifest = JSON.parse(text);
		if (Array.isArray(manifest.challenges)) return manifest;
	} catch {
		// Told below.
	}
	throw new UserError(
		vscode.l10n.t("The pack.json is not valid yet."),
		vscode.l10n.t("Fix what is marked in the file, then try it again."),
	);
}
