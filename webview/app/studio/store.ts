/** Where the studio's challenges are kept: the files of a local pack, through the tools that serve this page or the editor around it. */
import type {
	StudioChallenge,
	StudioChange,
	StudioDocument,
	StudioPack,
	StudioProposal,
	StudioSelection,
} from "@treeline/packs/format";
import { t } from "../../l10n/l10n.ts";

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

const KEY = "treeline:studio-key";

/** The store behind the address that `npm run packs -- studio` prints; its key stands behind `#` and stays with the tab. */
export function createHttpStore(): StudioStore {
	const given = /[#&]token=([0-9a-f]+)/.exec(location.hash)?.[1];
	if (given) sessionStorage.setItem(KEY, given);
	const key = given ?? sessionStorage.getItem(KEY) ?? "";
	const call = async <Value>(
		method: string,
		route: string,
		body?: unknown,
	): Promise<Value> => {
		const response = await fetch(`/studio-api/${route}`, {
			method,
			headers: { "x-studio-token": key, "content-type": "application/json" },
			...(body !== undefined && { body: JSON.stringify(body) }),
		}).catch(() => null);
		if (!response)
			throw new StudioError(
				"unreachable",
				t("The studio does not answer."),
				t(
					"See whether `npm run packs -- studio` still runs, then try again. Your edits are kept in this browser.",
				),
			);
		const answer: unknown = await response.json().catch(() => null);
		if (response.ok && answer !== null) return answer as Value;
		throw failureOf(response.status, detailOf(answer));
	};
	const at = (path: string) => `challenge?path=${encodeURIComponent(path)}`;
	return {
		pack: () => call("GET", "pack"),
		challenge: (path) => call("GET", at(path)),
		save: (path, document, revision) =>
			call("PUT", at(path), { document, revision }),
		pattern: (selection) => call("POST", "pattern", selection),
		proposals: (document) => call("POST", "proposals", document),
		change: (change) => call("POST", "pack", change),
		validate: () => call("POST", "validate"),
	};
}

const detailOf = (answer: unknown): string => {
	const { detail } = (answer ?? {}) as { detail?: unknown };
	return typeof detail === "string" ? detail : "";
};

function failureOf(status: number, detail: string): StudioError {
	if (status === 401) return new StudioError("key", detail, "");
	if (status === 409)
		return new StudioError("changed", detail, t("Choose which to keep."));
	if (status === 422)
		return new StudioError(
			"refused",
			detail,
			t("Fix this, then save again. Your edits are kept in this browser."),
		);
	if (status === 404 || detail === "")
		return new StudioError(
			"absent",
			t("No pack is open in the studio here."),
			t(
				"Run `npm run packs -- studio <folder of your pack>` and open the address that it prints.",
			),
		);
	return new StudioError("failed", detail, t("Then try again."));
}
