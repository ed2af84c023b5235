/**
 * The cases of a challenge: other right answers that must pass, and wrong ones that must not. They stand in `cases/`, under the
 * challenge file's name, and are what the tools prove a challenge with.
 */
import { basename } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { readJson } from "@treeline/packs/disk";
import { type Fault, shapeFaults } from "@treeline/packs/format";
import { FileEntry } from "@treeline/verify/shapes";

const closed = { additionalProperties: false };
const named = {
	/** What is different about it, for the people who read a failure. */
	name: Type.String({
		minLength: 1,
		description: "what is different about it, for whoever reads a failure",
	}),
	files: Type.Array(FileEntry, {
		minItems: 1,
		description: "the whole file set, not only what differs",
	}),
};

export const Accepted = Type.Object(named, closed);
export type Accepted = Static<typeof Accepted>;

export const Rejected = Type.Object(
	{
		...named,
		caughtBy: Type.String({
			pattern: "^(perFile/.+|crossFile)/\\d+$",
			description:
				"the check that must fail: `perFile/<path>/<index>` or `crossFile/<index>`, counted from 0",
		}),
		behaves: Type.Optional(
			Type.Boolean({
				description:
					"true when it behaves right and only breaks what the prompt asks for; its behavioural suite must then pass",
			}),
		),
		reason: Type.Optional(
			Type.String({
				minLength: 1,
				description:
					"which numbered requirement it breaks although it behaves right; needed beside `behaves`",
			}),
		),
	},
	closed,
);
export type Rejected = Static<typeof Rejected>;

export const Cases = Type.Object(
	{
		$schema: Type.Optional(Type.String()),
		accepted: Type.Array(Accepted),
		rejected: Type.Array(Rejected),
	},
	closed,
);
export type Cases = Static<typeof Cases>;

/** The file of a challenge's cases, relative to its pack. */
export const casesPath = (challengePath: string) =>
	`cases/${basename(challengePath)}`;

/** A challenge's cases as read: empty where `faults` tells why they could not be. */
export interface CasesOnDisk extends Cases {
	/** Relative to the pack. */
	path: string;
	text: string | undefined;
	faults: Fault[];
}

/** The cases of the challenge at `challengePath` in the pack at `folder`. Never rejects. */
export async function readCases(
	folder: string,
	challengePath: string,
): Promise<CasesOnDisk> {
	const path = casesPath(challengePath);
	const { text, value, fault, missing } = await readJson(folder, path);
	const faults = missing
		? [
				{
					pointer: "#",
					code: "no_cases",
					detail: `\`${path}\` is not there; add accepted variants and rejected mutants`,
				},
			]
		: fault !== undefined
			? [{ pointer: "#", code: "unreadable", detail: fault }]
			: shapeFaults(Cases, value).map((one) => ({
					...one,
					detail: `\`${path}\`: ${one.detail}`,
				}));
	const { accepted, rejected } =
		faults.length === 0 ? (value as Cases) : { accepted: [], rejected: [] };
	return { path, text, accepted, rejected, faults };
}
