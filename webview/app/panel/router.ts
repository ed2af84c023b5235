/** Addresses inside a panel: there is no address bar, and where to go is for the editor to decide. */
import { signal } from "@preact/signals";
import type { Panel } from "../../host/panel.ts";
import { type Router, routeOf } from "../router.ts";

export function createPanelRouter(panel: Panel): Router {
	const route = signal(routeOf(panel.screen.read().path));
	return {
		route,
		go: panel.go,
		start() {
			panel.screen.watch(() => {
				route.value = routeOf(panel.screen.read().path);
				window.scrollTo(0, 0);
			});
			document.addEventListener("click", (event) => {
				const link = (event.target as Element | null)?.closest("a");
				// A panel has an origin of its own making, so links are known by how they are written.
				const path = link?.getAttribute("href") ?? "";
				if (!/^\/(?!\/)/.test(path)) return;
				event.preventDefault();
				panel.go(path);
			});
		},
		// The keyboard stays in the editor.
		arrive() {},
	};
}
