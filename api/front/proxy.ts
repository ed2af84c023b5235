/**
 * The public addresses of the backend: every `/api/X` is `/api/v1/X`, except the admin routes; `/api/auth/*` keeps its path too
 * (contract, section 1). The cookie, its answer and the backend's errors pass through unchanged.
 */
import { onBehalfOf } from "../http/client-address.ts";
import { requestId } from "../http/request-id.ts";
import { routes } from "../http/routes.ts";

/** Where a request is answered: the backend in this process. */
export type Backend = (request: Request) => Response | Promise<Response>;

/** Meant for one connection, not for what is behind it (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = [
	"connection",
	"keep-alive",
	"proxy-connection",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
];

export function proxy(backend: Backend) {
	const app = routes();
	const through =
		(publicPrefix: string, prefix: string) =>
		({ request }: { request: Request }) =>
			forward(backend, request, publicPrefix, prefix);
	for (const [path, own] of [
		["/api/v1", "/api"],
		["/api/auth", "/api/auth"],
		["/api/health", "/api/health"],
	] as const) {
		const handler = through(path, own);
		// Named methods, because a catch-all route is found by a path that a short Host header shifts.
		for (const group of GROUPS[path]) {
			const pattern = `${path}${group}`;
			app.get(pattern, handler);
			app.post(pattern, handler, { parse: "none" });
			app.put(pattern, handler, { parse: "none" });
			app.patch(pattern, handler, { parse: "none" });
			app.delete(pattern, handler, { parse: "none" });
		}
	}
	return app;
}

/** The groups of routes that are public; what is not listed, the admin routes above all, does not exist at the front. */
const GROUPS = {
	"/api/v1": [
		"/packs",
		"/packs/*",
		"/challenges/*",
		"/attempts",
		"/attempts/import",
		"/settings",
		"/search",
		"/cli/*",
		"/auth/*",
		"/health/*",
	],
	"/api/auth": ["/*"],
	"/api/health": ["/*"],
} as const;

async function forward(
	backend: Backend,
	request: Request,
	publicPrefix: string,
	prefix: string,
): Promise<Response> {
	const { pathname, search } = new URL(request.url);
	const headers = new Headers(request.headers);
	for (const name of HOP_BY_HOP) headers.delete(name);
	headers.set("x-request-id", requestId(request));
	const path = prefix + pathname.slice(publicPrefix.length);
	const inner = new Request(`http://backend.internal${path}${search}`, {
		method: request.method,
		headers,
		body: request.body,
		signal: request.signal,
	});
	return backend(onBehalfOf(request, inner));
}
