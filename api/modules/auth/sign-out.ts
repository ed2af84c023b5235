/** Ends the session that asks (specification: `GET /api/auth/signout`; contract, section 5). */
import { Type } from "@sinclair/typebox";
import type { Sql } from "../../db/pool.ts";
import type { Report } from "../../server/error-handler.ts";
import { ApiError } from "../../server/errors.ts";
import { routes } from "../../server/routes.ts";
import {
	endedSessionCookie,
	hashOf,
	refuseForeign,
	sessionToken,
} from "../../server/session.ts";
import { validate } from "../../server/validation.ts";
import { failurePage } from "./failure-page.ts";
import { endSession } from "./queries.ts";

/** @param origins those whose pages may sign out: this site's public one first */
export const signOut = (
	sql: Sql,
	origins: readonly [string, ...string[]],
	report: Report,
) => {
	const cookie = endedSessionCookie(origins[0].startsWith("https:"));
	const end = async (request: Request) => {
		const presented = sessionToken(request);
		if (presented) await endSession(sql, hashOf(presented.token));
	};
	return routes("/auth", "Sign-in")
		.post(
			"/signout",
			async ({ request, set }) => {
				if (sessionToken(request)?.byCookie) refuseForeign(request, origins);
				await end(request);
				set.headers["set-cookie"] = cookie;
				set.headers["cache-control"] = "no-store";
				set.status = 204;
			},
			{
				...validate({ refuses: ["origin_rejected"], sends: ["Set-Cookie"] }),
				response: { 204: Type.Void() },
				detail: {
					operationId: "signOut",
					summary: "Sign out",
					description: "Nothing to end is no error.",
				},
			},
		)
		.get(
			"/signout",
			async ({ request }) => {
				try {
					refuseLinked(request);
					await end(request);
				} catch (error) {
					return failurePage(error, request, report, "/");
				}
				return new Response(null, {
					status: 303,
					headers: {
						location: "/",
						"cache-control": "no-store",
						"set-cookie": cookie,
					},
				});
			},
			{
				...validate({
					refuses: ["origin_rejected"],
					sends: ["Location", "Set-Cookie"],
				}),
				response: { 303: Type.Void() },
				detail: {
					operationId: "signOutByLink",
					summary: "Sign out by a link of this site",
					description:
						"For browsers. Another site's link is refused; programs use POST.",
				},
			},
		);
};

/** A link elsewhere, a picture or a look ahead must not sign anyone out. */
function refuseLinked(request: Request): void {
	const site = request.headers.get("sec-fetch-site");
	const purpose = request.headers.get("sec-purpose") ?? "";
	if (
		request.method === "GET" &&
		site !== "cross-site" &&
		site !== "same-site" &&
		!purpose.includes("prefetch")
	)
		return;
	throw new ApiError(
		"origin_rejected",
		"You are still signed in: another site asked to sign you out. Use “Sign out” on Treeline's own pages.",
	);
}
