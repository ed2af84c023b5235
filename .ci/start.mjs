/** Behind `npm start`: from a fresh clone to a serving process. `--watch` rebuilds and restarts on every change. */
import "./node-version.mjs";
import { ensureBun } from "./bun.mjs";
import { ensurePackages } from "./packages.mjs";
import { ensurePage } from "./page.mjs";
import { foreground, launcher } from "./step.mjs";

await launcher(async () => {
	const bun = await ensureBun();
	await ensurePackages(bun);
	if (!process.argv.includes("--watch")) {
		await ensurePage(bun);
		return await foreground(bun, ["api/main.ts"]);
	}
	return await Promise.race([
		foreground(bun, ["webview/build.ts", "--watch"]),
		foreground(bun, ["--watch", "api/main.ts"]),
	]).finally(() => process.kill(process.pid, "SIGTERM"));
});
