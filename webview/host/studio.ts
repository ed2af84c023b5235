/** Where the studio's challenges are kept, as its screens see it: the files of a local pack or a pack of the service. */
import type { Calls } from "@treeline/api/client-types";
import type {
	StudioChallenge,
	StudioChange,
	StudioDetails,
	StudioDocument,
	StudioPack,
	StudioProposal,
	StudioPublication,
	StudioSelection,
} from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";
import type { CallArguments } from "./api-caller.ts";
import type { Stop } from "./host.ts";

export type { StudioChallenge, StudioDetails, StudioDocument, StudioPack };

/** A fault of `validate`, with the file and the line of what the author wrote. */
export interface StudioFinding {
	file: string;
	/** From 1; null where it is about the file as a whole. */
	line: number | null;
	column: number | null;
	/** Of what is wrong, in the challenge or in its cases: `#/assertions/perFile/cart.js/0`. */
	pointer: string;
	detail: string;
	severity: "error" | "warning";
}

export interface StudioValidation {
	errors: number;
	warnings: number;
	files: { path: string; findings: StudioFinding[] }[];
}

/** Each promise rejects with a {@link StudioError}. */
export interface StudioStore {
	/** How often it is looked at for changes of others while a challenge is open, in milliseconds. */
	readonly lookMs: number;
	/** Null for a local pack. */
	readonly publishing: Publishing | null;
	/** Null for a local pack, which learners do not try here. */
	readonly learners: LearnerRecords | null;
	/** The address of the pack's list of challenges; that of a challenge is its slug below. */
	readonly address: string;
	pack(): Promise<StudioPack>;
	challenge(path: string): Promise<StudioChallenge>;
	/** Writes a document that was made from `revision`; answers the challenge as it is stored now. */
	save(
		path: string,
		document: StudioDocument,
		revision: string,
	): Promise<StudioChallenge>;
	/** The pattern that lines of the document's solution suggest. */
	pattern(selection: StudioSelection): Promise<{ pattern: string }>;
	/** Patterns of the solution that every accepted answer has, the most telling first. */
	proposals(document: StudioDocument): Promise<StudioProposal[]>;
	/** Changes the pack's details or its list of challenges; answers the pack as it is then. */
	change(change: StudioChange): Promise<StudioPack>;
	/** Validates the whole pack as it is stored, as `validate --strict` does. */
	validate(): Promise<StudioValidation>;
	/** Notifies when another program may have changed the pack, where that is known. */
	watch?(listener: () => void): Stop;
}

/** What is done with a pack of a service as a whole. */
export interface Publishing {
	/** Shows the pack to others, or hides it; what is not valid is not shown. */
	show(visibility: StudioPublication["visibility"]): Promise<StudioPack>;
	/** An archive of the pack's folder, as the tools and editors read it. */
	exported(): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }>;
	/** Deletes the pack. */
	remove(): Promise<void>;
}

/** What learners did at a challenge of a service, without their names. */
export interface LearnerRecords {
	statistics(path: string): Promise<LearnerStatistics>;
	/** Answers that learners hold to be right, newest first. */
	answers(path: string): Promise<LearnerAnswer[]>;
}

export type LearnerStatistics =
	Calls["GET /author/challenges/:id/statistics"]["answer"]["data"];

export interface LearnerAnswer {
	id: string;
	files: FileEntry[];
	/** The places of the checks that it missed; none where its syntax was wrong. */
	failed: string[];
	/** Why it is right, in the learner's words; empty where they say nothing. */
	note: string;
	at: string;
}

/** The author's packs of a service. */
export interface AuthorAccess {
	call: AuthorCaller;
	/** Signs in, where the editor around the page does that; null where the page links to the sign-in. */
	signIn: (() => void) | null;
	/** Saves a file of the author's, where the editor around the page does that; null where the page downloads it. */
	saveFile:
		| ((name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>)
		| null;
}

/** Calls a route of an author as the one who is signed in. Rejects with an `ApiError`. */
export type AuthorCaller = <
	Name extends Extract<keyof Calls, `${string} /author/${string}`>,
>(
	name: Name,
	args: CallArguments<Calls[Name]>,
) => Promise<Calls[Name]["answer"]>;

/**
 * `absent`: nothing serves a pack here. `key`: the address lacks the studio's key. `unreachable`: the studio has ended, or the
 * connection is gone. `changed`: the files have changed since the document was read. `refused`: it cannot be written as it is.
 * `signed-out`: the session has ended.
 */
export type StudioFailure =
	| "absent"
	| "key"
	| "unreachable"
	| "changed"
	| "refused"
	| "signed-out"
	| "failed";

export class StudioError extends Error {
	constructor(
		readonly kind: StudioFailure,
		/** What happened, in sentences. */
		readonly detail: string,
		readonly nextStep: string,
	) {
		super(`${detail} ${nextStep}`.trim());
	}
}
