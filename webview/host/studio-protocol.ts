/**
 * What the studio's page in an editor's panel and the editor around it say to each other. The page's requests are declared as shapes,
 * because the editor checks them.
 */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import {
	type StudioChallenge,
	StudioChange,
	StudioDocument,
	type StudioPack,
	type StudioProposal,
	StudioSave,
	StudioSelection,
} from "@treeline/packs/format";
import type { StudioValidation } from "./studio.ts";

const closed = { additionalProperties: false };
const path = Type.String({ maxLength: 300 });

/** The page's requests: what each takes. */
export const studioQuestions = {
	/** The page has loaded and receives messages. */
	ready: Type.Null(),
	/** The page shows another screen, by its path with its query. */
	moved: Type.Object({ path: Type.String({ maxLength: 1000 }) }, closed),
	/** Keeps a record, such as unsaved edits, beyond the panel's life. */
	keep: Type.Object(
		{ key: Type.String({ maxLength: 5000 }), value: Type.Unknown() },
		closed,
	),
	forget: Type.Object({ key: Type.String({ maxLength: 5000 }) }, closed),
	pack: Type.Null(),
	challenge: Type.Object({ path }, closed),
	save: Type.Object({ path, save: StudioSave }, closed),
	pattern: StudioSelection,
	proposals: StudioDocument,
	change: StudioChange,
	validate: Type.Null(),
	/** A call of an author's route, by the account that the editor is signed in to. */
	author: Type.Object(
		{
			name: Type.String({
				pattern: "^(GET|POST|PUT|PATCH|DELETE) /author/[\\w/:-]+$",
				maxLength: 200,
			}),
			params: Type.Optional(Type.Record(Type.String(), Type.String())),
			query: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
			body: Type.Optional(Type.Unknown()),
			ifMatch: Type.Optional(Type.String({ maxLength: 200 })),
		},
		closed,
	),
	signIn: Type.Null(),
	/** Saves a file where the author chooses. */
	saveFile: Type.Object(
		{ name: Type.String({ maxLength: 300 }), bytes: Type.Uint8Array() },
		closed,
	),
} satisfies Record<string, TSchema>;

type Questions = typeof studioQuestions;

interface Answers extends Record<keyof Questions, unknown> {
	/** The pack's folder as a URI, null for packs of the service; what to show first, and the records that were kept. */
	ready: {
		folder: string | null;
		path: string;
		records: Record<string, unknown>;
	};
	moved: null;
	keep: null;
	forget: null;
	pack: StudioPack;
	challenge: StudioChallenge;
	save: StudioChallenge;
	pattern: { pattern: string };
	proposals: StudioProposal[];
	change: StudioPack;
	validate: StudioValidation;
	author: { answer: unknown; etag: string };
	signIn: null;
	saveFile: null;
}

/** What the editor offers the studio's page. */
export type StudioEditorOffer = {
	[Name in keyof Questions]: {
		takes: Static<Questions[Name]>;
		gives: Answers[Name];
	};
};

/** What the studio's page offers the editor. */
export type StudioPageOffer = {
	/** Shows another screen. */
	show: { takes: { path: string }; gives: null };
	/** Files of the pack may have changed, or the account. */
	changed: { takes: null; gives: null };
};
