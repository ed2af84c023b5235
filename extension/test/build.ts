/** What tests run: the extension, built and packed once for all processes, and the suite that runs inside VS Code. */
import { existsSync, readdirSync } from "node:fs";
import { cp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { PublicPack } from "@treeline/packs/format";
import { freshPage } from "@treeline/webview/build";
import { build } from "esbuild";
import { layOut } from "../build.ts";
import { packFolder } from "../vsix.ts";
import { root } from "./harness/places.ts";
import { hostilePacks } from "./suite/hostile-pack.ts";
import { verdictTable } from "./verdicts/cases.ts";

/** Where an extension runs: in Node beside the files, or in a web worker of the workbench. */
export type HostKind = "node" | "web";

/** The suite's module in that folder: a script, whatever the extension's manifest says of its type. */
export const ENTRY = "test/index.cjs";

const SUITE = join(import.meta.dir, "suite");

export interface BuiltExtension {
	folder: string;
	/** The packed extension. */
	vsix: string;
}

/** Everything that a build of the extension reads, and a little more. */
const EXTENSION_INPUTS = [
	"bun.lock",
	"LICENSE",
	"{extension,packs,webview,api}/**/*.{ts,tsx,js,json,css,html,svg,png,md}",
];
const NO_EXTENSION_INPUT =
	/(^|\/)(node_modules|test|bench|cases|behavior)\/|\.test\.ts$/;
/** Everything that decides the verdicts: the engine with its cases, and the packs with theirs. */
const VERDICT_INPUTS = [
	"bun.lock",
	// Bun matches no slash within braces.
	...["packs", "webview/verify", "extension/test/verdicts"].map(
		(folder) => `${folder}/**/*.{ts,tsx,js,jsx,py,json,css,html,md}`,
	),
];
const NO_VERDICT_INPUT = /(^|\/)(node_modules|behavior)\//;

/** The extension as its sources are now, shared by all processes that test it. */
export async function builtExtension(): Promise<BuiltExtension> {
	const folder = await makeOnce(
		"extension",
		await digestOf(EXTENSION_INPUTS, NO_EXTENSION_INPUT),
		async (made) => {
			await layOut(join(made, "extension"), await freshPage());
			await packFolder(join(made, "extension"), join(made, "treeline.vsix"));
		},
	);
	return {
		folder: join(folder, "extension"),
		vsix: join(folder, "treeline.vsix"),
	};
}

/**
 * The folder of the verdict table as `table.json` and of Bun's whole answers as `verdicts.json`, shared by all processes that compare
 * with them: to make them takes half a minute.
 */
export async function verdictFolder(): Promise<string> {
	return makeOnce(
		"verdicts",
		await digestOf(VERDICT_INPUTS, NO_VERDICT_INPUT),
		async (made) => {
			const parts = await verdictTable();
			for (const [name, part] of Object.entries(parts))
				await Bun.write(join(made, `${name}.json`), JSON.stringify(part));
		},
	);
}

/** The folder that `make` has filled for inputs of this digest: it is filled beside its place, moved there whole, and never changed. */
async function makeOnce(
	name: string,
	digest: string,
	make: (folder: string) => Promise<void>,
): Promise<string> {
	const folder = join(root, ".build/tests", `${name}-${digest}`);
	if (existsSync(folder)) return folder;
	const made = `${folder}.${process.pid}`;
	await make(made);
	await rename(made, folder).catch(async (error) => {
		await rm(made, { recursive: true, force: true });
		// Another process made the same at the same time.
		if (!existsSync(folder)) throw error;
	});
	return folder;
}

/** One digest of the paths and contents of all files that `patterns` match and `ignored` does not. */
async function digestOf(patterns: string[], ignored: RegExp): Promise<string> {
	const hash = new Bun.CryptoHasher("sha256");
	hash.update(`${Bun.version}\n`);
	const paths = patterns
		.flatMap((each) => [...new Bun.Glob(each).scanSync({ cwd: root })])
		.filter((path) => !ignored.test(path))
		.sort();
	for (const path of paths) {
		hash.update(`${path}\n`);
		hash.update(await Bun.file(join(root, path)).bytes());
	}
	return hash.digest("hex").slice(0, 16);
}

/**
 * Lays out in `folder` a copy of the built `extension` with the suite for `kind` in it: VS Code runs tests in the host of the extension
 * that they lie in, and the package that learners get is to hold none.
 */
export async function buildSuite(
	kind: HostKind,
	{
		folder,
		extension,
		scenarios = join(SUITE, "scenarios"),
	}: { folder: string; extension: string; scenarios?: string | undefined },
): Promise<void> {
	await cp(extension, folder, { recursive: true });
	await addPacks(join(folder, "dist/packs.json"), hostilePacks);
	const names = scenariosFor(kind, scenarios);
	if (names.includes("verdicts.ts"))
		await cp(await verdictFolder(), join(folder, "test"), { recursive: true });
	if (kind === "web") await leaveNode(join(folder, "package.json"));
	await build({
		stdin: {
			contents: [
				`export { run } from ${JSON.stringify(join(SUITE, "index.ts"))};`,
				...names.map(
					(name) => `import ${JSON.stringify(join(scenarios, name))};`,
				),
			].join("\n"),
			resolveDir: SUITE,
		},
		outfile: join(folder, ENTRY),
		bundle: true,
		format: "cjs",
		platform: kind === "node" ? "node" : "browser",
		target: "es2022",
		conditions: ["commonjs"],
		external: ["vscode"],
		sourcemap: "inline",
		logLevel: "warning",
		plugins: [MOCHA_AS_SCRIPT],
	});
}

/** Puts packs of the tests' own beside those that came with the extension. */
async function addPacks(file: string, packs: PublicPack[]): Promise<void> {
	const bundled = await Bun.file(file).json();
	await Bun.write(file, JSON.stringify([...bundled, ...packs]));
}

/** An extension with both entries runs in Node wherever there is one: only without its entry for Node does it run in the worker. */
async function leaveNode(manifest: string): Promise<void> {
	const { main: _, ...rest } = await Bun.file(manifest).json();
	await Bun.write(manifest, JSON.stringify(rest));
}

/** All scenarios; one that needs Node is called `<noun>.node.ts`. */
function scenariosFor(kind: HostKind, folder: string): string[] {
	return readdirSync(folder)
		.filter((name) => name.endsWith(".ts"))
		.filter((name) => kind === "node" || !name.endsWith(".node.ts"))
		.sort();
}

/**
 * Mocha's build for browsers is a script, but its package says that it holds modules: bundled as one, it would replace the bundle's
 * own exports. Outside its package, esbuild takes it for what it is. It serves Node as well.
 */
const MOCHA_AS_SCRIPT: import("esbuild").Plugin = {
	name: "mocha-as-script",
	setup(build) {
		build.onResolve({ filter: /^mocha\/mocha\.js$/ }, ({ path }) => ({
			path: Bun.resolveSync(path, import.meta.dir),
			namespace: "script",
		}));
		build.onLoad({ filter: /./, namespace: "script" }, async ({ path }) => ({
			contents: await Bun.file(path).text(),
			loader: "js",
		}));
	},
};
