/** Schemas of moderation: authors' packs, users, reasons of actions, and the audit (contract, section 6). */
import { type Static, Type } from "@sinclair/typebox";
import { ListMeta, pageQuery } from "../../server/pagination.ts";
import { Role } from "../../server/roles.ts";
import {
	AuthorPackSummary,
	Publishing,
	Visibility,
} from "../author/api-schemas.ts";
import { LanguageModelState } from "../chat/api-schemas.ts";
import { CliChallenge } from "../pack-download-for-cli/api-schemas.ts";

const nullable = Type.Union([Type.String(), Type.Null()]);
const yesOrNo = Type.Optional(
	Type.Union([Type.Literal("true"), Type.Literal("false")]),
);
/** A part of a name, in any case; of users also a whole id. */
const q = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));

export const ModeratedPackQuery = Type.Object({
	...pageQuery,
	q,
	takenDown: yesOrNo,
	/** Whether they wait for approval. */
	waiting: yesOrNo,
	visibility: Type.Optional(Visibility),
});
export type ModeratedPackQuery = Static<typeof ModeratedPackQuery>;

export const UserQuery = Type.Object({
	...pageQuery,
	q,
	blocked: yesOrNo,
	role: Type.Optional(Role),
});
export type UserQuery = Static<typeof UserQuery>;

/** The reason of a takedown, a refusal or a block, which the author or user reads. */
export const Reason = Type.Object(
	{ reason: Type.String({ minLength: 1, maxLength: 500, pattern: "\\S" }) },
	{
		additionalProperties: false,
		examples: [{ reason: "The prompts advertise a shop." }],
	},
);

export const RoleChange = Type.Object(
	{ role: Role },
	{ additionalProperties: false, examples: [{ role: "author" }] },
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

const ModeratedChallenge = Type.Composite([
	CliChallenge,
	Type.Object({
		debrief: Type.Union([Type.String(), Type.Null()], {
			description: "What learners read after a pass.",
		}),
	}),
]);
export type ModeratedChallenge = Static<typeof ModeratedChallenge>;

/** With all that learners see of its challenges: never the reference solutions. */
export const ModeratedPackDetail = Type.Composite([
	ModeratedPack,
	Type.Object({
		challenges: Type.Array(ModeratedChallenge),
		etag: Type.String({
			description: "The header `ETag`, for clients that read bodies only.",
		}),
	}),
]);
export type ModeratedPackDetail = Static<typeof ModeratedPackDetail>;

export const ModeratedUser = Type.Object({
	_id: Type.String(),
	name: Type.String(),
	image: nullable,
	role: Role,
	/** How many packs they have, private ones too. */
	packCount: Type.Integer(),
	blockedAt: nullable,
	blockedReason: nullable,
	createdAt: Type.String(),
});
export type ModeratedUser = Static<typeof ModeratedUser>;

/** What a moderator or an administrator did. */
export const ListedAction = Type.Object({
	_id: Type.String(),
	action: Type.String({
		description: "As `pack_taken_down`, `user_blocked` or `role_changed`.",
	}),
	/** The pack that was acted on, or at whose challenge the dispute is, with the slug that it had then. */
	packSlug: nullable,
	/** The user who was acted on, or whose pack or dispute it is. */
	userId: Type.String(),
	/** As they are called now; null when the account was deleted. */
	userName: nullable,
	reason: nullable,
	/** The role that the user was given; null for other actions. */
	role: Type.Union([Role, Type.Null()]),
	/** The account that acted; null when it was the admin secret. */
	actorId: nullable,
	actorName: nullable,
	/** The fingerprint of the admin secret; null when it was an account. */
	keyFingerprint: nullable,
	requestId: Type.String(),
	createdAt: Type.String(),
});
export type ListedAction = Static<typeof ListedAction>;

/** What reading a whole backup found. */
export const BackupCheck = Type.Object({
	status: Type.Union([Type.Literal("restorable"), Type.Literal("unusable")], {
		description:
			"`restorable`: every checksum is right, and this version of Treeline can restore it.",
	}),
	/** Why it is unusable, and the next step. */
	fault: nullable,
	/** The version of Treeline that wrote it, which can restore it, as later ones can; null when it cannot be read. */
	treeline: nullable,
	/** When its snapshot was taken; null when it cannot be read. */
	createdAt: nullable,
	checkedAt: Type.String(),
});
export type BackupCheck = Static<typeof BackupCheck>;

export const Backup = Type.Object({
	/** The file's name. */
	name: Type.String(),
	bytes: Type.Integer(),
	/** When the file was written. */
	modifiedAt: Type.String(),
	/** Null = not checked since it was written, or since the server started. */
	check: Type.Union([BackupCheck, Type.Null()]),
});
export type Backup = Static<typeof Backup>;

export const BackupListMeta = Type.Composite([
	ListMeta,
	Type.Object({
		/** Where the backups are on the server; null when `BACKUP_DIR` is not set. */
		folder: nullable,
		/** Why the folder cannot be read; null when it can. */
		fault: nullable,
	}),
]);

/** What waits for moderators, and what the server allows authors. */
export const ModerationOverview = Type.Object({
	waitingPacks: Type.Integer(),
	openDisputes: Type.Integer(),
	publishing: Publishing,
	authorQuotas: Type.Object({
		packs: Type.Integer(),
		bytes: Type.Integer(),
	}),
	/** Classes that an account may teach, and members of each. */
	classQuotas: Type.Object({
		classes: Type.Integer(),
		members: Type.Integer(),
	}),
	/** Bytes of the files that are stored with one account's attempts. */
	attemptFileBytes: Type.Integer(),
	languageModel: LanguageModelState,
	/** Rights that the databases' user lacks, without which replicas run no reads; of the databases of the process that answers. */
	missingRights: Type.Array(
		Type.Object({
			database: Type.Union([Type.Literal("platform"), Type.Literal("content")]),
			/** Its name on the server. */
			name: Type.String(),
			grant: Type.String({
				description: "What gives them, as a superuser in that database.",
			}),
		}),
	),
	/** How many requests of a kind each account may make in a minute. */
	limitsPerMinute: Type.Record(Type.String(), Type.Integer()),
});
export type ModerationOverview = Static<typeof ModerationOverview>;
