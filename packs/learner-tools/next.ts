/** Which challenge comes next for a learner. */
import type { PublicPack } from "../format/public.ts";
import type { Status } from "./definitions.ts";
import type { ChallengeKey } from "./tools.ts";

type StatusOf = (key: ChallengeKey) => Status;

/** The first challenge after `after` that is not passed, in the order of the packs, starting over at the end. Null when all are passed. */
export function nextChallenge(
	packs: readonly PublicPack[],
	statusOf: StatusOf,
	after: ChallengeKey | null,
): ChallengeKey | null {
	const keys = keysOf(packs);
	const start =
		1 +
		keys.findIndex(
			({ pack, challenge }) =>
				pack === after?.pack && challenge === after.challenge,
		);
	return (
		[...keys.slice(start), ...keys.slice(0, start)].find(
			(key) => statusOf(key) !== "passed",
		) ?? null
	);
}

/** The challenge to continue with: the active one until it is passed, then one that was attempted, then the next one. */
export function challengeToContinue(
	packs: readonly PublicPack[],
	statusOf: StatusOf,
	active: ChallengeKey | null,
): ChallengeKey | null {
	if (active && statusOf(active) !== "passed") return active;
	return (
		keysOf(packs).find((key) => statusOf(key) === "attempted") ??
		nextChallenge(packs, statusOf, active)
	);
}

const keysOf = (packs: readonly PublicPack[]): ChallengeKey[] =>
	packs.flatMap(({ manifest, challenges }) =>
		challenges.map(({ slug }) => ({ pack: manifest.slug, challenge: slug })),
	);
