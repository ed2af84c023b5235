/**
 * Law: a call always ends. The worker says what it is about to try; when that outlives the deadline, the worker is ended, that
 * one step is failed, and a fresh worker does the rest. Calls run one after another, since a worker does one thing at a time.
 */
import { defaultDeadline } from "../limits/budget.ts";
import { tookTooLong, tookTooLongToRead } from "../results/fault.ts";
import { blameCheck, blameFiles, failAll } from "../results/totals.ts";
import type { AssertionSet, FileEntry } from "../shapes.ts";
import { Attended, isFileStep, type Outcome } from "./attended.ts";
import type { Thread } from "./protocol.ts";
import type { Check, Verifier, VerifierOptions } from "./verifier.ts";

/** Runaways that are told apart in one call; beyond, every check that runs its author's text fails. */
const mostRunaways = 6;
/** A worker whose memory has grown beyond this is replaced after its answer, in bytes. */
const heapLimit = 128 * 1_048_576;

type Options = Pick<VerifierOptions, "wasmBasePath" | "bytes" | "deadlineMs">;

/** A verifier over workers that `spawn` starts, one at a time. It takes its next call when it has answered the last. */
export function supervise(spawn: () => Thread, options: Options): Verifier {
	const { deadlineMs = defaultDeadline } = options;
	let worker: Attended | null = null;
	let closed = false;

	function dismiss() {
		worker?.end("The verifier was closed; create another one");
		worker = null;
	}

	async function attempt(
		assertions: AssertionSet,
		files: FileEntry[],
		condemned: Set<string>,
	): Promise<Outcome> {
		if (closed) throw new Error("The verifier is closed; create another one");
		if (!worker || worker.dead) worker = new Attended(spawn(), options);
		const outcome = await worker.check(
			{
				kind: "check",
				assertions,
				files,
				condemned: [...condemned],
				harmlessOnly: condemned.size >= mostRunaways,
				deadlineMs,
			},
			// Once one has run away the next may be as bad: a quarter of the time is plenty for a check.
			{
				attempt: deadlineMs,
				riskyStep: condemned.size === 0 ? deadlineMs : deadlineMs / 4,
			},
		);
		if (outcome.kind !== "done" || outcome.heapBytes > heapLimit) dismiss();
		return outcome;
	}

	async function attend(
		assertions: AssertionSet,
		files: FileEntry[],
	): Promise<Check> {
		const condemned = new Set<string>();
		for (;;) {
			const outcome = await attempt(assertions, files, condemned);
			if (outcome.kind === "done") return outcome.check;
			if (outcome.kind === "refused") throw new Error(outcome.reason);
			const { step } = outcome;
			const isNew = step !== null && !condemned.has(step);
			if (isNew && condemned.size < mostRunaways) condemned.add(step);
			else return givenUp(assertions, step);
		}
	}

	return {
		check: attend,
		diagnose: async (files) => (await attend({}, files)).diagnostics,
		close() {
			closed = true;
			dismiss();
		},
	};
}

/** The answer to a call whose runaways are too many to tell apart. */
function givenUp(assertions: AssertionSet, step: string | null): Check {
	const result =
		step !== null && isFileStep(step)
			? failAll(assertions, blameFiles(`Your code ${tookTooLongToRead}`))
			: failAll(assertions, blameCheck(tookTooLong));
	return { result, diagnostics: {}, milliseconds: 0 };
}
