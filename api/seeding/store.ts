/** What seeding reads and writes, in one transaction that holds off every other seeding. */
import type { Manifest, PublicChallenge } from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";
import { type Sql, type Transaction, withoutHurry } from "../db.ts";

/** Any number will do, as long as every seeding takes the same. */
const LOCK = 7_305_002;

/** A challenge as it stands in its row, without what the database fills in. */
export interface StoredChallenge extends PublicChallenge {
	referenceSolution: FileEntry[];
	contentHash: string;
}

interface KnownPack {
	id: string;
	contentHash: string | null;
	authored: boolean;
	retired: boolean;
}

interface KnownChallenge {
	id: string;
	slug: string;
	contentHash: string | null;
	retired: boolean;
}

/** The statements of one seeding. */
export interface Seeding {
	findPack(slug: string): Promise<KnownPack | null>;
	/** Adds the pack (`id` null) or renews it and brings it back from retirement; answers its id. */
	putPack(id: string | null, manifest: Manifest, hash: string): Promise<string>;
	/** All of them, retired ones too. */
	challengesOf(packId: string): Promise<KnownChallenge[]>;
	addChallenge(packId: string, challenge: StoredChallenge): Promise<void>;
	/** Replaces what is stored and raises the version. */
	changeChallenge(id: string, challenge: StoredChallenge): Promise<void>;
	/** Gives an unchanged challenge its place in the order, and brings it back from retirement. */
	placeChallenge(id: string, order: number): Promise<void>;
	/** Takes a challenge out of every read; its attempts stay. */
	retireChallenge(id: string): Promise<void>;
	/** Takes every seeded pack out of every read that is not among `slugs`; answers which. */
	retirePacksBut(slugs: string[]): Promise<string[]>;
}

/** Carries what a dry run would have done out of its transaction. */
class Undone {
	constructor(readonly result: unknown) {}
}

/** Runs `work` in one transaction; what it throws undoes all of it, and so does a dry run, which answers all the same. */
export async function inSeeding<Result>(
	sql: Sql,
	work: (seeding: Seeding) => Promise<Result>,
	dryRun = false,
): Promise<Result> {
	try {
		return (await sql.begin(async (tx) => {
			await withoutHurry(tx);
			await tx`SELECT pg_advisory_xact_lock(${LOCK})`;
			const result = await work(seedingOn(tx));
			if (dryRun) throw new Undone(result);
			return result;
		})) as Result;
	} catch (thrown) {
		if (thrown instanceof Undone) return thrown.result as Result;
		throw thrown;
	}
}

function seedingOn(tx: Transaction): Seeding {
	return {
		async findPack(slug) {
			const [row] = await tx<KnownPack[]>`
				SELECT id, content_hash AS "contentHash", author_user_id IS NOT NULL AS authored,
					retired_at IS NOT NULL AS retired
				FROM packs WHERE slug = ${slug}`;
			return row ?? null;
		},
		async putPack(id, manifest, hash) {
			const columns = {
				...packColumns(manifest),
				content_hash: hash,
				retired_at: null,
			};
			if (id) {
				await tx`UPDATE packs SET ${tx(columns)}, updated_at = now() WHERE id = ${id}`;
				return id;
			}
			const made = Bun.randomUUIDv7();
			await tx`INSERT INTO packs ${tx({ id: made, ...columns })}`;
			return made;
		},
		challengesOf: (packId) => tx<KnownChallenge[]>`
			SELECT id, slug, content_hash AS "contentHash", retired_at IS NOT NULL AS retired
			FROM challenges WHERE pack_id = ${packId}`,
		async addChallenge(packId, challenge) {
			const row = {
				id: Bun.randomUUIDv7(),
				pack_id: packId,
				...challengeColumns(tx, challenge),
			};
			await tx`INSERT INTO challenges ${tx(row)}`;
		},
		async changeChallenge(id, challenge) {
			await tx`
				UPDATE challenges SET ${tx(challengeColumns(tx, challenge))},
					retired_at = NULL, version = version + 1, updated_at = now()
				WHERE id = ${id}`;
		},
		async placeChallenge(id, order) {
			await tx`UPDATE challenges SET "order" = ${order}, retired_at = NULL WHERE id = ${id}`;
		},
		async retireChallenge(id) {
			await tx`UPDATE challenges SET retired_at = now() WHERE id = ${id}`;
		},
		async retirePacksBut(slugs) {
			const rows = await tx<{ slug: string }[]>`
				UPDATE packs SET retired_at = now(), updated_at = now()
				WHERE author_user_id IS NULL AND retired_at IS NULL AND slug <> ALL(${slugs})
				RETURNING slug`;
			return rows.map(({ slug }) => slug).sort();
		},
	};
}

const packColumns = (manifest: Manifest) => ({
	slug: manifest.slug,
	name: manifest.name,
	description: manifest.description,
	language: manifest.language,
	framework: manifest.framework ?? null,
	version: manifest.version,
	author: manifest.author,
	tags: manifest.tags,
});

const challengeColumns = (tx: Transaction, challenge: StoredChallenge) => ({
	slug: challenge.slug,
	title: challenge.title,
	prompt: challenge.prompt,
	difficulty: challenge.difficulty,
	tags: challenge.tags,
	time_estimate_seconds: challenge.timeEstimateSeconds,
	hints: challenge.hints,
	order: challenge.order,
	assertions: tx.json(challenge.assertions),
	scaffolded: challenge.scaffolded,
	files: tx.json(challenge.files),
	reference_solution: tx.json(challenge.referenceSolution),
	debrief: challenge.debrief,
	content_hash: challenge.contentHash,
});
