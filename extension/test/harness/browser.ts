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

/** Starts a browser with an empty profile and one page. Scripts that run `briefly` are not optimized, which would cost more than it gains. */
export async function openBrowser({ briefly = false } = {}): Promise<Browser> {
	const ofScripts = briefly ? ["--js-flags=--no-opt,--no-maglev"] : [];
	const browser = await chromium.launch({
		executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
		args: [...FLAGS.split(" "), ...ofScripts],
	});
	const context = await browser.newContext({
		viewport: { width: 1280, height: 800 },
		reducedMotion: "reduce",
	});
	context.setDefaultTimeout(DEADLINE_MS);
	await context.addInitScript(mintKey);
	await context.addInitScript(endAnimations);
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

/**
 * Answers in a page with the key that the whole product would serve: with it, secrets outlive a reload. To route the request would switch
 * off the browser's cache.
 */
function mintKey(): void {
	const { fetch } = globalThis;
	globalThis.fetch = ((input, init) =>
		String(input).endsWith("/mint-key")
			? Promise.resolve(new Response(new Uint8Array(32).fill(7)))
			: fetch(input, init)) as typeof fetch;
}

/**
 * Shows a window's scroll bars and signs of progress without their animations, which take half of what it costs to paint without a graphics
 * card. The pages within a window, as ours, stay as they are.
 */
function endAnimations(): void {
	if (window !== top) return;
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(`
		.monaco-scrollable-element > .scrollbar { transition: none !important }
		.monaco-progress-container .progress-bit, .codicon-modifier-spin, .codicon-loading, .codicon-tree-item-loading::before { animation: none !important }
	`);
	document.adoptedStyleSheets = [sheet];
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
