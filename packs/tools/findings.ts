/** A fault of a pack with its file and line. */
import type { Fault } from "@treeline/packs/format";
import { jsonPositions } from "./json-positions.ts";

export interface Finding extends Fault {
	/** Relative to the pack's folder. */
	file: string;
	/** From 1; null when it is about the file as a whole or the file is no text. */
	line: number | null;
	/** What helps to find it, in lines of its own. */
	note?: string;
	/** A warning does not count as an error; `--strict` makes it an error. */
	severity: "error" | "warning";
}

/** Turns faults of one file into findings; `text` is what the file holds. */
export function findingsIn(
	file: string,
	text: string | undefined,
	faults: (Fault & Pick<Finding, "note">)[],
	severity: Finding["severity"] = "error",
): Finding[] {
	if (faults.length === 0) return [];
	const places = text === undefined ? null : jsonPositions(text);
	return faults.map((fault) => ({
		...fault,
		file,
		line: !places
			? null
			: fault.code === "unreadable"
				? places.brokenAt
				: places.lineOf(fault.pointer),
		severity,
	}));
}
