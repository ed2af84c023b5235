/** Reads packs from folders and from `.json` files, as learners get them. */
import type { PublicPack } from "@treeline/packs/format";
import {
	publicPackOf,
	publicPackOfBody,
	readPack,
} from "@treeline/packs/reader";
import * as vscode from "vscode";
import { editorFiles } from "./pack-files.ts";

/** A pack, or what is wrong with it. */
export type ReadPack =
	| { value: PublicPack; faults: [] }
	| { value: null; faults: string[] };

/** No pack in a single file is larger, in bytes. */
const MAX_FILE = 16 * 1024 * 1024;

/** The pack in a folder with a `pack.json`. */
export const readPackFolder = async (folder: vscode.Uri): Promise<ReadPack> =>
	publicPackOf(await readPack(editorFiles(folder), false));

/** The pack in one file: `{ "manifest": …, "challenges": […] }`, as the service takes it. */
export async function readPackFile(file: vscode.Uri): Promise<ReadPack> {
	try {
		const { size } = await vscode.workspace.fs.stat(file);
		if (size > MAX_FILE)
			throw new Error(`it is larger than ${MAX_FILE / 1024 / 1024} MiB`);
		const bytes = await vscode.workspace.fs.readFile(file);
		return publicPackOfBody(JSON.parse(new TextDecoder().decode(bytes)));
	} catch (error) {
		return { value: null, faults: [String(error)] };
	}
}
