/** Schemas of packs and challenges as their author reads and writes them (contract, section 6), with the reference solution. */
import { type Static, Type } from "@sinclair/typebox";
import {
	challengeFields,
	DraftCases,
	MOST_CHALLENGES,
	packFields,
	SeedChallenge,
	Slug,
} from "@treeline/packs/format";
import { patchOf } from "../../server/json-merge-patch.ts";
import { Uuid } from "../../server/read-and-validate-request.ts";

const closed = { additionalProperties: false };
const nullable = Type.Union([Type.String(), Type.Null()]);

/** Who sees a pack: everyone in lists, anyone with its slug, or its author only. */
export const Visibility = Type.Union([
	Type.Literal("public"),
	Type.Literal("unlisted"),
	Type.Literal("private"),
]);
export type Visibility = Static<typeof Visibility>;

/** Who may show packs to others: anyone, after a moderator's approval, or authors that an administrator named. */
export const Publishing = Type.Union([
	Type.Literal("anyone"),
	Type.Literal("approval"),
	Type.Literal("authors"),
]);
export type Publishing = Static<typeof Publishing>;

/** What an author says of a pack. */
export const PackState = Type.Object(
	{ ...packFields, visibility: Visibility },
	closed,
);
export type PackState = Static<typeof PackState>;

/** The manifest without its list of challenges. */
export const NewPack = Type.Object(
	{
		$schema: Type.Optional(Type.String()),
		...packFields,
		visibility: Type.Optional(Visibility),
	},
	closed,
);
export type NewPack = Static<typeof NewPack>;

/** Answers that the author tries the checks on. Learners never get them, and no export has them. */
const cases = { cases: Type.Optional(DraftCases) };

/** What an author says of a challenge: the challenge file, its slug and its cases. */
export const ChallengeState = Type.Object(
	{ slug: Slug, ...challengeFields, ...cases },
	closed,
);
export type ChallengeState = Static<typeof ChallengeState>;

/** Without a slug, the title makes one. */
export const NewChallenge = Type.Object(
	{ ...SeedChallenge.properties, ...cases },
	closed,
);
export type NewChallenge = Static<typeof NewChallenge>;

/** All challenges of a pack, each once, in the order that they shall have. */
export const Order = Type.Object(
	{ ids: Type.Array(Uuid, { maxItems: MOST_CHALLENGES }) },
	closed,
);
export type Order = Static<typeof Order>;

export const AuthorChallenge = Type.Object({
	_id: Type.String(),
	/** Its place in the pack, from 1. */
	order: Type.Integer(),
	/** Rises with each change; an attempt stores the one that it was verified against. */
	version: Type.Integer(),
	slug: Slug,
	...challengeFields,
	...cases,
});
export type AuthorChallenge = Static<typeof AuthorChallenge>;

export const AuthorPackSummary = Type.Object({
	_id: Type.String(),
	...packFields,
	framework: nullable,
	visibility: Visibility,
	/** Set when an administrator took the pack down: only its author sees it until they restore it. */
	takenDownAt: nullable,
	takenDownReason: nullable,
	/** The slug it had until the server's own pack of that slug was seeded; null when its author chose the present one. */
	renamedFrom: nullable,
	/** What the author asked for: it waits until a moderator approves it, which makes it null, or refuses it. */
	requestedVisibility: Type.Union([Visibility, Type.Null()]),
	requestedAt: nullable,
	/** Why a moderator refused it; null while it waits. */
	refusedReason: nullable,
	challengeCount: Type.Integer(),
	createdAt: Type.String(),
	updatedAt: Type.String(),
});
export type AuthorPackSummary = Static<typeof AuthorPackSummary>;

export const AuthorPack = Type.Composite([
	AuthorPackSummary,
	Type.Object({
		/** Whether a moderator has to approve before it becomes visible to more people. */
		needsApproval: Type.Boolean(),
		/** Whether an administrator has to name the account an author before. */
		needsRole: Type.Boolean(),
		challenges: Type.Array(AuthorChallenge),
	}),
]);
export type AuthorPack = Static<typeof AuthorPack>;

/** A seed body, except that a draft may have no challenge yet. */
export const ExportedPack = Type.Object({
	manifest: Type.Object({
		...packFields,
		challenges: Type.Array(Type.String()),
	}),
	challenges: Type.Array(
		Type.Object({ slug: Slug, ...challengeFields }, closed),
	),
});
export type ExportedPack = Static<typeof ExportedPack>;

/** What learners met at the present version of a challenge; null until enough have tried it. */
export const ChallengeStatistics = Type.Object({
	version: Type.Integer(),
	minLearners: Type.Integer({
		description: "Fewer learners than these are not counted.",
	}),
	learners: Type.Union([Type.Integer(), Type.Null()]),
	checks: Type.Union([
		Type.Array(
			Type.Object({
				check: Type.String({
					description: "As cases name it: `perFile/app.js/0`.",
				}),
				seen: Type.Integer({
					description: "Learners whose code it was tried on.",
				}),
				failedFirst: Type.Integer({
					description: "Of these, how many missed it in their first attempt.",
				}),
				givenUp: Type.Integer({
					description:
						"How many gave the challenge up and missed it in their last attempt.",
				}),
			}),
		),
		Type.Null(),
	]),
});
export type ChallengeStatistics = Static<typeof ChallengeStatistics>;

export const PackPatch = patchOf(PackState, { answer: AuthorPack });
export const ChallengePatch = patchOf(ChallengeState, {
	answer: AuthorChallenge,
});
