/** How moderators block a user and let them in again, and administrators give roles (contract, section 6). Each action is recorded as those on packs. */
import { t } from "elysia";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { ApiError } from "../../server/errors.ts";
import {
	type AuditLog,
	actionRequest,
	logAction,
} from "../../server/log-moderation-actions.ts";
import { ListMeta, pageOf } from "../../server/pagination.ts";
import { IdParams, validate } from "../../server/read-and-validate-request.ts";
import type { ModerationAccess } from "../../server/role-guards.ts";
import { type Actor, includesRole } from "../../server/roles.ts";
import { routes } from "../../server/route-definition.ts";
import { ModeratedUser, Reason, RoleChange, UserQuery } from "./api-schemas.ts";
import {
	blockUser,
	changeRole,
	listModeratedUsers,
	type Permit,
	unblockUser,
} from "./user-queries.ts";

const oneUser = { 200: t.Object({ data: ModeratedUser }) };

export const moderatedUsers = (
	sql: Sql,
	{ tag, moderator, administrator, operation }: ModerationAccess,
	note: AuditLog,
) => {
	const guards = [moderator];
	return routes("/moderation", tag)
		.get(
			"/users",
			async ({ query }) => {
				const { rows, total } = await listModeratedUsers(sql, query);
				return { data: rows, meta: { total, ...pageOf(query) } };
			},
			{
				...validate({ guards, query: UserQuery }),
				response: {
					200: t.Object({ data: t.Array(ModeratedUser), meta: ListMeta }),
				},
				detail: {
					operationId: operation("listModeratedUsers"),
					summary: "List users",
				},
			},
		)
		.post(
			"/users/:id/block",
			async ({ params: { id }, body: { reason }, request }) => {
				const by = actionRequest(request, moderator);
				const user =
					(await blockUser(sql, id, reason, by, below(by.actor))) ?? noUser(id);
				return logAction(note, by, "user blocked", user);
			},
			{
				...validate({
					guards,
					params: IdParams,
					body: Reason,
					errors: ["forbidden"],
				}),
				response: oneUser,
				detail: {
					operationId: operation("blockUser"),
					summary: "Block a user",
					description:
						"Their sessions end, and they can neither sign in nor change anything; they read the reason.",
				},
			},
		)
		.post(
			"/users/:id/unblock",
			async ({ params: { id }, request }) => {
				const by = actionRequest(request, moderator);
				const user =
					(await unblockUser(sql, id, by, below(by.actor))) ?? noUser(id);
				return logAction(note, by, "user unblocked", user);
			},
			{
				...validate({ guards, params: IdParams, errors: ["forbidden"] }),
				response: oneUser,
				detail: {
					operationId: operation("unblockUser"),
					summary: "Unblock a user",
				},
			},
		)
		.put(
			"/users/:id/role",
			async ({ params: { id }, body: { role }, request }) => {
				const by = actionRequest(request, administrator);
				const user =
					(await changeRole(sql, id, role, by, notThemselves(by.actor))) ??
					noUser(id);
				return logAction(note, by, "role changed", user, { role });
			},
			{
				...validate({
					guards: [administrator],
					params: IdParams,
					body: RoleChange,
					errors: ["forbidden"],
				}),
				response: oneUser,
				detail: {
					operationId: operation("changeUserRole"),
					summary: "Give a user a role",
					description:
						"Each role includes those before it: learner, author, moderator, administrator. Nobody changes their own.",
				},
			},
		);
};

/** Nobody locks themselves out by mistake. */
const notThemselves =
	(actor: Actor): Permit =>
	({ _id }) => {
		if ("userId" in actor && actor.userId === _id)
			throw new ApiError(
				"forbidden",
				"This is your own account. Ask another administrator.",
			);
	};

/** Moderators do not act on each other or on administrators. */
const below =
	(actor: Actor): Permit =>
	(user) => {
		notThemselves(actor)(user);
		if ("key" in actor || includesRole(actor.role, "administrator")) return;
		if (includesRole(user.role, "moderator"))
			throw new ApiError(
				"forbidden",
				`${user.name} is a moderator or an administrator; only an administrator can block or unblock them.`,
			);
	};

function noUser(id: string): never {
	throw new ApiError(
		"not_found",
		`There is no user "${id}". The list of users has the existing ones.`,
	);
}
