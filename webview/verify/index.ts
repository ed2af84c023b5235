/** The public interface of the engine: assertions and files in, results out. It executes no code of the files. */
import { readerFor } from "#bytes";
import { compileAll } from "./kinds/compile-faults.ts";
import type { Fault } from "./kinds/faults.ts";
import { createGrammars, type Grammars } from "./parse/grammars.ts";
import type { AssertionSet, FileEntry, VerificationResult } from "./shapes.ts";
import { check } from "./verify.ts";

export { extractParseErrors } from "./diagnose/diagnostics.ts";
export { assertionFaults, type Fault } from "./kinds/faults.ts";
export { type Grammar, grammarNames, grammarOf } from "./parse/grammars.ts";
export type { ParsedFile } from "./parse/parse.ts";
export {
	decideVerdict,
	type SyntaxFault,
	type Verdict,
} from "./results/verdict.ts";
export type {
	Assertion,
	AssertionOf,
	AssertionResult,
	AssertionSet,
	AssertionType,
	FileEntry,
	FileVerificationResult,
	Location,
	NearMiss,
	ParseDiagnostic,
	VerificationResult,
} from "./shapes.ts";

export interface VerifyOptions {
	/**
	 * Where `web-tree-sitter.wasm` and the `tree-sitter-<grammar>.wasm` files are: a URL or, under Bun and Node, also a folder.
	 * By default `/tree-sitter/` in browsers, the installed packages elsewhere.
	 */
	wasmBasePath?: string;
}

const byBasePath = new Map<string | undefined, Grammars>();

function grammarsAt(basePath?: string): Grammars {
	let grammars = byBasePath.get(basePath);
	if (!grammars) {
		grammars = createGrammars(readerFor(basePath));
		byBasePath.set(basePath, grammars);
	}
	return grammars;
}

/**
 * Verifies files against assertions (specification: "Verification operation"). Runs in the caller's thread without a
 * deadline; verify untrusted files through `@treeline/verify/worker`, which can be stopped.
 * Rejects only when a grammar cannot be loaded, with the address, what came instead and the next step.
 */
export async function verify(
	assertions: AssertionSet,
	files: FileEntry[],
	options: VerifyOptions = {},
): Promise<VerificationResult> {
	const grammars = grammarsAt(options.wasmBasePath);
	return (await check(assertions, files, grammars)).result;
}

/**
 * The assertions of a set that no grammar takes, each with a pointer: a per-file one is compiled for its file's grammar, any
 * other for the grammars of `files` (for all seven without files), of which one is enough.
 * Leaves aside what `assertionFaults` finds. Rejects only when a grammar cannot be loaded.
 */
export const compileFaults = (
	assertions: AssertionSet,
	files: FileEntry[] = [],
	options: VerifyOptions = {},
): Promise<Fault[]> =>
	compileAll(assertions, files, grammarsAt(options.wasmBasePath));

/** Clears cached grammars and initialization state (specification: "Verification operation"); used between test suites. */
export function resetCache(): void {
	for (const grammars of byBasePath.values()) grammars.reset();
}
