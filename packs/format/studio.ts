/**
 * The shapes that the studio and what holds the pack exchange: a challenge as one document, in the form of its JSON whichever form it has
 * on disk. The page edits documents; the tools, or an editor, read and write the files.
 */
import { type Static, type TProperties, Type } from "@sinclair/typebox";
import { type Definitions, FileEntry } from "@treeline/verify/shapes";
import type { LocatedFault } from "./folder/shape.ts";
import { packFields } from "./manifest.ts";

const closed = { additionalProperties: false };

const acceptedFields = {
	name: Type.String({ maxLength: 1000 }),
	files: Type.Array(FileEntry, { maxItems: 50 }),
};
const rejectedFields = {
	...acceptedFields,
	caughtBy: Type.String({ maxLength: 400 }),
	behaves: Type.Optional(Type.Boolean()),
	reason: Type.Optional(Type.String({ maxLength: 4000 })),
};
const listOf = <Fields extends TProperties>(fields: Fields) =>
	Type.Array(Type.Object(fields, closed), { maxItems: 500 });

/** Right and wrong answers of a challenge that is still being written: they need not be whole. */
export const DraftCases = Type.Object(
	{ accepted: listOf(acceptedFields), rejected: listOf(rejectedFields) },
	closed,
);
export type DraftCases = Static<typeof DraftCases>;

const onDisk = {
	/** The case's folder, such as `accepted/01-a-loop`; absent for one that was not saved yet, and where cases are JSON. */
	folder: Type.Optional(
		Type.String({ pattern: "^(accepted|rejected)/[^./\\\\][^/\\\\]{0,119}$" }),
	),
};
export const StudioRejected = Type.Object(
	{ ...onDisk, ...rejectedFields },
	closed,
);
export type StudioRejected = Static<typeof StudioRejected>;

/** A challenge as it is edited. Its fields may be unfinished; `files` and `scaffold` are whole, as far as they are there. */
export const StudioDocument = Type.Object(
	{
		challenge: Type.Object({
			prompt: Type.Optional(Type.String()),
			debrief: Type.Optional(Type.String()),
			files: Type.Optional(Type.Array(FileEntry, { maxItems: 50 })),
			scaffold: Type.Optional(Type.Array(FileEntry, { maxItems: 50 })),
		}),
		cases: Type.Object(
			{
				accepted: listOf({ ...onDisk, ...acceptedFields }),
				rejected: Type.Array(StudioRejected, { maxItems: 500 }),
			},
			closed,
		),
	},
	closed,
);
export type StudioDocument = Static<typeof StudioDocument>;

/** What is saved: the document, and the revision that it was made from. */
export const StudioSave = Type.Object(
	{ document: StudioDocument, revision: Type.String({ maxLength: 100 }) },
	closed,
);
export type StudioSave = Static<typeof StudioSave>;

/** Lines of a file of the document's solution, from 1, both included. */
export const StudioSelection = Type.Object(
	{
		document: StudioDocument,
		path: Type.String({ maxLength: 200 }),
		from: Type.Integer({ minimum: 1 }),
		to: Type.Integer({ minimum: 1 }),
	},
	closed,
);
export type StudioSelection = Static<typeof StudioSelection>;

/** A pattern that the solution and every accepted answer have. */
export interface StudioProposal {
	file: string;
	pattern: string;
	/** The names of the rejected answers that it fails. */
	catches: string[];
}

const { name, description, author, tags } = packFields;

/** What a pack says of itself, as far as the studio edits it. */
export const StudioDetails = Type.Object(
	{ name, description, author, tags },
	closed,
);
export type StudioDetails = Static<typeof StudioDetails>;

/**
 * Other details in place of those that they were made from, a new challenge, another slug of one, one removed with its files, or another order of all; challenges are named by their places in the
 * manifest.
 */
export const StudioChange = Type.Union([
	Type.Object(
		{
			details: StudioDetails,
			/** They may be those of an unfinished manifest. */
			before: Type.Object({
				...{ name: Type.String(), description: Type.String() },
				...{ author: Type.String(), tags: Type.Array(Type.String()) },
			}),
		},
		closed,
	),
	Type.Object({ slug: Type.String({ maxLength: 100 }) }, closed),
	Type.Object(
		{
			rename: Type.String({ maxLength: 300 }),
			slug: Type.String({ maxLength: 100 }),
		},
		closed,
	),
	Type.Object({ remove: Type.String({ maxLength: 300 }) }, closed),
	Type.Object(
		{ order: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 500 }) },
		closed,
	),
]);
export type StudioChange = Static<typeof StudioChange>;

/** A challenge of the pack in a list. */
export interface StudioEntry {
	/** Its place in the manifest, `challenges/01-total-the-cart.json`, or its id at the service. */
	path: string;
	slug: string;
	title: string;
	difficulty: string;
	checks: number;
	accepted: number;
	rejected: number;
	/** Why it cannot be opened; null when it can. */
	fault: string | null;
}

export interface StudioPack extends StudioDetails {
	/** The folder's absolute path, or what names the pack at its service: drafts are kept apart by it. */
	folder: string;
	slug: string;
	challenges: StudioEntry[];
	/** What is wrong with the manifest and with the shared definitions. */
	faults: string[];
	/** Absent for a local pack. */
	publication?: StudioPublication;
}

/** What a service says of a pack beside its content. */
export interface StudioPublication {
	visibility: "public" | "unlisted" | "private";
	/** Why an administrator took it down; null where none did. */
	takenDownReason: string | null;
	/** Whether a moderator has to approve before more people see it. */
	needsApproval: boolean;
	/** Whether an administrator has to name the account an author before. */
	needsRole: boolean;
	/** What a moderator has to approve, and why one refused it; null where nothing was asked for. */
	request: {
		visibility: "public" | "unlisted" | "private";
		refusedReason: string | null;
	} | null;
}

/** A challenge as it is stored. */
export interface StudioChallenge {
	path: string;
	slug: string;
	/** Changes with every change of its files. */
	revision: string;
	/** Null when `faults` keep it from being read. */
	document: StudioDocument | null;
	/** What the checks of the pack share. */
	definitions: Definitions;
	faults: LocatedFault[];
}
