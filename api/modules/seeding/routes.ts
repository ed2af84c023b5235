/** Seeding packs, with the admin secret (specification: "Backend routes"; contract, section 4). */
import { SeedBody } from "@treeline/packs/format";
import type { Verifier } from "@treeline/verify/worker";
import { t } from "elysia";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import {
	SEED_BODY_LIMIT,
	validate,
} from "../../server/read-and-validate-request.ts";
import {
	type Guard,
	timeout,
} from "../../server/request-context-address-and-deadline.ts";
import { routes } from "../../server/route-definition.ts";
import {
	SeedQuery,
	SeedResult,
	SyncBody,
	SyncQuery,
	SyncResult,
} from "./api-schemas.ts";
import { seedPack, syncPacks } from "./seed-and-sync.ts";

/** Every reference is verified, of up to all packs at once. */
const seedingTimeout = timeout(10 * 60_000);

/** What is wrong with a pack, and a slug that is an author's. */
const ERRORS = ["reference_fails", "slug_conflict"] as const;

export const seeding = (sql: Sql, verifier: Verifier, admin: Guard) =>
	routes("/admin/packs", "Administration")
		.post(
			"/seed",
			async ({ body, query }) => ({
				data: await seedPack(sql, verifier, body, query.dryRun === "true"),
			}),
			{
				...validate({
					guards: [admin, seedingTimeout],
					query: SeedQuery,
					body: SeedBody,
					bodyLimit: SEED_BODY_LIMIT,
					errors: ERRORS,
				}),
				response: { 200: t.Object({ data: SeedResult }) },
				detail: {
					operationId: "seedPack",
					summary: "Create or update a pack and its challenges",
				},
			},
		)
		.post(
			"/sync",
			async ({ body, query }) => ({
				data: await syncPacks(sql, verifier, body.packs, {
					dryRun: query.dryRun === "true",
					allowEmpty: query.allowEmpty === "true",
				}),
			}),
			{
				...validate({
					guards: [admin, seedingTimeout],
					query: SyncQuery,
					body: SyncBody,
					bodyLimit: SEED_BODY_LIMIT,
					errors: ERRORS,
				}),
				response: { 200: t.Object({ data: SyncResult }) },
				detail: {
					operationId: "syncPacks",
					summary: "Create or update packs, and retire all others",
					description:
						"Only packs without an author are retired. An empty list needs `allowEmpty`.",
				},
			},
		);
