/** The page as learners meet it: the real program with a Postgres of its own, and a real browser. One of each per test file. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	type Browser,
	type BrowserContextOptions,
	chromium,
	type Page,
} from "playwright-core";
import { freshPage } from "../build.ts";
import { ADMIN_SECRET, onDatabase, startProgram } from "./program.ts";

const FLAGS =
	"--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

export interface World {
	/** Address of the page, without a closing slash. */
	url: string;
	/** A page in a context (profile) of its own. What goes wrong in it fails `stop`. */
	open(path: string, options?: BrowserContextOptions): Promise<Page>;
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

/** Builds the page when it is stale, starts the program and a browser. `settings` are environment variables of the program. */
export async function openWorld(
	settings: Record<string, string> = {},
): Promise<World> {
	await freshPage();
	const dataDir = await mkdtemp(join(tmpdir(), "treeline-page-"));
	let program = await startProgram(dataDir, "0", settings);
	const { port } = new URL(program.url);
	const browser = await chromium.launch({
		executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
		args: FLAGS.split(" "),
	});
	const faults: string[] = [];
	return {
		url: program.url,
		open: (path, options) =>
			openPage(browser, program.url + path, options, faults),
		signIn: (page, name = "Robin") => signIn(page, dataDir, program.url, name),
		onDatabase: (work) => onDatabase(dataDir, work),
		seed: (pack) => seed(program.backend, pack),
		pull: () => program.end(),
		async plug() {
			program = await startProgram(dataDir, port, settings);
		},
		async stop() {
			await browser.close();
			await program.end();
			await rm(dataDir, { recursive: true, force: true });
			if (faults.length > 0) throw new Error(faults.join("\n"));
		},
	};
}

async function openPage(
	browser: Browser,
	url: string,
	options: BrowserContextOptions | undefined,
	faults: string[],
): Promise<Page> {
	const context = await browser.newContext({
		viewport: { width: 1280, height: 800 },
		reducedMotion: "reduce",
		...options,
	});
	// A busy machine takes many times what a free one does, and a wait ends with what it waits for.
	context.setDefaultTimeout(30_000);
	const page = await context.newPage();
	page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.stack}`));
	page.on("console", (message) => {
		// A refused policy or a broken rule of ours; failed requests are told as such and are some tests' subject.
		if (/Content Security Policy|Uncaught/.test(message.text()))
			faults.push(`${page.url()}: ${message.text()}`);
	});
	await page.goto(url);
	return page;
}

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
