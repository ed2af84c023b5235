/** Behind `npm run bench [name…] [--option…]`: runs the `<package>/bench/<name>.bench.ts` files named, or lists them all. */
import { basename } from "node:path";
import { ensureNeeds } from "./needs/index.mjs";
import { launcher } from "./step.mjs";

const ROOMS = ["api", "extension", "packs", "webview", "webview/verify"];
/** What a bench needs of the machine beyond packages. */
const NEEDS = {
	api: ["pgbench"],
	content: ["pgbench"],
	extension: ["chromium", "vscode-host"],
	page: ["chromium"],
	scale: ["redis"],
	pictures: ["chromium", "vscode-host"],
};

const files = ROOMS.flatMap((room) => [
	...new Bun.Glob(`${room}/bench/*.bench.ts`).scanSync("."),
]).sort();
const nameOf = (file) => basename(file, ".bench.ts");
const words = Bun.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith("--"));
const options = words.filter((word) => word.startsWith("--"));

await launcher(async () => {
	const unknown = wanted.find(
		(name) => !files.some((file) => nameOf(file) === name),
	);
	if (wanted.length === 0 || unknown !== undefined) {
		if (unknown !== undefined) console.error(`There is no bench "${unknown}".`);
		console.log("npm run bench -- <name>, where name is one of:");
		for (const file of files)
			console.log(`  ${nameOf(file).padEnd(16)} ${file}`);
		return unknown === undefined ? 0 : 1;
	}
	let child;
	// A bench that is stopped puts away what it has made, and is waited for.
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
		process.on(signal, () => child?.kill(signal));
	for (const file of files.filter((file) => wanted.includes(nameOf(file)))) {
		const env = await ensureNeeds(NEEDS[nameOf(file)] ?? []);
		child = Bun.spawn([process.execPath, file, ...options], {
			stdio: ["ignore", "inherit", "inherit"],
			env: { ...process.env, ...env },
		});
		if ((await child.exited) !== 0) return 1;
	}
	return 0;
});
