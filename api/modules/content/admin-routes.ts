/** Content for its administrators: drafts and deleted items too, every change of them, and what they were (contract, section 7). */
import { Type } from "@sinclair/typebox";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import type { AdminKeys } from "../../server/admin-authentication.ts";
import { notModified, refuseStale } from "../../server/conditional-requests.ts";
import { refuse } from "../../server/errors.ts";
import { IDEMPOTENCY_KEY } from "../../server/idempotency-key.ts";
import { ListMeta, PageQuery, pageOf } from "../../server/pagination.ts";
import {
	IdParams,
	jsonTextOf,
	validate,
} from "../../server/read-and-validate-request.ts";
import { requestId } from "../../server/request-context-address-and-deadline.ts";
import {
	IF_MATCH,
	IF_NONE_MATCH,
	routes,
} from "../../server/route-definition.ts";
import {
	AdminContentItem,
	AdminContentQuery,
	ContentChange,
	ContentHistoryEntry,
	ContentPreview,
	ContentRestore,
	DeleteQuery,
	NewContentItem,
	NewPreview,
} from "./api-schemas.ts";
import {
	IDEMPOTENT_ERRORS,
	keyedBy,
	type Outcome,
} from "./idempotent-changes.ts";
import {
	type ContentCommand,
	type ContentService,
	etagOf,
	noItem,
} from "./item-commands.ts";
import {
	adminText,
	bodyText,
	dataText,
	entryText,
	listText,
} from "./lossless-json.ts";
import type { PreviewTokens } from "./preview-tokens.ts";
import { findItem, listHistory, listItems, momentIn } from "./queries.ts";

export const adminContent = (
	sql: Sql,
	contentService: ContentService,
	keys: AdminKeys,
	previews: PreviewTokens,
) => {
	const commandOf = (
		request: Request,
		route: string,
		body: unknown,
		summary?: string,
	): ContentCommand => {
		const { fingerprint } = keys.holder(request);
		return {
			by: fingerprint,
			requestId: requestId(request),
			summary,
			fresh: (etag) => refuseStale(request, etag),
			keyed: keyedBy(request, fingerprint, route, body),
		};
	};
	const reading = [keys.read];
	const changing = [keys.change];
	const one = { 200: Type.Object({ data: AdminContentItem }) };

	return routes("/api/v1/admin/content", "Content")
		.get(
			"",
			async ({ query }) => {
				const { limit, offset, ...filter } = query;
				const page = pageOf({ limit, offset });
				const { rows, total } = await listItems(sql, filter, page);
				const data = listText(rows.map(adminText));
				return answered(bodyText(data, { total, ...page }));
			},
			{
				...validate({ guards: reading, query: AdminContentQuery }),
				response: {
					200: Type.Object({
						data: Type.Array(AdminContentItem),
						meta: ListMeta,
					}),
				},
				detail: {
					operationId: "listAllContent",
					summary: "List content items of every status",
					description:
						"`q` finds words of the slug and of texts in `data`; the last may be the beginning of one.",
				},
			},
		)
		.post(
			"",
			async ({ body, request }) => {
				const { changeSummary, ...given } = body;
				const data = dataText(jsonTextOf(request)) ?? "{}";
				const command = commandOf(request, "POST content", body, changeSummary);
				return respond(
					await contentService.create(command, { ...given, data }),
				);
			},
			{
				...validate({
					guards: changing,
					body: NewContentItem,
					errors: ["slug_conflict", "overloaded", ...IDEMPOTENT_ERRORS],
					successHeaders: ["ETag", "Location", "Idempotency-Replayed"],
				}),
				response: { 201: Type.Object({ data: AdminContentItem }) },
				detail: {
					operationId: "createContent",
					parameters: [IDEMPOTENCY_KEY],
					summary: "Create a content item",
					description:
						"A draft, unless `status` says otherwise. What is published is seen from `publishAt` on and until `unpublishAt`, where there are such moments.",
				},
			},
		)
		.get(
			"/:id",
			async ({ params: { id }, request }) => {
				const item = await findItem(sql, id);
				if (!item) throw noItem(id);
				const etag = etagOf(item);
				return (notModified(request, etag, "no-store") ??
					answered(bodyText(adminText(item)), { etag })) as never;
			},
			{
				...validate({
					guards: reading,
					params: IdParams,
					successHeaders: ["ETag"],
				}),
				response: one,
				detail: {
					operationId: "getContentById",
					parameters: [IF_NONE_MATCH],
					summary: "Read a content item, deleted or not",
				},
			},
		)
		.put(
			"/:id",
			async ({ params: { id }, body, request }) => {
				const { data, status, slug, sortOrder, changeSummary } = body;
				const { publishAt, unpublishAt } = body;
				const change = {
					...(data && { data: dataText(jsonTextOf(request)) ?? "{}" }),
					...(status !== undefined && { status }),
					...(slug !== undefined && { slug }),
					...(sortOrder !== undefined && { sortOrder }),
					...(publishAt !== undefined && { publishAt }),
					...(unpublishAt !== undefined && { unpublishAt }),
				};
				if (Object.keys(change).length === 0) refuse([NOTHING]);
				const command = commandOf(request, "PUT content", body, changeSummary);
				return respond(await contentService.update(command, id, change));
			},
			{
				...validate({
					guards: changing,
					params: IdParams,
					body: ContentChange,
					errors: [...CONDITIONAL, "slug_conflict", "invalid_transition"],
					successHeaders: ["ETag", "Idempotency-Replayed"],
				}),
				response: one,
				detail: {
					operationId: "updateContent",
					parameters: [IF_MATCH, IDEMPOTENCY_KEY],
					summary: "Change a content item",
					description:
						"`data` is replaced whole, and what is absent stays; read-only members are ignored. `null` takes a moment away.",
				},
			},
		)
		.delete(
			"/:id",
			async ({ params: { id }, query: { hard = false }, request }) => {
				const command = commandOf(request, "DELETE content", null);
				return respond(await contentService.remove(command, id, hard));
			},
			{
				...validate({
					guards: changing,
					params: IdParams,
					query: DeleteQuery,
					errors: CONDITIONAL,
					successHeaders: ["ETag", "Idempotency-Replayed"],
				}),
				response: { ...one, 204: Type.Void() },
				detail: {
					operationId: "deleteContent",
					parameters: [IF_MATCH, IDEMPOTENCY_KEY],
					summary: "Delete a content item",
					description:
						"Frees its address; the item can be restored. With `hard`, the item and its history are deleted permanently.",
				},
			},
		)
		.get(
			"/:id/history",
			async ({ params: { id }, query }) => {
				const page = pageOf(query);
				const found = await listHistory(sql, id, page);
				if (!found) throw noItem(id);
				const { rows, total } = found;
				const data = listText(rows.map(entryText));
				return answered(bodyText(data, { total, ...page }));
			},
			{
				...validate({ guards: reading, params: IdParams, query: PageQuery }),
				response: {
					200: Type.Object({
						data: Type.Array(ContentHistoryEntry),
						meta: ListMeta,
					}),
				},
				detail: {
					operationId: "getContentHistory",
					summary: "List the versions of an item, newest first",
				},
			},
		)
		.post(
			"/:id/preview",
			async ({ params: { id }, body: { expiresInSeconds = 3600 }, set }) => {
				const item = await findItem(sql, id);
				if (!item || item.deletedAt !== null) throw noItem(id);
				const { at, seconds } = await momentIn(sql, expiresInSeconds);
				const token = previews.make(item.id, seconds);
				const url = `/api/v1/content/preview?token=${token}`;
				set.status = 201;
				set.headers["cache-control"] = "no-store";
				return { data: { token, url, expiresAt: at } };
			},
			{
				...validate({ guards: changing, params: IdParams, body: NewPreview }),
				response: { 201: Type.Object({ data: ContentPreview }) },
				detail: {
					operationId: "createContentPreview",
					summary: "Let others read an item before it is published",
					description:
						"For an hour, or `expiresInSeconds`, the token reads the item as it then is, and no other. It is not stored and cannot be taken back; it ends with the admin key that signed it.",
				},
			},
		)
		.post(
			"/:id/restore",
			async ({ params: { id }, body, request }) => {
				const { version, changeSummary } = body;
				const command = commandOf(request, "POST restore", body, changeSummary);
				return respond(await contentService.restore(command, id, version));
			},
			{
				...validate({
					guards: changing,
					params: IdParams,
					body: ContentRestore,
					errors: [...CONDITIONAL, "slug_conflict"],
					successHeaders: ["ETag", "Idempotency-Replayed"],
				}),
				response: one,
				detail: {
					operationId: "restoreContent",
					parameters: [IF_MATCH, IDEMPOTENCY_KEY],
					summary: "Restore a version of an item",
					description:
						"The item's status stays; a deleted item comes back as a draft.",
				},
			},
		);
};

/** What a change of a known item can answer. */
const CONDITIONAL = ["precondition_failed", ...IDEMPOTENT_ERRORS] as const;

export const NOTHING = {
	pointer: "#",
	code: "too_few",
	detail:
		"the body changes nothing; send `data`, `status`, `slug`, `sortOrder`, `publishAt` or `unpublishAt`",
};

/** A response that is not cached. Elysia sends a Response as it is; its types know none beside a shape. */
const answered = (body: string, headers: Record<string, string> = {}) =>
	new Response(body, { headers: { ...OWN, ...headers } }) as never;

export function respond({ status, headers, body, replayed }: Outcome) {
	const { "content-type": type, ...own } = OWN;
	return new Response(body === "" ? null : body, {
		status,
		headers: {
			...own,
			...(body !== "" && { "content-type": type }),
			...headers,
			...(replayed && { "idempotency-replayed": "true" }),
		},
	}) as never;
}

const OWN = { "content-type": "application/json", "cache-control": "no-store" };
