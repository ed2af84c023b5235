/** Routes of full-text search (specification: `GET /api/search?q=`). */
import { t } from "elysia";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { ListMeta, pageOf } from "../../server/pagination.ts";
import type { AddressLimit } from "../../server/rate-limit.ts";
import { validate } from "../../server/read-and-validate-request.ts";
import { IF_NONE_MATCH, routes } from "../../server/route-definition.ts";
import type { SessionGuards } from "../../server/session-authentication.ts";
import { progressFinder } from "../packs-and-challenges/queries.ts";
import type {
	LearnerView,
	PackResponseCache,
} from "../packs-and-challenges/response-cache.ts";
import { FoundChallenge, SearchQuery } from "./api-schemas.ts";
import { searchChallenges } from "./queries.ts";

export const search = (
	sql: Sql,
	sessions: SessionGuards,
	limit: AddressLimit,
	responseCache: PackResponseCache,
) => {
	const progress = progressFinder(sql);
	const learner: LearnerView<{ data: FoundChallenge[] }> = {
		withSlots: ({ data, ...rest }, slot) => ({
			data: data.map((one) => ({ ...one, status: slot(one._id) })),
			...rest,
		}),
		valuesOf: progress.statuses,
	};
	return routes("/search", "Search").get(
		"",
		({ query, request, set }) => {
			const everyone = async () => {
				const page = pageOf(query);
				const searchIn = query.in ?? "titles";
				const found = await searchChallenges(sql, query.q, page, searchIn);
				return { data: found.rows, meta: { total: found.total, ...page } };
			};
			const source = { everyone, learner };
			return responseCache({ request, set }, ["search"], source, query);
		},
		{
			...validate({
				guards: [limit.each, sessions.optional],
				query: SearchQuery,
				successHeaders: ["ETag"],
			}),
			response: {
				200: t.Object({ data: t.Array(FoundChallenge), meta: ListMeta }),
			},
			detail: {
				operationId: "searchChallenges",
				parameters: [IF_NONE_MATCH],
				summary: "Find challenges by the words of their titles",
				description:
					"The last word may be the beginning of one. With `in=all`, words of tags and tasks are found as well.",
			},
		},
	);
};
