/** The current user, the list of sessions, and signing out (specification: `GET /api/auth/session`, `GET /api/auth/signout`; contract, section 5). */
import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/connect-and-batch-queries.ts";
import { ApiError } from "../../../server/errors.ts";
import type { Report } from "../../../server/log-and-metrics.ts";
import {
	IdParams,
	validate,
} from "../../../server/read-and-validate-request.ts";
import { routes } from "../../../server/route-definition.ts";
import {
	endedSessionCookie,
	hashOf,
	ONLY_SESSIONS,
	refuseForeign,
	refuseToken,
	type SessionGuards,
	sessionToken,
} from "../../../server/session-authentication.ts";
import { failurePage } from "../sign-in-failure-response.ts";
import { Session, SessionState } from "./api-schemas.ts";
import {
	endOwnSession,
	endOwnSessions,
	endSession,
	findProviderAccount,
	listSessions,
} from "./queries.ts";

const NOBODY = { authenticated: false, user: null, expiresAt: null };

/**
 * @param origin this site's public origin
 * @param signInAvailable whether there is an identity provider
 */
export const ownSessions = (
	sql: Sql,
	sessions: SessionGuards,
	origin: string,
	signInAvailable: boolean,
) => {
	const endedCookie = endedSessionCookie(origin.startsWith("https:"));
	return routes("/auth", "Sign-in")
		.get(
			"/session",
			async ({ request, set }) => {
				set.headers["cache-control"] = "no-store";
				const learner = sessions.of(request);
				const blockedReason = sessions.blockedReason(request);
				if (!learner)
					return { data: { ...NOBODY, blockedReason, signInAvailable } };
				const { _id, name, image, role, expiresAt } = learner;
				const account = await findProviderAccount(sql, _id);
				const user = { _id, name, image, role, ...account };
				return {
					data: {
						...{ authenticated: true, user, expiresAt },
						...{ blockedReason, signInAvailable },
					},
				};
			},
			{
				...validate({ guards: [sessions.optional] }),
				response: { 200: Type.Object({ data: SessionState }) },
				detail: {
					operationId: "getSession",
					summary: "Get the current user",
					description: "Without a session, `user` is null.",
				},
			},
		)
		.get(
			"/sessions",
			async ({ request, set }) => {
				set.headers["cache-control"] = "no-store";
				return { data: await listSessions(sql, sessions.learner(request)) };
			},
			{
				...validate({ guards: [sessions.required] }),
				response: { 200: Type.Object({ data: Type.Array(Session) }) },
				detail: {
					operationId: "listSessions",
					summary: "List sessions",
					description: "The session used last comes first.",
				},
			},
		)
		.delete(
			"/sessions/:id",
			async ({ params: { id }, request, set }) => {
				const { _id, sessionId } = sessions.learner(request);
				if (!(await endOwnSession(sql, _id, id))) throw missing(id);
				if (id.toLowerCase() === sessionId)
					set.headers["set-cookie"] = endedCookie;
				set.status = 204;
			},
			{
				...validate({
					guards: [sessions.required],
					params: IdParams,
					successHeaders: ["Set-Cookie"],
				}),
				response: { 204: Type.Void() },
				detail: {
					operationId: "endSession",
					summary: "End a session",
				},
			},
		)
		.delete(
			"/sessions",
			async ({ query, request, set }) => {
				const { _id, sessionId } = sessions.learner(request);
				const keepsCurrent = query.except === "current";
				await endOwnSessions(sql, _id, keepsCurrent ? sessionId : null);
				if (!keepsCurrent) set.headers["set-cookie"] = endedCookie;
				set.status = 204;
			},
			{
				...validate({
					guards: [sessions.required],
					query: Except,
					successHeaders: ["Set-Cookie"],
				}),
				response: { 204: Type.Void() },
				detail: {
					operationId: "endSessions",
					summary: "Sign out everywhere",
					description: "With `except=current`, everywhere else.",
				},
			},
		);
};

const Except = Type.Object({ except: Type.Optional(Type.Literal("current")) });

const missing = (id: string) =>
	new ApiError(
		"not_found",
		`None of your sessions is "${id}". It may have ended; GET /api/auth/sessions lists them.`,
	);

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
				refuseToken(request);
				if (sessionToken(request)?.byCookie) refuseForeign(request, origins);
				await end(request);
				set.headers["set-cookie"] = cookie;
				set.headers["cache-control"] = "no-store";
				set.status = 204;
			},
			{
				...validate({
					errors: ["origin_rejected", ...ONLY_SESSIONS],
					successHeaders: ["Set-Cookie"],
				}),
				response: { 204: Type.Void() },
				detail: {
					operationId: "signOut",
					summary: "Sign out",
					description: "Succeeds without a session, too.",
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
					return failurePage(error, request, report, null);
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
					errors: ["origin_rejected"],
					successHeaders: ["Location", "Set-Cookie"],
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
