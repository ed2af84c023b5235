/** Schemas of packs and challenges as learners read them (contract, section 3). */
import { type Static, Type } from "@sinclair/typebox";
import { Difficulty, packFields } from "@treeline/packs/format";
import { AssertionSet, FileEntry } from "@treeline/verify/shapes";
import { pageQuery } from "../../server/pagination.ts";

/** How far a learner is with a challenge; null without a session. */
export const LearnerStatus = Type.Union([
	Type.Literal("not_started"),
	Type.Literal("attempted"),
	Type.Literal("passed"),
	Type.Null(),
]);
export type LearnerStatus = Static<typeof LearnerStatus>;

const short = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));

export const PackQuery = Type.Object({
	...pageQuery,
	language: short,
	framework: short,
	difficulty: Type.Optional(Difficulty),
	tag: Type.Optional(Type.Array(Type.String(), { maxItems: 30 })),
	q: short,
});

export const PackSummary = Type.Object({
	_id: Type.String(),
	...packFields,
	framework: Type.Union([Type.String(), Type.Null()]),
	visibility: Type.String(),
	challengeCount: Type.Integer(),
	/** Only with a session: how many of its challenges the learner has passed. */
	passedCount: Type.Optional(Type.Integer()),
	createdAt: Type.String(),
	updatedAt: Type.String(),
});
export type PackSummary = Static<typeof PackSummary>;

export const ChallengeRow = Type.Object({
	_id: Type.String(),
	slug: Type.String(),
	title: Type.String(),
	difficulty: Difficulty,
	tags: Type.Array(Type.String()),
	timeEstimateSeconds: Type.Number(),
	order: Type.Integer(),
	status: LearnerStatus,
});
export type ChallengeRow = Static<typeof ChallengeRow>;

export const PackDetail = Type.Composite([
	PackSummary,
	Type.Object({ challenges: Type.Array(ChallengeRow) }),
]);
export type PackDetail = Static<typeof PackDetail>;

/** A neighbour in the pack's order. */
const Neighbour = Type.Union([
	Type.Object({
		_id: Type.String(),
		slug: Type.String(),
		title: Type.String(),
	}),
	Type.Null(),
]);

export const Challenge = Type.Composite([
	ChallengeRow,
	Type.Object({
		packId: Type.String(),
		packSlug: Type.String(),
		prompt: Type.String(),
		hints: Type.Array(Type.String()),
		assertions: AssertionSet,
		scaffolded: Type.Boolean(),
		/** What a learner starts from: the scaffold. */
		files: Type.Array(FileEntry),
		previous: Neighbour,
		next: Neighbour,
		/** Rises by one each time a seeding changes the challenge. */
		version: Type.Integer(),
		/** Markdown; null until the learner has passed or given up. */
		debrief: Type.Union([Type.String(), Type.Null()]),
	}),
]);
export type Challenge = Static<typeof Challenge>;
