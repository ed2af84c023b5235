/** Packs and challenges for command-line use (specification: `/api/cli`; contract, section 6); public, and without a session. */
import { t } from "elysia";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { ApiError } from "../../server/errors.ts";
import { ListMeta, PageQuery, pageOf } from "../../server/pagination.ts";
import type { AddressLimit } from "../../server/rate-limit.ts";
import { validate } from "../../server/read-and-validate-request.ts";
import { IF_NONE_MATCH, routes } from "../../server/route-definition.ts";
import type { PackResponseCache } from "../packs-and-challenges/response-cache.ts";
import { CliChallenge, CliPack, CliPackDetail } from "./api-schemas.ts";
import { findCliChallenge, findCliPack, listCliPacks } from "./queries.ts";

const successHeaders = ["ETag"] as const;

export const cli = (
	sql: Sql,
	limit: AddressLimit,
	responseCache: PackResponseCache,
) =>
	routes("/cli", "Command line")
		.get(
			"/packs",
			({ query, request, set }) => {
				const everyone = async () => {
					const page = pageOf(query);
					const { rows, total } = await listCliPacks(sql, page);
					return { data: rows, meta: { total, ...page } };
				};
				return responseCache(
					{ request, set },
					["cli packs"],
					{ everyone },
					query,
				);
			},
			{
				...validate({ guards: [limit.each], query: PageQuery, successHeaders }),
				response: { 200: t.Object({ data: t.Array(CliPack), meta: ListMeta }) },
				detail: {
					operationId: "listCliPacks",
					parameters: [IF_NONE_MATCH],
					summary: "List packs for offline work",
				},
			},
		)
		.get(
			"/packs/:packSlug",
			({ params: { packSlug }, request, set }) =>
				responseCache({ request, set }, ["cli pack", packSlug], {
					everyone: async () => ({
						data:
							(await findCliPack(sql, packSlug)) ??
							missing(`pack "${packSlug}"`),
					}),
				}),
			{
				...validate({ guards: [limit.each], successHeaders }),
				response: { 200: t.Object({ data: CliPackDetail }) },
				detail: {
					operationId: "getCliPack",
					parameters: [IF_NONE_MATCH],
					summary: "Read a pack for offline work",
				},
			},
		)
		.get(
			"/challenges/:packSlug/:challengeSlug",
			({ params: { packSlug, challengeSlug }, request, set }) =>
				responseCache(
					{ request, set },
					["cli challenge", packSlug, challengeSlug],
					{
						everyone: async () => ({
							data:
								(await findCliChallenge(sql, packSlug, challengeSlug)) ??
								missing(
									`challenge "${challengeSlug}" in the pack "${packSlug}"`,
								),
						}),
					},
				),
			{
				...validate({ guards: [limit.each], successHeaders }),
				response: { 200: t.Object({ data: CliChallenge }) },
				detail: {
					operationId: "getCliChallenge",
					parameters: [IF_NONE_MATCH],
					summary: "Read a challenge for offline work",
				},
			},
		);

function missing(what: string): never {
	throw new ApiError(
		"not_found",
		`There is no ${what}. GET /api/cli/packs lists the existing ones.`,
	);
}
