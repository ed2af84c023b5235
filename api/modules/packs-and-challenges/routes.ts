/** Reading packs and challenges (specification: "Backend routes"; contract, section 3). */
import { Type } from "@sinclair/typebox";
import { t } from "elysia";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { ApiError } from "../../server/errors.ts";
import { ListMeta, pageOf } from "../../server/pagination.ts";
import type { AddressLimit } from "../../server/rate-limit.ts";
import { IdParams, validate } from "../../server/read-and-validate-request.ts";
import type { RouteContext } from "../../server/request-context-address-and-deadline.ts";
import { IF_NONE_MATCH, routes } from "../../server/route-definition.ts";
import type { SessionGuards } from "../../server/session-authentication.ts";
import {
	Challenge,
	PackDetail,
	PackQuery,
	PackSummary,
} from "./api-schemas.ts";
import {
	type ChallengeName,
	findChallenge,
	findPack,
	listPacks,
	progressFinder,
} from "./queries.ts";
import type { LearnerView, PackResponseCache } from "./response-cache.ts";

/** A list of packs also names the tags that there are. */
const PackMeta = Type.Composite([
	ListMeta,
	Type.Object({ tags: Type.Array(Type.String()) }),
]);

export const packs = (
	sql: Sql,
	sessions: SessionGuards,
	limit: AddressLimit,
	responseCache: PackResponseCache,
) => {
	const progress = progressFinder(sql);
	const listView: LearnerView<{ data: PackSummary[] }> = {
		withSlots: ({ data, ...rest }, slot) => ({
			data: data.map((pack) => ({ ...pack, passedCount: slot(pack._id) })),
			...rest,
		}),
		valuesOf: progress.passedCounts,
	};
	const packView: LearnerView<{ data: PackDetail }> = {
		withSlots: ({ data: { challenges, ...rest } }, slot) => ({
			data: {
				...rest,
				passedCount: slot(""),
				challenges: challenges.map((one) => ({
					...one,
					status: slot(one._id),
				})),
			},
		}),
		async valuesOf(learnerId, [, ...ids]) {
			const all = await progress.statuses(learnerId, ids);
			return [all.filter((status) => status === "passed").length, ...all];
		},
	};
	return routes("/packs", "Packs")
		.get(
			"",
			({ query, request, set }) => {
				const everyone = async () => {
					const page = pageOf(query);
					const { tag = [], ...filter } = query;
					const wanted = { ...filter, tags: tag };
					const { rows, total, tags } = await listPacks(sql, wanted, page);
					return { data: rows, meta: { total, ...page, tags } };
				};
				const source = { everyone, learner: listView };
				return responseCache({ request, set }, ["packs"], source, query);
			},
			{
				...validate({
					guards: [limit.each, sessions.optional],
					query: PackQuery,
					successHeaders: ["ETag"],
				}),
				response: {
					200: t.Object({
						data: t.Array(PackSummary),
						meta: PackMeta,
					}),
				},
				detail: {
					operationId: "listPacks",
					parameters: [IF_NONE_MATCH],
					summary: "List the public packs",
					description:
						"`tag` may be repeated; then all of them must match. With a session, each pack says how many of its challenges are passed.",
				},
			},
		)
		.get(
			"/:slug",
			({ params: { slug }, request, set }) => {
				const own = async (learnerId: string | null) => ({
					data: (await findPack(sql, slug, learnerId)) ?? missing(slug),
				});
				return responseCache({ request, set }, ["pack", slug], {
					everyone: () => own(null),
					learner: packView,
					own,
				});
			},
			{
				...validate({
					guards: [limit.each, sessions.optional],
					successHeaders: ["ETag"],
				}),
				response: { 200: t.Object({ data: PackDetail }) },
				detail: {
					operationId: "getPack",
					parameters: [IF_NONE_MATCH],
					summary: "Read a pack with its list of challenges",
				},
			},
		);
};

function missing(slug: string): never {
	throw new ApiError(
		"not_found",
		`There is no pack "${slug}". The list of packs names the existing ones.`,
	);
}

export const challenges = (
	sql: Sql,
	sessions: SessionGuards,
	limit: AddressLimit,
	responseCache: PackResponseCache,
) => {
	const progress = progressFinder(sql);
	const view: LearnerView<{ data: Challenge }> = {
		withSlots: ({ data }, slot) => ({
			data: { ...data, status: slot(data._id), debrief: slot("debrief") },
		}),
		async valuesOf(learnerId, [challengeId = ""]) {
			const { status, debrief } = await progress.challenge(
				learnerId,
				challengeId,
			);
			return [status, debrief];
		},
	};
	const guards = [limit.each, sessions.optional];
	const successHeaders = ["ETag"] as const;
	const response = { 200: t.Object({ data: Challenge }) };
	const found = (context: RouteContext, name: ChallengeName, what: string) => {
		const own = async (learnerId: string | null) => ({
			data:
				(await findChallenge(sql, name, learnerId)) ?? noChallengeNamed(what),
		});
		return responseCache(context, ["challenge", name], {
			everyone: () => own(null),
			learner: view,
			own,
		});
	};
	return routes("", "Challenges")
		.get(
			"/challenges/:id",
			({ params: { id }, request, set }) =>
				found({ request, set }, { id: id.toLowerCase() }, `"${id}"`),
			{
				...validate({ guards, params: IdParams, successHeaders }),
				response,
				detail: {
					operationId: "getChallenge",
					parameters: [IF_NONE_MATCH],
					summary: "Read a challenge by its identifier",
				},
			},
		)
		.get(
			"/packs/:slug/challenges/:challengeSlug",
			({ params: { slug, challengeSlug }, request, set }) =>
				found(
					{ request, set },
					{ packSlug: slug, challengeSlug },
					`"${challengeSlug}" in the pack "${slug}"`,
				),
			{
				...validate({ guards, successHeaders }),
				response,
				detail: {
					operationId: "getChallengeBySlug",
					parameters: [IF_NONE_MATCH],
					summary: "Read a challenge by the slugs of its pack and itself",
				},
			},
		);
};

function noChallengeNamed(what: string): never {
	throw new ApiError(
		"not_found",
		`There is no challenge ${what}. The list of packs leads to the existing ones.`,
	);
}
