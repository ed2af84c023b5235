/**
 * Sync: what was submitted is all there is (specification, "Backend routes"). Packs that are not submitted leave every read; those with
 * attempts stay with their challenges, and return when they are seeded again. Authors' packs are not ours to retire.
 */
import {
	type Fault,
	type SeedBody,
	validateSeedBody,
} from "@treeline/packs/format";
import type { Verifier } from "@treeline/verify/worker";
import type { Sql } from "../../db/pool.ts";
import { refuse } from "../../server/validation.ts";
import { refuseFaults } from "../packs/writing/faults.ts";
import { inSeeding } from "./queries.ts";
import type { SyncResult } from "./schema.ts";
import { putPack } from "./seed.ts";

/** Proves and stores every pack and retires all others, in one transaction: one fault refuses the whole call. */
export async function syncPacks(
	sql: Sql,
	verifier: Verifier,
	packs: SeedBody[],
	{ dryRun, allowEmpty }: { dryRun: boolean; allowEmpty: boolean },
): Promise<SyncResult> {
	if (packs.length === 0 && !allowEmpty)
		refuse([
			{
				pointer: "#/packs",
				code: "too_few",
				detail:
					"`packs` is empty, which would retire every seeded pack; send the packs, or add ?allowEmpty=true if that is what you want",
			},
		]);
	const faults = twins(packs);
	for (const [index, pack] of packs.entries())
		faults.push(
			...(await validateSeedBody(pack, verifier, `#/packs/${index}`)),
		);
	refuseFaults(faults, "The packs were");
	return inSeeding(
		sql,
		async (seeding) => {
			const results: SyncResult["packs"] = [];
			for (const pack of packs) results.push(await putPack(seeding, pack));
			const retired = await seeding.retirePacksBut(
				packs.map(({ manifest }) => manifest.slug),
			);
			return { packs: results, retired };
		},
		dryRun,
	);
}

function twins(packs: SeedBody[]): Fault[] {
	const slugs = packs.map(({ manifest }) => manifest.slug);
	return slugs.flatMap((slug, index) =>
		slugs.indexOf(slug) === index
			? []
			: [
					{
						pointer: `#/packs/${index}/manifest/slug`,
						code: "duplicate",
						detail: `two packs have the slug "${slug}"; send each pack once`,
					},
				],
	);
}
