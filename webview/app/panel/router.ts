/** Router of a panel: the editor decides where to go. */
import { signal } from "@preact/signals";
import type { Panel } from "../../host/panel.ts";
import { type Router, routeOf } from "../router.ts";
import "./host-styles.ts";

export function createPanelRouter(panel: Panel): Router {
	const route = signal(routeOf(panel.screen.read().path));
	return {
		route,
		search: signal(""),
		go: panel.go,
		replaceSearch() {},
		start() {
			panel.screen.watch(() => {
				route.value = routeOf(panel.screen.read().path);
				window.scrollTo(0, 0);
			});
			document.addEventListener("click", (event) => {
				const link = (event.target as Element | null)?.closest("a");
				// A panel has an opaque origin, so links are recognised by their text.
				const path = link?.getAttribute("href") ?? "";
				if (!/^\/(?!\/)/.test(path)) return;
				event.preventDefault();
				panel.go(path);
			});
		},
		// The keyboard stays in the editor.
		restoreFocus() {},
	};
}
