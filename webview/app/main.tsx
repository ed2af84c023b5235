/** Composition root of the page. */
import { render } from "preact";
import { createBrowserHost } from "../host/browser.ts";
import type { Host } from "../host/host.ts";
import { AppContext } from "./app.ts";
import { createDataCache } from "./data-cache.ts";
import { followLanguage, startLanguage } from "./language/language.ts";
import { createRouter, type Router } from "./router.ts";
import { Shell } from "./shell.tsx";
import { createTheme } from "./theme/theme.ts";

const {
	api = "/api/v1",
	worker = "",
	grammars = "/tree-sitter/",
	signIn = "on",
	panel: panelKind = "challenge",
	version = "",
} = document.documentElement.dataset;
const mount = document.getElementById("page");
if (!mount) throw new Error("index.html has no #page to mount the page in");

await startLanguage();
const { host, router } = await createEnvironment();
const app = {
	host,
	router,
	cache: createDataCache(host),
	theme: createTheme(host.settings),
};

followLanguage(host.settings);
router.start();
render(
	<AppContext.Provider value={app}>
		<Shell />
	</AppContext.Provider>,
	mount,
);

/** Host and router for a browser tab or for an editor's panel. */
async function createEnvironment(): Promise<{ host: Host; router: Router }> {
	if (typeof acquireVsCodeApi === "undefined")
		return {
			host: createBrowserHost({
				api,
				worker,
				grammars,
				signIn: signIn === "on",
				version,
			}),
			router: createRouter(),
		};
	const options = { editor: acquireVsCodeApi(), worker, grammars };
	if (panelKind === "studio") {
		const [{ openStudioPanel }, { createStudioRouter }] = await Promise.all([
			import("../host/studio-panel.ts"),
			import("./panel/studio-router.ts"),
		]);
		const panel = await openStudioPanel(options);
		return { host: panel.host, router: createStudioRouter(panel) };
	}
	const [{ openPanel }, { createPanelRouter }] = await Promise.all([
		import("../host/panel.ts"),
		import("./panel/router.ts"),
	]);
	const panel = await openPanel(options);
	return { host: panel.host, router: createPanelRouter(panel) };
}
