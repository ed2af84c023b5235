/** An answer that the learner holds to be right, and the checks that refuse it. */
import type { NewDispute } from "@treeline/api/client-types";
import type { FileEntry } from "@treeline/verify/shapes";
import type { DisputeOutcome } from "../../host/host.ts";
import type { Verdict } from "./verdict.ts";

/** What is disputed, and what became of it: opened again, the dialog goes on where it was. */
export interface Disputed {
	readonly id: string;
	readonly verdict: Verdict;
	readonly files: FileEntry[];
	note: string;
	outcome: DisputeOutcome | null;
}

/** Code points of a message that are sent; the service takes twice as many UTF-16 units. */
const MAX_MESSAGE = 1000;

/** Each check that does not pass, by its place in the challenge; a syntax error, which withholds all of them, has none. */
export function failedChecks({
	rows,
	faults,
	english,
}: Verdict): NewDispute["failed"] {
	// The service and the pack's author are told in English.
	const inEnglish = (text: string) => english?.get(text) ?? text;
	const broken = faults.map(({ file, startLine, message }) => ({
		check: null,
		message: cut(`${file}, line ${startLine}: ${inEnglish(message)}`),
	}));
	const counts = new Map<string | null, number>();
	return [
		...broken,
		...rows.flatMap(({ file, state, description, message }) => {
			const index = counts.get(file) ?? 0;
			counts.set(file, index + 1);
			const place = file === null ? "crossFile" : `perFile/${file}`;
			return state === "open"
				? [
						{
							check: `${place}/${index}`,
							message: cut(inEnglish(message ?? description)),
						},
					]
				: [];
		}),
	];
}

const cut = (text: string) => [...text].slice(0, MAX_MESSAGE).join("");
