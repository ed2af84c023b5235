/**
 * Reads of packs and challenges, stored for offline use. What is stored is read without credentials, behind the page's own read, so
 * that nothing personal is left for the next user of the browser.
 */
import { keptCache, STORED_HEADER } from "./manifest.ts";
import { networkFirst } from "./strategies.ts";

const CACHE = "treeline-reads";
const PACKS = "/api/v1/packs";
const READ = /^\/api\/v1\/packs(\/[^/]+(\/challenges\/[^/]+)?)?$/;
const PACK = /^\/api\/v1\/packs\/[^/]+$/;
const MAX_STORED = 1000;
/** Most challenges of an opened pack that are downloaded ahead. */
const MAX_AHEAD = 60;
/** Age up to which a stored response is not read again: behind the page's own read of it, and ahead of one. */
const MAX_AGE_MS = { opened: 600_000, ahead: 86_400_000 };
/** Time after which a stored response is used while the server does not answer, in milliseconds. */
const TIMEOUT_MS = 5000;

/** Whether a request reads a list of packs, a pack or a challenge. Searches are not stored: offline, the page searches by itself. */
export function isCacheableRead({ url }: Pick<Request, "url">): boolean {
	const { pathname, searchParams } = new URL(url);
	return READ.test(pathname) && !searchParams.has("q");
}

export async function cachedRead(
	request: Request,
	waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
	const { url } = request;
	return networkFirst({
		async fetch() {
			const response = await fetch(request);
			const { status } = response;
			waitUntil(update(url, status).catch(() => null));
			return response;
		},
		async stored() {
			const stored = await caches.open(CACHE);
			const response =
				(await stored.match(url, IGNORE_VARY)) ??
				// Of a pack that is kept offline.
				(await caches.match(url, IGNORE_VARY));
			if (!response) return undefined;
			const headers = new Headers(response.headers);
			headers.set(STORED_HEADER, "1");
			return new Response(response.body, { headers });
		},
		timeoutMs: TIMEOUT_MS,
		waitUntil,
	});
}

/** There is one response per URL, whatever `Vary` says. */
const IGNORE_VARY = { ignoreVary: true };

/** Brings the store up to date after the server answered a read of `url` with `status`. */
async function update(url: string, status: number): Promise<void> {
	const cache = await caches.open(CACHE);
	if (status === 404) {
		await cache.delete(url);
		const kept = await keptCacheOf(url);
		return void (await kept?.delete(url));
	}
	if (status !== 200) return;
	await storeUnlessFresh(cache, url, MAX_AGE_MS.opened);
	if (PACK.test(new URL(url).pathname)) await storeChallenges(cache, url);
	await trim(cache);
}

async function storeUnlessFresh(
	cache: Cache,
	url: string,
	maxAgeMs: number,
): Promise<void> {
	const known = await cache.match(url, IGNORE_VARY);
	const date = Date.parse(known?.headers.get("date") ?? "");
	if (Date.now() - date < maxAgeMs) return;
	const response = await fetch(url, { credentials: "omit", cache: "no-store" });
	if (!response.ok) return;
	const kept = await keptCacheOf(url);
	await Promise.all([
		cache.put(url, response.clone()),
		kept?.put(url, response),
	]);
}

/** The cache of the pack that `url` reads, or reads a challenge of, where the learner keeps that offline. */
async function keptCacheOf(url: string): Promise<Cache | null> {
	const [, slug] =
		/^\/api\/v1\/packs\/([^/]+)/.exec(new URL(url).pathname) ?? [];
	const name = keptCache(decodeURIComponent(slug ?? ""));
	return slug && (await caches.has(name)) ? caches.open(name) : null;
}

/** Downloads the challenges of a pack that was opened, one after another, unless data saving is on. */
async function storeChallenges(cache: Cache, packUrl: string): Promise<void> {
	const { connection } = navigator as { connection?: { saveData?: boolean } };
	if (connection?.saveData) return;
	const stored = await cache.match(packUrl, IGNORE_VARY);
	const pack = (await stored?.json()) as
		| { data: { challenges: { slug: string }[] } }
		| undefined;
	for (const { slug } of pack?.data.challenges.slice(0, MAX_AHEAD) ?? []) {
		const url = `${packUrl}/challenges/${encodeURIComponent(slug)}`;
		await storeUnlessFresh(cache, url, MAX_AGE_MS.ahead);
	}
}

/** Removes the responses that were stored longest ago; the list of packs stays. */
async function trim(cache: Cache): Promise<void> {
	const keys = await cache.keys();
	const removable = keys.filter(({ url }) => new URL(url).pathname !== PACKS);
	for (const key of removable.slice(0, Math.max(0, keys.length - MAX_STORED)))
		await cache.delete(key);
}
