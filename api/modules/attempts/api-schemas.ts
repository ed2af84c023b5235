/** Schemas of attempts: what a client reports after a verification, and what is stored of it (contract, section 5). */
import { type Static, Type } from "@sinclair/typebox";
import { FileEntry, VerificationResult } from "@treeline/verify/shapes";
import { ProblemPlace } from "../../server/errors.ts";
import { Uuid } from "../../server/read-and-validate-request.ts";

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
	{
		additionalProperties: false,
		examples: [
			{
				challengeId: "0197f2a4-7c1e-7f43-9d0a-3c1b5e8f2a60",
				passed: true,
				hintsUsed: 1,
				timeSeconds: 184,
				files: [{ path: "app.js", content: "export const open = true;\n" }],
				clientAttemptId: "5c2b0f0e-3d52-4f0b-8a53-0d6d2d6f5f5e",
				attemptedAt: "2026-01-31T09:30:00.000Z",
			},
		],
	},
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

const clientAttemptId = Type.Union([Type.String(), Type.Null()]);

export const ListedAttempt = Type.Composite([
	Attempt,
	Type.Object({
		/** The id that the client gave it. */
		clientAttemptId,
		/** Whether its files are kept: the service removes the oldest of those that did not pass when an account has many. */
		hasFiles: Type.Boolean(),
	}),
]);
export type ListedAttempt = Static<typeof ListedAttempt>;

export const AttemptWithFiles = Type.Composite([
	Attempt,
	Type.Object({
		clientAttemptId,
		/** What was verified; null when none came with it, or they are not kept any more. */
		files: Type.Union([Type.Array(FileEntry), Type.Null()]),
	}),
]);
export type AttemptWithFiles = Static<typeof AttemptWithFiles>;

/** A batch of attempts from an offline queue: each with its id, since each is stored exactly once. */
export const AttemptImport = Type.Object(
	{
		attempts: Type.Array(
			Type.Composite(
				[
					Type.Omit(NewAttempt, ["clientAttemptId"]),
					Type.Object({ clientAttemptId: Uuid }),
				],
				{ additionalProperties: false },
			),
			{ minItems: 1, maxItems: 200 },
		),
	},
	{ additionalProperties: false },
);
export type AttemptImport = Static<typeof AttemptImport>;

/**
 * What became of one attempt of an import: it is stored, now or by an earlier sending, or `problem` says why it is not. The codes
 * `not_found` and `validation_failed` are final; after `request_timeout` it is worth sending again.
 */
export const ImportedAttempt = Type.Object({
	clientAttemptId: Uuid,
	attempt: Type.Union([Attempt, Type.Null()]),
	problem: Type.Union([
		Type.Object({
			code: Type.String(),
			detail: Type.String(),
			errors: Type.Array(ProblemPlace),
		}),
		Type.Null(),
	]),
});
export type ImportedAttempt = Static<typeof ImportedAttempt>;
