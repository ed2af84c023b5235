/** The pack manifest and the challenge file, as authors write them (specification: "Pack manifest", "Challenge file"). */
import { type Static, Type } from "@sinclair/typebox";
import { AssertionSet, FileEntry } from "@treeline/verify/shapes";
import { MAX_SLUG, SLUG } from "./slug.ts";

const closed = { additionalProperties: false };
/** `description` is what an editor tells about the field (specification: the field's "Meaning"). */
const text = (maxLength: number, description: string) =>
	Type.String({ minLength: 1, maxLength, description });
const tags = (description: string) =>
	Type.Array(text(60, "A tag"), { maxItems: 30, description });
const files = (description: string) =>
	Type.Array(FileEntry, { minItems: 1, maxItems: 50, description });

export const Slug = Type.String({ pattern: SLUG, maxLength: MAX_SLUG });

const SEMVER =
	"^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$";

export const Difficulty = Type.Union(
	[
		Type.Literal("beginner"),
		Type.Literal("intermediate"),
		Type.Literal("advanced"),
	],
	{ description: "Within a pack, it never falls" },
);
export type Difficulty = Static<typeof Difficulty>;
export const DIFFICULTIES: readonly Difficulty[] = [
	"beginner",
	"intermediate",
	"advanced",
];

/** What a pack says of itself, without its list of challenges. */
export const packFields = {
	name: text(200, "Display name"),
	slug: Type.String({
		pattern: SLUG,
		maxLength: MAX_SLUG,
		description:
			"URL-safe identifier used in routing and lookups; identifies the pack when seeding",
	}),
	description: text(2000, "Short catalog description"),
	language: text(
		40,
		"Primary language (javascript, typescript, python, tsx and similar)",
	),
	framework: Type.Optional(text(80, "Framework name")),
	version: Type.String({
		pattern: SEMVER,
		maxLength: 80,
		description: "Semantic version",
	}),
	author: text(200, "Author name"),
	tags: tags("Filterable catalog tags"),
};

/** No pack has more challenges. */
export const MOST_CHALLENGES = 500;

/** `pack.json`: `challenges` are the ordered relative paths of its challenge files. */
export const Manifest = Type.Object(
	{
		$schema: Type.Optional(Type.String()),
		...packFields,
		challenges: Type.Array(
			text(300, "A challenge file, relative to pack.json"),
			{
				minItems: 1,
				maxItems: MOST_CHALLENGES,
				description: "Ordered relative paths of challenge files",
			},
		),
	},
	closed,
);
export type Manifest = Static<typeof Manifest>;

/** What a challenge file says, as an author writes it. `files` is the reference solution and never leaves for learners. */
export const challengeFields = {
	title: text(200, "Title shown in the UI"),
	prompt: text(40_000, "Problem description, in Markdown"),
	difficulty: Difficulty,
	tags: tags("Topic tags for filtering and search"),
	timeEstimateSeconds: Type.Number({
		minimum: 1,
		maximum: 86_400,
		description: "Suggested completion time in seconds",
	}),
	scaffolded: Type.Boolean({ description: "Whether starter code is provided" }),
	files: files(
		"Reference solution; used for validation, never shown to learners",
	),
	scaffold: Type.Optional(
		files("Starter shown to the learner; required when `scaffolded` is true"),
	),
	hints: Type.Array(text(4000, "A hint"), {
		maxItems: 20,
		description: "Progressive hints, revealed one at a time",
	}),
	assertions: AssertionSet,
	debrief: Type.Optional(
		text(
			40_000,
			"What a learner reads after a pass or a recorded give-up, in Markdown",
		),
	),
};

export const ChallengeFile = Type.Object(
	{ $schema: Type.Optional(Type.String()), ...challengeFields },
	closed,
);
export type ChallengeFile = Static<typeof ChallengeFile>;

/** A challenge as it travels: with its slug, or without where the manifest's path makes one. */
export const SeedChallenge = Type.Object(
	{
		$schema: Type.Optional(Type.String()),
		slug: Type.Optional(Slug),
		...challengeFields,
	},
	closed,
);
export type SeedChallenge = Static<typeof SeedChallenge>;

/** One pack as it travels to the seed route: the manifest and its challenges in the manifest's order. */
export const SeedBody = Type.Object(
	{
		manifest: Manifest,
		challenges: Type.Array(SeedChallenge, {
			minItems: 1,
			maxItems: MOST_CHALLENGES,
		}),
	},
	closed,
);
export type SeedBody = Static<typeof SeedBody>;
