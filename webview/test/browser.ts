/** The browser of the page's tests: one process for all files of a run, in which each test opens contexts (profiles) of its own. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { isStale } from "../build/staleness.ts";

const FLAGS =
	"--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

/** Without V8's optimizing compilers: in the seconds that a test's page lives they use more processor time than they save. */
const UNOPTIMIZED = "--js-flags=--no-maglev,--no-turbofan";

/**
 * How long a wait in a browser may take before something hangs: milliseconds. A machine on which other work runs takes many times
 * what an idle one does, and a wait ends with what it waits for.
 */
export const DEADLINE_MS = 180_000;
/** The same for a whole test, which waits several times. */
export const TEST_DEADLINE_MS = 3 * DEADLINE_MS;

/** Bun evaluates a module once for all test files of a process, so this is one browser for all of them. */
let running: Promise<Browser> | null = null;

/**
 * The browser of this process, started when it is first asked for. It ends with the process. `optimizes`: it compiles scripts as a
 * learner's does, for programs that measure time; they ask for it before they open a page.
 */
export function sharedBrowser({ optimizes = false } = {}): Promise<Browser> {
	running ??= launch(optimizes);
	return running;
}

const FOLDER = "treeline-browser-";

/**
 * Bun tells nobody when a test run ends, so the browser's temporary files stay. They are kept in a folder named for the process, and
 * the next browser removes those of processes that have ended.
 */
async function launch(optimizes: boolean): Promise<Browser> {
	const { TMPDIR } = process.env;
	const parent = tmpdir();
	for (const name of readdirSync(parent))
		if (name.startsWith(FOLDER) && !isRunning(name.slice(FOLDER.length)))
			removeLeftovers(join(parent, name));
	const folder = join(parent, FOLDER + process.pid);
	mkdirSync(folder, { recursive: true });
	process.env.TMPDIR = folder;
	try {
		return await chromium.launch({
			executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
			args: [...FLAGS.split(" "), ...(optimizes ? [] : [UNOPTIMIZED])],
			timeout: DEADLINE_MS,
		});
	} finally {
		if (TMPDIR === undefined) delete process.env.TMPDIR;
		else process.env.TMPDIR = TMPDIR;
	}
}

/** What cannot be removed now, because another process removes it or it is another account's, is left for later. */
function removeLeftovers(folder: string): void {
	try {
		rmSync(folder, { recursive: true, force: true });
	} catch {}
}

function isRunning(pid: string): boolean {
	try {
		process.kill(Number(pid), 0);
		return true;
	} catch (error) {
		// Another account's process may not be signalled, and runs.
		return (error as NodeJS.ErrnoException).code !== "ESRCH";
	}
}

/** Ends the browser, for programs that go on without it. */
export async function closeSharedBrowser(): Promise<void> {
	const browser = await running;
	running = null;
	await browser?.close();
}

/** Throws when the page in `.build` is not that of its sources: tests read it and never build it, as others read it meanwhile. */
export function requireBuiltPage(): void {
	if (isStale())
		throw new Error(
			"The page in .build was not built from these sources. Run `npm run build`, then the test again.",
		);
}
