/** The messages between host and worker. Rule: every request is answered with a result or an error. */
import type { AssertionSet, FileEntry } from "../shapes.ts";
import type { Check, CheckOptions } from "./verifier.ts";

export type ToWorker =
	/** The first message: where grammar bytes come from, and whether the templates of messages are returned. */
	| {
			kind: "start";
			wasmBasePath?: string;
			bytesFromHost: boolean;
			recordsMessages: boolean;
	  }
	/** One verification. `timedOutSteps` failed in earlier attempts; `skipUserPatterns` skips all checks that run queries or regular expressions. */
	| {
			kind: "check";
			assertions: AssertionSet;
			files: FileEntry[];
			timedOutSteps: string[];
			skipUserPatterns: boolean;
			options: CheckOptions;
			deadlineMs: number;
	  }
	/** The answer to `wanted`. */
	| { kind: "bytes"; fileName: string; bytes: Uint8Array }
	| { kind: "bytes"; fileName: string; error: string };

/** The step of a call that inspects conditions, after those of its checks. */
export const inspectStep = "inspect";

export type FromWorker =
	/** The worker asks the host for a grammar's bytes. */
	| { kind: "wanted"; fileName: string }
	/** The grammars are loaded; the time limits start. */
	| { kind: "loaded" }
	/** The step that the worker starts, so that the host knows which step exceeds its time. */
	| { kind: "step"; step: string }
	/** `heapBytes` is the size of the core's memory, which never shrinks. */
	| { kind: "done"; check: Check; heapBytes: number }
	/** `broken` when the core's memory can no longer be trusted. */
	| { kind: "failed"; error: string; broken: boolean };

/** The first message of a worker thread under Node on Linux: the path of its thread below `/proc`, by which its processor time is read. */
export interface ThreadStarted {
	kind: "thread";
	thread: string;
}

/** The worker's end of the connection. */
export interface Port {
	post(message: FromWorker): void;
	listen(handle: (message: ToWorker) => void): void;
}

/** The host's end of the connection: a worker of any platform. */
export interface Thread {
	post(message: ToWorker): void;
	/** Called once. `died` is called when the worker ends or fails by itself. */
	listen(
		heard: (message: FromWorker) => void,
		died: (reason: string) => void,
	): void;
	terminate(): void;
	/** The processor time of the worker in milliseconds; null when the system does not report it. */
	processorTime?(): number | null;
	/** Sets whether the process waits for this worker before it exits; absent in browsers. */
	hold?(busy: boolean): void;
}
