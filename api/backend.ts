/** The backend of this process: its database, its verifier, its secret and its routes, opened in this order. */
import { join } from "node:path";
import type { Verifier } from "@treeline/verify/worker";
import { backendApp } from "./app.ts";
import type { IdentityProvider } from "./auth/oauth.ts";
import { openDatabase } from "./database.ts";
import { answers, type Sql } from "./db.ts";
import type { Config } from "./env.ts";
import type { Check } from "./health/check.ts";
import type { Vitals } from "./health/vitals.ts";
import type { Limits } from "./http/limits.ts";
import type { Report } from "./http/problems.ts";
import { seedLaunchPacks } from "./launch-packs.ts";
import { keptSecret } from "./secrets.ts";
import type { Stop } from "./stopping.ts";
import { openProver, openVerifier } from "./verifier.ts";

interface Surroundings {
	/** Aborted when the program is asked to stop, also in the middle of opening. */
	stopping: AbortSignal;
	/** What closes what was opened, in the order to do it. */
	stops: Stop[];
	/** The public origin of the site. */
	origin: string;
	limits: Limits;
	/** Null = sign-in is not set up. */
	provider: IdentityProvider | null;
	vitals: Vitals;
	report: Report;
	/** For a person. */
	say: (line: string) => void;
}

const MIGRATIONS = join(import.meta.dir, "../sql");

/** Throws StartupError when something that it needs cannot be had. `lines` say what it runs on and what it did, for a person. */
export async function openBackend(
	config: Config,
	{ stopping, stops, origin, say, ...shared }: Surroundings,
): Promise<{
	app: ReturnType<typeof backendApp>;
	checks: Check[];
	lines: string[];
}> {
	const database = await openDatabase(config, MIGRATIONS, say, stopping);
	stops.push(database.close);
	stopping.throwIfAborted();
	const verifier = openVerifier();
	stops.push(async () => verifier.close());
	const prover = openProver();
	stops.push(async () => prover.close());
	const adminSecrets =
		config.adminSecrets.length > 0
			? config.adminSecrets
			: [await keptSecret(config.dataDir, "admin-secret")];
	const { sql } = database;
	const app = backendApp({
		sql,
		verifier,
		prover,
		adminSecrets,
		origins: [origin, ...config.corsOrigins],
		...shared,
	});
	const seeded = database.embedded
		? await seedLaunchPacks(config.packsDir, app, adminSecrets)
		: [];
	stopping.throwIfAborted();
	return {
		app,
		checks: [{ name: "database", critical: true, works: () => answers(sql) }],
		lines: [
			`Database  ${database.label}`,
			...(seeded.length > 0 ? [`Packs     ${seeded.join(", ")}`] : []),
		],
	};
}

/** The routes of a backend that runs elsewhere, to be described: the same list, with nothing behind it to answer from. */
export function backendElsewhere(
	shared: Pick<Surroundings, "limits" | "provider" | "vitals" | "report">,
) {
	const nothing = new Proxy(() => {}, {
		get(_, name) {
			throw new Error(`a backend elsewhere was asked here (${String(name)})`);
		},
	});
	return backendApp({
		sql: nothing as unknown as Sql,
		verifier: nothing as unknown as Verifier,
		prover: nothing as unknown as Verifier,
		adminSecrets: [],
		origins: [""],
		...shared,
	});
}
