/** The storage of a browser, as tests fill it, free it and wait for it. */
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { DEADLINE_MS } from "./browser.ts";

/** Leaves no room in the storage of the browser, as other sites' data may. */
export const fillStorage = (page: Page) =>
	page.evaluate(() => {
		for (let size = 4_000_000; size >= 1; ) {
			try {
				localStorage.setItem(`of-another-site-${size}`, "x".repeat(size));
				if (size === 1) break;
			} catch {}
			size = Math.floor(size / 2);
		}
	});

/** Makes room again, as a learner does who clears other sites' data and comes back to the tab. */
export const freeStorage = (page: Page) =>
	page.evaluate(() => {
		for (const key of Object.keys(localStorage))
			if (key.startsWith("of-another-site")) localStorage.removeItem(key);
		document.dispatchEvent(new Event("visibilitychange"));
	});

/** Waits until no attempt is queued: each leaves the storage once the service has it. */
export const attemptsSent = (page: Page) =>
	page.waitForFunction(
		() =>
			!Object.keys(localStorage).some((key) =>
				key.startsWith("treeline:outbox:"),
			),
	);

/** Waits until each of `paths` is stored for offline use; the hash under which a grammar is stored does not matter. */
export async function storedForOffline(
	page: Page,
	...paths: string[]
): Promise<void> {
	const missing = await page.evaluate(
		async ([paths, deadline]) => {
			const end = performance.now() + deadline;
			for (;;) {
				const found = await Promise.all(
					paths.map((path) =>
						caches.match(path, { ignoreSearch: true, ignoreVary: true }),
					),
				);
				const left = paths.filter((_, index) => !found[index]);
				if (left.length === 0 || performance.now() > end) return left;
				await new Promise((resolve) => setTimeout(resolve, 50));
			}
		},
		[paths, DEADLINE_MS] as const,
	);
	expect(missing).toEqual([]);
}
