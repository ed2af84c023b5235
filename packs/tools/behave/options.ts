/** The options of the commands that execute the code of a pack, and their check that it is trusted. */
import { availableParallelism } from "node:os";
import type { PackOnDisk } from "@treeline/packs/disk";
import { isBundled } from "../packs.ts";

export const RUN_OPTIONS = {
	challenge: { type: "string" },
	/** Runs packs that are not part of this repository. */
	trust: { type: "boolean", default: false },
	/** Seconds that one run may take. */
	timeout: { type: "string", default: "30" },
	/** Runs at a time. */
	jobs: {
		type: "string",
		default: String(Math.min(2, availableParallelism())),
	},
} as const;

/** Throws when a pack is not part of this repository and `--trust` is not given. */
export function requireTrust(packs: PackOnDisk[], trust: boolean): void {
	const untrusted = packs.filter((pack) => !isBundled(pack.folder));
	if (trust || untrusted.length === 0) return;
	throw new Error(
		`This command runs the code of a pack with your rights, and ${untrusted.map((pack) => pack.folder).join(", ")} is not part of this repository. Read it; then add --trust.`,
	);
}

/** Parses the value of an option as a whole number above 0; throws when it is none. */
export function atLeastOne(text: string, option: string): number {
	const number = Number(text);
	if (Number.isInteger(number) && number > 0) return number;
	throw new Error(`${option} takes a whole number above 0, not "${text}".`);
}
