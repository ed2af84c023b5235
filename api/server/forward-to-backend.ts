/**
 * Forwards requests from the front to a backend in another process: `/api/v1/X` to `/api/X`, except for the admin routes
 * (contract, section 1). Bodies are streams; hop-by-hop and forwarding headers stay behind; a client that leaves ends the backend's work.
 */

import { ApiError } from "./errors.ts";
import {
	type ClientAddresses,
	contextOf,
	requestId,
	signalOf,
} from "./request-context-address-and-deadline.ts";
import { routes } from "./route-definition.ts";

/** Answers `request` as the backend's address `target` does, a path with its query. */
export type Backend = (request: Request, target: string) => Promise<Response>;

/** Meant for one connection, not for what is behind it (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = [
	"connection",
	"expect",
	"keep-alive",
	"proxy-authenticate",
	"proxy-authorization",
	"proxy-connection",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
];

/** What a proxy says of a client: a client's own word for it counts for nothing. */
const SAID_BY_PROXIES = /^(forwarded|x-forwarded-.*|x-real-ip|via)$/;

/** A backend at `origin`, with the client's address in the forwarding headers. Throws `backend_unavailable` when it cannot be reached or breaks off before it answers. */
export const overHttp =
	(origin: string, clients: ClientAddresses): Backend =>
	async (request, target) => {
		const signal = signalOf(request);
		const answer = await fetch(origin + target, {
			method: request.method,
			headers: saidByUs(request, clients),
			body: request.body,
			redirect: "manual",
			decompress: false,
			signal,
		}).catch((error) => {
			// The deadline's own error; or the client has gone, and reads none.
			signal.throwIfAborted();
			throw unreachable(error);
		});
		return new Response(answer.body, {
			status: answer.status,
			headers: passedHeaders(answer.headers),
		});
	};

/** A copy without what is meant for the connection that they came by. */
function passedHeaders(given: Headers): Headers {
	const headers = new Headers(given);
	const named = (given.get("connection") ?? "").split(",");
	for (const name of [...HOP_BY_HOP, ...named.map((each) => each.trim())])
		if (isName(name)) headers.delete(name);
	return headers;
}

const isName = (text: string) => /^[\w!#$%&'*+.^`|~-]+$/.test(text);

function saidByUs(request: Request, clients: ClientAddresses): Headers {
	const headers = passedHeaders(request.headers);
	for (const name of [...headers.keys()])
		if (SAID_BY_PROXIES.test(name)) headers.delete(name);
	const host = headers.get("host");
	headers.delete("host");
	if (host) headers.set("x-forwarded-host", host);
	headers.set("x-forwarded-for", clients.address(request));
	headers.set("x-request-id", requestId(request));
	return headers;
}

const unreachable = (cause: unknown) =>
	Object.assign(
		new ApiError(
			"backend_unavailable",
			"The part of the service that answers this cannot be reached at the moment. Try again in a few seconds.",
		),
		{ cause },
	);

/** The groups of routes that are public; what is not listed, the admin routes above all, does not exist at the front. */
const GROUPS = [
	["/api/v1", "/api", "/packs"],
	["/api/v1", "/api", "/challenges"],
	["/api/v1", "/api", "/attempts"],
	["/api/v1", "/api", "/drafts"],
	["/api/v1", "/api", "/settings"],
	["/api/v1", "/api", "/search"],
	["/api/v1", "/api", "/account"],
	["/api/v1", "/api", "/classes"],
	["/api/v1", "/api", "/author"],
	["/api/v1", "/api", "/cli"],
	["/api/v1", "/api", "/moderation"],
	["/api/v1", "/api", "/auth"],
	["/api", "/api", "/auth"],
] as const;

/** The public paths of users' routes; all below them, too. */
export const USER_PATHS = GROUPS.map(([base, , group]) => base + group);

/** The public paths of the platform, answered by `backend`. */
export function forward(backend: Backend) {
	const app = routes();
	for (const [publicBase, base, group] of GROUPS) {
		const handler = async ({ request }: { request: Request }) => {
			const { pathname, search } = new URL(request.url);
			const target = base + pathname.slice(publicBase.length) + search;
			const answer = await backend(request, target);
			// The log has the requested address, not the one behind it.
			const record = contextOf(request);
			if (record.route?.startsWith(`${base}${group}`))
				record.route = publicBase + record.route.slice(base.length);
			if (request.method === "HEAD")
				record.length = answer.headers.get("content-length");
			const made = answer.headers.get("location");
			// What was made is named as it is reached from here.
			if (answer.status === 201 && made?.startsWith(`${base}/`))
				answer.headers.set("location", publicBase + made.slice(base.length));
			return answer;
		};
		// Named methods, because a catch-all route is found by a path that a short Host header shifts.
		for (const pattern of [publicBase + group, `${publicBase}${group}/*`]) {
			app.get(pattern, handler);
			app.post(pattern, handler, { parse: "none" });
			app.put(pattern, handler, { parse: "none" });
			app.patch(pattern, handler, { parse: "none" });
			app.delete(pattern, handler, { parse: "none" });
			app.options(pattern, handler);
		}
	}
	return app;
}
