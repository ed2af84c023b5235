/** Grammars by path and content hash: downloaded when a challenge first needs one. */

const CACHE = "treeline-grammars";

/** The grammar at `path`, from the cache if that holds the one with this hash. */
export async function cachedGrammar(
	path: string,
	hash: string,
): Promise<Response> {
	const cache = await caches.open(CACHE);
	const key = keyOf(path, hash);
	const stored = await cache.match(key, { ignoreVary: true });
	if (stored) return stored;
	const response = await fetch(path);
	if (response.ok) await cache.put(key, response.clone()).catch(() => null);
	return response;
}

/** Downloads this build's version of the grammars that are stored, so that what worked without a network still does after an update. */
export async function updateGrammars(
	grammars: Record<string, string>,
): Promise<void> {
	const cache = await caches.open(CACHE);
	const stored = (await cache.keys()).map(({ url }) => new URL(url).pathname);
	for (const path of new Set(stored)) {
		const hash = grammars[path];
		if (hash) await cachedGrammar(path, hash);
	}
}

/** Removes grammars that this build does not use. */
export async function removeOldGrammars(
	grammars: Record<string, string>,
): Promise<void> {
	const used = new Set(
		Object.entries(grammars).map(([path, hash]) => keyOf(path, hash)),
	);
	const cache = await caches.open(CACHE);
	for (const { url } of await cache.keys())
		if (!used.has(url.slice(location.origin.length))) await cache.delete(url);
}

const keyOf = (path: string, hash: string) => `${path}?hash=${hash}`;
