/**
 * The public addresses of the backend: every `/api/X` is `/api/v1/X`, except the admin routes; `/api/auth/*` keeps its path too
 * (contract, section 1). The cookie, its answer and the backend's errors pass through unchanged.
 */

import type { Backend } from "./forward.ts";
import { recordOf } from "./request-context.ts";
import { routes } from "./routes.ts";

/** The groups of routes that are public; what is not listed, the admin routes above all, does not exist at the front. */
const GROUPS = [
	["/api/v1", "/api", "/packs"],
	["/api/v1", "/api", "/challenges"],
	["/api/v1", "/api", "/attempts"],
	["/api/v1", "/api", "/settings"],
	["/api/v1", "/api", "/search"],
	["/api/v1", "/api", "/account"],
	["/api/v1", "/api", "/author"],
	["/api/v1", "/api", "/cli"],
	["/api/v1", "/api", "/auth"],
	["/api", "/api", "/auth"],
] as const;

/** The public paths of users' routes; all below them, too. */
export const USER_PATHS = GROUPS.map(([base, , group]) => base + group);

export function proxy(backend: Backend) {
	const app = routes();
	for (const [publicBase, base, group] of GROUPS) {
		const handler = async ({ request }: { request: Request }) => {
			const { pathname, search } = new URL(request.url);
			const target = base + pathname.slice(publicBase.length) + search;
			const answer = await backend(request, target);
			// The log tells the address that was asked, not the one behind it.
			const record = recordOf(request);
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
