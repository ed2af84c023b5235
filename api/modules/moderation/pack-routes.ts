/**
 * How moderators keep what authors show in order (contract, section 6): they take a pack down and restore it, and approve or refuse one
 * that waits for it. Each action is recorded in the database with its reason, who did it and the request; the log repeats it without the
 * reason.
 */
import { t } from "elysia";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { refuseStale } from "../../server/conditional-requests.ts";
import { ApiError } from "../../server/errors.ts";
import {
	type AuditLog,
	actionRequest,
	logAction,
} from "../../server/log-moderation-actions.ts";
import { ListMeta, pageOf } from "../../server/pagination.ts";
import { validate } from "../../server/read-and-validate-request.ts";
import type { ModerationAccess } from "../../server/role-guards.ts";
import { IF_MATCH, routes } from "../../server/route-definition.ts";
import {
	ModeratedPack,
	ModeratedPackDetail,
	ModeratedPackQuery,
	Reason,
} from "./api-schemas.ts";
import {
	approvePack,
	findModeratedPack,
	listModeratedPacks,
	refusePack,
	restorePack,
	takePackDown,
} from "./pack-queries.ts";

const onePack = { 200: t.Object({ data: ModeratedPack }) };

export const moderatedPacks = (
	sql: Sql,
	{ tag, moderator, operation }: ModerationAccess,
	note: AuditLog,
) => {
	const guards = [moderator];
	const from = (request: Request) => actionRequest(request, moderator);

	return routes("/moderation", tag)
		.get(
			"/packs",
			async ({ query }) => {
				const { rows, total } = await listModeratedPacks(sql, query);
				return { data: rows, meta: { total, ...pageOf(query) } };
			},
			{
				...validate({ guards, query: ModeratedPackQuery }),
				response: {
					200: t.Object({ data: t.Array(ModeratedPack), meta: ListMeta }),
				},
				detail: {
					operationId: operation("listModeratedPacks"),
					summary: "List authors' packs that others can see",
					description:
						"Includes those that were taken down, and those that wait for approval. `waiting=true` lists the latter alone, and `visibility` lists all packs of that visibility instead: `private` shows which slugs private packs use.",
				},
			},
		)
		.get(
			"/packs/:slug",
			async ({ params: { slug }, set }) => {
				const pack = (await findModeratedPack(sql, slug)) ?? noPack(slug);
				set.headers.etag = pack.etag;
				return { data: pack };
			},
			{
				...validate({ guards, successHeaders: ["ETag"] }),
				response: { 200: t.Object({ data: ModeratedPackDetail }) },
				detail: {
					operationId: operation("getModeratedPack"),
					summary: "Read an author's pack as learners see it",
					description: "Also when it was taken down, or waits for approval.",
				},
			},
		)
		.post(
			"/packs/:slug/takedown",
			async ({ params: { slug }, body: { reason }, request }) => {
				const by = from(request);
				const pack =
					(await takePackDown(sql, slug, reason, by)) ?? noPack(slug);
				return logAction(note, by, "pack taken down", pack, { slug });
			},
			{
				...validate({ guards, body: Reason }),
				response: onePack,
				detail: {
					operationId: operation("takePackDown"),
					summary: "Take an author's pack down",
					description:
						"From then on only its author can read it, with the reason, and cannot publish it again. Attempts stay.",
				},
			},
		)
		.post(
			"/packs/:slug/restore",
			async ({ params: { slug }, request }) => {
				const by = from(request);
				const pack = (await restorePack(sql, slug, by)) ?? noPack(slug);
				return logAction(note, by, "pack restored", pack, { slug });
			},
			{
				...validate({ guards }),
				response: onePack,
				detail: {
					operationId: operation("restorePack"),
					summary: "Restore a pack that was taken down",
					description: "It has the visibility that its author chose.",
				},
			},
		)
		.post(
			"/packs/:slug/approve",
			async ({ params: { slug }, request }) => {
				const by = from(request);
				const fresh = (etag: string) => refuseStale(request, etag);
				const pack = (await approvePack(sql, slug, fresh, by)) ?? noPack(slug);
				return logAction(note, by, "pack approved", pack, { slug });
			},
			{
				...validate({
					guards,
					errors: [
						"invalid_transition",
						"precondition_failed",
						"validation_failed",
					],
				}),
				response: onePack,
				detail: {
					operationId: operation("approvePack"),
					parameters: [IF_MATCH],
					summary: "Approve a pack that waits",
					description:
						"It gets the visibility that its author asked for. With `If-Match`, only as it was read.",
				},
			},
		)
		.post(
			"/packs/:slug/refuse",
			async ({ params: { slug }, body: { reason }, request }) => {
				const by = from(request);
				const pack = (await refusePack(sql, slug, reason, by)) ?? noPack(slug);
				return logAction(note, by, "pack refused", pack, { slug });
			},
			{
				...validate({ guards, body: Reason, errors: ["invalid_transition"] }),
				response: onePack,
				detail: {
					operationId: operation("refusePack"),
					summary: "Refuse a pack that waits",
					description:
						"It stays as visible as it was. Its author reads the reason, and may ask again.",
				},
			},
		);
};

function noPack(slug: string): never {
	throw new ApiError(
		"not_found",
		`There is no author's pack "${slug}" that others can see or that waits. The list of packs has the existing ones; a pack that comes with this server leaves by a sync without it.`,
	);
}
