/**
 * Builds the page into `.build/page`: `bun webview/build.ts [--if-stale] [--watch]`. The bundler is imported only for a build,
 * since every start asks whether one is needed.
 */
import { output } from "./build/paths.ts";
import { isStale, watchedFolders } from "./build/staleness.ts";

/** Builds the page and answers with the folder and one line about sizes. Throws when a source does not compile. */
export async function buildPage(): Promise<{ folder: string; line: string }> {
	const { bundlePage } = await import("./build/page.ts");
	return bundlePage();
}

/** Answers the folder of the built page, built anew when an input changed. */
export async function freshPage(): Promise<string> {
	if (isStale()) await buildPage();
	return output;
}

async function report(): Promise<boolean> {
	try {
		console.log((await buildPage()).line);
		return true;
	} catch (error) {
		console.error(`The page was not built. ${(error as Error).message}`);
		return false;
	}
}

async function watch(): Promise<void> {
	const { watch: follow } = await import("node:fs");
	let timer: ReturnType<typeof setTimeout> | undefined;
	for (const folder of watchedFolders)
		follow(folder, { recursive: true }, () => {
			clearTimeout(timer);
			timer = setTimeout(() => isStale() && void report(), 80);
		});
	console.log("Watching the page's sources.");
}

if (import.meta.main) {
	const flags = new Set(process.argv.slice(2));
	if (!flags.has("--if-stale") || isStale())
		if (!(await report()) && !flags.has("--watch")) process.exit(1);
	if (flags.has("--watch")) await watch();
}
