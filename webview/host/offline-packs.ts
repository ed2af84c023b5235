/** Packs that the learner keeps for use without a network: their challenges and grammars, until they are removed. */
import type { Verifier } from "@treeline/verify/worker";
import { keptCache } from "../offline/manifest.ts";
import type { OfflinePack, OfflinePacks } from "./host.ts";
import { signal, type WritableSignal } from "./signal.ts";

const NOT_KEPT: OfflinePack = { state: "none" };

/** `api`: where the API is mounted. Null in a browser that has no service worker for the page. */
export function createOfflinePacks(
	api: string,
	verifier: Pick<Verifier, "diagnose">,
): OfflinePacks | null {
	if (!navigator.serviceWorker || typeof caches === "undefined") return null;
	const packs = new Map<string, WritableSignal<OfflinePack>>();
	const stateOf = (slug: string) => {
		const known = packs.get(slug);
		if (known) return known;
		const state = signal<OfflinePack>({ state: "unknown" });
		packs.set(slug, state);
		void readKept(slug).then(
			(found) => state.read().state === "unknown" && state.set(found),
			() => state.set(NOT_KEPT),
		);
		return state;
	};
	return {
		of: stateOf,
		async keep(slug) {
			const state = stateOf(slug);
			if (state.read().state === "saving") return;
			state.set({ state: "saving", done: 0, total: 0 });
			try {
				await store(slug, api, verifier, (done, total) =>
					state.set({ state: "saving", done, total }),
				);
				state.set(await readKept(slug));
			} catch (error) {
				// A part of a pack would pass for all of it.
				await caches.delete(keptCache(slug)).catch(() => null);
				const isFull =
					error instanceof DOMException && error.name === "QuotaExceededError";
				state.set({ state: "failed", reason: isFull ? "full" : "unreachable" });
			}
		},
		async remove(slug) {
			await caches.delete(keptCache(slug));
			stateOf(slug).set(NOT_KEPT);
		},
	};
}

/** Stores everything that the pack's challenges need. `report` is told how many parts are stored, of how many. */
async function store(
	slug: string,
	api: string,
	verifier: Pick<Verifier, "diagnose">,
	report: (done: number, total: number) => void,
): Promise<void> {
	// So that the browser does not clear it when it needs room; some ask the learner, and go on without.
	await navigator.storage?.persist?.().catch(() => false);
	const cache = await caches.open(keptCache(slug));
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

async function readKept(slug: string): Promise<OfflinePack> {
	const name = keptCache(slug);
	if (!(await caches.has(name))) return NOT_KEPT;
	const responses = await (await caches.open(name)).matchAll();
	const sizes = await Promise.all(
		responses.map(async (each) => (await each.blob()).size),
	);
	return {
		state: "kept",
		bytes: sizes.reduce((sum, size) => sum + size, 0),
	};
}
