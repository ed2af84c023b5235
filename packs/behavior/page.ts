/**
 * Renders a solution's page in Chromium (`CHROMIUM_PATH`), one browser for each process. The page may be hostile: its scripts do not
 * run, it reads the solution's own files and nothing else, and no request leaves the machine.
 */
import { afterAll } from "bun:test";
import { existsSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { dirname, extname, join, sep } from "node:path";
import {
	type Browser,
	type BrowserContext,
	chromium,
	type Page,
	type Route,
} from "playwright-core";

/** Nothing answers here: requests to it are answered from the solution's files. */
const ORIGIN = "http://solution.test";

/** A port that nobody may listen on, so that what escapes the interception ends in a refused connection. */
const NO_PROXY = { server: "http://127.0.0.1:9", bypass: "<-loopback>" };

const FLAGS = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--host-resolver-rules=MAP * ~NOTFOUND",
	"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
];

const TYPES: Record<string, string> = {
	".css": "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".svg": "image/svg+xml",
};

/** Most presses of the Tab key, for a page on which the focus never comes round. */
const MOST_STOPS = 200;

export interface OpenOptions {
	/** Of the window, in CSS pixels. */
	width?: number;
	height?: number;
	colorScheme?: "light" | "dark";
	reducedMotion?: "reduce" | "no-preference";
}

/** What assistive technology is told of an element, in the words of ARIA and Chromium. */
export interface AccessibleNode {
	role: string;
	name: string;
	/** What `aria-describedby` and the like refer to; empty when there is none. */
	description: string;
	/** States and properties that are set, such as `level`, `required`, `checked`, `invalid`. */
	properties: Record<string, unknown>;
	/** Its ancestors from the nearest one on, each as `role name`, or `role` without a name. */
	inside: string[];
}

/** One place where the Tab key stops. */
export interface FocusStop {
	tag: string;
	id: string;
	/** The attributes `name` and `href`; empty when there is none. */
	field: string;
	href: string;
	text: string;
}

export interface RenderedPage {
	/** Playwright's page, for all that the functions beside it do not give. */
	page: Page;
	/** The accessibility tree in the order of the document, without what is ignored; of one role when it is given. */
	accessible(role?: string): Promise<AccessibleNode[]>;
	/** Where the Tab key stops, from the top of the page on. */
	focusOrder(): Promise<FocusStop[]>;
	/** The computed values of `properties`, for each element that fits `selector`. */
	styles<Property extends string>(
		selector: string,
		...properties: Property[]
	): Promise<Record<Property, string>[]>;
	/** Resizes the window to a width in CSS pixels. */
	resize(width: number): Promise<void>;
	/** The paths and addresses that were asked for and were not there, in order. */
	missing: string[];
}

/** Of this process, in which `PAGE_SUITES` test files run, each with this module for itself. */
const shared = globalThis as {
	pageBrowser?: Promise<Browser> | undefined;
	endedPageSuites?: number;
};

const contexts: BrowserContext[] = [];

afterAll(async () => {
	await Promise.all(contexts.map((context) => context.close()));
	shared.endedPageSuites = (shared.endedPageSuites ?? 0) + 1;
	if (shared.endedPageSuites < Number(process.env.PAGE_SUITES ?? 1)) return;
	const browser = await shared.pageBrowser;
	shared.pageBrowser = undefined;
	await browser?.close();
});

/** Opens the solution's page at `path` in a window of its own. It ends with the test file. */
export async function openPage(
	path = "index.html",
	{ width = 1280, height = 800, ...media }: OpenOptions = {},
): Promise<RenderedPage> {
	shared.pageBrowser ??= launch();
	const browser = await shared.pageBrowser;
	const context = await browser.newContext({
		...media,
		viewport: { width, height },
		javaScriptEnabled: false,
		serviceWorkers: "block",
		acceptDownloads: false,
	});
	contexts.push(context);
	const missing: string[] = [];
	await context.route(/.*/, (route) => answer(route, missing));
	await context.routeWebSocket(/.*/, (socket) => socket.close());
	const page = await context.newPage();
	await page.goto(`${ORIGIN}/${path}`);
	return {
		page,
		missing,
		accessible: async (role) => {
			const nodes = await accessibilityTree(page);
			return nodes.filter((node) => role === undefined || node.role === role);
		},
		focusOrder: () => focusOrder(page),
		styles: (selector, ...properties) =>
			page.locator(selector).evaluateAll((elements, names: string[]) => {
				const read = (element: Element) => {
					const style = getComputedStyle(element);
					return names.map((name) => [name, style.getPropertyValue(name)]);
				};
				return elements.map((element) => Object.fromEntries(read(element)));
			}, properties as string[]),
		resize: (newWidth) => page.setViewportSize({ width: newWidth, height }),
	};
}

/** Its temporary files lie beside the solution and go with it, even when this process is killed. */
async function launch(): Promise<Browser> {
	const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
	if (!existsSync(executablePath))
		throw new Error(
			`Suites of web pages need Chromium, and there is none at ${executablePath}. Install it, or set CHROMIUM_PATH to the program of a browser that is made from it.`,
		);
	const { TMPDIR } = process.env;
	process.env.TMPDIR = dirname(solutionFolder());
	try {
		return await chromium.launch({
			executablePath,
			args: FLAGS,
			proxy: NO_PROXY,
			timeout: 0,
		});
	} finally {
		if (TMPDIR === undefined) delete process.env.TMPDIR;
		else process.env.TMPDIR = TMPDIR;
	}
}

/** Answers a request with one of the solution's files, and refuses every other. */
async function answer(route: Route, missing: string[]): Promise<void> {
	const url = new URL(route.request().url());
	const file =
		url.origin === ORIGIN && route.request().method() === "GET"
			? await readOwnFile(url.pathname.slice(1))
			: null;
	if (file !== null)
		return route.fulfill({
			body: file,
			contentType: TYPES[extname(url.pathname)] ?? "application/octet-stream",
		});
	missing.push(url.origin === ORIGIN ? url.pathname.slice(1) : url.href);
	// Chromium asks for an icon by itself, and a page with a broken picture is still a page.
	return url.origin === ORIGIN
		? route.fulfill({ status: 404, body: "" })
		: route.abort("blockedbyclient");
}

/** A file of the solution by its encoded path; null when there is none, or when the path leads out of its folder, through a link or otherwise. */
async function readOwnFile(path: string): Promise<Buffer | null> {
	try {
		const folder = await realpath(solutionFolder());
		const file = await realpath(join(folder, decodeURIComponent(path)));
		return file.startsWith(folder + sep) ? await readFile(file) : null;
	} catch {
		return null;
	}
}

async function accessibilityTree(page: Page): Promise<AccessibleNode[]> {
	const session = await page.context().newCDPSession(page);
	try {
		const { nodes } = await session.send("Accessibility.getFullAXTree");
		const byId = new Map(nodes.map((node) => [node.nodeId, node]));
		const found: AccessibleNode[] = [];
		const visit = (id: string, ancestors: string[]) => {
			const node = byId.get(id);
			if (!node) return;
			const role = String(node.role?.value ?? "");
			const name = String(node.name?.value ?? "");
			if (!node.ignored)
				found.push({
					role,
					name,
					description: String(node.description?.value ?? ""),
					properties: Object.fromEntries(
						(node.properties ?? []).map((one) => [one.name, one.value.value]),
					),
					inside: ancestors,
				});
			const inside = node.ignored
				? ancestors
				: [name ? `${role} ${name}` : role, ...ancestors];
			for (const child of node.childIds ?? []) visit(child, inside);
		};
		const [root] = nodes;
		if (root) visit(root.nodeId, []);
		return found;
	} finally {
		await session.detach();
	}
}

async function focusOrder(page: Page): Promise<FocusStop[]> {
	const stops: FocusStop[] = [];
	await page.evaluate(() => {
		// Tab goes on from the last place of the focus, and from where an element was that has gone.
		const start = document.createElement("span");
		start.tabIndex = -1;
		document.body.prepend(start);
		start.focus();
		start.remove();
		for (const element of document.querySelectorAll("[data-tab-stop]"))
			element.removeAttribute("data-tab-stop");
	});
	while (stops.length < MOST_STOPS) {
		await page.keyboard.press("Tab");
		const stop = await page.evaluate(() => {
			const element = document.activeElement;
			if (
				!element ||
				element === document.body ||
				element.hasAttribute("data-tab-stop")
			)
				return null;
			element.setAttribute("data-tab-stop", "");
			return {
				tag: element.tagName.toLowerCase(),
				id: element.id,
				field: element.getAttribute("name") ?? "",
				href: element.getAttribute("href") ?? "",
				text: (element.textContent ?? "").replace(/\s+/g, " ").trim(),
			};
		});
		if (stop === null) break;
		stops.push(stop);
	}
	return stops;
}

/** The one that the environment names, else the one beside a copy of this module: several answers share a process and its environment. */
function solutionFolder(): string {
	const folder =
		process.env.SOLUTION_DIR || join(import.meta.dir, "../solution");
	if (!existsSync(folder))
		throw new Error(
			"SOLUTION_DIR is not set; run the suite with `npm run packs -- behave`.",
		);
	return folder;
}
