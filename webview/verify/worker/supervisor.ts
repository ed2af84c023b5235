/**
 * Rule: a call always ends. The worker reports each step; when a step exceeds the deadline, the supervisor terminates the worker, fails
 * that step, and lets a new worker do the rest. Calls run one after another.
 */
import { defaultDeadline } from "../limits/budget.ts";
import { messagesIn } from "../messages/localize.ts";
import { msg, recordedOf, recordMessages } from "../messages/msg.ts";
import { tookTooLong } from "../results/fault.ts";
import { failAll, faultOfCheck, missOfFiles } from "../results/totals.ts";
import type { AssertionSet, FileEntry } from "../shapes.ts";
import type { Thread } from "./protocol.ts";
import { type CallOutcome, isFileStep, WorkerSession } from "./session.ts";
import type {
	Check,
	CheckOptions,
	Verifier,
	VerifierOptions,
} from "./verifier.ts";

/** Most steps of one call that may time out; beyond, every check with a query or regular expression fails. */
const maxTimedOutSteps = 6;
/** Heap size in bytes above which a worker is replaced after its call. */
const heapLimit = 128 * 1_048_576;

type Options = Pick<
	VerifierOptions,
	"wasmBasePath" | "bytes" | "deadlineMs" | "recordsMessages"
>;

/** Creates a verifier over workers that `spawn` starts, one at a time. It takes the next call when the last one has ended. */
export function supervise(spawn: () => Thread, options: Options): Verifier {
	const { deadlineMs = defaultDeadline } = options;
	// The results of calls that failed as a whole are made here.
	if (options.recordsMessages) recordMessages();
	let worker: WorkerSession | null = null;
	let closed = false;

	function endWorker() {
		worker?.end("The verifier was closed; create another one");
		worker = null;
	}

	async function attempt(
		assertions: AssertionSet,
		files: FileEntry[],
		timedOutSteps: Set<string>,
		checkOptions: CheckOptions,
	): Promise<CallOutcome> {
		if (closed) throw new Error("The verifier is closed; create another one");
		if (!worker || worker.dead) worker = new WorkerSession(spawn(), options);
		const outcome = await worker.check(
			{
				kind: "check",
				assertions,
				files,
				timedOutSteps: [...timedOutSteps],
				options: checkOptions,
				skipUserPatterns: timedOutSteps.size >= maxTimedOutSteps,
				deadlineMs,
			},
			// After one step timed out, others may too: a quarter of the time is enough for a check.
			{
				attempt: deadlineMs,
				userPatternStep: timedOutSteps.size === 0 ? deadlineMs : deadlineMs / 4,
			},
		);
		if (outcome.kind !== "done" || outcome.heapBytes > heapLimit) endWorker();
		return outcome;
	}

	async function runCall(
		assertions: AssertionSet,
		files: FileEntry[],
		checkOptions: CheckOptions = {},
	): Promise<Check> {
		const timedOutSteps = new Set<string>();
		for (;;) {
			const outcome = await attempt(
				assertions,
				files,
				timedOutSteps,
				checkOptions,
			);
			if (outcome.kind === "done") return outcome.check;
			if (outcome.kind === "refused") throw new Error(outcome.reason);
			const { step } = outcome;
			const isNew = step !== null && !timedOutSteps.has(step);
			if (isNew && timedOutSteps.size < maxTimedOutSteps)
				timedOutSteps.add(step);
			else return failedCheck(assertions, step);
		}
	}

	return {
		check: runCall,
		diagnose: async (files) => (await runCall({}, files)).diagnostics,
		close() {
			closed = true;
			endWorker();
		},
	};
}

/** The result of a call in which too many steps timed out. */
function failedCheck(assertions: AssertionSet, step: string | null): Check {
	const result =
		step !== null && isFileStep(step)
			? failAll(
					assertions,
					missOfFiles(
						msg`Your code took too long to read; make it shorter or nest it less deeply`,
					),
				)
			: failAll(assertions, faultOfCheck(tookTooLong));
	const messages = recordedOf(messagesIn({ result, diagnostics: {} }));
	return {
		result,
		diagnostics: {},
		milliseconds: 0,
		...(messages && { messages }),
	};
}
