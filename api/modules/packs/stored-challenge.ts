/** An authored challenge as it is stored: the public side, and the reference apart (specification, "Challenge file", rules 1 and 2). */
import {
	type ChallengeFile,
	type PublicChallenge,
	publicSide,
} from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";
import { contentHashOf } from "./content-hash.ts";

/** A challenge as it stands in its row, without what the database fills in. */
export interface StoredChallenge extends PublicChallenge {
	referenceSolution: FileEntry[];
	/** Whether `files` is a scaffold that the author gave. */
	hasScaffold: boolean;
	contentHash: string;
}

/** `file` as it is stored at its place in a pack; `order` counts from 1. */
export function storedChallenge(
	file: ChallengeFile & { slug?: string },
	slug: string,
	order: number,
): StoredChallenge {
	const { $schema: _, slug: __, ...content } = file;
	return {
		...publicSide(content, slug, order),
		referenceSolution: content.files,
		hasScaffold: content.scaffold !== undefined,
		contentHash: contentHashOf(content),
	};
}
