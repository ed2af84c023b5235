/** The built page in memory: read once, read again when a new build has taken its place, so that a running server shows it. */

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

export interface PageFile {
	bytes: Uint8Array<ArrayBuffer>;
	/** The same, compressed with Brotli; null when it was not worth it. */
	brotli: Uint8Array<ArrayBuffer> | null;
	type: string;
	etag: string;
	/** True when the name changes with the content. */
	immutable: boolean;
}

export interface PageFiles {
	/** The file at a path like `/assets/app-1a2b.js`; null when the build has none. */
	find(path: string): Promise<PageFile | null>;
}

const TYPES: Record<string, string> = {
	html: "text/html; charset=utf-8",
	js: "text/javascript; charset=utf-8",
	css: "text/css; charset=utf-8",
	json: "application/json",
	map: "application/json",
	webmanifest: "application/manifest+json",
	svg: "image/svg+xml",
	png: "image/png",
	wasm: "application/wasm",
	woff2: "font/woff2",
};

/** The files of `folder`, where a build is known by the time of its `index.html`, which carries `facts`. */
export function pageFiles(
	folder: string,
	facts: DocumentFacts = {},
): PageFiles {
	let build: Build = { at: -1, files: new Map() };
	let reading: Promise<Build> | null = null;
	const renew = async () => {
		reading ??= newest(folder, build, facts);
		build = await reading;
		reading = null;
	};
	return {
		async find(path) {
			// Every visit begins with the document, so a new build is noticed there and nowhere else.
			if (path === "/index.html" || build.at < 0) await renew();
			return build.files.get(path) ?? null;
		},
	};
}

interface Build {
	/** The time of its `index.html`, in milliseconds; negative = there is none yet. */
	at: number;
	files: Map<string, PageFile>;
}

/** The build in `folder` now; `known` while there is no other, or none that is whole because one is just being swapped in. */
async function newest(
	folder: string,
	known: Build,
	facts: DocumentFacts,
): Promise<Build> {
	try {
		const at = (await stat(join(folder, "index.html"))).mtimeMs;
		return at === known.at
			? known
			: { at, files: await readAll(folder, facts) };
	} catch {
		return known;
	}
}

async function readAll(
	folder: string,
	facts: DocumentFacts,
): Promise<Map<string, PageFile>> {
	const entries = await readdir(folder, {
		recursive: true,
		withFileTypes: true,
	});
	const names = entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
	const compressed = new Set(names.filter((name) => name.endsWith(".br")));
	const plain = names.filter((name) => !compressed.has(name));
	return new Map(
		await Promise.all(
			plain.map(async (name): Promise<[string, PageFile]> => {
				const brotli = compressed.has(`${name}.br`) ? `${name}.br` : null;
				const path = name.slice(folder.length).replaceAll("\\", "/");
				return [
					path,
					path === "/index.html"
						? await readDocument(path, name, facts)
						: await readOne(path, name, brotli),
				];
			}),
		),
	);
}

async function readDocument(
	path: string,
	name: string,
	facts: DocumentFacts,
): Promise<PageFile> {
	const bytes = withFacts(await readFile(name), facts);
	const brotli = new Uint8Array(brotliCompressSync(bytes));
	return fileOf(path, bytes, brotli);
}

async function readOne(
	path: string,
	name: string,
	brotli: string | null,
): Promise<PageFile> {
	const compressed = brotli ? await readFile(brotli) : null;
	return fileOf(path, await readFile(name), compressed);
}

function fileOf(
	path: string,
	bytes: Uint8Array<ArrayBuffer>,
	brotli: PageFile["brotli"],
): PageFile {
	const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("base64url");
	return {
		bytes,
		brotli,
		type: TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream",
		etag: `"${hash.slice(0, 22)}"`,
		immutable: path.startsWith("/assets/"),
	};
}

/** Data attributes of the document's root, by their names in scripts. */
export type DocumentFacts = Partial<Record<"signIn", string>>;

/** The document with `facts` in it. */
export function withFacts(
	document: Uint8Array,
	facts: DocumentFacts,
): Uint8Array<ArrayBuffer> {
	const attributes = Object.entries(facts).map(
		([name, value]) =>
			`data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${Bun.escapeHTML(value)}" `,
	);
	const text = new TextDecoder().decode(document);
	return new TextEncoder().encode(
		text.replace("<html ", () => `<html ${attributes.join("")}`),
	);
}
