/** Opens the MCP endpoint of this process: its tools, resources and prompts, and the listeners for changes. */

import type { Verifier } from "@treeline/verify/worker";
import type { Config } from "../../config.ts";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import type { PlatformModules } from "../../pack-and-user-routes.ts";
import type { Limits } from "../../server/create-rate-limits.ts";
import type { Backend } from "../../server/forward-to-backend.ts";
import type { Stop } from "../../server/shutdown.ts";
import { openProver, openVerifier } from "../../server/verification-workers.ts";
import {
	type NoteHint,
	noteHintShown,
} from "../attempts/hints-shown-by-mcp-queries.ts";
import type { IdentityProvider } from "../auth/identity-provider-client.ts";
import { resourceOf } from "../auth/oauth-server/well-known-metadata.ts";
import type { ContentService } from "../content/item-commands.ts";
import type { HealthState } from "../health/readiness-checks.ts";
import type { Metrics } from "../metrics/registry.ts";
import { learnerAuthentication } from "./learner-authentication.ts";
import {
	listenForContentChanges,
	listenForPackListChanges,
	notificationsOf,
} from "./notifications/changes-to-notifications.ts";
import { packsOverHttp } from "./packs-over-http.ts";
import { chatPrompts, contentPrompts, packPrompts } from "./prompts.ts";
import { chatResources, contentResources, packResources } from "./resources.ts";
import { type McpParts, mcp } from "./routes.ts";
import type { Capabilities, Tool } from "./tool-resource-prompt-types.ts";
import { chatTools } from "./tools/chat-conversations.ts";
import { learnerTools } from "./tools/own-progress-and-attempts.ts";
import {
	type Catalogue,
	catalogueOf,
	type PackSource,
	packsInDatabase,
	packTools,
} from "./tools/pack-catalogue-and-tools.ts";
import { authoringTools } from "./tools/pack-validation-and-seeding.ts";
import { readingTools } from "./tools/read-content.ts";
import { serviceTools } from "./tools/service-status.ts";
import { solutionTools } from "./tools/verify-solution.ts";
import { removingTools, writingTools } from "./tools/write-content.ts";

interface Surroundings
	extends Omit<McpParts, "capabilities" | "learners" | "leaving" | "series"> {
	/** Another process that answers for the platform; null = this one does. */
	backend: Backend | null;
	/** The packs' own database, where this process has it. */
	packsSql: Sql | null;
	/** Learners' tokens and attempts, where this process has them. */
	platform: Pick<PlatformModules, "learners">;
	/** Null = sign-in is not set up, and no app can be connected. */
	provider: IdentityProvider | null;
	limits: Pick<Limits, "user">;
	/** The only way to change content. */
	contentService: ContentService;
	healthState: HealthState;
	metrics: Pick<Metrics, "mcp">;
	/** Aborted when the program is to stop. */
	stopping: AbortSignal;
	/** What closes what was opened, in the order to do it. */
	stops: Stop[];
}

export async function openMcp(
	config: Config,
	{
		backend,
		packsSql,
		platform: { learners },
		provider,
		limits,
		contentService,
		healthState,
		metrics,
		stopping,
		stops,
		...parts
	}: Surroundings,
) {
	// No worker is started before there is something to verify.
	const [verifier, prover] = [openVerifier(), openProver()];
	const packs = packsSql
		? packsInDatabase(packsSql, verifier)
		: packsOverHttp(known(backend), config.adminSecrets[0] ?? null);
	const opened = mcp({
		...parts,
		learners:
			packsSql &&
			learnerAuthentication(
				learners.credentials,
				provider !== null,
				resourceOf(parts.origin),
				limits.user("mcp"),
			),
		capabilities: openRegistry({
			noteHint: async (...shown) => {
				if (packsSql) await noteHintShown(packsSql, ...shown);
			},
			ownTools: packsSql
				? (catalogue) =>
						learnerTools(packsSql, catalogue, learners.recordAttempt)
				: () => [],
			packs,
			verifier,
			prover,
			sql: parts.content,
			contentService,
			healthState,
		}),
		leaving: stopping,
		series: metrics.mcp,
	});
	const following = await listenForContentChanges(
		parts.content,
		(changes) => opened.tell(changes.flatMap(notificationsOf)),
		parts.report,
	);
	const followingPacks = await listenForPackListChanges(
		parts.content,
		packsSql,
		packs,
		opened.isUsed,
		opened.tell,
		parts.report,
	);
	stops.push(following.close, followingPacks.close, opened.close, async () => {
		verifier.close();
		prover.close();
	});
	return opened.routes;
}

/** A process that is no backend has one elsewhere. */
function known(backend: Backend | null): Backend {
	if (!backend) throw new Error("a front without a backend");
	return backend;
}

interface RegistryParts {
	packs: PackSource;
	/** Called with each hint that a learner is given. */
	noteHint: NoteHint;
	/** The tools of a learner's own progress and attempts. */
	ownTools(catalogue: Catalogue): Tool[];
	/** Verifies what learners send. */
	verifier: Verifier;
	/** Verifies what authors write. */
	prover: Verifier;
	/** The database of content. */
	sql: Sql;
	/** The only way to change content. */
	contentService: ContentService;
	healthState: HealthState;
}

function openRegistry({
	packs,
	noteHint,
	ownTools,
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
			...packTools(catalogue, noteHint),
			...solutionTools(catalogue, verifier),
			...ownTools(catalogue),
			...authoringTools(catalogue, prover),
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
