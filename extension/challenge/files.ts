/** A challenge's files as the learner has them now: what is typed counts before what is saved. */
import { pathFault } from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";
import * as vscode from "vscode";
import { entriesOf } from "./folder.ts";

/** No challenge is larger: what lies beyond is not the learner's answer. */
const MOST_FILES = 50;
const LARGEST = 1024 * 1024;
const DEEPEST = 10;
/** Folders that tools fill by themselves. */
const SKIPPED = new Set(["node_modules", ".git", "__pycache__", ".venv"]);

/** All files below `folder` that could be part of an answer, by path; text of open editors first, saved or not. */
export async function currentFiles(folder: vscode.Uri): Promise<FileEntry[]> {
	const saved = await pathsBelow(folder);
	const open = new Map(
		vscode.workspace.textDocuments
			.filter((document) => !document.isClosed)
			.map((document) => [document.uri.toString(), document]),
	);
	const files = await Promise.all(
		saved.map(async (path): Promise<FileEntry | null> => {
			const uri = vscode.Uri.joinPath(folder, path);
			const document = open.get(uri.toString());
			const content = document ? document.getText() : await textOf(uri);
			return content === null ? null : { path, content };
		}),
	);
	return files.filter((file) => file !== null);
}

/** Paths below `folder` of all files that could be part of an answer. */
export async function pathsBelow(folder: vscode.Uri): Promise<string[]> {
	const paths: string[] = [];
	const look = async (uri: vscode.Uri, prefix: string, depth: number) => {
		for (const [name, kind] of await entriesOf(uri)) {
			if (paths.length >= MOST_FILES) return;
			const path = prefix + name;
			if (kind === vscode.FileType.File) {
				// What no challenge may name is no part of an answer either.
				if (pathFault(path) === null) paths.push(path);
			} else if (
				kind === vscode.FileType.Directory &&
				depth < DEEPEST &&
				!SKIPPED.has(name)
			)
				await look(vscode.Uri.joinPath(uri, name), `${path}/`, depth + 1);
		}
	};
	await look(folder, "", 0);
	return paths.sort();
}

/** The text of a saved file; null when it is gone, too large or not text. */
async function textOf(uri: vscode.Uri): Promise<string | null> {
	try {
		const bytes = await vscode.workspace.fs.readFile(uri);
		if (bytes.length > LARGEST) return null;
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return null;
	}
}
