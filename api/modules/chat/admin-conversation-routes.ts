/** Conversations as administrators of content see them, and their end (specification, "Admin chat"; contract, section 8). */
import { Type } from "@sinclair/typebox";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import type { AdminKeys } from "../../server/admin-authentication.ts";
import { ApiError } from "../../server/errors.ts";
import { ListMeta, pageOf, pageQuery } from "../../server/pagination.ts";
import { validate } from "../../server/read-and-validate-request.ts";
import { routes } from "../../server/route-definition.ts";
import { ChatSession, ChatStatus, WholeChatSession } from "./api-schemas.ts";
import { endSession, listSessions, readSession } from "./queries.ts";

/** Unlike other identifiers, one that cannot be a conversation's is refused as that. */
const ONE = {
	params: Type.Object({ id: Type.String({ pattern: "^sess_" }) }),
	refusesParams: true,
};

export const chatAdmin = (sql: Sql, admins: AdminKeys) =>
	routes("/api/v1/admin/chat/sessions", "Chat")
		.onTransform(({ set }) => {
			set.headers["cache-control"] = "no-store";
		})
		.get(
			"",
			async ({ query }) => {
				const page = pageOf(query);
				const { rows, total } = await listSessions(
					sql,
					query.status ?? null,
					page,
				);
				return { data: rows, meta: { total, ...page } };
			},
			{
				...validate({
					guards: [admins.readChat],
					query: Type.Object({
						...pageQuery,
						status: Type.Optional(ChatStatus),
					}),
				}),
				response: {
					200: Type.Object({ data: Type.Array(ChatSession), meta: ListMeta }),
				},
				detail: {
					operationId: "listChatSessions",
					summary: "List conversations, the last active one first",
				},
			},
		)
		.get(
			"/:id",
			async ({ params: { id } }) => ({
				data: (await readSession(sql, id)) ?? nobodys(id),
			}),
			{
				...validate({ ...ONE, guards: [admins.readChat] }),
				response: { 200: Type.Object({ data: WholeChatSession }) },
				detail: {
					operationId: "getChatSession",
					summary: "Get a conversation with its messages",
				},
			},
		)
		.delete(
			"/:id",
			async ({ params: { id } }) => ({
				data: (await endSession(sql, id)) ?? nobodys(id),
			}),
			{
				...validate({ ...ONE, guards: [admins.change] }),
				response: { 200: Type.Object({ data: ChatSession }) },
				detail: {
					operationId: "endChatSession",
					summary: "End a conversation",
					description:
						"It accepts no more messages and stays readable. An ended conversation is returned unchanged.",
				},
			},
		);

function nobodys(id: string): never {
	throw new ApiError(
		"not_found",
		`There is no conversation ${id.slice(0, 200)}. The list of conversations has those that there are.`,
	);
}
