/** Schemas of drafts: what a learner has written at a challenge so far (contract, section 10). */
import { type Static, Type } from "@sinclair/typebox";
import { FileEntry } from "@treeline/verify/shapes";
import { Problem } from "../../server/errors.ts";

const challengeVersion = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const NewDraft = Type.Object(
	{
		files: Type.Array(FileEntry, { minItems: 1, maxItems: 50 }),
		/** Of the challenge that the files were written for. */
		challengeVersion: Type.Optional(challengeVersion),
	},
	{
		additionalProperties: false,
		examples: [
			{ files: [{ path: "app.js", content: "export const open = true;\n" }] },
		],
	},
);
export type NewDraft = Static<typeof NewDraft>;

export const Draft = Type.Object({
	challengeId: Type.String(),
	/** Another one after every change; the ETag has it in quotes. */
	revision: Type.String(),
	challengeVersion: Type.Union([challengeVersion, Type.Null()]),
	files: Type.Array(FileEntry),
	updatedAt: Type.String(),
});
export type Draft = Static<typeof Draft>;

/** The problem of a change to another draft than the client has seen, with the present one. */
export const DraftConflict = Type.Composite([
	Problem,
	Type.Object({ draft: Type.Union([Draft, Type.Null()]) }),
]);

/** A draft as the account's export has it. */
export const ExportedDraft = Type.Composite([
	Draft,
	Type.Object({ packSlug: Type.String(), challengeSlug: Type.String() }),
]);
export type ExportedDraft = Static<typeof ExportedDraft>;
