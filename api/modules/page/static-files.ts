/**
 * Serves the page: its document for every address of the app, its files by name, compressed once, and the grammars under `/tree-sitter/`.
 */

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { etagOfBytes, noneMatches } from "../../server/conditional-requests.ts";
import { ApiError } from "../../server/errors.ts";
import { routes } from "../../server/route-definition.ts";

/** The Content-Security-Policy of the page: it runs its own scripts and WebAssembly and talks to this site; nothing else, and in no frame. */
const POLICY = [
	"default-src 'self'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"style-src 'self'",
	"img-src 'self' data:",
	"worker-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types treeline",
].join("; ");

const SECURITY = {
	"content-security-policy": POLICY,
	"x-content-type-options": "nosniff",
	"referrer-policy": "same-origin",
	"cross-origin-opener-policy": "same-origin",
};

/** Addresses that the app's router knows; others get the same document with status 404, for people who follow a dead link. */
const SCREENS = [
	"/",
	"/account",
	"/admin",
	"/admin/:part",
	"/settings",
	"/classes",
	"/classes/:class",
	"/join/:token",
	"/packs/:pack",
	"/packs/:pack/:challenge",
	"/studio",
	"/studio/:pack",
	"/studio/:pack/:challenge",
];
const FILES = [
	"/assets/*",
	"/tree-sitter/*",
	"/favicon.svg",
	"/manifest.webmanifest",
	"/service-worker.js",
];

export function page(files: PageFiles) {
	const app = routes();
	for (const path of SCREENS)
		app.get(path, ({ request }) => document(files, request, 200));
	for (const path of FILES)
		app.get(path, async ({ request }) => {
			const { pathname } = new URL(request.url);
			const file = await files.find(pathname);
			if (file) return answer(file, request, 200);
			throw new ApiError(
				"not_found",
				`There is no file ${pathname}. Reload the page to get the present version.`,
			);
		});
	return app;
}

/** The app's document, or a plain sentence when the page was not built. */
export async function document(
	files: PageFiles,
	request: Request,
	status: 200 | 404,
): Promise<Response> {
	const file = await files.find("/index.html");
	if (file) return answer(file, request, status);
	return new Response(
		"The page has not been built. Run `npm run build`, then reload.\n",
		{ status: 503, headers: { "content-type": "text/plain; charset=utf-8" } },
	);
}

function answer(file: PageFile, request: Request, status: number): Response {
	const headers: Record<string, string> = {
		...SECURITY,
		"content-type": file.type,
		etag: file.etag,
		vary: "accept-encoding",
		"cache-control": file.immutable
			? "public, max-age=31536000, immutable"
			: "public, max-age=0, must-revalidate",
	};
	if (
		status === 200 &&
		noneMatches(request.headers.get("if-none-match"), file.etag)
	)
		return new Response(null, { status: 304, headers });
	const accepts = /(^|[\s,])br([\s,;]|$)/.test(
		request.headers.get("accept-encoding") ?? "",
	);
	if (!file.brotli || !accepts)
		return new Response(file.bytes, { status, headers });
	return new Response(file.brotli, {
		status,
		headers: { ...headers, "content-encoding": "br" },
	});
}

interface PageFile {
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
	return {
		bytes,
		brotli,
		type: TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream",
		etag: etagOfBytes(bytes),
		immutable: path.startsWith("/assets/"),
	};
}

/** Data attributes of the document's root, by their names in scripts. */
type DocumentFacts = Partial<Record<"signIn", string>>;

/** The document with `facts` in it. */
function withFacts(
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
