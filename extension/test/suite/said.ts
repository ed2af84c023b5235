/** What the extension tells people in messages, heard where it tells them: no dialog can be read from inside the host. */
import * as vscode from "vscode";

type Tell = (message: string, ...rest: unknown[]) => Thenable<undefined>;

/** Runs `work` and answers the messages shown meanwhile, errors and warnings alike; nobody chooses a button. */
export async function saidDuring(
	work: () => Thenable<unknown>,
): Promise<string[]> {
	const said: string[] = [];
	const window = vscode.window as unknown as Record<string, Tell>;
	const names = ["showErrorMessage", "showWarningMessage"];
	const before = names.map((name) => window[name] as Tell);
	for (const name of names)
		window[name] = (message) => {
			said.push(message);
			return Promise.resolve(undefined);
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
