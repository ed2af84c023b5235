/** Schemas of disputes: a learner holds an answer to be right that checks refuse (contract, section 10). */
import { type Static, Type } from "@sinclair/typebox";
import { FileEntry } from "@treeline/verify/shapes";
import { pageQuery } from "../../server/pagination.ts";
import { Uuid } from "../../server/read-and-validate-request.ts";

const FailedCheck = Type.Object(
	{
		/** As cases name it; null for a syntax error, which withholds all checks. */
		check: Type.Union([
			Type.String({
				pattern: "^(perFile/.+|crossFile)/\\d+$",
				maxLength: 300,
				examples: ["perFile/app.js/0"],
			}),
			Type.Null(),
		]),
		message: Type.String({
			maxLength: 2000,
			description: "What the learner read.",
		}),
	},
	{ additionalProperties: false },
);

const disputed = {
	files: Type.Array(FileEntry, { minItems: 1, maxItems: 50 }),
	failed: Type.Array(FailedCheck, { minItems: 1, maxItems: 200 }),
};

export const NewDispute = Type.Object(
	{
		...disputed,
		note: Type.Optional(
			Type.String({
				maxLength: 1000,
				description: "Why the answer is right, in the learner's words.",
			}),
		),
		challengeVersion: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: 2_147_483_647,
				description:
					"The version that was verified; the present one if absent.",
			}),
		),
		clientDisputeId: Type.Optional(Uuid),
	},
	{
		additionalProperties: false,
		examples: [
			{
				files: [{ path: "app.js", content: "export const open = true;\n" }],
				failed: [
					{ check: "perFile/app.js/0", message: "`open` is not called." },
				],
				note: "The task does not ask for a call.",
				clientDisputeId: "5c2b0f0e-3d52-4f0b-8a53-0d6d2d6f5f5e",
			},
		],
	},
);
export type NewDispute = Static<typeof NewDispute>;

/** As its learner and the pack's owner read it: nothing in it says who the learner is. */
export const Dispute = Type.Object({
	_id: Type.String(),
	challengeId: Type.String(),
	packSlug: Type.String(),
	challengeSlug: Type.String(),
	challengeVersion: Type.Integer(),
	...disputed,
	note: Type.Union([Type.String(), Type.Null()]),
	status: Type.Union([Type.Literal("open"), Type.Literal("closed")]),
	/** What the pack's owner or an administrator answered; null while open. */
	reason: Type.Union([Type.String(), Type.Null()]),
	closedAt: Type.Union([Type.String(), Type.Null()]),
	createdAt: Type.String(),
});
export type Dispute = Static<typeof Dispute>;

export const DisputeDecision = Type.Object(
	{
		status: Type.Union([Type.Literal("open"), Type.Literal("closed")]),
		reason: Type.Optional(
			Type.String({
				maxLength: 1000,
				description: "What the learner reads; required to close a dispute.",
			}),
		),
	},
	{
		additionalProperties: false,
		examples: [
			{ status: "closed", reason: "You are right: the check is corrected." },
		],
	},
);
export type DisputeDecision = Static<typeof DisputeDecision>;

export const PackDisputeParams = Type.Object({
	slug: Type.String(),
	id: Uuid,
});

/** As administrators read it. */
export const ModeratedDispute = Type.Composite([
	Dispute,
	Type.Object({ userId: Type.String() }),
]);
export type ModeratedDispute = Static<typeof ModeratedDispute>;

export const ModeratedDisputeQuery = Type.Object({
	...pageQuery,
	/** The slug of a pack: only those at its challenges. */
	pack: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
	status: Type.Optional(Dispute.properties.status),
});
export type ModeratedDisputeQuery = Static<typeof ModeratedDisputeQuery>;
