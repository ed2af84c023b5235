/** The files of a pack behind VS Code's file systems, with limits: a link, a huge file or a binary one is a fault, and is not followed or read. */
import {
	type AssembledChallenge,
	assembleChallenge,
	type JsonFile,
	type LocatedFault,
	type PackFiles,
} from "@treeline/packs/reader";
import type { FileEntry } from "@treeline/verify/shapes";
import * as vscode from "vscode";
import { entriesOf, isMissing } from "../challenge/folder.ts";

/** The limits of a challenge's folder: bytes of a file and of all, files and folders of any kind, and folders within folders. */
const MAX = {
	file: 2 * 1024 * 1024,
	all: 8 * 1024 * 1024,
	files: 2000,
	depth: 14,
};
/** What systems and test runners leave behind. */
const IGNORED =
	/^(\.DS_Store|Thumbs\.db|desktop\.ini|__pycache__|\.pytest_cache)$/;
/** The folders of the cases, by their names in the challenge's folder. */
const CASES = /^(accepted|rejected)$/;

const { fs } = vscode.workspace;

/** The pack in `folder`; `textOf` has the texts that come before those of the files, such as those of open editors. */
export function editorFiles(
	folder: vscode.Uri,
	textOf: (uri: vscode.Uri) => string | null = () => null,
): PackFiles {
	const uriOf = (path: string) => vscode.Uri.joinPath(folder, path);
	return {
		folder: folder.toString(),
		name: folder.path.split("/").filter(Boolean).at(-1) ?? "",
		readJson: (path) => readJson(uriOf(path), path, textOf),
		async challengeNames() {
			const entries = await entriesOf(uriOf("challenges")).catch(() => []);
			return entries.map(([name, kind]) => ({
				name,
				isFolder: kind === vscode.FileType.Directory,
			}));
		},
		async challengeFolder(at, withCases) {
			const kind = await fs.stat(uriOf(at)).then(
				({ type }) => type,
				() => vscode.FileType.Unknown,
			);
			if (!(kind & vscode.FileType.Directory)) return null;
			return readFolder(uriOf(at), at, withCases, textOf);
		},
	};
}

async function readJson(
	uri: vscode.Uri,
	path: string,
	textOf: (uri: vscode.Uri) => string | null,
): Promise<JsonFile> {
	let text: string | undefined;
	try {
		text = textOf(uri) ?? (await readText(uri));
		return { path, text, value: JSON.parse(text) };
	} catch (error) {
		return {
			path,
			...(text !== undefined && { text }),
			fault: `\`${path}\` ${reason(error)}`,
			missing: isMissing(error),
		};
	}
}

async function readText(uri: vscode.Uri): Promise<string> {
	const { type, size } = await fs.stat(uri);
	if (type & vscode.FileType.SymbolicLink)
		throw new Error("is a link; put the file itself there");
	if (type === vscode.FileType.Directory)
		throw new Error("is a folder; name a file");
	if (size > MAX.file)
		throw new Error(
			`is larger than ${MAX.file / 1024 / 1024} MiB; make it smaller`,
		);
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
			await fs.readFile(uri),
		);
	} catch (error) {
		if (error instanceof TypeError)
			throw new Error("is not UTF-8 text; save it as UTF-8");
		throw error;
	}
}

async function readFolder(
	root: vscode.Uri,
	at: string,
	withCases: boolean,
	textOf: (uri: vscode.Uri) => string | null,
): Promise<AssembledChallenge> {
	const entries: FileEntry[] = [];
	const faults: LocatedFault[] = [];
	let bytes = 0;
	let found = 0;
	const fault = (path: string, detail: string) => {
		const file = path === "" ? at : `${at}/${path}`;
		faults.push({
			file,
			line: null,
			column: null,
			code: "unreadable",
			detail: `\`${file}\` ${detail}`,
		});
	};
	const readFile = async (path: string, uri: vscode.Uri) => {
		try {
			const content = textOf(uri) ?? (await readText(uri));
			bytes += content.length;
			if (bytes > MAX.all)
				fault(
					"",
					`is larger than ${MAX.all / 1024 / 1024} MiB in all; make its files smaller`,
				);
			else entries.push({ path, content });
		} catch (error) {
			fault(path, reason(error));
		}
	};
	const visit = async (folder: vscode.Uri, prefix: string, depth: number) => {
		if (depth > MAX.depth)
			return fault(
				prefix,
				`is more than ${MAX.depth} folders deep; flatten it`,
			);
		const listed = (await entriesOf(folder)).sort(([a], [b]) =>
			a < b ? -1 : 1,
		);
		found += listed.length;
		if (found > MAX.files)
			return fault(
				"",
				`has more than ${MAX.files} files and folders; keep those of the challenge and its cases`,
			);
		for (const [name, kind] of listed) {
			// One fault for the folder says enough.
			if (found > MAX.files || bytes > MAX.all) return;
			const path = prefix + name;
			if (IGNORED.test(name) || (!withCases && CASES.test(path))) continue;
			const uri = vscode.Uri.joinPath(folder, name);
			if (kind & vscode.FileType.SymbolicLink)
				fault(path, "is a link; put the file itself there");
			else if (kind === vscode.FileType.Directory)
				await visit(uri, `${path}/`, depth + 1);
			else await readFile(path, uri);
		}
	};
	try {
		await visit(root, "", 0);
	} catch (error) {
		fault("", reason(error));
	}
	const assembled = assembleChallenge(at, entries);
	// What could not be read would be called missing, too.
	return {
		...assembled,
		faults: faults.length > 0 ? faults : assembled.faults,
	};
}

function reason(error: unknown): string {
	if (isMissing(error))
		return "is named by the manifest and is not there; add the file or remove its line";
	const { message } = error as Error;
	if (error instanceof SyntaxError)
		return `is not JSON (${message}); fix it and validate again`;
	if (error instanceof vscode.FileSystemError)
		return `cannot be read (${error.code})`;
	return message;
}
