/** The browser that shows the workbench, and the address of a workbench. */
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { DEADLINE_MS } from "./deadline.ts";
import type { Server } from "./server.ts";

/** The last ones: a page that a test has changed counts as one of another network, which may reach nothing on this machine. */
const FLAGS =
	"--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets";

export interface Browser {
	context: BrowserContext;
	page: Page;
	/** What pages said on their consoles, one line each. */
	said: string[];
	close(): Promise<void>;
}

/** Starts a browser with an empty profile and one page. */
export async function openBrowser(): Promise<Browser> {
	const browser = await chromium.launch({
		executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
		args: FLAGS.split(" "),
	});
	const context = await browser.newContext({
		viewport: { width: 1280, height: 800 },
		reducedMotion: "reduce",
	});
	context.setDefaultTimeout(DEADLINE_MS);
	// A key that the whole product would serve: with it, secrets outlive a reload.
	await context.route("**/mint-key", (route) =>
		route.fulfill({ body: Buffer.alloc(32, 7) }),
	);
	const said: string[] = [];
	context.on("console", (message) =>
		said.push(`${message.type()}: ${message.text()}`),
	);
	context.on("weberror", (error) => said.push(`error: ${error.error().stack}`));
	return {
		context,
		page: await context.newPage(),
		said,
		close: () => browser.close(),
	};
}

/** Pairs that the workbench is told at its start, as its command line would tell them. */
export type Payload = [name: string, value: string][];

/** The page of the workbench with the server's workspace open. */
export function addressOf(server: Server, payload: Payload = []): string {
	const { workspace: folder, workspaceFile } = server;
	const query = new URLSearchParams({
		...(workspaceFile ? { workspace: workspaceFile } : { folder }),
		payload: JSON.stringify([["skipWelcome", "true"], ...payload]),
	});
	return `http://127.0.0.1:${server.port}/?${query}`;
}
