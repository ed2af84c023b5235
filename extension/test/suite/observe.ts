/** What a piece of work changed: files of the workspace and around it, programs that run, and messages to the learner. */
import * as vscode from "vscode";
import { equal, ok } from "./expect.ts";
import { saidDuring } from "./said.ts";

export interface Outcome {
	/** Paths of files and folders, in the workspace and beside it, that were made, changed or removed. */
	changed: string[];
	/** Terminals, tasks, debug sessions and external programs that were started. */
	executed: string[];
	/** Messages, of any severity. */
	said: string[];
}

/** Runs `work` and resolves with what it did. `outside` is a folder elsewhere that is looked at, too. */
export async function observe(
	work: () => Thenable<unknown>,
	outside?: vscode.Uri,
): Promise<Outcome> {
	const executed: string[] = [];
	const watching = vscode.Disposable.from(
		vscode.window.onDidOpenTerminal(({ name }) =>
			executed.push(`terminal ${name}`),
		),
		vscode.tasks.onDidStartTask(({ execution }) =>
			executed.push(`task ${execution.task.name}`),
		),
		vscode.debug.onDidStartDebugSession(({ name }) =>
			executed.push(`debugger ${name}`),
		),
	);
	const before = await everything(outside);
	try {
		const said = await saidDuring(work);
		// What the window reported meanwhile comes before its answer.
		await vscode.commands.getCommands();
		const after = await everything(outside);
		const paths = new Set([...before.keys(), ...after.keys()]);
		const changed = [...paths]
			.filter((path) => before.get(path) !== after.get(path))
			.sort();
		return { changed, executed, said };
	} finally {
		watching.dispose();
	}
}

/** Runs `work`, which must do nothing but show one message that has `said`. */
export async function expectRefused(
	work: () => Thenable<unknown>,
	said: string,
	outside?: vscode.Uri,
): Promise<void> {
	const outcome = await observe(work, outside);
	equal(outcome.said.length, 1, "number of messages");
	const [message = ""] = outcome.said;
	ok(message.includes(said), `it said: ${message}`);
	ok(!message.includes("](command:"), `it said: ${message}`);
	equal(outcome.changed.join(), "", "files that changed");
	equal(outcome.executed.join(), "", "what was executed");
}

/** All that is in the workspace at any depth, beside it, and in `outside`: sizes and times by path. */
async function everything(outside?: vscode.Uri): Promise<Map<string, string>> {
	const { fs, workspaceFolders } = vscode.workspace;
	const [root] = workspaceFolders ?? [];
	ok(root, "no folder is open");
	const found = new Map<string, string>();
	const look = async (folder: vscode.Uri, isDeep: boolean): Promise<void> => {
		const lookAt = async ([name, kind]: [string, vscode.FileType]) => {
			const uri = vscode.Uri.joinPath(folder, name);
			found.set(uri.path, "");
			if (!isDeep) return;
			// A link may lead to what is looked at already, or to nothing.
			if (kind === vscode.FileType.Directory) return look(uri, true);
			if (kind !== vscode.FileType.File) return;
			const { size, mtime } = await fs.stat(uri);
			found.set(uri.path, `${size} bytes at ${mtime}`);
		};
		await Promise.all((await fs.readDirectory(folder)).map(lookAt));
	};
	await look(root.uri, true);
	await look(vscode.Uri.joinPath(root.uri, ".."), false);
	if (outside) await look(outside, true);
	return found;
}
