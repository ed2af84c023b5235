/** Where the studio's challenges are kept, as its screens see it: the files of a local pack or a pack of the service. */
import type {
	StudioChallenge,
	StudioChange,
	StudioDocument,
	StudioPack,
	StudioProposal,
	StudioSelection,
} from "@treeline/packs/format";
import type { Stop } from "./host.ts";

export type { StudioChallenge, StudioDocument, StudioPack };

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
	/** Adds a challenge, or puts all into another order; answers the pack as it is then. */
	change(change: StudioChange): Promise<StudioPack>;
	/** Validates the whole pack as it is stored, as `validate --strict` does. */
	validate(): Promise<StudioValidation>;
	/** Notifies when another program may have changed the pack, where that is known. */
	watch?(listener: () => void): Stop;
}

/**
 * `absent`: nothing serves a pack here. `key`: the address lacks the studio's key. `unreachable`: the studio has ended, or the
 * connection is gone. `changed`: the files have changed since the document was read. `refused`: it cannot be written as it is.
 */
export type StudioFailure =
	| "absent"
	| "key"
	| "unreachable"
	| "changed"
	| "refused"
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
