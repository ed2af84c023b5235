/** Queries that write packs and their challenges, those of seeding and of authors; and an authored challenge as it is stored, the reference apart. */
import type { Static, TObject } from "@sinclair/typebox";
import {
	type ChallengeFile,
	type PublicChallenge,
	type packFields,
	publicSide,
} from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";
import {
	jsonValue,
	type Transaction,
} from "../../db/connect-and-batch-queries.ts";

/** What a pack says of itself. */
type PackContent = Static<TObject<typeof packFields>>;

/** A challenge that the pack has or had. */
interface KnownChallenge {
	id: string;
	slug: string;
	contentHash: string | null;
	retired: boolean;
}

/** The statements that write one pack, within a transaction. */
export interface PackWriting {
	/** All of the pack's challenges in order, retired ones too. */
	challengesOf(packId: string): Promise<KnownChallenge[]>;
	/** Adds a challenge; answers its id. */
	addChallenge(packId: string, challenge: StoredChallenge): Promise<string>;
	/** Replaces what is stored, brings it back from retirement and raises the version. */
	changeChallenge(id: string, challenge: StoredChallenge): Promise<void>;
	/** Gives an unchanged challenge its place in the order, and brings it back from retirement. */
	placeChallenge(id: string, order: number): Promise<void>;
	/** Takes a challenge out of every read; its attempts stay. */
	retireChallenge(id: string): Promise<void>;
}

export function packWriting(tx: Transaction): PackWriting {
	return {
		challengesOf: (packId) => tx<KnownChallenge[]>`
			SELECT id, slug, content_hash AS "contentHash", retired_at IS NOT NULL AS retired
			FROM challenges WHERE pack_id = ${packId} ORDER BY "order", id`,
		async addChallenge(packId, challenge) {
			const id = Bun.randomUUIDv7();
			const row = {
				id,
				pack_id: packId,
				...challengeColumns(tx, challenge),
			};
			await tx`INSERT INTO challenges ${tx(row)}`;
			return id;
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
	};
}

/** What a pack says of itself, by column. */
export const packColumns = (pack: PackContent) => ({
	slug: pack.slug,
	name: pack.name,
	description: pack.description,
	language: pack.language,
	framework: pack.framework ?? null,
	version: pack.version,
	author: pack.author,
	tags: pack.tags,
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
	assertions: jsonValue(tx, challenge.assertions),
	scaffolded: challenge.scaffolded,
	files: jsonValue(tx, challenge.files),
	has_scaffold: challenge.hasScaffold,
	reference_solution: jsonValue(tx, challenge.referenceSolution),
	debrief: challenge.debrief,
	content_hash: challenge.contentHash,
});

/** A challenge as it stands in its row, without what the database fills in. */
export interface StoredChallenge extends PublicChallenge {
	referenceSolution: FileEntry[];
	/** Whether `files` is a scaffold that the author gave. */
	hasScaffold: boolean;
	contentHash: string;
}

/** `file` as it is stored at its place in a pack; `order` counts from 1. */
export function storedChallenge(
	file: ChallengeFile & { slug?: string },
	slug: string,
	order: number,
): StoredChallenge {
	const { $schema: _, slug: __, ...content } = file;
	return {
		...publicSide(content, slug, order),
		referenceSolution: content.files,
		hasScaffold: content.scaffold !== undefined,
		contentHash: contentHashOf(content),
	};
}

/** The content hash of a pack, a challenge or a list of them, by which a change is found: SHA-256, in hex, of a value as JSON; the order of members counts. */
export function contentHashOf(value: unknown): string {
	return new Bun.CryptoHasher("sha256")
		.update(JSON.stringify(value))
		.digest("hex");
}
