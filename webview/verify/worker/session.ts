/** One worker, its current call, and the time limits of that call. */
import { chargedTime } from "../limits/clock.ts";
import type { FromWorker, Thread, ToWorker } from "./protocol.ts";
import type { Check, VerifierOptions } from "./verifier.ts";

/** Time limit for starting a worker and loading grammars, in milliseconds; generous for slow connections. */
const loadingLimit = 30_000;

/** How one attempt at a call ended. */
export type CallOutcome =
	| { kind: "done"; check: Check; heapBytes: number }
	/** The worker hung or died at this step. */
	| { kind: "lost"; step: string | null }
	| { kind: "refused"; reason: string };

/** The time limits of one attempt, in milliseconds of the worker's processor time. */
export interface TimeLimits {
	/** Starts when the grammars are loaded. */
	attempt: number;
	/** Starts when the worker reports a check that runs a query or regular expression of its author. */
	userPatternStep: number;
}

/** A step is a file (`file:…`) or the pointer to a check that runs a query or regular expression. */
export const isFileStep = (step: string) => step.startsWith("file:");

export class WorkerSession {
	readonly #thread: Thread;
	readonly #bytes: VerifierOptions["bytes"];
	#limits: TimeLimits = { attempt: 0, userPatternStep: 0 };
	#settle: ((outcome: CallOutcome) => void) | null = null;
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** When the time of the attempt began; `null` while grammars are loaded. */
	#startTime: { wall: number; processor: number | null } | null = null;
	#step: string | null = null;
	/** When the current check with a query or regular expression began; `null` at any other step. */
	#userPatternStart: number | null = null;
	/** Whether the worker has ended by itself, in a call or between two calls. */
	dead = false;

	constructor(
		thread: Thread,
		{
			bytes,
			wasmBasePath,
			recordsMessages = false,
		}: Pick<VerifierOptions, "bytes" | "wasmBasePath" | "recordsMessages">,
	) {
		this.#thread = thread;
		this.#bytes = bytes;
		thread.listen(
			(message) => this.#handleMessage(message),
			(reason) => {
				this.dead = true;
				this.#endCall(`The verification worker ended: ${reason}`);
			},
		);
		thread.post({
			kind: "start",
			bytesFromHost: bytes !== undefined,
			recordsMessages,
			...(wasmBasePath !== undefined && { wasmBasePath }),
		});
	}

	check(
		request: Extract<ToWorker, { kind: "check" }>,
		limits: TimeLimits,
	): Promise<CallOutcome> {
		this.#limits = limits;
		this.#startTime = null;
		this.#step = null;
		this.#userPatternStart = null;
		this.#thread.hold?.(true);
		return new Promise((resolve) => {
			this.#settle = resolve;
			this.#failAfter(
				loadingLimit,
				`The verification worker was not ready within ${loadingLimit / 1000} seconds; check that its script and the grammars can be loaded`,
			);
			try {
				this.#thread.post(request);
			} catch (problem) {
				// Values that cannot be cloned, such as a function among the assertions.
				const reason = `The assertions and files could not be sent to the worker (${String(problem)}); pass plain data`;
				this.#finish({ kind: "refused", reason });
			}
		});
	}

	end(reason: string) {
		this.#finish({ kind: "refused", reason });
		this.#thread.terminate();
	}

	#handleMessage(message: FromWorker) {
		switch (message.kind) {
			case "wanted":
				void this.#supply(message.fileName);
				break;
			case "loaded":
				this.#startTime = {
					wall: performance.now(),
					processor: this.#processor(),
				};
				this.#checkAfter(this.#limits.attempt);
				break;
			case "step":
				this.#startStep(message.step);
				break;
			case "done":
				this.#finish(message);
				break;
			case "failed":
				if (message.broken) this.#endCall(message.error);
				else this.#finish({ kind: "refused", reason: message.error });
				break;
		}
	}

	#startStep(step: string) {
		this.#step = step;
		this.#userPatternStart = isFileStep(step) ? null : performance.now();
		if (this.#startTime) this.#checkAfter(this.#timeLeft((wentBy) => wentBy));
	}

	/** Milliseconds that are left for the attempt and its step; `count` converts wall time to the time that counts. */
	#timeLeft(count: (wentBy: number) => number): number {
		const { attempt, userPatternStep } = this.#limits;
		const since = (moment: number) => count(performance.now() - moment);
		return Math.min(
			attempt - since(this.#startTime?.wall ?? performance.now()),
			this.#userPatternStart === null
				? attempt
				: userPatternStep - since(this.#userPatternStart),
		);
	}

	/** Checks after so many milliseconds whether the worker has exceeded its limits in processor time. */
	#checkAfter(milliseconds: number) {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(
			() => {
				const before = this.#startTime?.processor ?? null;
				const now = before === null ? null : this.#processor();
				const used = now === null || before === null ? null : now - before;
				const left = this.#timeLeft((wentBy) => chargedTime(wentBy, used));
				if (left > 0) this.#checkAfter(Math.max(left, 10));
				else this.#endCall("");
			},
			Math.max(milliseconds, 0),
		);
	}

	#processor(): number | null {
		return this.#thread.processorTime?.() ?? null;
	}

	/** Ends the call after the worker ended: as a failed start before the worker was ready, else as a failure of the current step. */
	#endCall(reason: string) {
		this.#finish(
			this.#startTime === null
				? { kind: "refused", reason }
				: { kind: "lost", step: this.#step },
		);
	}

	#failAfter(milliseconds: number, reason: string) {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#endCall(reason), milliseconds);
	}

	#finish(outcome: CallOutcome) {
		clearTimeout(this.#timer);
		this.#thread.hold?.(false);
		this.#settle?.(outcome);
		this.#settle = null;
	}

	async #supply(fileName: string) {
		try {
			const bytes =
				typeof this.#bytes === "function"
					? await this.#bytes(fileName)
					: this.#bytes?.[fileName];
			if (!bytes)
				throw new Error(
					`The host has no bytes for ${fileName}; add it to the verifier's bytes`,
				);
			this.#thread.post({ kind: "bytes", fileName, bytes });
		} catch (problem) {
			const error =
				problem instanceof Error ? problem.message : String(problem);
			this.#thread.post({ kind: "bytes", fileName, error });
		}
	}
}
