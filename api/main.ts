/** The program: reads the environment, opens the database, serves both applications, says where, and stops cleanly. */
import { join } from "node:path";
import { backendApp, frontApp } from "./app.ts";
import { openCache } from "./cache/index.ts";
import { openDatabase } from "./database.ts";
import { readConfig } from "./env.ts";
import { pageFiles } from "./front/page-files.ts";
import { clients } from "./http/client-address.ts";
import { limits } from "./http/limits.ts";
import { seedLaunchPacks } from "./launch-packs.ts";
import { listen } from "./listen.ts";
import { keptSecret } from "./secrets.ts";
import { StartupError } from "./startup-error.ts";
import { aborted, type Stop, stopSignal, untilStopped } from "./stopping.ts";
import { openVerifier } from "./verifier.ts";

const ROOT = join(import.meta.dir, "..");
const began = performance.now();
const say = (line: string) => console.log(line);
const report = (error: unknown, requestId: string) =>
	console.error(`request ${requestId} failed:`, error);

async function start(stops: Stop[]): Promise<void> {
	const config = readConfig();
	for (const warning of config.warnings) console.warn(`Warning: ${warning}.`);
	// Stopped in the order of opening: listeners first, so that nothing is asked of what is gone.
	const outer = listen(config.host, config.port, "", report);
	stops.push(() => outer.stop(config.shutdownGraceMs));
	const inner = listen(
		config.backendHost,
		config.backendPort,
		"BACKEND_",
		report,
	);
	stops.push(() => inner.stop(config.shutdownGraceMs));
	const database = await openDatabase(config, join(ROOT, "sql"), say, stopping);
	stops.push(database.close);
	stopping.throwIfAborted();
	const verifier = openVerifier();
	stops.push(async () => verifier.close());

	const cache = config.cacheUrl ? await openCache(config.cacheUrl, say) : null;
	stops.push(async () => cache?.close());

	const adminSecrets =
		config.adminSecrets.length > 0
			? config.adminSecrets
			: [await keptSecret(config.dataDir, "admin-secret")];
	const origin = config.frontendUrl ?? `http://localhost:${outer.port}`;
	const { sql } = database;
	const asking = clients(
		(request) => outer.peer(request) ?? inner.peer(request),
		config.trustedProxies,
	);
	const limited = limits(cache, asking, config);
	const parts = { sql, verifier, adminSecrets, origin, limits: limited };
	const backend = backendApp({ ...parts, report });
	const files = pageFiles(join(ROOT, ".build/page"), {
		signIn: config.signInShown ? "on" : "off",
	});
	const front = frontApp(backend.fetch, backend.routes, files, report);
	const seeded = database.embedded
		? await seedLaunchPacks(config.packsDir, backend.fetch, adminSecrets)
		: [];
	stopping.throwIfAborted();

	inner.serve(backend);
	outer.serve(front);
	say(`
Treeline is ready (${((performance.now() - began) / 1000).toFixed(1)} s)
  Page      ${origin}
  Backend   ${inner.url}
  Database  ${database.label}${seeded.length > 0 ? `\n  Packs     ${seeded.join(", ")}` : ""}
Stop it with Ctrl+C.`);
	await aborted(stopping);
}

const stopping = stopSignal(() => say("Stopping …"));
try {
	await untilStopped(stopping, start);
	process.exit(0);
} catch (error) {
	if (!(error instanceof StartupError)) throw error;
	console.error(`\nTreeline did not start.\n${error.message}`);
	process.exit(1);
}
