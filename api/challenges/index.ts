/** Reading one challenge, by id or by slugs (specification: "Backend routes"). */
import { t } from "elysia";
import type { Sql } from "../db.ts";
import { ApiError } from "../http/errors.ts";
import { IdParams } from "../http/ids.ts";
import { takes } from "../http/input.ts";
import { routes } from "../http/routes.ts";
import type { Sessions } from "../http/session-guard.ts";
import { Challenge } from "./model.ts";
import { findChallenge } from "./store.ts";

export const challenges = (sql: Sql, sessions: Sessions) => {
	const guards = [sessions.optional];
	const response = { 200: t.Object({ data: Challenge }) };
	const learnerId = (request: Request) => sessions.of(request)?._id ?? null;
	return routes("/api", "Challenges")
		.get(
			"/challenges/:id",
			async ({ params: { id }, request }) => {
				const found = await findChallenge(sql, { id }, learnerId(request));
				return { data: found ?? missing(`"${id}"`) };
			},
			{
				...takes({ guards, params: IdParams }),
				response,
				detail: {
					operationId: "getChallenge",
					summary: "Read a challenge by its identifier",
				},
			},
		)
		.get(
			"/packs/:slug/challenges/:challengeSlug",
			async ({ params: { slug, challengeSlug }, request }) => {
				const name = { packSlug: slug, challengeSlug };
				const found = await findChallenge(sql, name, learnerId(request));
				return {
					data: found ?? missing(`"${challengeSlug}" in the pack "${slug}"`),
				};
			},
			{
				...takes({ guards }),
				response,
				detail: {
					operationId: "getChallengeBySlug",
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
