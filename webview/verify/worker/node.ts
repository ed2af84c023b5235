/**
 * The isolated engine under Bun and Node: a worker thread under Node, a child process under Bun, where a thread inside a regular
 * expression cannot be terminated and would keep the process from exiting.
 */
import { fork } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { threadOf } from "./browser.ts";
import { pool } from "./pool.ts";
import { processTime, threadTime } from "./processor-time.ts";
import type { FromWorker, Thread, ThreadStarted } from "./protocol.ts";
import { supervise } from "./supervisor.ts";
import type { Verifier, VerifierOptions } from "./verifier.ts";

export type { Check, Verifier, VerifierOptions } from "./verifier.ts";

/** Creates a verifier over threads or processes; the first call starts one. The process exits without waiting for idle ones. */
export function createVerifier(options: VerifierOptions = {}): Verifier {
	const { spawn, entry, workers = 1 } = options;
	return pool(workers, () =>
		supervise(
			() => (spawn ? threadOf(spawn()) : start(addressOf(entry))),
			options,
		),
	);
}

function addressOf(entry: string | URL | undefined): URL {
	if (entry instanceof URL) return entry;
	if (entry !== undefined)
		return entry.startsWith("file:") ? new URL(entry) : pathToFileURL(entry);
	// Empty in a CommonJS bundle.
	if (import.meta.url) return new URL("./entry-node.ts", import.meta.url);
	throw new Error(
		"createVerifier needs `entry` in a CommonJS bundle; bundle `@treeline/verify/worker/entry-node` to a file of its own and give its path",
	);
}

const start = (entry: URL): Thread =>
	process.versions.bun ? startProcess(entry) : startThread(entry);

function startThread(entry: URL): Thread {
	// A query can return more than a process can hold; then the thread fails, not the process.
	const limits = { maxOldGenerationSizeMb: 512 };
	const worker = new Worker(entry, { resourceLimits: limits });
	let thread: string | null = null;
	worker.unref();
	return {
		post: (message) => worker.postMessage(message),
		listen(heard, died) {
			worker.on("message", (message: FromWorker | ThreadStarted) => {
				if (message.kind === "thread") thread = message.thread;
				else heard(message);
			});
			worker.on("error", (problem: Error) => died(problem.message));
			worker.on("exit", (code) => died(`exit code ${code}`));
		},
		terminate: () => void worker.terminate(),
		processorTime: () => (thread === null ? null : threadTime(thread)),
		hold: (busy) => (busy ? worker.ref() : worker.unref()),
	};
}

function startProcess(entry: URL): Thread {
	const child = fork(fileURLToPath(entry), {
		serialization: "advanced",
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	const kill = () => void child.kill("SIGKILL");
	const hold = (busy: boolean) => (busy ? child.ref() : child.unref());
	// A worker that hangs would outlive this process.
	process.on("exit", kill);
	hold(false);
	return {
		post: (message) => void child.send(structuredClone(message)),
		listen(heard, died) {
			child.on("message", (message) => heard(message as FromWorker));
			child.on("error", (problem) => died(problem.message));
			child.on("exit", (code, signal) => {
				process.off("exit", kill);
				died(signal ?? `exit code ${code}`);
			});
		},
		terminate: kill,
		processorTime: () => (child.pid ? processTime(child.pid) : null),
		hold,
	};
}
