/**
 * Builds the extension into `.build/extension`, a folder that VS Code can run and that becomes the package: the manifest, one bundle
 * for each kind of host, the built page with its grammars, and the packs without their reference solutions.
 */
import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { publicPackOf, readPacks } from "@treeline/packs/disk";
import type { PublicPack } from "@treeline/packs/format";
import { freshPage } from "@treeline/webview/build";
import { type BuildOptions, build } from "esbuild";
import { languageModelTools, writeTexts } from "./l10n/build.ts";
import { vscodeModule } from "./vscode-module.ts";

const HERE = import.meta.dir;
const ROOT = dirname(HERE);
const TARGET = join(ROOT, ".build", "extension");
/** The packs of this repository. */
const PACKS = join(ROOT, "packs");

/** Files that are copied into the package unchanged. */
const ASSETS = ["media", "README.md", "CHANGELOG.md"];

interface Bundle {
	/** The file in the package's `dist`. */
	name: string;
	entry: string;
	options: BuildOptions;
}

/** The parser library's build for CommonJS: two builds of it would meet in one memory. */
const TREE_SITTER = createRequire(join(PACKS, "package.json")).resolve(
	"web-tree-sitter",
);

/** The extension and the worker of its engine, each for both kinds of host; what is loaded later, for either; and the studio's tools. */
const BUNDLES: Bundle[] = [
	{
		name: "extension.cjs",
		entry: join(HERE, "extension.ts"),
		options: { platform: "node", format: "cjs" },
	},
	{
		name: "extension.browser.cjs",
		entry: join(HERE, "extension.ts"),
		options: { platform: "browser", format: "cjs" },
	},
	{
		name: "engine.cjs",
		entry: "@treeline/verify/worker/entry-node",
		options: { platform: "node", format: "cjs", conditions: ["commonjs"] },
	},
	{
		name: "engine.browser.js",
		entry: "@treeline/verify/worker/entry-browser",
		options: { platform: "browser", format: "iife" },
	},
	{
		name: "deferred.js",
		entry: join(HERE, "deferred.ts"),
		options: { platform: "browser", format: "cjs" },
	},
	{
		name: "studio.cjs",
		entry: "@treeline/packs/studio",
		options: {
			platform: "node",
			format: "cjs",
			conditions: ["commonjs"],
			alias: { "web-tree-sitter": TREE_SITTER },
		},
	},
];

/** Builds the extension with the packs below `packs` and returns its folder. */
export async function buildExtension(packs = PACKS): Promise<string> {
	const page = await freshPage();
	const made = `${TARGET}.${process.pid}`;
	await rm(made, { recursive: true, force: true });
	await layOut(made, page, packs);
	await replaceTarget(made);
	return TARGET;
}

/** Lays the extension out in the new folder `made`, with the built page in folder `page` and the packs below `packs`. */
export async function layOut(
	made: string,
	page: string,
	packs = PACKS,
): Promise<void> {
	await mkdir(join(made, "dist"), { recursive: true });
	const [bundled] = await Promise.all([
		Promise.all(BUNDLES.map((each) => bundle(each, made))),
		writePacks(join(made, "dist", "packs.json"), packs),
		// A panel is served from disk: what is compressed for the network would only add weight. The editor has formatters of its own.
		cp(page, join(made, "dist", "page"), {
			recursive: true,
			filter: (path) =>
				!/\.br$|build\.json$|\/(prettier|ruff|ruff_wasm_bg)-[^/]+$/.test(path),
		}),
		...ASSETS.map((name) =>
			cp(join(HERE, name), join(made, name), { recursive: true }),
		),
		cp(join(ROOT, "packs", "schema"), join(made, "schema"), {
			recursive: true,
		}),
		cp(join(ROOT, "LICENSE"), join(made, "LICENSE")),
		writeManifest(join(made, "package.json")),
	]);
	await writeTexts(HERE, made, new Set(bundled.flat()));
}

/** Replaces the previous build; a concurrent build of the same sources may win. */
async function replaceTarget(made: string): Promise<void> {
	for (let tries = 1; ; tries++) {
		await rm(TARGET, { recursive: true, force: true });
		try {
			return await rename(made, TARGET);
		} catch (error) {
			if (tries === 5) throw error;
		}
	}
}

/** Bundles `entry` into the package in `folder`; returns the paths of the page's modules in it. */
async function bundle(
	{ name, entry, options }: Bundle,
	folder: string,
): Promise<string[]> {
	const { metafile } = await build({
		...options,
		entryPoints: [entry],
		absWorkingDir: HERE,
		outfile: join(folder, "dist", name),
		bundle: true,
		minify: true,
		target: "es2022",
		plugins: [vscodeModule],
		logLevel: "error",
		// A name of VS Code's API that is missing in its types.
		logOverride: { "import-is-undefined": "error" },
		metafile: true,
	});
	return Object.keys(metafile.inputs)
		.filter((path) => path.startsWith("../webview/"))
		.map((path) => join(HERE, path));
}

async function writePacks(target: string, root: string): Promise<void> {
	await writeFile(target, JSON.stringify(await bundledPacks(root)));
}

/** The packs below `root` as learners get them. Throws what is wrong with the first one that is broken. */
export const bundledPacks = async (root: string): Promise<PublicPack[]> =>
	(await readPacks(root, { withCases: false })).map((pack) => {
		const { faults, value } = publicPackOf(pack);
		if (value) return value;
		const list = faults.map((fault) => `\n  - ${fault}`).join("");
		throw new Error(
			`The pack in ${pack.folder} cannot be bundled:${list}\nFix it, check it with \`npm run packs -- validate\`, then build again.`,
		);
	});

/** The manifest as it is published: without what only the build needs, with the tools for language models as they are declared. */
async function writeManifest(target: string): Promise<void> {
	const {
		devDependencies: _,
		private: __,
		imports: ___,
		...manifest
	} = await Bun.file(join(HERE, "package.json")).json();
	manifest.contributes.languageModelTools = languageModelTools();
	await writeFile(target, `${JSON.stringify(manifest, null, "\t")}\n`);
}

if (import.meta.main) console.log(await buildExtension());
