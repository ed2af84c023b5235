/** Opens pools of verification workers: one for each core, two at least, so that a long check delays no other. */
import { availableParallelism } from "node:os";
import { createVerifier, type Verifier } from "@treeline/verify/worker";

/** Even on a single core, so that the system shares it out between a check that takes long and the others. */
const MIN_WORKERS = 2;
/** Each keeps its grammars in memory; past this many the machine is better used for answering. */
const MAX_WORKERS = 8;

/** No worker is started before there is something to verify. */
export function openVerifier(): Verifier {
	const cores = Math.max(availableParallelism(), MIN_WORKERS);
	return createVerifier({ workers: Math.min(cores, MAX_WORKERS) });
}

/** The engine that proves what authors publish: one worker of its own, so that no author holds up a learner. */
export const openProver = (): Verifier => createVerifier({ workers: 1 });
