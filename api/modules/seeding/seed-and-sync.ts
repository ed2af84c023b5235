/**
 * Seeding: one transaction a call; a pack that does not hold is refused whole, with pointers, and nothing is written. The packs beside the
 * program are seeded at each start on the embedded database.
 */

import { readPacks, seedBody } from "@treeline/packs/disk";
import {
	challengeSlug,
	type Fault,
	type SeedBody,
	validateSeedBody,
} from "@treeline/packs/format";
import type { Verifier } from "@treeline/verify/worker";
import { StartupError } from "../../config/startup-error.ts";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { ApiError, refuse, refuseFaults } from "../../server/errors.ts";
import {
	contentHashOf,
	type StoredChallenge,
	storedChallenge,
} from "../packs-and-challenges/pack-writing-queries.ts";
import type { SeedResult, SyncResult } from "./api-schemas.ts";
import { inSeeding, type Seeding } from "./queries.ts";

/** Proves `body` and stores it under its slug; a repeat of what is stored changes nothing and says so. */
export async function seedPack(
	sql: Sql,
	verifier: Verifier,
	body: SeedBody,
	dryRun: boolean,
): Promise<SeedResult> {
	refuseFaults(await validateSeedBody(body, verifier), "The pack was");
	return inSeeding(sql, (seeding) => putPack(seeding, body), dryRun);
}

/**
 * Stores one pack that has been proved. An author's pack of its slug is renamed when only its author can see it; throws `slug_conflict`
 * when others can.
 */
export async function putPack(
	seeding: Seeding,
	body: SeedBody,
): Promise<SeedResult> {
	const { manifest } = body;
	const hash = contentHashOf(body);
	const holder = await seeding.findPack(manifest.slug);
	const renamed = holder?.authored
		? await seeding.renameHiddenPack(holder.id, manifest.slug)
		: undefined;
	if (renamed === null)
		throw new ApiError(
			"slug_conflict",
			`The slug "${manifest.slug}" belongs to an author's pack that others can see. Give this pack another slug, or take that one down first: POST /api/admin/moderation/packs/${manifest.slug}/takedown.`,
		);
	const pack = renamed === undefined ? holder : null;
	if (pack && pack.contentHash === hash && !pack.retired)
		return {
			slug: manifest.slug,
			result: "unchanged",
			challenges: {
				created: 0,
				updated: 0,
				unchanged: body.challenges.length,
				retired: 0,
			},
		};
	const packId = await seeding.putPack(pack?.id ?? null, manifest, hash);
	return {
		slug: manifest.slug,
		result: pack ? "updated" : "created",
		challenges: await putChallenges(seeding, packId, body),
		...(renamed !== undefined && { renamed }),
	};
}

async function putChallenges(
	seeding: Seeding,
	packId: string,
	body: SeedBody,
): Promise<SeedResult["challenges"]> {
	const counts = { created: 0, updated: 0, unchanged: 0, retired: 0 };
	const stored = new Map(
		(await seeding.challengesOf(packId)).map((one) => [one.slug, one]),
	);
	for (const index of body.challenges.keys()) {
		const next = challengeOf(body, index);
		const known = stored.get(next.slug);
		stored.delete(next.slug);
		if (!known) {
			await seeding.addChallenge(packId, next);
			counts.created++;
		} else if (known.contentHash !== next.contentHash) {
			await seeding.changeChallenge(known.id, next);
			counts.updated++;
		} else {
			await seeding.placeChallenge(known.id, next.order);
			counts[known.retired ? "updated" : "unchanged"]++;
		}
	}
	for (const left of stored.values()) {
		if (left.retired) continue;
		await seeding.retireChallenge(left.id);
		counts.retired++;
	}
	return counts;
}

function challengeOf(body: SeedBody, index: number): StoredChallenge {
	const file = body.challenges[index] as SeedBody["challenges"][number];
	const path = body.manifest.challenges[index] ?? "";
	return storedChallenge(file, file.slug ?? challengeSlug(path), index + 1);
}

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

/**
 * Seeds every pack below `folder` and answers a line for each. An unreadable or refused pack ends the start with its faults; what was
 * stored before stays as it was. One whose slug an author's public pack has is left out, and its line says so: no author can keep the
 * program from starting.
 */
export async function seedLaunchPacks(
	folder: string,
	sql: Sql,
	verifier: Verifier,
): Promise<string[]> {
	const lines: string[] = [];
	const packs = await readPacks(folder, { withCases: false }).catch((error) => {
		throw new StartupError(
			`The packs in ${folder} cannot be read (${error.code ?? error}). Set PACKS_DIR to the folder that holds them.`,
		);
	});
	for (const pack of packs) {
		const broken = [
			...pack.manifestFaults.map((fault) => fault.detail),
			...pack.challenges.flatMap((file) => file.fault ?? []),
		];
		if (broken.length > 0) throw refused(pack.folder, broken);
		const data = await seedPack(sql, verifier, seedBody(pack), false).catch(
			(error) => {
				if (error instanceof ApiError) return error;
				throw error;
			},
		);
		if (data instanceof ApiError) {
			const { code, detail, faults } = data;
			if (code !== "slug_conflict")
				throw refused(
					pack.folder,
					faults.length > 0
						? faults.map((fault) => `${fault.pointer}: ${fault.detail}`)
						: [detail],
				);
			lines.push(`${pack.slug} (not seeded: ${detail})`);
			continue;
		}
		const { created, updated, unchanged } = data.challenges;
		const count = created + updated + unchanged;
		const renamed = data.renamed
			? `; an author's private pack of this slug is "${data.renamed}" now`
			: "";
		lines.push(`${data.slug} (${data.result}, ${count} challenges${renamed})`);
	}
	return lines;
}

function refused(folder: string, reasons: string[]): StartupError {
	return new StartupError(
		`The pack in ${folder} cannot be seeded; nothing of it was stored.\n${reasons
			.map((reason) => `  - ${reason}`)
			.join(
				"\n",
			)}\nFix it, check it with \`npm run packs -- validate\`, then start again.`,
	);
}
