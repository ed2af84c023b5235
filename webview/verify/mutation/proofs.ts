/** Mutants that no case can kill, each with the reason. Law: a proof names a mutant that exists and survives; else it is stale. */
import type { Mutant } from "./mutants.ts";

export interface Proof {
	file: string;
	/** The source line, trimmed. */
	source: string;
	change: string;
	/** Why no input can tell the mutant from the original. */
	proof: string;
}

const same = (proof: Proof, mutant: Mutant) =>
	proof.file === mutant.file &&
	proof.source === mutant.source &&
	proof.change === mutant.change;

export const isProved = (proofs: Proof[], mutant: Mutant) =>
	proofs.some((proof) => same(proof, mutant));

/** The proofs, for the files that were tried, that name no survivor. */
export const staleProofs = (
	proofs: Proof[],
	files: string[],
	survivors: Mutant[],
): Proof[] =>
	proofs.filter(
		(proof) =>
			files.includes(proof.file) &&
			!survivors.some((mutant) => same(proof, mutant)),
	);

/** The files that proofs speak of and that are not there. */
export const lostFiles = (proofs: Proof[], files: string[]): string[] => [
	...new Set(
		proofs.map(({ file }) => file).filter((file) => !files.includes(file)),
	),
];
