/** The options of the commands that run what a pack contains, and their one refusal. */
import { availableParallelism } from "node:os";
import type { PackOnDisk } from "@treeline/packs/disk";
import { isOurs } from "../packs.ts";

export const RUN_OPTIONS = {
	challenge: { type: "string" },
	/** Runs packs that are not of this house. */
	trust: { type: "boolean", default: false },
	/** Seconds that one run may take. */
	timeout: { type: "string", default: "30" },
	/** Runs at a time. */
	jobs: {
		type: "string",
		default: String(Math.min(2, availableParallelism())),
	},
} as const;

/** Throws when a pack is not of this house and nobody has said that its code may run. */
export function refuseStrangers(packs: PackOnDisk[], trust: boolean): void {
	const strangers = packs.filter((pack) => !isOurs(pack.folder));
	if (trust || strangers.length === 0) return;
	throw new Error(
		`This command runs the code of a pack with your rights, and ${strangers.map((pack) => pack.folder).join(", ")} is not of this house. Read it; then add --trust.`,
	);
}

/** The number that an option was given; throws when it is none. */
export function atLeastOne(text: string, option: string): number {
	const number = Number(text);
	if (Number.isInteger(number) && number > 0) return number;
	throw new Error(`${option} takes a whole number above 0, not "${text}".`);
}
