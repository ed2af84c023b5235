/** Bundles the page: its script and style, the script before first paint, the engine's worker, and the service worker. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";
import type { BuildManifest } from "../offline/manifest.ts";
import { root, webview } from "./paths.ts";

export interface Bundled {
	/** Path in the page's folder → content. */
	files: Map<string, Uint8Array>;
	/** Sources, from the root. */
	inputs: string[];
	/** Changes with every file of the page. */
	version: string;
	roles: Roles;
}

/** What each output is for, by which sizes are told. */
export interface Roles {
	/** Everything that the first paint waits for. */
	first: string[];
	/** What opening a challenge adds. */
	challenge: string[];
	worker: string[];
}

const app = join(webview, "app");
/** Served under a name with their hash. */
const PICTURES = [
	"logo.svg",
	"icons/icon-192.png",
	"icons/icon-512.png",
	"icons/icon-maskable-512.png",
];
/** Served under their own name, with the paths of the build filled in. */
const FILLED = ["index.html", "manifest.webmanifest"];
const resolve = createRequire(join(webview, "package.json")).resolve;

const shared = {
	absWorkingDir: root,
	bundle: true,
	minify: true,
	write: false,
	metafile: true,
	platform: "browser",
	conditions: ["browser"],
	alias: {
		"linkify-it": join(app, "markdown-it-imports.ts"),
		entities: join(app, "markdown-it-imports.ts"),
		"uc.micro": join(app, "markdown-it-imports.ts"),
		"punycode.js": join(app, "markdown-it-imports.ts"),
	},
	target: ["chrome123", "firefox121", "safari17.5"],
	outdir: "assets",
	loader: { ".wasm": "file" },
	entryNames: "[name]-[hash]",
	chunkNames: "[name]-[hash]",
	assetNames: "[name]-[hash]",
	legalComments: "none",
	logLevel: "silent",
	jsx: "automatic",
	jsxImportSource: "preact",
} satisfies BuildOptions;

export async function bundle(): Promise<Bundled> {
	const [page, themeInit, worker] = await Promise.all([
		build({
			...shared,
			entryPoints: {
				main: join(app, "main.tsx"),
				...formatterParts(),
				page: join(app, "theme/page.css"),
			},
			format: "esm",
			splitting: true,
		}),
		build({
			...shared,
			entryPoints: { themeInit: join(app, "theme/theme-init.ts") },
			format: "iife",
		}),
		build({
			...shared,
			entryPoints: { worker: workerSource() },
			// A panel starts it from a blob, as a classic script that has no address of its own; bytes are always handed in.
			format: "iife",
			define: { "import.meta.url": '"https://worker.invalid/"' },
		}),
	]);
	const builds = [page, themeInit, worker];
	const files = new Map(
		builds.flatMap(({ outputFiles }) =>
			outputFiles.map(({ path, contents }): [string, Uint8Array] => [
				relative(root, path).replaceAll("\\", "/"),
				contents,
			]),
		),
	);
	for (const name of PICTURES) {
		const [base = "", extension = ""] = basename(name).split(".");
		const bytes = await readFile(join(app, name));
		files.set(`assets/${base}-${shortHash(bytes)}.${extension}`, bytes);
		if (name === "logo.svg") files.set("favicon.svg", bytes);
	}
	const version = shortHash(
		[...files.keys(), await readFile(join(app, "index.html"), "utf8")].join(),
	);
	for (const name of FILLED)
		files.set(name, await fillPaths(name, [...files.keys()], version));
	return {
		files,
		inputs: [
			...builds.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
			...[...FILLED, ...PICTURES].map((name) =>
				relative(root, join(app, name)),
			),
		].filter(isFile),
		version,
		roles: rolesOf(page.metafile, worker.metafile),
	};
}

/** Begins the names of the formatter's parts. */
const FORMATTER_PREFIX = "prettier-";
/** Files that are neither precached nor part of the extension: few learners switch the formatters on, and none opens the studio. */
export const RARELY_USED =
	/^assets\/(prettier|ruff|ruff_wasm_bg|studio-screen)-/;

/** Entries of their own, since an output that is only imported is named for its file. */
function formatterParts(): Record<string, string> {
	const folder = dirname(resolve("prettier/package.json"));
	const names = ["standalone", "babel", "estree", "postcss", "html"];
	return Object.fromEntries(
		names.map((name) => [
			FORMATTER_PREFIX + name,
			join(folder, name === "standalone" ? "" : "plugins", `${name}.mjs`),
		]),
	);
}

/** Bundles the service worker for a build; answers its script, and its sources from the root. */
export async function bundleServiceWorker(
	manifest: BuildManifest,
): Promise<{ script: Uint8Array; inputs: string[] }> {
	const { outputFiles, metafile } = await build({
		...shared,
		entryPoints: [join(webview, "offline/service-worker.ts")],
		format: "iife",
		define: { BUILD_MANIFEST: JSON.stringify(manifest) },
	});
	const [script] = outputFiles;
	if (!script) throw new Error("esbuild wrote no service worker");
	const inputs = Object.keys(metafile.inputs).filter(isFile);
	return { script: script.contents, inputs };
}

/** Whether an input is a file: esbuild also names what it makes up. */
const isFile = (input: string) => !input.includes(":");

/** The body of the engine's worker, through the engine's own door. */
function workerSource(): string {
	return resolve("@treeline/verify/worker/entry-browser");
}

/** The file `source` with the paths of the build in place of `%role%`. */
async function fillPaths(
	source: string,
	names: string[],
	version: string,
): Promise<Uint8Array> {
	const text = await readFile(join(app, source), "utf8");
	const filled = text.replace(/%([\w-]+)%/g, (_, role: string) => {
		if (role === "version") return version;
		const extension = role.startsWith("icon")
			? "png"
			: ({ page: "css", logo: "svg" }[role] ?? "js");
		const pattern = new RegExp(`^assets/${role}-[\\w-]+\\.${extension}$`);
		const name = names.find((each) => pattern.test(each));
		if (!name)
			throw new Error(
				`app/${source} names %${role}%, which no bundle makes; add its entry to build/bundle.ts.`,
			);
		return `/${name}`;
	});
	return new TextEncoder().encode(filled);
}

function rolesOf(page: Metafile, worker: Metafile): Roles {
	const main = outputOf(page, "main.tsx");
	const room = outputOf(page, "challenge-screen.tsx");
	const first = reach(page, main);
	const style = Object.keys(page.outputs).filter((name) =>
		name.endsWith(".css"),
	);
	return {
		first: [...first, ...style],
		challenge: [...reach(page, room)].filter((name) => !first.has(name)),
		worker: Object.keys(worker.outputs),
	};
}

function outputOf({ outputs }: Metafile, source: string): string {
	const found = Object.entries(outputs).find(([, { entryPoint }]) =>
		entryPoint?.endsWith(source),
	);
	if (!found) throw new Error(`no output has ${source} as its entry`);
	return found[0];
}

/** An output and all that it imports at once. */
function reach(
	{ outputs }: Metafile,
	name: string,
	seen = new Set<string>(),
): Set<string> {
	if (seen.has(name)) return seen;
	seen.add(name);
	for (const { path, kind } of outputs[name]?.imports ?? [])
		if (kind === "import-statement") reach({ outputs, inputs: {} }, path, seen);
	return seen;
}

export function shortHash(bytes: Uint8Array | string): string {
	return new Bun.CryptoHasher("sha256")
		.update(bytes)
		.digest("hex")
		.slice(0, 8)
		.toUpperCase();
}
