/** The page as learners meet it: the real program with a Postgres of its own, and the browser that all test files share. */
import { afterAll, beforeAll, setDefaultTimeout } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
	Browser,
	BrowserContext,
	BrowserContextOptions,
	Page,
} from "playwright-core";
import {
	DEADLINE_MS,
	requireBuiltPage,
	sharedBrowser,
	TEST_DEADLINE_MS,
} from "./browser.ts";
import { ADMIN_SECRET, onDatabase, startProgram } from "./program.ts";

export interface World {
	/** Address of the page, without a closing slash. */
	url: string;
	/** What the program that runs was given as DATA_DIR. */
	dataDir: string;
	/** A page in a context (profile) of its own; without a path nothing is loaded in it. What goes wrong in it fails `stop`. */
	open(path: string | null, options?: BrowserContextOptions): Promise<Page>;
	/** Gives the page's browser profile a session, as sign-in will; before the page is loaded (again). */
	signIn(page: Page, name?: string): Promise<void>;
	/** Runs `work` on the service's database. */
	onDatabase<Result>(work: (sql: Bun.SQL) => Promise<Result>): Promise<Result>;
	/** Adds a pack, as an administrator does: its manifest and its challenges. */
	seed(pack: SeedBody): Promise<void>;
	/** Ends the service and keeps its data, so that it can start again at the same address. */
	pull(): Promise<void>;
	plug(): Promise<void>;
	/** Ends everything. Throws what pages reported as errors of their own meanwhile. */
	stop(): Promise<void>;
}

const PACKS = join(import.meta.dir, "../../packs");

/** How many packs the program seeds when it starts. */
export const packCount = readdirSync(PACKS).filter((name) =>
	existsSync(join(PACKS, name, "pack.json")),
).length;

/** What `open` answers, for the tests of the file that calls this: opened before them, stopped after them, each with the deadlines of a browser. */
export function forThisFile<Opened extends { stop(): Promise<void> }>(
	open: () => Promise<Opened>,
): Opened {
	// Filled before the first test runs.
	const opened = {} as Opened;
	setDefaultTimeout(TEST_DEADLINE_MS);
	beforeAll(async () => {
		Object.assign(opened, await open());
	});
	afterAll(() => opened.stop?.());
	return opened;
}

/** Starts the program; pages are opened in the browser that all tests share. `settings` are environment variables of the program. */
export async function openWorld(
	settings: Record<string, string> = {},
): Promise<World> {
	requireBuiltPage();
	const dataDir = await mkdtemp(join(tmpdir(), "treeline-page-"));
	let program = await startProgram(dataDir, "0", settings);
	const { port } = new URL(program.url);
	const pages = await openPages();
	return {
		url: program.url,
		dataDir,
		open: (path, options) => pages.open(path && program.url + path, options),
		signIn: (page, name = "Robin") => signIn(page, dataDir, program.url, name),
		onDatabase: (work) => onDatabase(dataDir, work),
		seed: (pack) => seed(program.backend, pack),
		pull: () => program.end(),
		async plug() {
			program = await startProgram(dataDir, port, settings);
		},
		async stop() {
			const faults = await pages.close();
			await program.end();
			await rm(dataDir, { recursive: true, force: true });
			if (faults.length > 0) throw new Error(faults.join("\n"));
		},
	};
}

/** Pages of the built page, each in a context of its own of the shared browser; `close` answers what they reported as errors of their own. */
export async function openPages() {
	requireBuiltPage();
	const browser = await sharedBrowser();
	const opened: Opened = { contexts: [], faults: [] };
	return {
		open: (url: string | null, options?: BrowserContextOptions) =>
			openPage(browser, url, options, opened),
		async close(): Promise<string[]> {
			await Promise.all(opened.contexts.map((context) => context.close()));
			return opened.faults;
		},
	};
}

/** What a world has opened in the shared browser, and what went wrong in it. */
interface Opened {
	contexts: BrowserContext[];
	faults: string[];
}

async function openPage(
	browser: Browser,
	url: string | null,
	options: BrowserContextOptions | undefined,
	{ contexts, faults }: Opened,
): Promise<Page> {
	const context = await browser.newContext({
		viewport: { width: 1280, height: 800 },
		reducedMotion: "reduce",
		// A service worker would answer requests that a test intercepts, and downloads the whole page in each profile.
		serviceWorkers: "block",
		...options,
	});
	contexts.push(context);
	context.setDefaultTimeout(DEADLINE_MS);
	const page = await context.newPage();
	page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.stack}`));
	page.on("console", (message) => {
		// A refused policy or a broken rule of ours; failed requests are told as such and are some tests' subject.
		if (/Content Security Policy|Uncaught/.test(message.text()))
			faults.push(`${page.url()}: ${message.text()}`);
	});
	page.on("request", (request) => {
		const { protocol, hostname } = new URL(request.url());
		if (/^(https?|wss?):$/.test(protocol) && !OWN_HOSTS.has(hostname))
			faults.push(`${page.url()} asked ${request.url()}`);
	});
	if (url) await page.goto(url);
	return page;
}

/** Where the services of tests run: a page asks no other. */
const OWN_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

async function seed(backend: string, pack: SeedBody): Promise<void> {
	const response = await fetch(`${backend}/api/admin/packs/seed`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			"x-admin-secret": ADMIN_SECRET,
		},
		body: JSON.stringify(pack),
	});
	if (!response.ok) throw new Error(await response.text());
}

/** What the seed route takes: a manifest and its challenges, as authors write them. */
interface SeedBody {
	manifest: Record<string, unknown>;
	challenges: Record<string, unknown>[];
}

/** Adds `count` packs without challenges, `Pack 0001` and so on: every second in Python, the others in CSS, with one of three tags. */
export async function addPacks(
	{ onDatabase }: World,
	count: number,
): Promise<void> {
	await onDatabase(
		(sql) => sql`
			INSERT INTO packs (id, slug, name, description, language, version, author, tags, challenge_count)
			SELECT gen_random_uuid(), 'pack-' || n, 'Pack ' || lpad(n::text, 4, '0'), 'A pack about topic ' || n,
				CASE WHEN n % 2 = 0 THEN 'python' ELSE 'css' END, '1.0.0', 'Test', ARRAY['topic-' || n % 3], 12
			FROM generate_series(1, ${count}) n`,
	);
}

/** Inserts a learner with a live session and puts its cookie into the page's profile. */
async function signIn(
	page: Page,
	dataDir: string,
	url: string,
	name: string,
): Promise<void> {
	const userId = Bun.randomUUIDv7();
	const token = Buffer.from(
		crypto.getRandomValues(new Uint8Array(32)),
	).toString("hex");
	const hash = new Bun.CryptoHasher("sha256").update(token).digest("hex");
	await onDatabase(dataDir, async (sql) => {
		await sql`INSERT INTO users (id, name) VALUES (${userId}, ${name})`;
		await sql`INSERT INTO sessions (id, token_hash, user_id) VALUES (${Bun.randomUUIDv7()}, ${hash}, ${userId})`;
	});
	await page
		.context()
		.addCookies([{ name: "JSESSIONID", value: token, url, httpOnly: true }]);
}
