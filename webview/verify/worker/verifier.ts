/**
 * The isolated engine that the page, the API, the pack tools and MCP use. It runs `verify` in a worker with a deadline, terminates a
 * worker that exceeds it and starts another one. `worker/browser.ts` and `worker/node.ts` create it.
 */

import type { Inquiry, Inspection } from "../inspect.ts";
import type { RecordedMessages } from "../messages/msg.ts";
import type {
	AssertionSet,
	FileEntry,
	ParseDiagnostic,
	VerificationResult,
} from "../shapes.ts";

/** What one verification yields: the result, and the syntax errors of every parsed file by its path (no entry = none). */
export interface Check {
	result: VerificationResult;
	diagnostics: Record<string, ParseDiagnostic[]>;
	/** Time spent in the worker, in milliseconds. */
	milliseconds: number;
	/** How the messages were made, for showing them in another language (`localizeCheck`); with `recordsMessages` only. */
	messages?: RecordedMessages;
	/** Of a call whose messages are shown in another language: the English ones by those. */
	english?: ReadonlyMap<string, string>;
	/** One for each inquiry; absent in a call without any, or when the call failed as a whole. */
	inspections?: Inspection[];
}

export interface CheckOptions {
	/**
	 * Whether to compile what only a miss needs, too: the known mistakes of checks. A fault in them is then found where the check passes,
	 * as authors want it; learners' verifications compile them at the first miss. False by default.
	 */
	compilesAll?: boolean;
	/**
	 * Whether to leave all checks out where a syntax error withholds the pass anyway (`decideVerdict`), as in most states of code that is
	 * being typed. All of them fail then, and the diagnostics say why. False by default.
	 */
	skipsBroken?: boolean;
	/** Conditions to inspect in the files after the checks, for authors: where they match, and what their metavariables stand for. */
	inquiries?: readonly Inquiry[];
}

export interface Verifier {
	/**
	 * Verifies `files` against `assertions` (specification: "Verification operation").
	 * Always resolves: a check that exceeds the deadline fails as a fault of the check, and the other checks keep their results.
	 * Rejects only when the engine cannot be started at all (grammar unreachable, worker blocked), with what, where and the next step.
	 */
	check(
		assertions: AssertionSet,
		files: FileEntry[],
		options?: CheckOptions,
	): Promise<Check>;
	/** Parses only: the syntax errors of each file by its path, for diagnostics as one types. */
	diagnose(files: FileEntry[]): Promise<Record<string, ParseDiagnostic[]>>;
	/** Ends the worker; calls under way reject. */
	close(): void;
}

/** The part of a browser's `Worker` that is used; any of its kind will do. */
export interface WebWorker {
	postMessage(message: unknown): void;
	terminate(): void;
	addEventListener(
		type: "message" | "error" | "messageerror",
		listener: (event: { data?: unknown; message?: string }) => void,
	): void;
}

export interface VerifierOptions {
	/**
	 * Starts a worker whose script is the entry module `@treeline/verify/worker/entry-browser`. Required in browsers, where
	 * only the page knows the script's address; the default is a worker thread under Node, a process under Bun.
	 */
	spawn?: () => WebWorker;
	/**
	 * Under Node: the bundled script of `@treeline/verify/worker/entry-node`, since Node does not run TypeScript. For CommonJS
	 * (an extension host) both are bundled with esbuild's `conditions: ["commonjs"]`, which takes the parser's own CommonJS build.
	 */
	entry?: string | URL;
	/** As in `verify`. In a blob worker it must be absolute. */
	wasmBasePath?: string;
	/** Grammar bytes that the host supplies in place of a base path, by file name: `tree-sitter-css.wasm`. */
	bytes?:
		| Record<string, Uint8Array>
		| ((fileName: string) => Promise<Uint8Array>);
	/** Whether `Check.messages` is returned. The results are the same either way. False by default. */
	recordsMessages?: boolean;
	/** How many workers may run at once, each started when it is first needed; 1 by default. */
	workers?: number;
	/**
	 * Time one attempt at a call may take once grammars are loaded, in milliseconds; 2000 by default. Under Bun and Node on Linux it is
	 * processor time of the worker: at most ten times as much may go by while others have the processor.
	 */
	deadlineMs?: number;
}
