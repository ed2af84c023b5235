/** The engine as the service runs it: a worker for each core, so that a check that takes long holds up nobody else's. */
import { availableParallelism } from "node:os";
import { createVerifier, type Verifier } from "@treeline/verify/worker";

/** Each keeps its grammars in memory; past this many the machine is better used for answering. */
const MOST_WORKERS = 8;

/** No worker is started before there is something to verify. */
export function openVerifier(): Verifier {
	const workers = Math.min(availableParallelism(), MOST_WORKERS);
	return createVerifier({ workers });
}

/** The engine that proves what authors publish: one worker of its own, so that no author holds up a learner. */
export const openProver = (): Verifier => createVerifier({ workers: 1 });
