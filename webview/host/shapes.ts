/** Schemas that page and editor share: challenge keys and progress. */
import { type Static, Type } from "@sinclair/typebox";

const closed = { additionalProperties: false };
const slug = Type.String({ minLength: 1, maxLength: 200 });

/** Slugs that identify a challenge; stable across re-seeding, so drafts and progress are stored under them. */
export const ChallengeKey = Type.Object(
	{ pack: slug, challenge: slug },
	closed,
);
export type ChallengeKey = Static<typeof ChallengeKey>;

/** Progress in one challenge. */
export const Progress = Type.Object(
	{
		status: Type.Union([
			Type.Literal("not_started"),
			Type.Literal("attempted"),
			Type.Literal("passed"),
		]),
		hintsShown: Type.Integer({ minimum: 0, maximum: 1000 }),
		/** Time spent, in seconds. */
		seconds: Type.Number({ minimum: 0 }),
	},
	closed,
);
export type Progress = Static<typeof Progress>;
