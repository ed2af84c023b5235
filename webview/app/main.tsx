/** The page's composition root: it builds, passes and mounts; it decides nothing. */
import { render } from "preact";
import { createBrowserHost } from "../host/browser.ts";
import type { Host } from "../host/host.ts";
import { openPanel } from "../host/panel.ts";
import { AppContext } from "./app.ts";
import { createLibrary } from "./data-cache.ts";
import { createPanelRouter } from "./panel/router.ts";
import { createRouter, type Router } from "./router.ts";
import { Shell } from "./shell.tsx";
import { createTheme } from "./theme/theme.ts";

const {
	api = "/api/v1",
	worker = "",
	grammars = "/tree-sitter/",
	signIn = "on",
} = document.documentElement.dataset;
const mount = document.getElementById("page");
if (!mount) throw new Error("index.html has no #page to mount the page in");

const { host, router } = await around();
const app = {
	host,
	router,
	library: createLibrary(host),
	theme: createTheme(),
};

router.start();
render(
	<AppContext.Provider value={app}>
		<Shell />
	</AppContext.Provider>,
	mount,
);

/** What stands around the page: a browser tab, or an editor's panel. */
async function around(): Promise<{ host: Host; router: Router }> {
	if (typeof acquireVsCodeApi === "undefined")
		return {
			host: createBrowserHost({
				api,
				worker,
				grammars,
				signIn: signIn === "on",
			}),
			router: createRouter(),
		};
	const panel = await openPanel({
		editor: acquireVsCodeApi(),
		worker,
		grammars,
	});
	return { host: panel.host, router: createPanelRouter(panel) };
}
