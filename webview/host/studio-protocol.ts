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
} satisfies Record<string, TSchema>;

type Questions = typeof studioQuestions;

interface Answers extends Record<keyof Questions, unknown> {
	/** The pack's folder as a URI, what to show first, and the records that were kept. */
	ready: { folder: string; path: string; records: Record<string, unknown> };
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
	/** Files of the pack may have changed. */
	changed: { takes: null; gives: null };
};
