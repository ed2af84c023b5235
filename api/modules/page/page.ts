/** Serves the page: its document for every address of the app, its files by name, and the grammars under `/tree-sitter/`. */
import { ApiError } from "../../server/errors.ts";
import { noneMatches } from "../../server/headers.ts";
import { routes } from "../../server/routes.ts";
import type { PageFile, PageFiles } from "./page-files.ts";

/** The page runs its own scripts and WebAssembly and talks to this site; nothing else, and in nobody's frame. */
const POLICY = [
	"default-src 'self'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"style-src 'self' 'unsafe-inline'",
	"img-src 'self' data:",
	"worker-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'",
].join("; ");

const SECURITY = {
	"content-security-policy": POLICY,
	"x-content-type-options": "nosniff",
	"referrer-policy": "same-origin",
	"cross-origin-opener-policy": "same-origin",
};

/** Addresses that the app's router knows; others get the same document with status 404, for people who follow a dead link. */
const SCREENS = ["/", "/account", "/packs/:pack", "/packs/:pack/:challenge"];
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
