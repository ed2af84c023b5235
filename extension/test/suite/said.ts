/** What the extension tells people in messages, and asks them in lists, where it does: no dialog can be read from inside the host. */
import * as vscode from "vscode";

type Tell = (message: string, ...rest: unknown[]) => Thenable<unknown>;

/** Runs `work` and answers the messages shown meanwhile, of any severity; nobody chooses a button. */
export const saidDuring = (work: () => Thenable<unknown>): Promise<string[]> =>
	answering(null, work);

/** Like `saidDuring`, but chooses the button `choice` wherever it is offered. */
export async function answering(
	choice: string | null,
	work: () => Thenable<unknown>,
): Promise<string[]> {
	const said: string[] = [];
	const window = vscode.window as unknown as Record<string, Tell>;
	const names = [
		"showErrorMessage",
		"showWarningMessage",
		"showInformationMessage",
	];
	const before = names.map((name) => window[name] as Tell);
	for (const name of names)
		window[name] = (message, ...offered) => {
			said.push(message);
			return Promise.resolve(offered.find((each) => each === choice));
		};
	try {
		await work();
	} finally {
		names.forEach((name, index) => {
			window[name] = before[index] as Tell;
		});
	}
	return said;
}

type Pick = (items: readonly vscode.QuickPickItem[]) => Promise<unknown>;

/** Runs `work`, in which a list is shown, and chooses its first item whose description or label contains `text`. */
export async function choosing(
	text: string,
	work: () => Thenable<unknown>,
): Promise<void> {
	const window = vscode.window as unknown as { showQuickPick: Pick };
	const before = window.showQuickPick;
	window.showQuickPick = async (items) => {
		const found = items.find(({ label, description = "" }) =>
			`${label} ${description}`.includes(text),
		);
		if (found) return found;
		throw new Error(`No item has "${text}": ${JSON.stringify(items)}`);
	};
	try {
		await work();
	} finally {
		window.showQuickPick = before;
	}
}

/** Runs `work`, in which a folder of the workspace is asked for, and chooses the one with this name; null chooses none. Resolves with how often it was asked. */
export async function choosingFolder(
	name: string | null,
	work: () => Thenable<unknown>,
): Promise<number> {
	const window = vscode.window as { showWorkspaceFolderPick: unknown };
	const before = window.showWorkspaceFolderPick;
	let asked = 0;
	window.showWorkspaceFolderPick = async () => {
		asked++;
		return vscode.workspace.workspaceFolders?.find(
			(folder) => folder.name === name,
		);
	};
	try {
		await work();
	} finally {
		window.showWorkspaceFolderPick = before;
	}
	return asked;
}
