/** Stores a pack for use without a network. Loaded when a learner keeps one. */
import type { Verifier } from "@treeline/verify/worker";

/** Stores everything that the pack's challenges need. `report` is told how many parts are stored, of how many. */
export async function store(
	slug: string,
	cache: Cache,
	api: string,
	verifier: Pick<Verifier, "diagnose">,
	report: (done: number, total: number) => void,
): Promise<void> {
	// So that the browser does not clear it when it needs room; some ask the learner, and go on without.
	await navigator.storage?.persist?.().catch(() => false);
	const packUrl = `${api}/packs/${encodeURIComponent(slug)}`;
	const { challenges } = await storeRead<{ challenges: { slug: string }[] }>(
		cache,
		packUrl,
	);
	const languages = new Set<string>();
	for (const [done, challenge] of challenges.entries()) {
		report(done, challenges.length);
		const { files } = await storeRead<{
			files: { path: string; content: string }[];
		}>(cache, `${packUrl}/challenges/${encodeURIComponent(challenge.slug)}`);
		const unseen = files.filter(({ path }) => !languages.has(endingOf(path)));
		for (const { path } of unseen) languages.add(endingOf(path));
		// The service worker stores the grammars that this loads.
		if (unseen.length > 0) await verifier.diagnose(unseen);
	}
}

const endingOf = (path: string) => path.slice(path.lastIndexOf("."));

/** Reads without credentials, so that nothing of the learner is stored, and stores the answer under its address. */
async function storeRead<Data>(cache: Cache, url: string): Promise<Data> {
	const response = await fetch(url, { credentials: "omit", cache: "no-store" });
	if (!response.ok) throw new Error(`${url} answered ${response.status}`);
	await cache.put(url, response.clone());
	return ((await response.json()) as { data: Data }).data;
}
