/** Who is signed in, one's sessions, and their end (specification: `GET /api/auth/session`; contract, section 5). */
import { Type } from "@sinclair/typebox";
import type { Sql } from "../../db/pool.ts";
import { ApiError } from "../../server/errors.ts";
import { routes } from "../../server/routes.ts";
import {
	endedSessionCookie,
	type SessionGuards,
} from "../../server/session.ts";
import { IdParams, validate } from "../../server/validation.ts";
import {
	endOwnSession,
	endOwnSessions,
	findProviderAccount,
	listSessions,
} from "./queries.ts";
import { Session, SessionState } from "./schema.ts";

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
				const { _id, name, image, expiresAt } = learner;
				const account = await findProviderAccount(sql, _id);
				const user = { _id, name, image, ...account };
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
					sends: ["Set-Cookie"],
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
					sends: ["Set-Cookie"],
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
