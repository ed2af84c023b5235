/** Reading one challenge, by id or by slugs (specification: "Backend routes"). */
import { t } from "elysia";
import type { Sql } from "../../db/pool.ts";
import type { RouteContext } from "../../server/context.ts";
import { ApiError } from "../../server/errors.ts";
import { IF_NONE_MATCH } from "../../server/headers.ts";
import type { AddressLimit } from "../../server/rate-limit.ts";
import { routes } from "../../server/routes.ts";
import type { Sessions } from "../../server/session.ts";
import { IdParams, validate } from "../../server/validation.ts";
import type { PackResponseCache } from "../packs/response-cache.ts";
import { type ChallengeName, findChallenge } from "./queries.ts";
import { Challenge } from "./schema.ts";

export const challenges = (
	sql: Sql,
	sessions: Sessions,
	limit: AddressLimit,
	responseCache: PackResponseCache,
) => {
	const guards = [limit.each, sessions.optional];
	const sends = ["ETag"] as const;
	const response = { 200: t.Object({ data: Challenge }) };
	const found = (asked: RouteContext, name: ChallengeName, what: string) =>
		responseCache(asked, ["challenge", name], async (learnerId) => ({
			data: (await findChallenge(sql, name, learnerId)) ?? missing(what),
		}));
	return routes("/api", "Challenges")
		.get(
			"/challenges/:id",
			({ params: { id }, request, set }) =>
				found({ request, set }, { id: id.toLowerCase() }, `"${id}"`),
			{
				...validate({ guards, params: IdParams, sends }),
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
				...validate({ guards, sends }),
				response,
				detail: {
					operationId: "getChallengeBySlug",
					parameters: [IF_NONE_MATCH],
					summary: "Read a challenge by the slugs of its pack and itself",
				},
			},
		);
};

function missing(what: string): never {
	throw new ApiError(
		"not_found",
		`There is no challenge ${what}. The list of packs leads to those there are.`,
	);
}
