/** What page and editor both keep of a learner, declared once: which challenge, and how far. Types derive from here. */
import { type Static, Type } from "@sinclair/typebox";

const closed = { additionalProperties: false };
const slug = Type.String({ minLength: 1, maxLength: 200 });

/** A challenge's address in words: it survives re-seeding and is what drafts and progress are kept under. */
export const ChallengeKey = Type.Object(
	{ pack: slug, challenge: slug },
	closed,
);
export type ChallengeKey = Static<typeof ChallengeKey>;

/** What is remembered of one challenge, with or without a session. */
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
