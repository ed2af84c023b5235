/**
 * A challenge as a learner gets it: the public file set stands where the reference stood (specification, "Challenge file", rule 1).
 * Seeding stores it, an editor carries it along; neither ever hands out the reference.
 */
import type { FileEntry } from "@treeline/verify/shapes";
import type { ChallengeFile, Manifest, SeedBody } from "./manifest.ts";
import { challengeSlug } from "./validate.ts";

export type PublicChallenge = Omit<
	ChallengeFile,
	"$schema" | "scaffold" | "debrief"
> & {
	slug: string;
	/** Its place in the pack, from 1. */
	order: number;
	debrief: string | null;
};

/** A pack that can be worked on without a server. */
export interface PublicPack {
	manifest: Manifest;
	challenges: PublicChallenge[];
}

/** The public side of a seed body's challenge; `index` counts from 0 in the manifest's order. */
export function publicChallenge(
	body: SeedBody,
	index: number,
): PublicChallenge {
	const challenge = body.challenges[index];
	if (!challenge) throw new Error(`the pack has no challenge ${index}`);
	const path = body.manifest.challenges[index] ?? "";
	return publicSide(
		challenge,
		challenge.slug ?? challengeSlug(path),
		index + 1,
	);
}

/** The public side of one challenge, at its place in a pack (`order` counts from 1). */
export function publicSide(
	challenge: ChallengeFile,
	slug: string,
	order: number,
): PublicChallenge {
	return {
		slug,
		order,
		title: challenge.title,
		prompt: challenge.prompt,
		difficulty: challenge.difficulty,
		tags: challenge.tags,
		timeEstimateSeconds: challenge.timeEstimateSeconds,
		scaffolded: challenge.scaffolded,
		hints: challenge.hints,
		assertions: challenge.assertions,
		files: starter(challenge),
		debrief: challenge.debrief ?? null,
	};
}

export function publicPack(body: SeedBody): PublicPack {
	return {
		manifest: body.manifest,
		challenges: body.challenges.map((_, index) => publicChallenge(body, index)),
	};
}

function starter({ scaffold, files }: ChallengeFile): FileEntry[] {
	return scaffold ?? files;
}
