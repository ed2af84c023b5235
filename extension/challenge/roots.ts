/** The folders that hold challenges: one in each folder of the workspace. A challenge belongs to the one that its own folder is in. */
import { pathFault, slugOfFolder } from "@treeline/packs/format";
import * as vscode from "vscode";
import { type ChallengeKey, keyText } from "../catalog/catalog.ts";
import { UserError } from "../user-error.ts";
import { entriesOf } from "./folder.ts";
import { challengeOfFile, isWithin } from "./paths.ts";

export interface Roots {
	/**
	 * The folder that holds a challenge, or that a new one comes into: the one that was used last, else the first with challenges, else the first.
	 * Rejects with UserError when no folder is open, or when the setting of the only one cannot be used.
	 */
	of(key: ChallengeKey): Promise<vscode.Uri>;
	/** Like `of`, but asks where a new challenge comes into while no folder has any. Rejects with CancellationError when none is chosen. */
	choose(key: ChallengeKey): Promise<vscode.Uri>;
	/** The challenge that a file belongs to; null for other files. */
	challengeOf(uri: vscode.Uri): ChallengeKey | null;
	/** Of a challenge that several folders hold, the one of this file counts from now on. Returns whether that is another one than before. */
	prefer(uri: vscode.Uri): boolean;
}

export function createRoots(): Roots {
	/** By `pack/challenge`. */
	const preferred = new Map<string, vscode.Uri>();
	let latest: vscode.Uri | null = null;
	const use = (key: ChallengeKey, root: vscode.Uri) => {
		preferred.set(keyText(key), root);
		latest = root;
		return root;
	};
	/** The folder that holds the challenge, else the one that was chosen for it; null when neither is there. */
	const holding = async (key: ChallengeKey, roots: readonly vscode.Uri[]) => {
		const chosen = preferred.get(keyText(key));
		const first = roots.filter((root) => isSame(root, chosen));
		for (const root of [...first, ...roots])
			if (await hasChallenge(root, key)) return root;
		return first[0] ?? null;
	};
	/** The folder for a new challenge; null when none has challenges. */
	const begun = async (roots: readonly vscode.Uri[]) => {
		const found: vscode.Uri[] = [];
		for (const root of roots) if (await hasChallenges(root)) found.push(root);
		return found.find((root) => isSame(root, latest)) ?? found[0] ?? null;
	};
	const find = async (
		key: ChallengeKey,
		otherwise: (roots: readonly vscode.Uri[]) => Promise<vscode.Uri>,
	) => {
		const roots = usableRoots();
		const [first] = roots;
		if (!first) return rootOfFirst();
		if (roots.length === 1) return first;
		const found = (await holding(key, roots)) ?? (await begun(roots));
		return use(key, found ?? (await otherwise(roots)));
	};
	return {
		of: (key) => find(key, async ([first]) => first ?? rootOfFirst()),
		choose: (key) => find(key, chooseRoot),
		challengeOf(uri) {
			for (const root of usableRoots()) {
				const key = challengeOfFile(root, uri);
				if (key) return key;
			}
			return null;
		},
		prefer(uri) {
			for (const root of usableRoots()) {
				const key = challengeOfFile(root, uri);
				if (!key) continue;
				const before = preferred.get(keyText(key));
				use(key, root);
				return before !== undefined && !isSame(before, root);
			}
			return false;
		},
	};
}

/** Throws UserError when the setting `treeline.folder` is no name of a folder. */
function rootIn({ uri }: vscode.WorkspaceFolder): vscode.Uri {
	const name = vscode.workspace
		.getConfiguration("treeline", uri)
		.get("folder", "treeline");
	const fault = pathFault(name);
	if (fault)
		throw new UserError(
			vscode.l10n.t(
				'The setting "treeline.folder" cannot be used: {0}.',
				fault,
			),
			vscode.l10n.t("Change it to a plain folder name."),
		);
	return vscode.Uri.joinPath(uri, name);
}

/** Those whose setting can be used, in the order of the workspace's folders. */
function usableRoots(): vscode.Uri[] {
	return (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => {
		try {
			return [rootIn(folder)];
		} catch {
			return [];
		}
	});
}

function rootOfFirst(): vscode.Uri {
	const [first] = vscode.workspace.workspaceFolders ?? [];
	if (first) return rootIn(first);
	throw new UserError(
		vscode.l10n.t(
			"Challenges open as files, and no folder is open to hold them.",
		),
		vscode.l10n.t(
			"Open a folder (File: Open Folder…), then open the challenge again.",
		),
	);
}

async function chooseRoot(roots: readonly vscode.Uri[]): Promise<vscode.Uri> {
	const folder = await vscode.window.showWorkspaceFolderPick({
		placeHolder: vscode.l10n.t(
			"Choose the folder that challenges are written into",
		),
	});
	if (!folder) throw new vscode.CancellationError();
	return roots.find((root) => isWithin(folder.uri, root)) ?? rootIn(folder);
}

async function hasChallenge(
	root: vscode.Uri,
	{ pack, challenge }: ChallengeKey,
): Promise<boolean> {
	if (pathFault(`${pack}/${challenge}`)) return false;
	const slugs = await slugsIn(vscode.Uri.joinPath(root, pack));
	return slugs.includes(challenge);
}

async function hasChallenges(root: vscode.Uri): Promise<boolean> {
	for (const [name, kind] of await entriesOf(root))
		if (
			kind === vscode.FileType.Directory &&
			(await slugsIn(vscode.Uri.joinPath(root, name))).length > 0
		)
			return true;
	return false;
}

/** The slugs of the challenges whose folders are in this one. */
async function slugsIn(folder: vscode.Uri): Promise<string[]> {
	return (await entriesOf(folder)).flatMap(([name, kind]) => {
		const slug = slugOfFolder(name);
		return slug && kind === vscode.FileType.Directory ? [slug] : [];
	});
}

const isSame = (one: vscode.Uri, other: vscode.Uri | null | undefined) =>
	one.toString() === other?.toString();
