/** Authors' packs and challenges (specification: "Backend routes"; contract, section 6): for signed-in users, each their own. */
import { t } from "elysia";
import { notModified, refuseStale } from "../../server/conditional-requests.ts";
import { ListMeta, PageQuery, pageOf } from "../../server/pagination.ts";
import { type UserLimit, withinLimit } from "../../server/rate-limit.ts";
import { IdParams, validate } from "../../server/read-and-validate-request.ts";
import {
	IF_MATCH,
	IF_NONE_MATCH,
	routes,
} from "../../server/route-definition.ts";
import type { SessionGuards } from "../../server/session-authentication.ts";
import {
	AuthorChallenge,
	AuthorPack,
	AuthorPackSummary,
	ChallengePatch,
	ChallengeStatistics,
	ExportedPack,
	NewChallenge,
	NewPack,
	Order,
	PackPatch,
} from "./api-schemas.ts";
import { challengeCommands } from "./challenge-commands.ts";
import { statisticsOf } from "./challenge-statistics.ts";
import {
	type AuthorService,
	CHANGE_ERRORS,
	CONTENT_ERRORS,
} from "./change-transaction.ts";
import { NOT_OWNED } from "./ownership-and-slug-errors.ts";
import { packCommands, type Tagged } from "./pack-commands.ts";
import { listOwnPacks } from "./queries.ts";

/** `limit` is the one that the service counts with. */
export const author = (
	service: AuthorService,
	sessions: SessionGuards,
	limit: UserLimit,
) => {
	const pack = packCommands(service);
	const challenge = challengeCommands(service);
	const user = (request: Request) => sessions.user(request)._id;
	const reading = [sessions.allows("author")];
	const writing = [sessions.allows("author"), withinLimit(limit, sessions)];
	const onePack = { 200: t.Object({ data: AuthorPack }) };
	const oneChallenge = { 200: t.Object({ data: AuthorChallenge }) };

	return routes("/author", "Author")
		.get(
			"/packs",
			async ({ query, request, set }) => {
				set.headers["cache-control"] = "no-store";
				const page = pageOf(query);
				const { rows, total } = await listOwnPacks(
					service.sql,
					user(request),
					page,
				);
				return { data: rows, meta: { total, ...page } };
			},
			{
				...validate({ guards: reading, query: PageQuery }),
				response: {
					200: t.Object({ data: t.Array(AuthorPackSummary), meta: ListMeta }),
				},
				detail: {
					operationId: "listOwnPacks",
					summary: "List the author's packs",
				},
			},
		)
		.post(
			"/packs",
			async ({ body, request, set, status }) => {
				const made = await pack.create(sessions.user(request), body);
				set.headers.location = authorPath(request, `packs/${made.data.slug}`);
				return status(201, withETag(set, made));
			},
			{
				...validate({
					guards: writing,
					body: NewPack,
					errors: ["slug_conflict", ...CHANGE_ERRORS],
					successHeaders: ["ETag", "Location"],
				}),
				response: { 201: t.Object({ data: AuthorPack }) },
				detail: {
					operationId: "createOwnPack",
					summary: "Create a private pack",
					description:
						"The manifest without `challenges`. Add challenges, then change its `visibility`.",
				},
			},
		)
		.get(
			"/packs/:slug",
			async ({ params: { slug }, request, set }) =>
				read(request, set, await pack.find(sessions.user(request), slug)),
			{
				...validate({
					guards: reading,
					errors: NOT_OWNED,
					successHeaders: ["ETag"],
				}),
				response: onePack,
				detail: {
					operationId: "getOwnPack",
					parameters: [IF_NONE_MATCH],
					summary: "Read the author's pack with its reference solutions",
				},
			},
		)
		.patch(
			"/packs/:slug",
			async ({ params: { slug }, body, request, set }) =>
				withETag(
					set,
					await pack.change(sessions.user(request), slug, body, fresh(request)),
				),
			{
				...validate({
					guards: writing,
					body: PackPatch,
					errors: [...CONDITIONAL, ...CONTENT_ERRORS],
					successHeaders: ["ETag"],
				}),
				response: onePack,
				detail: {
					operationId: "updateOwnPack",
					parameters: [IF_MATCH],
					summary: "Change a pack, or who sees it",
					description:
						'The body is a JSON merge patch (RFC 7396). A pack that leaves `private` is validated as seeding does; pointers are those of its export. Where the server asks for approval, a pack that would become visible to more people keeps its `visibility`, and waits with a `requestedVisibility` until a moderator approves or refuses it; `"requestedVisibility": null` withdraws it. The `author` of a pack that others can see is the account\'s name.',
				},
			},
		)
		.delete(
			"/packs/:slug",
			async ({ params: { slug }, request, set }) => {
				await pack.remove(user(request), slug, fresh(request));
				set.status = 204;
			},
			{
				...validate({
					guards: writing,
					errors: [...CONDITIONAL, ...CHANGE_ERRORS, "validation_failed"],
				}),
				response: { 204: t.Void() },
				detail: {
					operationId: "deleteOwnPack",
					parameters: [IF_MATCH],
					summary: "Delete a pack",
					description:
						"Attempts stay. If there are any, the slug stays reserved for its author; a new pack with it gets the attempts back.",
				},
			},
		)
		.get(
			"/packs/:slug/export",
			async ({ params: { slug }, request, set }) => {
				set.headers["cache-control"] = "no-store";
				return { data: await pack.exported(user(request), slug) };
			},
			{
				...validate({ guards: reading, errors: NOT_OWNED }),
				response: { 200: t.Object({ data: ExportedPack }) },
				detail: {
					operationId: "exportOwnPack",
					summary: "Read the author's pack as a seed body",
				},
			},
		)
		.put(
			"/packs/:slug/challenges/order",
			async ({ params: { slug }, body: { ids }, request, set }) =>
				withETag(
					set,
					await pack.reorder(user(request), slug, ids, fresh(request)),
				),
			{
				...validate({
					guards: writing,
					body: Order,
					errors: [...CONDITIONAL, ...CHANGE_ERRORS],
					successHeaders: ["ETag"],
				}),
				response: { 200: t.Object({ data: Order }) },
				detail: {
					operationId: "orderOwnChallenges",
					parameters: [IF_MATCH],
					summary: "Put a pack's challenges in order",
					description: "All of them, each once. The ETag is the pack's.",
				},
			},
		)
		.post(
			"/packs/:slug/challenges",
			async ({ params: { slug }, body, request, set, status }) => {
				const made = await challenge.create(user(request), slug, body);
				set.headers.location = authorPath(
					request,
					`challenges/${made.data._id}`,
				);
				return status(201, withETag(set, made));
			},
			{
				...validate({
					guards: writing,
					body: NewChallenge,
					errors: [...NOT_OWNED, ...CONTENT_ERRORS],
					successHeaders: ["ETag", "Location"],
				}),
				response: { 201: t.Object({ data: AuthorChallenge }) },
				detail: {
					operationId: "createOwnChallenge",
					summary: "Add a challenge to a pack",
					description:
						"The challenge file; without a `slug`, its title makes one. In a private pack it may be unfinished.",
				},
			},
		)
		.get(
			"/challenges/:id",
			async ({ params: { id }, request, set }) =>
				read(request, set, await challenge.find(user(request), id)),
			{
				...validate({
					guards: reading,
					params: IdParams,
					errors: NOT_OWNED,
					successHeaders: ["ETag"],
				}),
				response: oneChallenge,
				detail: {
					operationId: "getOwnChallenge",
					parameters: [IF_NONE_MATCH],
					summary: "Read the author's challenge with its reference solution",
				},
			},
		)
		.get(
			"/challenges/:id/statistics",
			async ({ params: { id }, request, set }) => {
				set.headers["cache-control"] = "no-store";
				return { data: await statisticsOf(service.sql, user(request), id) };
			},
			{
				...validate({ guards: reading, params: IdParams, errors: NOT_OWNED }),
				response: { 200: t.Object({ data: ChallengeStatistics }) },
				detail: {
					operationId: "getOwnChallengeStatistics",
					summary: "Count how learners met each check",
					description:
						"Of the present version, without names; null for fewer than ten learners.",
				},
			},
		)
		.patch(
			"/challenges/:id",
			async ({ params: { id }, body, request, set }) =>
				withETag(
					set,
					await challenge.change(user(request), id, body, fresh(request)),
				),
			{
				...validate({
					guards: writing,
					params: IdParams,
					body: ChallengePatch,
					errors: [...CONDITIONAL, ...CONTENT_ERRORS],
					successHeaders: ["ETag"],
				}),
				response: oneChallenge,
				detail: {
					operationId: "updateOwnChallenge",
					parameters: [IF_MATCH],
					summary: "Change a challenge",
					description:
						"The body is a JSON merge patch (RFC 7396). Raises the version; attempts stay.",
				},
			},
		)
		.delete(
			"/challenges/:id",
			async ({ params: { id }, request, set }) => {
				await challenge.remove(user(request), id, fresh(request));
				set.status = 204;
			},
			{
				...validate({
					guards: writing,
					params: IdParams,
					errors: [...CONDITIONAL, ...CHANGE_ERRORS, "validation_failed"],
				}),
				response: { 204: t.Void() },
				detail: {
					operationId: "deleteOwnChallenge",
					parameters: [IF_MATCH],
					summary: "Delete a challenge",
					description: "Attempts stay.",
				},
			},
		);
};

/** The address of one's pack or challenge, at the listener that the request came to. */
function authorPath(request: Request, path: string): string {
	const { pathname } = new URL(request.url);
	const base = pathname.slice(0, pathname.indexOf("/author/"));
	return `${base}/author/${path}`;
}

/** What a change can answer that takes `If-Match`. */
const CONDITIONAL = [...NOT_OWNED, "precondition_failed"] as const;

const fresh = (request: Request) => (etag: string) =>
	refuseStale(request, etag);

/** The response to a read; a 304 where the ETag matches. */
function read<Data>(
	request: Request,
	set: { headers: Record<string, string | number | undefined> },
	what: Tagged<Data>,
): { data: Data } {
	const same = notModified(request, what.etag, "no-store");
	// Elysia sends a Response as it is; its types know none beside a shape.
	return same ? (same as unknown as { data: Data }) : withETag(set, what);
}

/** The response with its ETag; an author's own data is never cached for others. */
function withETag<Data>(
	set: { headers: Record<string, string | number | undefined> },
	{ data, etag }: Tagged<Data>,
): { data: Data } {
	set.headers.etag = etag;
	set.headers["cache-control"] = "no-store";
	return { data };
}
