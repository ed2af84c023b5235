/**
 * Service worker of the standalone page: precaches a build of the page, and stores grammars and packs that were opened, so that the
 * page loads and works without a network. The network comes first for the document and for packs; the engine and the code of the
 * page come from the cache.
 */

import {
	cachedGrammar,
	removeOldGrammars,
	updateGrammars,
} from "./grammar-cache.ts";
import type { BuildManifest, PageMessage } from "./manifest.ts";
import { cachedRead, isCacheableRead } from "./read-cache.ts";
import { networkFirst } from "./strategies.ts";

declare const BUILD_MANIFEST: BuildManifest;

interface ExtendableEvent extends Event {
	waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
	readonly request: Request;
	respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
	addEventListener(
		type: "install" | "activate",
		listener: (event: ExtendableEvent) => void,
	): void;
	addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
	addEventListener(
		type: "message",
		listener: (event: ExtendableEvent & MessageEvent<PageMessage>) => void,
	): void;
	skipWaiting(): Promise<void>;
	clients: { claim(): Promise<void> };
}
const scope = globalThis as unknown as WorkerScope;

const { version, assets, grammars } = BUILD_MANIFEST;
const PAGE_CACHE_PREFIX = "treeline-page-";
const PAGE_CACHE = PAGE_CACHE_PREFIX + version;
const DOCUMENT = "/";
/** Screens that have an address; any other navigation, such as sign-in, goes to the network. */
const SCREEN = /^\/($|account$|settings$|classes(\/|$)|join\/|packs\/)/;
/** Time after which the stored document is shown while a server does not answer, in milliseconds. */
const DOCUMENT_TIMEOUT_MS = 5000;

scope.addEventListener("install", (event) => event.waitUntil(precache()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("message", (event) => {
	const { data, ports } = event;
	if (data?.kind === "activate") event.waitUntil(scope.skipWaiting());
	if (data?.kind === "is-other")
		ports[0]?.postMessage(data.version !== version);
	if (data?.kind === "store") event.waitUntil(storeAll(data.urls));
});
scope.addEventListener("fetch", (event) => {
	const response = respond(event.request, (work) => event.waitUntil(work));
	if (response) event.respondWith(response);
});

/** The response to a request of a page; null leaves it to the browser. */
function respond(
	request: Request,
	waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> | null {
	const { origin, pathname } = new URL(request.url);
	if (request.method !== "GET" || origin !== location.origin) return null;
	if (request.mode === "navigate")
		return SCREEN.test(pathname) ? navigate(request, waitUntil) : null;
	if (pathname.startsWith("/assets/")) return asset(request, waitUntil);
	const hash = grammars[pathname];
	if (hash) return cachedGrammar(pathname, hash);
	return isCacheableRead(request) ? cachedRead(request, waitUntil) : null;
}

/** Stores the build. A build that could not be stored leaves no cache: it would count as the last build, which is kept. */
async function precache(): Promise<void> {
	const existed = await caches.has(PAGE_CACHE);
	try {
		await storeBuild();
		await updateGrammars(grammars);
	} catch (error) {
		if (!existed) await caches.delete(PAGE_CACHE);
		throw error;
	}
}

/** Stores the build; assets of an older build that did not change are copied. Rejects when the server has another build by now. */
async function storeBuild(): Promise<void> {
	const cache = await caches.open(PAGE_CACHE);
	const document = await fetch(DOCUMENT, {
		cache: "no-store",
		credentials: "omit",
	});
	const text = await document.clone().text();
	if (!document.ok || !text.includes(`data-version="${version}"`))
		throw new Error("The page on the server is of another version.");
	await cache.put(DOCUMENT, document);
	await Promise.all(
		assets.map(async (path) => {
			const response = (await caches.match(path)) ?? (await fetch(path));
			if (!response.ok) throw new Error(`${path} could not be loaded.`);
			await cache.put(path, response);
		}),
	);
}

/** Takes over open pages, and removes old builds except the last: a tab may still show it and load more of its code. */
async function activate(): Promise<void> {
	const names = await caches.keys();
	const old = names.filter(
		(name) => name.startsWith(PAGE_CACHE_PREFIX) && name !== PAGE_CACHE,
	);
	await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
	await removeOldGrammars(grammars);
	await scope.clients.claim();
}

function navigate(
	request: Request,
	waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
	return networkFirst({
		fetch: () => fetch(request),
		stored: async () => (await caches.open(PAGE_CACHE)).match(DOCUMENT),
		timeoutMs: DOCUMENT_TIMEOUT_MS,
		waitUntil,
	});
}

/** Names of assets contain a hash, so a cached one is never outdated. What the precache leaves out, as the formatters, is stored when it is used. */
async function asset(
	request: Request,
	waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
	const stored = await caches.match(request, { ignoreVary: true });
	if (stored) return stored;
	const response = await fetch(request);
	if (response.ok) {
		const copy = response.clone();
		const store = async () =>
			(await caches.open(PAGE_CACHE)).put(request, copy);
		waitUntil(store().catch(() => null));
	}
	return response;
}

async function storeAll(urls: string[]): Promise<void> {
	await scope.clients.claim();
	for (const url of urls) {
		const work: Promise<unknown>[] = [];
		const response = respond(new Request(url), (each) => work.push(each));
		// What cannot be stored now is stored when it is next read.
		await response?.catch(() => null);
		await Promise.allSettled(work);
	}
}
