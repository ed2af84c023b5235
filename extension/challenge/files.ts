/** Reads a challenge's files; the text of open editors, saved or not, comes before that of the file. */
import { MAX_BYTES, MAX_FILES, pathFault } from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";
import * as vscode from "vscode";
import { entriesOf } from "./folder.ts";

/** No challenge is deeper. */
const MAX_DEPTH = 10;
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
	const visit = async (uri: vscode.Uri, prefix: string, depth: number) => {
		for (const [name, kind] of await entriesOf(uri)) {
			if (paths.length >= MAX_FILES) return;
			const path = prefix + name;
			if (kind === vscode.FileType.File) {
				// A path that no challenge may name is not part of an answer either.
				if (pathFault(path) === null) paths.push(path);
			} else if (
				kind === vscode.FileType.Directory &&
				depth < MAX_DEPTH &&
				!SKIPPED.has(name)
			)
				await visit(vscode.Uri.joinPath(uri, name), `${path}/`, depth + 1);
		}
	};
	await visit(folder, "", 0);
	return paths.sort();
}

/** The text of a saved file; null when it is missing, too large or not text. */
async function textOf(uri: vscode.Uri): Promise<string | null> {
	try {
		const bytes = await vscode.workspace.fs.readFile(uri);
		if (bytes.length > MAX_BYTES) return null;
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return null;
	}
}
