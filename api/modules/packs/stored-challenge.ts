/**
 * Turns an authored challenge into what is stored: the public side, and the reference apart (specification, "Challenge file", rules 1 and 2).
 * Also the hash of its content, and the refusal of a pack with faults.
 */
import {
	type ChallengeFile,
	type Fault,
	type PublicChallenge,
	publicSide,
} from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";
import { ApiError } from "../../server/errors.ts";

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

/** SHA-256, in hex, of a value as JSON; the order of members counts. */
export function contentHashOf(value: unknown): string {
	return new Bun.CryptoHasher("sha256")
		.update(JSON.stringify(value))
		.digest("hex");
}

/** Throws `reference_fails` or `validation_failed` when there is a fault. */
export function refuseFaults(faults: Fault[], subject: string): void {
	const [first] = faults;
	if (!first) return;
	const code = faults.every((fault) => fault.code === "reference_fails")
		? "reference_fails"
		: "validation_failed";
	throw new ApiError(
		code,
		`${subject} refused and nothing was stored. ${first.pointer}: ${first.detail}.`,
		faults,
	);
}
