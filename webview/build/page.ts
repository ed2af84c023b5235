/** Bundles the page, writes it beside the old one and swaps the two. */
import {
	mkdir,
	readdir,
	readFile,
	rename,
	rm,
	writeFile,
} from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { grammarFiles } from "@treeline/verify/wasm-files";
import {
	type Bundled,
	bundle,
	bundleServiceWorker,
	RARELY_USED,
	type Roles,
	shortHash,
} from "./bundle.ts";
import { compress } from "./compress.ts";
import { output, record, root, webview } from "./paths.ts";
import { recordOf } from "./staleness.ts";

const GRAMMAR = /^tree-sitter\/.+\.wasm$/;
const COMPRESSIBLE = /\.(js|css|html|svg|wasm|webmanifest)$/;

export async function bundlePage(): Promise<{ folder: string; line: string }> {
	const began = performance.now();
	const files = new Map<string, Uint8Array>();
	const grammars = grammarFiles();
	const [bundled] = await Promise.all([
		bundle(),
		...grammars.map(async ({ name, path }) =>
			files.set(`tree-sitter/${name}`, await readFile(path)),
		),
	]);
	for (const [name, bytes] of bundled.files) files.set(name, bytes);
	const serviceWorker = await serviceWorkerFor(bundled, files);
	files.set("service-worker.js", serviceWorker.script);

	const small = new Map<string, number>();
	await Promise.all(
		[...files].map(async ([name, bytes]) => {
			if (!COMPRESSIBLE.test(name)) return;
			const brotli = await compress(bytes);
			small.set(name, brotli.length);
			if (brotli.length < bytes.length) files.set(`${name}.br`, brotli);
		}),
	);
	const inputs = [
		...bundled.inputs,
		...serviceWorker.inputs,
		...[...grammars.map(({ path }) => path), ...(await ownSources())].map(
			(path) => relative(root, path),
		),
	];
	const text = JSON.stringify(recordOf(inputs));
	files.set(basename(record), new TextEncoder().encode(text));
	await replaceFolder(files);
	const seconds = ((performance.now() - began) / 1000).toFixed(1);
	return {
		folder: output,
		line: `Page built in ${seconds} s: ${sizeLine(bundled.roles, small)}`,
	};
}

/** The service worker that precaches the bundled page, and knows the grammars among `files`. */
function serviceWorkerFor(
	{ files: bundled, version }: Bundled,
	files: ReadonlyMap<string, Uint8Array>,
) {
	const grammars = [...files].filter(([name]) => GRAMMAR.test(name));
	return bundleServiceWorker({
		version,
		assets: [...bundled.keys()]
			.filter((name) => name.startsWith("assets/") && !RARELY_USED.test(name))
			.map((name) => `/${name}`),
		grammars: Object.fromEntries(
			grammars.map(([name, bytes]) => [`/${name}`, shortHash(bytes)]),
		),
	});
}

/** The build's own sources are inputs too. */
async function ownSources(): Promise<string[]> {
	const folder = join(webview, "build");
	const names = await readdir(folder);
	return [
		join(webview, "build.ts"),
		...names.map((name) => join(folder, name)),
	];
}

/** Writes to a folder beside the page and swaps the two: a running server sees the old page or the new one, never half of one. */
async function replaceFolder(files: Map<string, Uint8Array>): Promise<void> {
	const next = `${output}.next-${process.pid}`;
	const old = `${output}.old-${process.pid}`;
	await rm(next, { recursive: true, force: true });
	await Promise.all(
		[...files].map(async ([name, bytes]) => {
			await mkdir(dirname(join(next, name)), { recursive: true });
			await writeFile(join(next, name), bytes);
		}),
	);
	for (let tries = 1; ; tries++) {
		await rename(output, old).catch(() => null);
		try {
			await rename(next, output);
			break;
		} catch (error) {
			// Another build took the place between the two renames: its page is as new as ours, and ours goes on top.
			if (tries === 5) throw error;
			await rm(old, { recursive: true, force: true });
		}
	}
	await rm(old, { recursive: true, force: true });
}

/** What a reader downloads, in one line: sizes with Brotli. */
function sizeLine(roles: Roles, small: Map<string, number>): string {
	const sum = (names: Iterable<string>) =>
		kilobytes(
			[...names].reduce((all, name) => all + (small.get(name) ?? 0), 0),
		);
	const grammars = [...small.keys()].filter((name) => GRAMMAR.test(name));
	return [
		`first paint ${sum(roles.first)}`,
		`opening a challenge ${sum(roles.challenge)}`,
		`worker ${sum(roles.worker)}`,
		`grammars ${sum(grammars)}`,
	].join(", ");
}

function kilobytes(bytes: number): string {
	return `${(bytes / 1000).toFixed(1)} kB`;
}
