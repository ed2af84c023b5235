import { createHash } from "node:crypto";
import {
	existsSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBun } from "../bun.mjs";
import { quietly, ROOT, step } from "../step.mjs";

const HOST = join(ROOT, "extension", "test", "host");
const MODULES = join(HOST, "node_modules");
const STAMP = join(MODULES, ".treeline");
/** All that decides what is installed. */
const INPUTS = [
	"package.json",
	"bun.lock",
	"stubs/spdlog/index.js",
	"stubs/native-watchdog/index.js",
];

/** A whole VS Code for the extension's tests, in a folder with a lock file of its own, told as `VSCODE_HOST`. */
export default {
	name: "vscode-host",
	async ensure() {
		const wanted = describe();
		if (!isInPlace(wanted)) {
			const bun = await ensureBun();
			await step("Installing VS Code for the tests", () => install(bun));
			writeFileSync(STAMP, wanted);
		}
		return { env: { VSCODE_HOST: HOST } };
	},
};

function describe() {
	const hash = createHash("sha256");
	hash.update(`${process.platform} ${process.arch}`);
	for (const file of INPUTS) hash.update(readFileSync(join(HOST, file)));
	hash.update(readFileSync(fileURLToPath(import.meta.url)));
	return hash.digest("hex");
}

function isInPlace(wanted) {
	return existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted;
}

async function install(bun) {
	rmSync(STAMP, { force: true });
	// Hoisted: VS Code looks for all that it loads in one folder, from the server and from the browser.
	const options = "--frozen-lockfile --no-progress --linker hoisted";
	await quietly([bun, "install", "--cwd", HOST, ...options.split(" ")], {
		failure: `VS Code could not be installed into ${HOST}`,
		next: "Check the network; if its package.json was edited, run `bun install --linker hoisted` there to bring its bun.lock up to date. Then run the command again.",
	});
	// Its own install script would make this link, and would compile much that no test needs.
	const vscode = join(MODULES, "code-server", "lib", "vscode");
	const link = join(vscode, "node_modules");
	rmSync(link, { force: true });
	symlinkSync(join("..", "..", "..", "..", "node_modules"), link, "dir");
	// The compiler of the first is not packaged, which it would tell in every window. The second is disabled by a setting of the tests: where
	// VS Code learns of that while its extension hosts start, it restarts them, and one that had not started yet stays, so that each
	// extension lives twice in the window.
	for (const name of ["typescript-language-features", "copilot"])
		rmSync(join(vscode, "extensions", name), { recursive: true, force: true });
}
