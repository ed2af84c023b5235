/** Schemas of the account's export, and of the confirmation of its deletion (contract, section 10). */
import { type Static, Type } from "@sinclair/typebox";
import { Role } from "../../server/roles.ts";
import { AttemptWithFiles } from "../attempts/api-schemas.ts";
import { Session } from "../auth/session/api-schemas.ts";
import { AuthorPack } from "../author/api-schemas.ts";
import { ExportedClass } from "../classes/api-schemas.ts";
import { Dispute } from "../disputes/api-schemas.ts";
import { ExportedDraft } from "../learner-drafts/api-schemas.ts";
import { PersonalToken } from "../personal-tokens/api-schemas.ts";
import { StoredSettings } from "../settings/api-schemas.ts";

const nullable = Type.Union([Type.String(), Type.Null()]);

const Profile = Type.Object({
	_id: Type.String(),
	name: Type.String(),
	email: nullable,
	image: nullable,
	role: Role,
	createdAt: Type.String(),
	/** The accounts at identity providers that sign in to this one. */
	providerAccounts: Type.Array(
		Type.Object({
			provider: Type.String(),
			providerAccountId: Type.String(),
			createdAt: Type.String(),
		}),
	),
});

export const AccountExport = Type.Object({
	profile: Profile,
	/** Null as long as none were stored. */
	settings: Type.Union([StoredSettings, Type.Null()]),
	sessions: Type.Array(Session),
	/** Without their values. */
	tokens: Type.Array(PersonalToken),
	/** The oldest first. */
	attempts: Type.Array(
		Type.Composite([
			AttemptWithFiles,
			Type.Object({ packSlug: Type.String(), challengeSlug: Type.String() }),
		]),
	),
	/** What the learner has written at challenges so far, the oldest first. */
	drafts: Type.Array(ExportedDraft),
	/** Of challenges whose hints the learner's model was given, the furthest. */
	hintsShown: Type.Array(
		Type.Object({
			packSlug: Type.String(),
			challengeSlug: Type.String(),
			step: Type.Integer(),
			shownAt: Type.String(),
		}),
	),
	/** The learner's own, with reference solutions. */
	packs: Type.Array(Type.Omit(AuthorPack, ["needsApproval", "needsRole"])),
	/** Those that the learner has sent, the oldest first. */
	disputes: Type.Array(Dispute),
	/** Those that the learner teaches or has joined. */
	classes: Type.Array(ExportedClass),
});
export type AccountExport = Static<typeof AccountExport>;

export const AccountDeletion = Type.Object(
	{
		name: Type.String({
			maxLength: 200,
			description: "The account's name, as confirmation.",
		}),
		packs: Type.Optional(
			Type.Union([Type.Literal("keep"), Type.Literal("delete")], {
				default: "keep",
				description:
					"What becomes of packs that others can see. Private packs are deleted in any case.",
			}),
		),
	},
	{ additionalProperties: false, examples: [{ name: "Ada", packs: "keep" }] },
);
export type AccountDeletion = Static<typeof AccountDeletion>;

/** What a learner has done, in short. Challenges that the learner cannot open any more are left out of all but `days`. */
export const AccountActivity = Type.Object({
	/** Packs with an attempt, the latest first. */
	packs: Type.Array(
		Type.Object({
			slug: Type.String(),
			name: Type.String(),
			challengeCount: Type.Integer(),
			passedCount: Type.Integer(),
			attemptedAt: Type.String(),
		}),
	),
	/** Days with an attempt in the last 366, the latest first. */
	days: Type.Array(
		Type.Object({
			day: Type.String({ description: "As `2026-11-23`." }),
			attempts: Type.Integer(),
			passed: Type.Integer(),
		}),
	),
	/** The latest attempts. */
	recent: Type.Array(
		Type.Object({
			_id: Type.String(),
			packSlug: Type.String(),
			packName: Type.String(),
			challengeSlug: Type.String(),
			title: Type.String(),
			passed: Type.Boolean(),
			gaveUp: Type.Boolean(),
			attemptedAt: Type.String(),
		}),
	),
});
export type AccountActivity = Static<typeof AccountActivity>;

export const ActivityQuery = Type.Object({
	/** Minutes that are added to UTC: days are the learner's own. */
	utcOffset: Type.Optional(
		Type.Integer({ minimum: -840, maximum: 840, default: 0 }),
	),
});
