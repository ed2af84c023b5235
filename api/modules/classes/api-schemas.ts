/** Schemas of classes: what teachers and learners see of them, and of learners' progress at assigned packs. */
import { type Static, Type } from "@sinclair/typebox";
import { Uuid } from "../../server/read-and-validate-request.ts";

const nullable = Type.Union([Type.String(), Type.Null()]);
const count = Type.Integer({ minimum: 0 });

const Role = Type.Union([Type.Literal("teacher"), Type.Literal("learner")]);

/** A class as a list shows it. */
export const ClassSummary = Type.Object({
	_id: Type.String(),
	name: Type.String(),
	/** What the user is in it. */
	role: Role,
	teacherName: Type.String(),
	/** Null for learners. */
	memberCount: Type.Union([count, Type.Null()]),
	createdAt: Type.String(),
	/** Since when the user shares progress; null for the teacher. */
	joinedAt: nullable,
});
export type ClassSummary = Static<typeof ClassSummary>;

/** A pack that learners of a class are to work on. */
export const Assignment = Type.Object({
	_id: Type.String(),
	/** Null while learners cannot open the pack: it was deleted, made private or taken down. */
	pack: Type.Union([
		Type.Object({
			slug: Type.String(),
			name: Type.String(),
			challengeCount: count,
		}),
		Type.Null(),
	]),
	/** Until then learners do not see it, and nothing of it is shared; null = at once. */
	opensAt: nullable,
	dueAt: nullable,
});
export type Assignment = Static<typeof Assignment>;

/** An assignment as the teacher sees it. */
export const TaughtAssignment = Type.Composite([
	Assignment,
	Type.Object({
		/** What learners cannot open at present, and why; null while they can. */
		withheldPack: Type.Union([
			Type.Object({
				name: Type.String(),
				reason: Type.Union([
					Type.Literal("deleted"),
					Type.Literal("taken_down"),
					Type.Literal("private"),
				]),
			}),
			Type.Null(),
		]),
	}),
]);
export type TaughtAssignment = Static<typeof TaughtAssignment>;

export const LearnerAssignment = Type.Composite([
	Assignment,
	Type.Object({
		/** Challenges that the learner has passed since joining. */
		passedCount: count,
		/** Challenges with an attempt since joining, passed ones too. */
		attemptedCount: count,
	}),
]);
export type LearnerAssignment = Static<typeof LearnerAssignment>;

/** An assignment with the class that it is of. */
export const OwnAssignment = Type.Composite([
	LearnerAssignment,
	Type.Object({
		class: Type.Object({ _id: Type.String(), name: Type.String() }),
	}),
]);
export type OwnAssignment = Static<typeof OwnAssignment>;

/** A learner as the teacher sees them: by the shown name, and an id that is no account's. */
export const ClassMember = Type.Object({
	_id: Type.String(),
	name: Type.String(),
	joinedAt: Type.String(),
});
export type ClassMember = Static<typeof ClassMember>;

export const TaughtClass = Type.Composite([
	Type.Omit(ClassSummary, ["role"]),
	Type.Object({
		role: Type.Literal("teacher"),
		/** Whether learners can join by the link that was made last. */
		hasJoinLink: Type.Boolean(),
		/** By name. */
		members: Type.Array(ClassMember),
		/** By due date, those without one last. */
		assignments: Type.Array(TaughtAssignment),
	}),
]);
export type TaughtClass = Static<typeof TaughtClass>;

export const JoinedClass = Type.Composite([
	Type.Omit(ClassSummary, ["role"]),
	Type.Object({
		role: Type.Literal("learner"),
		/** Those that are open, by due date, those without one last. */
		assignments: Type.Array(LearnerAssignment),
	}),
]);
export type JoinedClass = Static<typeof JoinedClass>;

const joinToken = Type.String({
	description:
		"Ends the address of the join link, `/join/<token>`; it is not shown again.",
});

export const JoinLink = Type.Object({ joinToken });

/** The answer that has the token of its join link. */
export const CreatedClass = Type.Composite([ClassSummary, JoinLink]);

export const ClassName = Type.Object(
	{ name: Type.String({ pattern: "\\S", maxLength: 100 }) },
	{ additionalProperties: false, examples: [{ name: "Web basics, group B" }] },
);

/** What a join link leads to. */
export const Invitation = Type.Object({
	name: Type.String(),
	teacherName: Type.String(),
	/** The class, where the user is in it; null for others. */
	joined: Type.Union([
		Type.Object({ _id: Type.String(), role: Role }),
		Type.Null(),
	]),
});
export type Invitation = Static<typeof Invitation>;

export const InvitationParams = Type.Object({
	token: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" }),
});

const moment = Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
	description: "ISO 8601, as `2026-12-01T23:59:00+01:00`; null = none.",
});

const dates = {
	opensAt: Type.Optional(moment),
	dueAt: Type.Optional(moment),
};

export const NewAssignment = Type.Object(
	{ packSlug: Type.String({ minLength: 1, maxLength: 200 }), ...dates },
	{
		additionalProperties: false,
		examples: [{ packSlug: "express", dueAt: "2126-12-01T23:59:00+01:00" }],
	},
);
export type NewAssignment = Static<typeof NewAssignment>;

export const AssignmentDates = Type.Object(dates, {
	additionalProperties: false,
	examples: [{ dueAt: "2126-12-08T23:59:00+01:00" }],
});
export type AssignmentDates = Static<typeof AssignmentDates>;

export const MemberParams = Type.Object({ id: Uuid, memberId: Uuid });
export const AssignmentParams = Type.Object({ id: Uuid, assignmentId: Uuid });
export const ChecksParams = Type.Object({
	id: Uuid,
	assignmentId: Uuid,
	challengeId: Uuid,
});

/** What a learner has done at a challenge since joining. */
export const ChallengeResult = Type.Object({
	attempts: Type.Integer({ minimum: 1 }),
	lastAttemptAt: Type.String(),
	/** When it was first passed; null = not yet. */
	passedAt: nullable,
	/** Whether the service itself has verified a pass. */
	verified: Type.Boolean(),
});
export type ChallengeResult = Static<typeof ChallengeResult>;

export const ClassProgress = Type.Object({
	assignment: Assignment,
	/** In order. */
	challenges: Type.Array(
		Type.Object({
			_id: Type.String(),
			slug: Type.String(),
			title: Type.String(),
		}),
	),
	/** By name; for a learner, only the learner. */
	learners: Type.Array(
		Type.Composite([
			ClassMember,
			Type.Object({
				/** One for each challenge, in their order; null = no attempt. */
				results: Type.Array(Type.Union([ChallengeResult, Type.Null()])),
			}),
		]),
	),
});
export type ClassProgress = Static<typeof ClassProgress>;

/** How the learners of a class are with each check of a challenge; for a learner, only the learner. */
export const ClassChecks = Type.Object({
	/** Learners who have passed the challenge, and with that every check. */
	passedCount: count,
	/** Learners whose latest attempt did not pass. */
	openCount: count,
	/** Those of them whose attempt tells nothing of the present checks: it came without results, or was made at an earlier version. */
	unknownCount: count,
	/** In the challenge's order. */
	checks: Type.Array(
		Type.Object({
			/** As cases name it, such as `perFile/app.js/0`. */
			check: Type.String(),
			description: Type.String(),
			/** Learners who have not passed the challenge, and whose latest attempt passes the check. */
			passedCount: count,
			/** Members whose latest attempt does not pass it. */
			failing: Type.Array(Type.String()),
		}),
	),
});
export type ClassChecks = Static<typeof ClassChecks>;

/** A class as the account's export has it. */
export const ExportedClass = Type.Composite([
	ClassSummary,
	Type.Object({
		/** For a learner, those that are open. */
		assignments: Type.Array(Assignment),
	}),
]);
export type ExportedClass = Static<typeof ExportedClass>;
