/** The program: reads the environment, takes its addresses, opens what it serves, says where, and stops cleanly. */
import { join } from "node:path";
import { signInBy } from "./auth/provider.ts";
import { backendElsewhere, openBackend } from "./backend.ts";
import { openCache } from "./cache/index.ts";
import { readConfig } from "./env.ts";
import { frontApp } from "./front/app.ts";
import { backendOf } from "./front/forward.ts";
import { pageFiles } from "./front/page-files.ts";
import { USER_PATHS } from "./front/proxy.ts";
import { backendCheck } from "./health/backend-check.ts";
import { starting } from "./health/starting.ts";
import { vitalsOf } from "./health/vitals.ts";
import { clients } from "./http/client-address.ts";
import { cors, corsRule } from "./http/cors.ts";
import { drain } from "./http/drain.ts";
import { limits } from "./http/limits.ts";
import { listenBoth } from "./listen.ts";
import { openLog } from "./log.ts";
import { version } from "./package.json";
import { StartupError } from "./startup-error.ts";
import { aborted, type Stop, stopSignal, untilStopped } from "./stopping.ts";

const PAGE = join(import.meta.dir, "../.build/page");
const began = performance.now();
const say = (line: string) => console.log(line);

async function start(stops: Stop[]): Promise<void> {
	const config = readConfig();
	for (const warning of config.warnings) console.warn(`Warning: ${warning}.`);
	const { backendUrl, environment } = config;
	const log = openLog(config.logLevel);
	const report = (err: unknown, requestId: string) =>
		log.error({ requestId, err }, "request failed");
	const vitals = vitalsOf({ version, environment }, stopping);
	// Stopped in the order of opening: listeners first, so that nothing is asked of what is gone.
	const { outer, inner } = listenBoth(config, starting(vitals), stops, {
		log,
		report,
		requestTimeoutMs: config.requestTimeoutMs,
		drain: () => drain(stopping, config.shutdownGraceMs),
		crossing: cors([corsRule(USER_PATHS, config.corsOrigins)]),
	});
	const origin =
		config.frontendUrl ?? `http://localhost:${outer?.port ?? config.port}`;
	const cache = config.cacheUrl ? await openCache(config.cacheUrl, say) : null;
	stops.push(async () => cache?.close());
	const asking = clients(config.trustedProxies);
	const limited = limits(cache, asking, config);
	const { provider, local } = signInBy(config, origin, outer?.url ?? origin);
	const shared = { limits: limited, provider, vitals, report };
	const opened = inner
		? await openBackend(config, { ...shared, stopping, stops, origin, say })
		: null;

	if (opened) inner?.serve(opened.app);
	outer?.serve(
		frontApp({
			backend: backendOf(backendUrl, asking, opened?.app),
			described: (opened?.app ?? backendElsewhere(shared)).routes,
			files: pageFiles(PAGE, { signIn: config.signInShown ? "on" : "off" }),
			local,
			vitals,
			report,
		}),
	);
	vitals.ready([
		...(opened?.checks ?? []),
		...(outer && backendUrl ? [backendCheck(backendUrl)] : []),
		...(cache
			? [{ name: "cache", critical: false, works: cache.answers }]
			: []),
	]);
	const lines = [
		...(outer ? [`Page      ${origin}`] : []),
		`Backend   ${inner?.url ?? backendUrl}`,
		...(opened?.lines ?? []),
	];
	say(`
Treeline is ready (${((performance.now() - began) / 1000).toFixed(1)} s)
${lines.map((line) => `  ${line}`).join("\n")}
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
