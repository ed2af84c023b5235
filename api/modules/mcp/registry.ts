/** All that clients are offered, as a list. */
import type { Verifier } from "@treeline/verify/worker";
import type { Sql } from "../../db/pool.ts";
import type { ContentService } from "../content/service.ts";
import type { HealthState } from "../health/health-state.ts";
import type { Capabilities } from "./capabilities.ts";
import { catalogueOf, type PackReader, type Platform } from "./catalogue.ts";
import { chatPrompts, chatResources, chatTools } from "./chat.ts";
import { contentPrompts } from "./content/prompts.ts";
import { readingTools } from "./content/read-tools.ts";
import { contentResources } from "./content/resources.ts";
import { removingTools, writingTools } from "./content/write-tools.ts";
import { packPrompts } from "./prompts.ts";
import { packResources } from "./resources/packs.ts";
import { authoringTools } from "./tools/authoring.ts";
import { packTools } from "./tools/packs.ts";
import { serviceTools, solutionTools } from "./tools/solutions.ts";

export interface RegistryParts {
	platform: Platform;
	packs: PackReader;
	/** Judges what learners send. */
	verifier: Verifier;
	/** Proves what authors write. */
	prover: Verifier;
	/** The database of content. */
	sql: Sql;
	/** The only way to change content. */
	contentService: ContentService;
	healthState: HealthState;
}

export function openRegistry({
	platform,
	packs,
	verifier,
	prover,
	sql,
	contentService,
	healthState,
}: RegistryParts): Capabilities {
	const catalogue = catalogueOf(packs);
	const resourceProviders = [
		...packResources(catalogue),
		contentResources(sql),
		chatResources(sql),
	];
	return {
		tools: [
			...packTools(platform, catalogue),
			...solutionTools(catalogue, verifier),
			...authoringTools(platform, catalogue, prover),
			...readingTools(sql),
			...writingTools(contentService),
			...removingTools(sql, contentService),
			...chatTools(sql),
			...serviceTools(healthState),
		],
		resourceProviders,
		prompts: [
			...packPrompts(catalogue, resourceProviders),
			...contentPrompts(sql),
			...chatPrompts(sql),
		],
	};
}
