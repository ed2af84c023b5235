/** Attempts: what a client reports after a verification, and what is stored of it (contract, section 5). */
import { type Static, Type } from "@sinclair/typebox";
import { FileEntry, VerificationResult } from "@treeline/verify/shapes";
import { Uuid } from "../http/ids.ts";

const count = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

export const NewAttempt = Type.Object(
	{
		challengeId: Type.String({ minLength: 1, maxLength: 64 }),
		passed: Type.Boolean(),
		assertionResults: Type.Optional(
			Type.Union([VerificationResult, Type.Null()]),
		),
		hintsUsed: Type.Optional(count),
		timeSeconds: Type.Optional(count),
		/** With files the API verifies them again itself, and its verdict is what is stored. */
		files: Type.Optional(Type.Array(FileEntry, { maxItems: 50 })),
		/** Makes a repeat return the first answer, so that an offline queue may resend for ever. */
		clientAttemptId: Type.Optional(Uuid),
		attemptedAt: Type.Optional(Type.String({ maxLength: 40 })),
		gaveUp: Type.Optional(Type.Boolean()),
	},
	{ additionalProperties: false },
);
export type NewAttempt = Static<typeof NewAttempt>;

export const Attempt = Type.Object({
	_id: Type.String(),
	challengeId: Type.String(),
	passed: Type.Boolean(),
	/** True when the API verified the files itself. */
	verified: Type.Boolean(),
	assertionResults: Type.Union([VerificationResult, Type.Null()]),
	hintsUsed: count,
	timeSeconds: count,
	gaveUp: Type.Boolean(),
	challengeVersion: Type.Integer(),
	attemptedAt: Type.String(),
	createdAt: Type.String(),
});
export type Attempt = Static<typeof Attempt>;
