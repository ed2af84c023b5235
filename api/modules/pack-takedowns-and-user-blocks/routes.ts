/**
 * How administrators keep what authors show in order (contract, section 6): they take a pack down and restore it, and block a user and
 * let them in again. Each action is recorded in the database with its reason, the fingerprint of the secret and the request; the log repeats
 * it without the reason.
 */
import { t } from "elysia";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import type { AdminGuard } from "../../server/admin-authentication.ts";
import type { AuditLog } from "../../server/audit-log.ts";
import { ApiError } from "../../server/errors.ts";
import { ListMeta, pageOf } from "../../server/pagination.ts";
import { IdParams, validate } from "../../server/read-and-validate-request.ts";
import { requestId } from "../../server/request-context-and-guards.ts";
import { routes } from "../../server/route-definition.ts";
import {
	ModeratedPack,
	ModeratedPackDetail,
	ModeratedUser,
	PackQuery,
	Reason,
	UserQuery,
} from "./api-schemas.ts";
import {
	type ActionRequest,
	blockUser,
	findModeratedPack,
	listModeratedPacks,
	listModeratedUsers,
	restorePack,
	takePackDown,
	unblockUser,
} from "./queries.ts";

const onePack = { 200: t.Object({ data: ModeratedPack }) };
const oneUser = { 200: t.Object({ data: ModeratedUser }) };

export const moderation = (sql: Sql, admin: AdminGuard, note: AuditLog) => {
	const guards = [admin];
	/** What the audit says of the request that an action came by. */
	const from = (request: Request): ActionRequest => ({
		key: admin.fingerprint(request),
		requestId: requestId(request),
	});
	/** Logs the action that was done to `row`, and answers with it. */
	const done = <Row extends { _id: string }>(
		request: Request,
		action: string,
		row: Row,
		facts: Record<string, string> = {},
	) => {
		note(action, { ...from(request), _id: row._id, ...facts });
		return { data: row };
	};

	return routes("/admin/moderation", "Administration")
		.get(
			"/packs",
			async ({ query }) => {
				const { rows, total } = await listModeratedPacks(sql, query);
				return { data: rows, meta: { total, ...pageOf(query) } };
			},
			{
				...validate({ guards, query: PackQuery }),
				response: {
					200: t.Object({ data: t.Array(ModeratedPack), meta: ListMeta }),
				},
				detail: {
					operationId: "listModeratedPacks",
					summary: "List authors' packs that others can see",
					description:
						"Includes those that were taken down. `visibility` lists all packs of that visibility instead: `private` shows which slugs private packs use.",
				},
			},
		)
		.get(
			"/packs/:slug",
			async ({ params: { slug } }) => ({
				data: (await findModeratedPack(sql, slug)) ?? noPack(slug),
			}),
			{
				...validate({ guards }),
				response: { 200: t.Object({ data: ModeratedPackDetail }) },
				detail: {
					operationId: "getModeratedPack",
					summary: "Read an author's pack as learners see it",
					description: "Also when it was taken down.",
				},
			},
		)
		.post(
			"/packs/:slug/takedown",
			async ({ params: { slug }, body: { reason }, request }) => {
				const pack =
					(await takePackDown(sql, slug, reason, from(request))) ??
					noPack(slug);
				return done(request, "pack taken down", pack, { slug });
			},
			{
				...validate({ guards, body: Reason }),
				response: onePack,
				detail: {
					operationId: "takePackDown",
					summary: "Take an author's pack down",
					description:
						"From then on only its author can read it, with the reason, and cannot publish it again. Attempts stay.",
				},
			},
		)
		.post(
			"/packs/:slug/restore",
			async ({ params: { slug }, request }) => {
				const pack =
					(await restorePack(sql, slug, from(request))) ?? noPack(slug);
				return done(request, "pack restored", pack, { slug });
			},
			{
				...validate({ guards }),
				response: onePack,
				detail: {
					operationId: "restorePack",
					summary: "Restore a pack that was taken down",
					description: "It has the visibility that its author chose.",
				},
			},
		)
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
				detail: { operationId: "listModeratedUsers", summary: "List users" },
			},
		)
		.post(
			"/users/:id/block",
			async ({ params: { id }, body: { reason }, request }) =>
				done(
					request,
					"user blocked",
					(await blockUser(sql, id, reason, from(request))) ?? noUser(id),
				),
			{
				...validate({ guards, params: IdParams, body: Reason }),
				response: oneUser,
				detail: {
					operationId: "blockUser",
					summary: "Block a user",
					description:
						"Their sessions end, and they can neither sign in nor change anything; they read the reason.",
				},
			},
		)
		.post(
			"/users/:id/unblock",
			async ({ params: { id }, request }) =>
				done(
					request,
					"user unblocked",
					(await unblockUser(sql, id, from(request))) ?? noUser(id),
				),
			{
				...validate({ guards, params: IdParams }),
				response: oneUser,
				detail: {
					operationId: "unblockUser",
					summary: "Unblock a user",
				},
			},
		);
};

function noPack(slug: string): never {
	throw new ApiError(
		"not_found",
		`There is no author's pack "${slug}" that others can see. GET /api/admin/moderation/packs lists the existing ones; a pack that comes with this server leaves by a sync without it.`,
	);
}

function noUser(id: string): never {
	throw new ApiError(
		"not_found",
		`There is no user "${id}". GET /api/admin/moderation/users lists the existing ones.`,
	);
}
