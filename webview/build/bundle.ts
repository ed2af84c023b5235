/** Bundles the page's four entries: the document's script, its style, the script before first paint, and the worker. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { root, webview } from "./paths.ts";

export interface Bundled {
	/** Path in the page's folder → content. */
	files: Map<string, Uint8Array>;
	/** Sources, from the root. */
	inputs: string[];
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
const resolve = createRequire(join(webview, "package.json")).resolve;

const shared = {
	absWorkingDir: root,
	bundle: true,
	minify: true,
	write: false,
	metafile: true,
	platform: "browser",
	conditions: ["browser"],
	target: ["chrome123", "firefox121", "safari17.5"],
	outdir: "assets",
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
	const logo = await readFile(join(app, "logo.svg"));
	files.set(`assets/logo-${shortHash(logo)}.svg`, logo);
	files.set("favicon.svg", logo);
	files.set("index.html", await document([...files.keys()]));
	return {
		files,
		inputs: [
			...builds.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
			...["index.html", "logo.svg"].map((name) =>
				relative(root, join(app, name)),
			),
		].filter((path) => !path.includes(":")),
		roles: rolesOf(page.metafile, worker.metafile),
	};
}

/** The body of the engine's worker, through the engine's own door. */
function workerSource(): string {
	return resolve("@treeline/verify/worker/entry-browser");
}

async function document(names: string[]): Promise<Uint8Array> {
	const html = await readFile(join(app, "index.html"), "utf8");
	const filled = html.replace(/%(\w+)%/g, (_, role: string) => {
		const extension = { page: "css", logo: "svg" }[role] ?? "js";
		const pattern = new RegExp(`^assets/${role}-[\\w-]+\\.${extension}$`);
		const name = names.find((each) => pattern.test(each));
		if (!name)
			throw new Error(
				`app/index.html names %${role}%, which no bundle makes; add its entry to build/bundle.ts.`,
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

function shortHash(bytes: Uint8Array): string {
	return new Bun.CryptoHasher("sha256")
		.update(bytes)
		.digest("hex")
		.slice(0, 8)
		.toUpperCase();
}
