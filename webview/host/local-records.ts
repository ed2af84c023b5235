/** What the browser keeps of a learner, as records on a shelf: progress, drafts and what a reset replaced, one of each per challenge. */
import type { FileEntry } from "@treeline/verify/shapes";
import type { ChallengeKey, PageFiles, ProgressBook } from "./host.ts";
import { further, isProgress, NOTHING } from "./progress.ts";
import { cell } from "./signal.ts";
import type { Shelf } from "./storage.ts";

/** Where the names of a challenge's records begin: its draft, and the files that its last reset replaced. */
export const DRAFT = "draft:";
export const PREVIOUS = "previous:";

export function createProgressBook(shelf: Shelf): ProgressBook {
	const changes = cell(0);
	const tell = () => changes.set(changes.read() + 1);
	shelf.watch(tell);
	const at = (key: ChallengeKey) => `progress:${key.pack}/${key.challenge}`;
	const of = (key: ChallengeKey) => shelf.read(at(key), isProgress) ?? NOTHING;
	return {
		of,
		note(key, change) {
			// Read again just before writing: another tab may have gone further in between.
			const before = of(key);
			const after = further(before, change);
			if (after !== before) {
				shelf.write(at(key), after);
				tell();
			}
			return after;
		},
		passedIn(pack) {
			const prefix = `progress:${pack}/`;
			const passed = shelf
				.keys(prefix)
				.filter((key) => shelf.read(key, isProgress)?.status === "passed");
			return new Set(passed.map((key) => key.slice(prefix.length)));
		},
		read: changes.read,
		watch: changes.watch,
	};
}

export function createDrafts(shelf: Shelf): PageFiles {
	const at = (key: ChallengeKey) => `${DRAFT}${key.pack}/${key.challenge}`;
	const previousAt = (key: ChallengeKey) =>
		`${PREVIOUS}${key.pack}/${key.challenge}`;
	return {
		edits: "page",
		draft: (key) => shelf.read(at(key), isFiles),
		keep: (key, files) => shelf.write(at(key), files),
		discard: (key) => shelf.remove(at(key)),
		previous: (key) => shelf.read(previousAt(key), isFiles),
		keepPrevious: (key, files) =>
			files
				? shelf.write(previousAt(key), files)
				: shelf.remove(previousAt(key)),
		watch: shelf.watch,
	};
}

export function isFiles(value: unknown): value is FileEntry[] {
	return (
		Array.isArray(value) &&
		value.length > 0 &&
		value.every(
			(file) =>
				typeof file?.path === "string" && typeof file?.content === "string",
		)
	);
}
