/** An authored challenge as it is stored: the public side, the reference apart (specification, "Challenge file", rules 1 and 2), and the hash by which a change is found. */
import {
	type ChallengeFile,
	type PublicChallenge,
	publicSide,
} from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";

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

/** The content hash of a pack, a challenge or a list of them, by which a change is found: SHA-256, in hex, of a value as JSON; the order of members counts. */
export function contentHashOf(value: unknown): string {
	return new Bun.CryptoHasher("sha256")
		.update(JSON.stringify(value))
		.digest("hex");
}
