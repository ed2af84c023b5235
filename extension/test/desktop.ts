/** Behind `npm run test:desktop`: the suite in a desktop VS Code, which is downloaded; where it cannot be, `npm test` uses a served one. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTests } from "@vscode/test-electron";
import { buildExtension } from "../build.ts";
import { buildSuite, ENTRY } from "./build.ts";
import { QUIET } from "./harness/settings.ts";

const top = await mkdtemp(join(tmpdir(), "treeline-desktop-"));
const folder = join(top, "extension");
const workspace = join(top, "workspace");
const workspaceFile = join(top, "tests.code-workspace");
const profile = join(top, "profile");
try {
	await buildSuite("node", { folder, extension: await buildExtension() });
	await Bun.write(join(workspace, "README.md"), "A workspace for tests.\n");
	// With a workspace file, tests can add folders without a reload.
	await Bun.write(
		workspaceFile,
		JSON.stringify({ folders: [{ path: "workspace" }] }),
	);
	await Bun.write(
		join(profile, "User", "settings.json"),
		JSON.stringify(QUIET),
	);
	process.exitCode = await runTests({
		extensionDevelopmentPath: folder,
		extensionTestsPath: join(folder, ENTRY),
		launchArgs: [
			workspaceFile,
			...["--user-data-dir", profile],
			...["--disable-extensions", "--disable-workspace-trust"],
		],
	});
} finally {
	await rm(top, { recursive: true, force: true, maxRetries: 10 });
}
