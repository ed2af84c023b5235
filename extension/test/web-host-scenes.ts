/** Signing in where the extension runs in the browser: without cookies, across origins, and back through the editor's own callback page. */
import { expect } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "./harness/deadline.ts";
import { ANSWER, TITLE } from "./harness/hello-challenge.ts";
import { attempts, draftAt, sessions } from "./harness/service-data.ts";
import { goThrough, leaveForBrowser, signOut } from "./harness/sign-in-page.ts";
import { openWebWindow } from "./harness/web-window.ts";
import type { Workbench } from "./harness/workbench.ts";

const SLUG = "say-hello-over-http";
const NAME = "Robin Vale";

/** Declares the scenes with `scene`: the learner is signed out, and has code of the challenge on the account. `use` is told the window of the scenes. */
export function declareWebHostScenes(
	scene: (title: string, body: () => Promise<void>) => void,
	{
		parts,
		use,
	}: {
		parts: () => { workbench: Workbench; dataDir: string; url: string };
		use: (opened: Workbench) => void;
	},
): void {
	/** The sessions of editors: those of tests have no name. */
	const editors = async () =>
		(await sessions(parts().dataDir)).flatMap(
			({ user_agent }) => user_agent ?? [],
		);

	scene(
		"where the extension runs in the browser, it signs in, and the account's code is there",
		async () => {
			const { workbench, dataDir, url } = parts();
			use(await openWebWindow(workbench, url));
			await workbench.page.close();
			const web = parts().workbench;
			await goThrough(await leaveForBrowser(web), NAME, "Yes, sign in");
			await web.page.locator(".statusbar-item", { hasText: NAME }).waitFor();
			const [agent, ...others] = await editors();
			expect(agent).toContain("HeadlessChrome");
			expect(others).toEqual([]);
			const code = await draftAt(dataDir, SLUG);
			expect(code).not.toBeNull();
			await web.openView("Treeline");
			await web.openChallenge(TITLE);
			const file = join(
				web.server.workspace,
				`treeline/express/01-${SLUG}/app.js`,
			);
			await until(
				async () => (await readFile(file, "utf8").catch(() => "")) === code,
			);
		},
	);

	scene(
		"there, results and code go to the account, and signing out ends the session",
		async () => {
			const { workbench: web, dataDir } = parts();
			const before = (await attempts(dataDir)).length;
			const code = ANSWER.replace("Good morning", "Good web");
			await web.write(code);
			await web.panel.getByText("All checks pass").first().waitFor();
			await until(async () => (await attempts(dataDir)).length > before);
			expect((await attempts(dataDir)).at(-1)).toMatchObject({
				passed: true,
				verified: true,
			});
			await until(async () => (await draftAt(dataDir, SLUG)) === code);
			await web.picture("web-host-signed-in");
			await signOut(web, NAME);
			await until(async () => (await editors()).length === 0);
		},
	);
}
