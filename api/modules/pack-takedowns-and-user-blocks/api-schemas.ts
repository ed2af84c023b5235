/** Schemas of moderation: authors' packs, users, and the reasons of actions (contract, section 6). */
import { type Static, Type } from "@sinclair/typebox";
import { pageQuery } from "../../server/pagination.ts";
import { AuthorPackSummary, Visibility } from "../author/api-schemas.ts";
import { CliChallenge } from "../cli-packs/api-schemas.ts";

const nullable = Type.Union([Type.String(), Type.Null()]);
const yesOrNo = Type.Optional(
	Type.Union([Type.Literal("true"), Type.Literal("false")]),
);
/** A part of a name, in any case. */
const q = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));

export const PackQuery = Type.Object({
	...pageQuery,
	q,
	takenDown: yesOrNo,
	visibility: Type.Optional(Visibility),
});
export type PackQuery = Static<typeof PackQuery>;

export const UserQuery = Type.Object({ ...pageQuery, q, blocked: yesOrNo });
export type UserQuery = Static<typeof UserQuery>;

/** The reason of a takedown or of a block, which the author or user reads. */
export const Reason = Type.Object(
	{ reason: Type.String({ minLength: 1, maxLength: 500, pattern: "\\S" }) },
	{
		additionalProperties: false,
		examples: [{ reason: "The prompts advertise a shop." }],
	},
);

/** An author's pack that others can see, or could until it was taken down. */
export const ModeratedPack = Type.Composite([
	AuthorPackSummary,
	Type.Object({
		owner: Type.Object({
			_id: Type.String(),
			name: Type.String(),
			blocked: Type.Boolean(),
		}),
	}),
]);
export type ModeratedPack = Static<typeof ModeratedPack>;

/** With its challenges as learners see them: never the reference solutions. */
export const ModeratedPackDetail = Type.Composite([
	ModeratedPack,
	Type.Object({ challenges: Type.Array(CliChallenge) }),
]);
export type ModeratedPackDetail = Static<typeof ModeratedPackDetail>;

export const ModeratedUser = Type.Object({
	_id: Type.String(),
	name: Type.String(),
	image: nullable,
	/** How many packs they have, private ones too. */
	packCount: Type.Integer(),
	blockedAt: nullable,
	blockedReason: nullable,
	createdAt: Type.String(),
});
export type ModeratedUser = Static<typeof ModeratedUser>;
