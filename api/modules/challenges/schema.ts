/** A challenge as learners read it (contract, section 3): the public files, never the reference solution. */
import { type Static, Type } from "@sinclair/typebox";
import { AssertionSet, FileEntry } from "@treeline/verify/shapes";
import { ChallengeRow } from "../packs/schema.ts";

/** A neighbour in the pack's order. */
export const Neighbour = Type.Union([
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
