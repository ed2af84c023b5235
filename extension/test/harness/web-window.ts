/** A window whose extensions run in a web worker of the page, beside one in which they run in Node. */
import { join } from "node:path";
import manifest from "../../package.json";
import type { Workbench } from "./workbench.ts";

/** Opens it on an empty folder of its own. Its extensions may ask `service`, as they may ask any address with encryption. */
export async function openWebWindow(
	workbench: Workbench,
	service: string,
): Promise<Workbench> {
	const folder = join(workbench.server.workspace, "../web");
	const id = `${manifest.publisher}.${manifest.name}`;
	await Bun.write(
		join(folder, ".vscode/settings.json"),
		JSON.stringify({ "remote.extensionKind": { [id]: ["web"] } }),
	);
	await workbench.page
		.context()
		.route(/webWorkerExtensionHostIframe[^/]*\.html/, async (route) => {
			const response = await route.fetch();
			const body = (await response.text()).replace(
				"connect-src",
				`connect-src ${service}`,
			);
			await route.fulfill({ response, body });
		});
	return workbench.openSecond("en", folder);
}
