/** The isolated engine in a browser: a web worker that the page starts. */

import { pool } from "./pool.ts";
import type { FromWorker, Thread } from "./protocol.ts";
import { supervise } from "./supervisor.ts";
import type { Verifier, VerifierOptions, WebWorker } from "./verifier.ts";

export type { Check, Verifier, VerifierOptions } from "./verifier.ts";

/** A verifier over web workers; the first call starts one. Throws without `spawn`. */
export function createVerifier(options: VerifierOptions = {}): Verifier {
	const { spawn, workers = 1 } = options;
	if (!spawn)
		throw new Error(
			"createVerifier needs `spawn` in a browser; give it a function that returns a new Worker",
		);
	return pool(workers, () => supervise(() => threadOf(spawn()), options));
}

export function threadOf(worker: WebWorker): Thread {
	return {
		post: (message) => worker.postMessage(message),
		listen(heard, died) {
			worker.addEventListener("message", ({ data }) =>
				heard(data as FromWorker),
			);
			worker.addEventListener("error", ({ message }) =>
				died(message || "its script could not be loaded"),
			);
			worker.addEventListener("messageerror", () =>
				died("a message could not be read"),
			);
		},
		terminate: () => worker.terminate(),
	};
}
