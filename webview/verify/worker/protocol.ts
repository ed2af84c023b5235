/** What the host and the worker say to each other. Law: every request is answered by a result or an error, never by silence. */
import type { AssertionSet, FileEntry } from "../shapes.ts";
import type { Check } from "./verifier.ts";

export type ToWorker =
	/** The first message: where grammar bytes come from. */
	| { kind: "start"; wasmBasePath?: string; bytesFromHost: boolean }
	/** One verification at a time; `timedOutSteps` are the steps that ran away before, and whether to try no other that might. */
	| {
			kind: "check";
			assertions: AssertionSet;
			files: FileEntry[];
			timedOutSteps: string[];
			skipUserPatterns: boolean;
			deadlineMs: number;
	  }
	/** The answer to `wanted`. */
	| { kind: "bytes"; fileName: string; bytes: Uint8Array }
	| { kind: "bytes"; fileName: string; error: string };

export type FromWorker =
	/** The worker asks the host for a grammar's bytes. */
	| { kind: "wanted"; fileName: string }
	/** The grammars are there; from here on time counts. */
	| { kind: "loaded" }
	/** What the worker is about to try, so that it can be blamed when it never ends. */
	| { kind: "step"; step: string }
	/** `heapBytes` is the size of the core's memory, which never shrinks. */
	| { kind: "done"; check: Check; heapBytes: number }
	/** `broken` when the core's memory can no longer be trusted. */
	| { kind: "failed"; error: string; broken: boolean };

/** The worker's end of the line. */
export interface Port {
	post(message: FromWorker): void;
	listen(handle: (message: ToWorker) => void): void;
}

/** The host's end: a worker of whatever platform. */
export interface Thread {
	post(message: ToWorker): void;
	/** Called once. `died` is told when the worker ends or fails by itself. */
	listen(
		heard: (message: FromWorker) => void,
		died: (reason: string) => void,
	): void;
	terminate(): void;
	/** Processor time that the worker has used so far, in milliseconds; null when the system does not tell. */
	processorTime?(): number | null;
	/** Whether the process must wait for this worker; a browser does not ask. */
	hold?(busy: boolean): void;
}
