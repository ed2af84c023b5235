/**
 * Serves the page and one pack's files to this machine's browser. Only a page that knows the token may read or write: every call carries
 * it in a header, which no other site can send, and calls with another Host or Origin are refused.
 */

import { timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import type { Static, TSchema } from "@sinclair/typebox";
import {
	StudioChange,
	StudioDocument,
	StudioSave,
	StudioSelection,
	shapeFaults,
} from "@treeline/packs/format";
import type { Verifier } from "@treeline/verify/worker";
import { SCHEMAS } from "../author/new.ts";
import { createStudioService, type StudioService } from "./service.ts";
import { StudioFault } from "./store.ts";

export interface StudioServerOptions {
	/** The pack's folder, absolute. */
	pack: string;
	/** The folder of the built page. */
	page: string;
	/** 0 = any free one. */
	port: number;
	token: string;
	verifier: Verifier;
}

/** No call is larger, in bytes. */
const MAX_BODY = 8 * 1024 * 1024;

const TYPES: Record<string, string> = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml",
	".png": "image/png",
	".wasm": "application/wasm",
	".webmanifest": "application/manifest+json",
};

const SECURITY = {
	"content-security-policy":
		"default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types treeline",
	"x-content-type-options": "nosniff",
	"referrer-policy": "no-referrer",
	"cross-origin-resource-policy": "same-origin",
	"cache-control": "no-store",
};

export interface StudioServer {
	/** The address to open, with the token behind `#`, which browsers send to nobody. */
	url: string;
	stop(): Promise<void>;
}

/** Listens on 127.0.0.1. Throws when the port is taken. */
export function serveStudio(options: StudioServerOptions): StudioServer {
	const { pack: folder, verifier } = options;
	const service = createStudioService({ folder, verifier, schemas: SCHEMAS });
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: options.port,
		maxRequestBodySize: MAX_BODY,
		fetch: (request, { port }) =>
			answer(request, `127.0.0.1:${port}`, options, service).catch((error) =>
				error instanceof StudioFault
					? problem(error.status, error.message)
					: problem(
							500,
							`${error instanceof Error ? error.message : error}. See whether the pack's folder can be read and written.`,
						),
			),
	});
	return {
		url: `http://127.0.0.1:${server.port}/studio#token=${options.token}`,
		stop: () => server.stop(true),
	};
}

const problem = (status: number, detail: string) =>
	Response.json({ detail }, { status, headers: SECURITY });

async function answer(
	request: Request,
	host: string,
	options: StudioServerOptions,
	service: StudioService,
): Promise<Response> {
	const { pathname, searchParams } = new URL(request.url);
	const origin = request.headers.get("origin");
	// Another name in Host is that of a site which leads here (DNS rebinding).
	if (
		request.headers.get("host") !== host ||
		(origin !== null && origin !== `http://${host}`)
	)
		return problem(
			403,
			`This studio only answers its own page. Open it at http://${host}.`,
		);
	if (!pathname.startsWith("/studio-api/"))
		return request.method === "GET" || request.method === "HEAD"
			? page(pathname, options.page)
			: problem(405, "Only GET is possible here.");
	if (!isToken(request.headers.get("x-studio-token"), options.token))
		return problem(
			401,
			"The address lacks the studio's key. Open the address that `npm run packs -- studio` printed.",
		);
	const path = searchParams.get("path") ?? "";
	switch (`${request.method} ${pathname.slice("/studio-api/".length)}`) {
		case "GET pack":
			return json(await service.pack());
		case "GET challenge":
			return json(await service.challenge(path));
		case "PUT challenge":
			return json(await service.save(path, await bodyOf(request, StudioSave)));
		case "POST pack":
			return json(await service.change(await bodyOf(request, StudioChange)));
		case "POST pattern":
			return json(
				await service.pattern(await bodyOf(request, StudioSelection)),
			);
		case "POST proposals":
			return json(
				await service.proposals(await bodyOf(request, StudioDocument)),
			);
		case "POST validate":
			return json(await service.validate());
		default:
			return problem(404, `There is nothing at ${pathname}.`);
	}
}

const json = (value: unknown) => Response.json(value, { headers: SECURITY });

async function bodyOf<Schema extends TSchema>(
	request: Request,
	schema: Schema,
): Promise<Static<Schema>> {
	const body: unknown = await request.json().catch(() => undefined);
	const [fault] = shapeFaults(schema, body);
	if (fault) throw new StudioFault(422, `${fault.detail} (${fault.pointer}).`);
	return body as Static<Schema>;
}

function isToken(given: string | null, token: string): boolean {
	const [one, other] = [Buffer.from(given ?? ""), Buffer.from(token)];
	return one.length === other.length && timingSafeEqual(one, other);
}

/** A file of the built page; its document for every address of the app. */
async function page(pathname: string, folder: string): Promise<Response> {
	if (pathname === "/") return Response.redirect("/studio", 302);
	const type = TYPES[extname(pathname)];
	// A worker that keeps the page for use without a network has no place here, and there is no service behind `/api`.
	if (pathname === "/service-worker.js" || pathname.startsWith("/api/"))
		return problem(404, "There is no service behind the studio.");
	const name = type ? normalize(pathname) : "/index.html";
	const bytes = await readFile(join(folder, name)).catch(() => null);
	if (!bytes) return problem(404, `There is nothing at ${pathname}.`);
	const body =
		name === "/index.html"
			? bytes
					.toString()
					.replace("<html ", '<html data-sign-in="off" data-home="/studio" ')
			: bytes;
	return new Response(body, {
		headers: {
			...SECURITY,
			"content-type": TYPES[extname(name)] ?? "application/octet-stream",
		},
	});
}
