/** Reads the folder of a challenge from disk, with limits: a link, a device or a huge file is a fault, and is not followed or read. */
import {
	type Dirent,
	lstatSync,
	readdirSync,
	readFileSync,
	realpathSync,
} from "node:fs";
import { join, sep } from "node:path";
import type { FileEntry } from "@treeline/verify/shapes";
import { assembleChallenge } from "./assemble.ts";
import {
	type AssembledChallenge,
	isIgnored,
	type LocatedFault,
} from "./shape.ts";

/** The limits of one folder: bytes of a file and of all, files and folders of any kind, and folders within folders. */
const MAX = {
	file: 2 * 1024 * 1024,
	all: 8 * 1024 * 1024,
	files: 2000,
	depth: 14,
};

/** The folders of the cases, by their names in the challenge's folder. */
const CASES = /^(accepted|rejected)$/;

export interface FolderOnDisk extends AssembledChallenge {
	/** What was read, by path in the challenge's folder. */
	entries: FileEntry[];
}

/** Reads the challenge in `at` of the pack's folder, with its cases or without; null when there is no such folder. Never rejects. */
export async function readChallengeFolder(
	pack: string,
	at: string,
	withCases = true,
): Promise<FolderOnDisk | null> {
	const found = lstatSync(join(pack, at), { throwIfNoEntry: false });
	if (!found || !(found.isDirectory() || found.isSymbolicLink())) return null;
	const reader = new Walk(pack, at, withCases);
	reader.walk();
	const assembled = assembleChallenge(at, reader.entries);
	return {
		...assembled,
		entries: reader.entries,
		// What could not be read would be called missing, too.
		faults: reader.faults.length > 0 ? reader.faults : assembled.faults,
	};
}

/** Walks with calls that block: for many small files they take a third of the time, and a program reads packs before it serves. */
class Walk {
	readonly entries: FileEntry[] = [];
	readonly faults: LocatedFault[] = [];
	private bytes = 0;
	private found = 0;

	constructor(
		private readonly pack: string,
		private readonly at: string,
		private readonly withCases: boolean,
	) {}

	walk(): void {
		try {
			const home = realpathSync(this.pack);
			const root = realpathSync(join(this.pack, this.at));
			if (!root.startsWith(home + sep))
				this.fault(
					"",
					"is a link that leaves the pack's folder; put the folder inside",
				);
			else if (lstatSync(root).isDirectory()) this.folder("", 0);
			else this.fault("", "is a link to a file; put the folder itself there");
		} catch (error) {
			this.fault("", reason(error));
		}
	}

	private fault(path: string, detail: string): void {
		const file = path === "" ? this.at : `${this.at}/${path}`;
		this.faults.push({
			file,
			line: null,
			column: null,
			code: "unreadable",
			detail: `\`${file}\` ${detail}`,
		});
	}

	private folder(path: string, depth: number) {
		if (depth > MAX.depth)
			return this.fault(
				path,
				`is more than ${MAX.depth} folders deep; flatten it`,
			);
		const entries = readdirSync(join(this.pack, this.at, path), {
			withFileTypes: true,
		});
		this.found += entries.length;
		if (this.found > MAX.files)
			return this.fault(
				"",
				`has more than ${MAX.files} files and folders; keep those of the challenge and its cases`,
			);
		entries.sort((a, b) => (a.name < b.name ? -1 : 1));
		for (const entry of entries) {
			// One fault for the folder says enough.
			if (this.found > MAX.files || this.bytes > MAX.all) return;
			if (isIgnored(entry.name)) continue;
			const name = path === "" ? entry.name : `${path}/${entry.name}`;
			if (!this.withCases && CASES.test(name)) continue;
			if (entry.isDirectory()) this.folder(name, depth + 1);
			else this.file(name, entry);
		}
	}

	private file(name: string, entry: Dirent) {
		if (entry.isSymbolicLink())
			return this.fault(name, "is a link; put the file itself there");
		// A pipe would never end, and a device is no text.
		if (!entry.isFile())
			return this.fault(name, "is neither a file nor a folder; remove it");
		try {
			const path = join(this.pack, this.at, name);
			const { size } = lstatSync(path);
			if (size > MAX.file)
				return this.fault(
					name,
					`is larger than ${MAX.file / 1024 / 1024} MiB; make it smaller`,
				);
			this.bytes += size;
			if (this.bytes > MAX.all)
				return this.fault(
					"",
					`is larger than ${MAX.all / 1024 / 1024} MiB in all; make its files smaller`,
				);
			const content = new TextDecoder("utf-8", {
				fatal: true,
				ignoreBOM: true,
			}).decode(readFileSync(path));
			this.entries.push({ path: name, content });
		} catch (error) {
			this.fault(name, reason(error));
		}
	}
}

function reason(error: unknown): string {
	const { code, message } = error as { code?: string; message: string };
	if (error instanceof TypeError && code !== "ENOENT")
		return "is not UTF-8 text; save it as UTF-8, or remove it";
	return code ? `cannot be read (${code})` : message;
}
