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
				const { store } = await import("./store-offline-pack.ts");
				await store(
					slug,
					await caches.open(keptCache(slug)),
					api,
					verifier,
					(done, total) => state.set({ state: "saving", done, total }),
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
