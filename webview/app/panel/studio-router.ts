/** Router of the studio in an editor's panel: its screens alone; the editor is told of each, to restore it. */
import { batch, signal } from "@preact/signals";
import type { StudioPanel } from "../../host/studio-panel.ts";
import { type Router, routeOf } from "../router.ts";
import "./host-styles.ts";

export function createStudioRouter({ screen, moved }: StudioPanel): Router {
	const first = new URL(screen.read().path, "https://panel.invalid");
	const route = signal(routeOf(first.pathname));
	const search = signal(first.search);
	let isFirst = true;
	const go = (path: string) => {
		const { pathname, search: query } = new URL(path, "https://panel.invalid");
		const next = routeOf(pathname);
		if (next.screen !== "studio") return;
		isFirst = false;
		batch(() => {
			route.value = next;
			search.value = query;
		});
		moved(path);
	};
	return {
		route,
		search,
		go,
		replaceSearch() {},
		start() {
			screen.watch(() => go(screen.read().path));
			document.addEventListener("click", (event) => {
				const link = (event.target as Element | null)?.closest("a");
				// A panel has an opaque origin, so links are recognised by their text.
				const path = link?.getAttribute("href") ?? "";
				if (event.defaultPrevented || !/^\/(?!\/)/.test(path)) return;
				event.preventDefault();
				go(path);
			});
		},
		restoreFocus(heading) {
			if (!isFirst) heading?.focus();
		},
	};
}
