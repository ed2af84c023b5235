/**
 * Reads the cases of a challenge from `cases/`, where their file has the name of the challenge file.
 */
import { basename } from "node:path";
import { readJson } from "@treeline/packs/disk";
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
