/** The internal backend as a list of its nouns. It registers; it decides nothing. */
import type { Verifier } from "@treeline/verify/worker";
import { account } from "./account/index.ts";
import { attempts } from "./attempts/index.ts";
import { auth } from "./auth/index.ts";
import type { IdentityProvider } from "./auth/oauth.ts";
import { findLearners } from "./auth/store.ts";
import { desk } from "./author/desk.ts";
import { author } from "./author/index.ts";
import type { SharedResponses } from "./cache/responses.ts";
import { challenges } from "./challenges/index.ts";
import { cli } from "./cli/index.ts";
import type { Sql } from "./db.ts";
import type { AuthorQuotas } from "./env.ts";
import { grouped } from "./groups.ts";
import { health } from "./health/index.ts";
import type { Vitals } from "./health/vitals.ts";
import { adminGuard } from "./http/admin-guard.ts";
import type { Limits } from "./http/limits.ts";
import { methodsByPath } from "./http/methods.ts";
import { problems, type Report } from "./http/problems.ts";
import { routes } from "./http/routes.ts";
import { sessionGuard } from "./http/session-guard.ts";
import type { Note } from "./log.ts";
import { metrics } from "./metrics/index.ts";
import type { Metrics } from "./metrics/open.ts";
import { moderation } from "./moderation/index.ts";
import { openapi } from "./openapi/index.ts";
import { forEveryone } from "./packs/everyone.ts";
import { packs } from "./packs/index.ts";
import { search } from "./search/index.ts";
import { seeding } from "./seeding/index.ts";
import { settings } from "./settings/index.ts";

export interface BackendParts {
	sql: Sql;
	/** Judges what learners send. */
	verifier: Verifier;
	/** Proves what authors publish. */
	prover: Verifier;
	adminSecrets: readonly string[];
	authorQuotas: AuthorQuotas;
	/** Origins whose pages may change things: this site's public one first. */
	origins: readonly [string, ...string[]];
	vitals: Vitals;
	limits: Limits;
	metrics: Metrics;
	/** Responses that instances share; null = none. */
	shared: SharedResponses | null;
	/** Null = sign-in is not set up. */
	provider: IdentityProvider | null;
	report: Report;
	note: Note;
}

/** The challenge platform under `/api/*`, for the front and for administrators. */
export function backendApp(parts: BackendParts) {
	const { sql, verifier, prover, adminSecrets, origins } = parts;
	const { limits, vitals, report, note, authorQuotas } = parts;
	const admin = adminGuard(adminSecrets, limits.adminKeys);
	const writes = limits.user("author", 30);
	const sessions = sessionGuard(
		grouped((tokenHashes: string[]) => findLearners(sql, tokenHashes)),
		origins,
	);
	const everyone = forEveryone(
		sql,
		sessions,
		parts.metrics.cache("packs"),
		parts.shared,
	);
	const nouns = routes()
		.use(health(vitals))
		.use(auth({ ...parts, signIns: limits.signIns }, sessions))
		.use(packs(sql, sessions, limits.packs, everyone))
		.use(challenges(sql, sessions, limits.packs, everyone))
		.use(
			attempts(sql, verifier, sessions, {
				attempts: limits.user("attempts", 10),
				imports: limits.user("attempts-import", 2),
			}),
		)
		.use(settings(sql, sessions, limits.user("settings", 20)))
		.use(account(sql, sessions, limits.user("account", 20), origins[0]))
		.use(author(desk(sql, prover, writes, authorQuotas), sessions, writes))
		.use(search(sql, sessions, limits.content, everyone))
		.use(cli(sql, limits.packs, everyone))
		.use(seeding(sql, verifier, admin))
		.use(moderation(sql, admin, note))
		.use(metrics(parts.metrics, admin, { hidden: true }));
	const api = routes().use(nouns).use(openapi(nouns.routes, "backend"));
	return routes()
		.use(problems(methodsByPath(api.routes), report))
		.use(api);
}
