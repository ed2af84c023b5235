/** Schemas of packs for offline work (contract, section 6): files and checks, never the reference. */
import { type Static, Type } from "@sinclair/typebox";
import { Difficulty, packFields } from "@treeline/packs/format";
import { AssertionSet, FileEntry } from "@treeline/verify/shapes";

export const CliChallenge = Type.Object({
	_id: Type.String(),
	slug: Type.String(),
	title: Type.String(),
	prompt: Type.String(),
	difficulty: Difficulty,
	tags: Type.Array(Type.String()),
	timeEstimateSeconds: Type.Number(),
	order: Type.Integer(),
	scaffolded: Type.Boolean(),
	hints: Type.Array(Type.String()),
	assertions: AssertionSet,
	files: Type.Array(FileEntry),
	version: Type.Integer(),
});
export type CliChallenge = Static<typeof CliChallenge>;

const { name, slug, language, version } = packFields;

/** A line of the list. */
export const CliPack = Type.Object({
	slug,
	name,
	language,
	framework: Type.Union([Type.String(), Type.Null()]),
	version,
	challengeCount: Type.Integer(),
});
export type CliPack = Static<typeof CliPack>;

export const CliPackDetail = Type.Composite([
	CliPack,
	Type.Object({
		description: packFields.description,
		challenges: Type.Array(CliChallenge),
	}),
]);
export type CliPackDetail = Static<typeof CliPackDetail>;
