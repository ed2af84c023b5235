/** All that clients are offered, as a list. */
import type { Verifier } from "@treeline/verify/worker";
import type { Sql } from "../../db/pool.ts";
import type { ContentDeeds } from "../content/service.ts";
import type { Vitals } from "../health/health-state.ts";
import type { Surface } from "./capabilities.ts";
import { catalogueOf, type Platform } from "./catalogue.ts";
import { chatPrompts, chatShelf, chatTools } from "./chat.ts";
import { contentPrompts } from "./content/prompts.ts";
import { readingTools } from "./content/read-tools.ts";
import { contentShelf } from "./content/resources.ts";
import { removingTools, writingTools } from "./content/write-tools.ts";
import { packPrompts } from "./prompts.ts";
import { packShelves } from "./resources/packs.ts";
import { authoringTools } from "./tools/authoring.ts";
import { packTools } from "./tools/packs.ts";
import { serviceTools, solutionTools } from "./tools/solutions.ts";

export interface Offering {
	platform: Platform;
	/** Judges what learners send. */
	verifier: Verifier;
	/** Proves what authors write. */
	prover: Verifier;
	/** The database of content. */
	sql: Sql;
	/** The only way to change content. */
	deeds: ContentDeeds;
	vitals: Vitals;
}

export function offered({
	platform,
	verifier,
	prover,
	sql,
	deeds,
	vitals,
}: Offering): Surface {
	const catalogue = catalogueOf(platform);
	const shelves = [
		...packShelves(catalogue),
		contentShelf(sql),
		chatShelf(sql),
	];
	return {
		tools: [
			...packTools(platform, catalogue),
			...solutionTools(catalogue, verifier),
			...authoringTools(platform, catalogue, prover),
			...readingTools(sql),
			...writingTools(deeds),
			...removingTools(sql, deeds),
			...chatTools(sql),
			...serviceTools(vitals),
		],
		shelves,
		prompts: [
			...packPrompts(catalogue, shelves),
			...contentPrompts(sql),
			...chatPrompts(sql),
		],
	};
}
