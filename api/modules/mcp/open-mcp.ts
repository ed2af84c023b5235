/** The protocol's endpoint of this process: what it offers, and from where. */

import { generatedSecret } from "../../config/secrets.ts";
import type { Config } from "../../config.ts";
import type { Sql } from "../../db/pool.ts";
import type { Backend } from "../../server/forward.ts";
import type { Stop } from "../../server/shutdown.ts";
import { openProver, openVerifier } from "../../server/verifier.ts";
import type { ContentService } from "../content/service.ts";
import type { HealthState } from "../health/health-state.ts";
import type { Metrics } from "../metrics/registry.ts";
import {
	catalogueOf,
	packsInDatabase,
	packsOverHttp,
	platformOf,
} from "./catalogue.ts";
import {
	listenForContentChanges,
	listenForPackListChanges,
	notificationsOf,
} from "./change-listeners.ts";
import { openRegistry } from "./registry.ts";
import { type McpParts, mcp } from "./routes.ts";

interface Surroundings
	extends Omit<McpParts, "capabilities" | "leaving" | "series"> {
	backend: Backend;
	/** The packs' own database, where this process has it. */
	platform: Sql | null;
	/** The only way to change content. */
	contentService: ContentService;
	healthState: HealthState;
	metrics: Pick<Metrics, "mcp">;
	/** Aborted when the program is asked to stop. */
	stopping: AbortSignal;
	/** What closes what was opened, in the order to do it. */
	stops: Stop[];
}

export async function openMcp(
	config: Config,
	{
		backend,
		platform: packsSql,
		contentService,
		healthState,
		metrics,
		stopping,
		stops,
		...parts
	}: Surroundings,
) {
	const platform = platformOf(backend, await adminSecretOf(config));
	const packs = packsSql ? packsInDatabase(packsSql) : packsOverHttp(platform);
	// No worker is started before there is something to verify.
	const [verifier, prover] = [openVerifier(), openProver()];
	const opened = mcp({
		...parts,
		capabilities: openRegistry({
			platform,
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
		catalogueOf(packs),
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

/** The platform's administrators' secret, as far as this process knows it: a generated one is kept where the backend is. */
async function adminSecretOf(config: Config): Promise<string | null> {
	const [secret] = config.adminSecrets;
	if (secret !== undefined) return secret;
	return config.database || config.serve === "front"
		? null
		: generatedSecret(config.dataDir, "admin-secret");
}
