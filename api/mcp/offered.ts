/** All that clients are offered, as a list. */
import type { Verifier } from "@treeline/verify/worker";
import type { Vitals } from "../health/vitals.ts";
import type { Platform } from "./platform.ts";
import { packPrompts } from "./prompts.ts";
import { packShelves } from "./resources/packs.ts";
import type { Surface } from "./surface.ts";
import { authoringTools } from "./tools/authoring.ts";
import { packTools } from "./tools/packs.ts";
import { serviceTools } from "./tools/service.ts";
import { solutionTools } from "./tools/solutions.ts";

export interface Offering {
	platform: Platform;
	/** Judges what learners send. */
	verifier: Verifier;
	/** Proves what authors write. */
	prover: Verifier;
	vitals: Vitals;
}

export function offered({
	platform,
	verifier,
	prover,
	vitals,
}: Offering): Surface {
	const shelves = packShelves(platform);
	return {
		tools: [
			...packTools(platform),
			...solutionTools(platform, verifier),
			...authoringTools(platform, prover),
			...serviceTools(vitals),
		],
		shelves,
		prompts: packPrompts(platform, shelves),
	};
}
