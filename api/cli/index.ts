/** Packs and challenges for command-line use (specification: `/api/cli`; contract, section 6); public, and without a session. */
import { t } from "elysia";
import type { Sql } from "../db.ts";
import { ApiError } from "../http/errors.ts";
import { takes } from "../http/input.ts";
import { ListMeta, PageQuery, pageOf } from "../http/paging.ts";
import { routes } from "../http/routes.ts";
import { CliChallenge, CliPack, CliPackDetail } from "./model.ts";
import { findCliChallenge, findCliPack, listCliPacks } from "./store.ts";

export const cli = (sql: Sql) =>
	routes("/api/cli", "Command line")
		.get(
			"/packs",
			async ({ query }) => {
				const page = pageOf(query);
				const { rows, total } = await listCliPacks(sql, page);
				return { data: rows, meta: { total, ...page } };
			},
			{
				...takes({ query: PageQuery }),
				response: { 200: t.Object({ data: t.Array(CliPack), meta: ListMeta }) },
				detail: { operationId: "listCliPacks", summary: "List packs briefly" },
			},
		)
		.get(
			"/packs/:packSlug",
			async ({ params: { packSlug } }) => ({
				data:
					(await findCliPack(sql, packSlug)) ?? missing(`pack "${packSlug}"`),
			}),
			{
				...takes({}),
				response: { 200: t.Object({ data: CliPackDetail }) },
				detail: {
					operationId: "getCliPack",
					summary: "Read all that is needed to work on a pack offline",
				},
			},
		)
		.get(
			"/challenges/:packSlug/:challengeSlug",
			async ({ params: { packSlug, challengeSlug } }) => ({
				data:
					(await findCliChallenge(sql, packSlug, challengeSlug)) ??
					missing(`challenge "${challengeSlug}" in the pack "${packSlug}"`),
			}),
			{
				...takes({}),
				response: { 200: t.Object({ data: CliChallenge }) },
				detail: {
					operationId: "getCliChallenge",
					summary: "Read all that is needed to work on a challenge offline",
				},
			},
		);

function missing(what: string): never {
	throw new ApiError(
		"not_found",
		`There is no ${what}. GET /api/cli/packs lists those there are.`,
	);
}
