/**
 * Loaded before the service (`--preload`), records which files of the repository run functions: a request on the Unix socket of the environment
 * variable `CALLED_FILES` is answered with those since the last one.
 */
import { Session } from "node:inspector/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(import.meta.dir, "../..");
const SHIPPED = /^(api|packs|webview)\//;
const socket = process.env.CALLED_FILES;

interface ScriptCoverage {
	url: string;
	/** The script as a whole is the first. */
	functions: { ranges: { count: number }[] }[];
}

// The processes of the engine load this, too.
if (socket && process.argv[1] === join(ROOT, "api/main.ts")) {
	const session = new Session();
	session.connect();
	await session.post("Profiler.enable");
	await session.post("Profiler.startPreciseCoverage", { callCount: true });
	Bun.serve({
		unix: socket,
		async fetch() {
			// Counts begin anew with each reading.
			const { result } = (await session.post(
				"Profiler.takePreciseCoverage",
			)) as { result: ScriptCoverage[] };
			return Response.json(result.filter(wasCalled).flatMap(nameOf));
		},
	}).unref();
}

const wasCalled = ({ functions }: ScriptCoverage) =>
	functions
		.slice(1)
		.some(({ ranges }) => ranges.some(({ count }) => count > 0));

function nameOf({ url }: ScriptCoverage): string[] {
	if (!url.startsWith("file:")) return [];
	const path = fileURLToPath(url);
	const name = relative(ROOT, path);
	const isOurs = SHIPPED.test(name) && !name.includes("node_modules/");
	return isOurs && path !== import.meta.path ? [name] : [];
}
