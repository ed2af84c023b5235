/** Queries of seeding, in one transaction that locks out every other seeding. */
import { type Manifest, Slug } from "@treeline/packs/format";
import {
	disableTimeouts,
	type Sql,
	type Transaction,
} from "../../db/connect-and-batch-queries.ts";
import {
	type PackWriting,
	packColumns,
	packWriting,
} from "../packs-and-challenges/pack-writing-queries.ts";

/** Any number will do, as long as every seeding takes the same. */
const LOCK = 7_305_002;

interface KnownPack {
	id: string;
	contentHash: string | null;
	authored: boolean;
	retired: boolean;
}

/** The statements of one seeding. */
export interface Seeding extends PackWriting {
	findPack(slug: string): Promise<KnownPack | null>;
	/**
	 * Gives an author's pack another slug, when only its author can see it (or it was deleted); returns that slug. Null when
	 * others can see it.
	 */
	renameHiddenPack(id: string, slug: string): Promise<string | null>;
	/** Adds the pack (`id` null) or renews it and brings it back from retirement; answers its id. */
	putPack(id: string | null, manifest: Manifest, hash: string): Promise<string>;
	/**
	 * Takes every seeded pack out of every read that is not among `slugs`, and deletes those without attempts, so that their
	 * slugs are free; answers which it retired.
	 */
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
			await disableTimeouts(tx);
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
		...packWriting(tx),
		async findPack(slug) {
			const [row] = await tx<KnownPack[]>`
				SELECT id, content_hash AS "contentHash", author_user_id IS NOT NULL AS authored,
					retired_at IS NOT NULL AS retired
				FROM packs WHERE slug = ${slug}`;
			return row ?? null;
		},
		async renameHiddenPack(id, slug) {
			// Unpredictable, so that no author can hold the slug that another pack would get.
			const suffix = `-${crypto.randomUUID().slice(0, 8)}`;
			const prefix = slug.slice(0, (Slug.maxLength ?? 0) - suffix.length);
			// The visibility is read in the same statement that renames: an author may publish the pack at this moment.
			const [row] = await tx<{ slug: string }[]>`
				UPDATE packs SET slug = ${prefix.replace(/-$/, "") + suffix}, renamed_from = slug,
					revision = revision + 1, updated_at = now()
				WHERE id = ${id} AND author_user_id IS NOT NULL
					AND (visibility = 'private' OR taken_down_at IS NOT NULL OR retired_at IS NOT NULL)
				RETURNING slug`;
			return row?.slug ?? null;
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
		async retirePacksBut(slugs) {
			const rows = await tx<{ slug: string }[]>`
				UPDATE packs SET retired_at = now(), updated_at = now()
				WHERE author_user_id IS NULL AND retired_at IS NULL AND slug <> ALL(${slugs})
				RETURNING slug`;
			// Locked first: no attempt can arrive any more, and those that have arrived are seen below.
			await tx`
				SELECT FROM challenges WHERE pack_id IN (SELECT p.id FROM packs p WHERE ${isDroppable(tx, slugs)})
				ORDER BY id FOR UPDATE`;
			await tx`
				DELETE FROM packs p WHERE ${isDroppable(tx, slugs)} AND NOT EXISTS (
					SELECT FROM challenges c JOIN attempts a ON a.challenge_id = c.id WHERE c.pack_id = p.id)`;
			return rows.map(({ slug }) => slug).sort();
		},
	};
}

const isDroppable = (tx: Transaction, slugs: string[]) => tx`
	p.author_user_id IS NULL AND p.retired_at IS NOT NULL AND p.taken_down_at IS NULL AND p.slug <> ALL(${slugs})`;
