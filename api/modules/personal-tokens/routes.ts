/** A learner's personal tokens: listed, made and revoked with a session only, so that no token makes another (contract, section 10). */
import { Type } from "@sinclair/typebox";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { ApiError, refuse } from "../../server/errors.ts";
import { type UserLimit, withinLimit } from "../../server/rate-limit.ts";
import { IdParams, validate } from "../../server/read-and-validate-request.ts";
import { routes } from "../../server/route-definition.ts";
import type { SessionGuards } from "../../server/session-authentication.ts";
import { CreatedToken, NewToken, PersonalToken } from "./api-schemas.ts";
import { addToken, listTokens, MAX_TOKENS, removeToken } from "./queries.ts";

/** @param limit counts tokens that are made */
export const personalTokens = (
	sql: Sql,
	sessions: SessionGuards,
	limit: UserLimit,
) =>
	routes("/account/tokens", "Account")
		.get(
			"",
			async ({ request, set }) => {
				set.headers["cache-control"] = "no-store";
				return { data: await listTokens(sql, sessions.learner(request)._id) };
			},
			{
				...validate({ guards: [sessions.required] }),
				response: { 200: Type.Object({ data: Type.Array(PersonalToken) }) },
				detail: {
					operationId: "listPersonalTokens",
					summary: "List the user's personal tokens, newest first",
					description: "Without their values. Expired ones are listed, too.",
				},
			},
		)
		.post(
			"",
			async ({ request, body, set, status }) => {
				set.headers["cache-control"] = "no-store";
				const { _id } = sessions.learner(request);
				await limit.take(_id);
				const data = await addToken(sql, _id, body);
				if (!data) refuse([TOO_MANY]);
				return status(201, { data: data as NonNullable<typeof data> });
			},
			{
				...validate({
					guards: [sessions.required, withinLimit(limit, sessions)],
					body: NewToken,
				}),
				response: { 201: Type.Object({ data: CreatedToken }) },
				detail: {
					operationId: "createPersonalToken",
					summary: "Make a personal token",
					description: `For programs of the user's own, as \`Authorization: Bearer <token>\`. The answer alone has its value, which is stored nowhere. An account may have ${MAX_TOKENS}.`,
				},
			},
		)
		.delete(
			"/:id",
			async ({ params: { id }, request, set }) => {
				set.headers["cache-control"] = "no-store";
				const { _id } = sessions.learner(request);
				if (!(await removeToken(sql, _id, id))) throw missing(id);
				set.status = 204;
			},
			{
				...validate({ guards: [sessions.required], params: IdParams }),
				response: { 204: Type.Void() },
				detail: {
					operationId: "revokePersonalToken",
					summary: "Revoke a personal token",
					description: "It ends at once.",
				},
			},
		);

const TOO_MANY = {
	pointer: "#",
	code: "too_many",
	detail: `you have ${MAX_TOKENS} personal tokens, as many as an account may have; revoke one that you do not need any more`,
};

const missing = (id: string) =>
	new ApiError(
		"not_found",
		`None of your personal tokens is "${id}". It may have been revoked; GET /api/v1/account/tokens lists them.`,
	);
