/**
 * Bun of exactly the pinned version: the one on PATH, else a copy of our own in `.tools`, installed when missing.
 * As a program, `node .ci/bun.mjs <script> [args]` runs a script of the house with it; `--terminal` before it leaves it the terminal.
 */
import "./node-version.mjs";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePackages } from "./packages.mjs";
import { foreground, launcher, quietly, ROOT, Stop, step } from "./step.mjs";

const PIN = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).engines
	.bun;
const PROGRAM = process.platform === "win32" ? "bun.exe" : "bun";
const TOOLS = join(ROOT, ".tools");

/** The path of a Bun of the pinned version; installs one when there is none. Throws Stop when that fails. */
export async function ensureBun() {
	const found = onPath() ?? inTools();
	if (found) return found;
	await step(`Installing Bun ${PIN}`, () =>
		quietly([...npm(), ...INSTALL], {
			failure: `Bun ${PIN} could not be installed with npm`,
			next: `Check the network and that npm works, or install Bun ${PIN} so that it is on PATH; then run the command again.`,
		}),
	);
	const installed = inTools();
	if (installed) return installed;
	throw new Stop(
		`npm installed no Bun ${PIN} that runs on ${process.platform} ${process.arch}. Install Bun ${PIN} so that it is on PATH, then run the command again.`,
	);
}

/** Scripts are not needed: the program is run from the package of its platform, not through the stub that a script would replace. */
const INSTALL = [
	"install",
	...["--prefix", TOOLS, "--no-save", "--ignore-scripts"],
	...["--no-audit", "--no-fund", "--loglevel=error"],
	`bun@${PIN}`,
];

function onPath() {
	return (process.env.PATH ?? "")
		.split(delimiter)
		.map((folder) => join(folder, PROGRAM))
		.find((path) => existsSync(path) && isPinned(path));
}

function inTools() {
	const platforms = join(TOOLS, "node_modules", "@oven");
	if (!existsSync(platforms)) return undefined;
	return readdirSync(platforms)
		.map((name) => join(platforms, name, "bin", PROGRAM))
		.find(isPinned);
}

/** Asked of the program itself: a build for another libc or processor lies there as well and does not run. */
function isPinned(path) {
	const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
	return stdout?.trim() === PIN;
}

/** The npm that runs us when one does, so that no shell is needed to find it. */
function npm() {
	const running = process.env.npm_execpath;
	return running?.endsWith(".js") ? [process.execPath, running] : ["npm"];
}

if (
	process.argv[1] &&
	realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
)
	await launcher(async () => {
		const bun = await ensureBun();
		await ensurePackages(bun);
		const [first, ...others] = process.argv.slice(2);
		return first === "--terminal"
			? await foreground(bun, others, { keepsTerminal: true })
			: await foreground(bun, process.argv.slice(2));
	});
