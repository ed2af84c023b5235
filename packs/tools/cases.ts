/**
 * Reads the cases of a challenge: from `cases/`, where their file has the name of the challenge file, or from the challenge's folder.
 */
import { basename } from "node:path";
import {
	folderOf,
	readChallengeFolder,
	readJson,
	type SourcePart,
} from "@treeline/packs/disk";
import { Cases, type Fault, shapeFaults } from "@treeline/packs/format";

/** The file of a challenge's cases, relative to its pack. */
export const casesPath = (challengePath: string) =>
	`cases/${basename(challengePath)}`;

/** A challenge's cases as read: empty where `faults` tells why they could not be. */
export interface CasesOnDisk extends Cases {
	/** Relative to the pack. */
	path: string;
	text: string | undefined;
	faults: Fault[];
	/** Which file holds which case, for a challenge that is a folder. */
	parts?: SourcePart[];
}

/** The cases of the challenge at `challengePath` in the pack at `folder`. Never rejects. */
export async function readCases(
	folder: string,
	challengePath: string,
): Promise<CasesOnDisk> {
	const at = folderOf(challengePath);
	const found = at === null ? null : await readChallengeFolder(folder, at);
	if (at !== null && found)
		return {
			path: at,
			text: undefined,
			...(found.cases ?? { accepted: [], rejected: [] }),
			// Other faults are the challenge's, and keep it from being validated at all.
			faults: found.cases
				? []
				: [
						{
							pointer: "#",
							code: "no_cases",
							detail: `\`${at}/\` has no cases; add accepted and rejected answers, each in a folder of its own: \`accepted/<name>/\` and \`rejected/<name>/\``,
						},
					],
			parts: found.caseParts,
		};
	const path = casesPath(challengePath);
	const { text, value, fault, missing } = await readJson(folder, path);
	const faults = missing
		? [
				{
					pointer: "#",
					code: "no_cases",
					detail: `\`${path}\` is not there; add accepted and rejected answers`,
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
