/** What there is to ask for: a seeded pack, and learners. What must stay secret is marked, so that any answer can be searched for it. */
import type { SeedBody } from "@treeline/packs/format";
import { ADMIN_SECRET, type Service } from "../harness.ts";
import { launchPack, seedInto } from "../seeded.ts";

export interface Learner {
	userId: string;
	cookie: string;
}

/** Who asks; `other owner` has things of his own, and asks for another's. */
export const ACTORS = [
	"signed out",
	"signed in",
	"other owner",
	"admin",
] as const;
export type Actor = (typeof ACTORS)[number];

export interface World {
	service: Service;
	/** The owner of whatever is asked for. */
	owner: Learner;
	other: Learner;
	pack: SeedBody;
	packSlug: string;
	challengeSlug: string;
	challengeId: string;
	/** A slug that nothing has yet. */
	newSlug(): string;
}

/** Stands in a reference solution: no answer to a learner has it. */
export const REFERENCE_MARK = "mark-of-a-reference-solution";

/** Buckets of addresses that a test's many requests do not empty. */
export const WIDE: Record<string, string> = {
	CONTENT_RATE_LIMIT_CAPACITY: "1000000",
	CONTENT_RATE_LIMIT_REFILL_RATE: "100000",
};

/** Fills a fresh service. */
export async function worldOf(service: Service): Promise<World> {
	const pack = markedPack(await launchPack());
	await seedInto(service, pack);
	const packSlug = pack.manifest.slug;
	const [first] = await service.sql<{ id: string; slug: string }[]>`
		SELECT id, slug FROM challenges ORDER BY "order" LIMIT 1`;
	if (!first) throw new Error("nothing was seeded");
	let made = 0;
	return {
		service,
		owner: await service.signIn("Olive Owner"),
		other: await service.signIn("Otto Other"),
		pack,
		packSlug,
		challengeSlug: first.slug,
		challengeId: first.id,
		newSlug: () => `made-for-a-test-${++made}`,
	};
}

/** The headers with which `actor` presents himself. */
export function headersOf(world: World, actor: Actor): Record<string, string> {
	switch (actor) {
		case "signed out":
			return {};
		case "signed in":
			return { cookie: world.owner.cookie };
		case "other owner":
			return { cookie: world.other.cookie };
		case "admin":
			return { "x-admin-secret": ADMIN_SECRET };
	}
}

/** A new private pack of the owner's, with the seeded pack's challenges; made behind the API's back, whose limit on changes it spares. */
export async function ownedPack({
	service: { sql },
	owner,
	packSlug,
	newSlug,
}: World): Promise<{ slug: string; ids: string[] }> {
	const [id, slug] = [Bun.randomUUIDv7(), newSlug()];
	await sql`
		INSERT INTO packs (id, slug, name, description, language, version, author, tags, author_user_id, visibility)
		SELECT ${id}, ${slug}, name, description, language, version, author, tags, ${owner.userId}, 'private'
		FROM packs WHERE slug = ${packSlug}`;
	const rows = await sql<{ id: string }[]>`
		INSERT INTO challenges (id, pack_id, slug, title, prompt, difficulty, tags, time_estimate_seconds, hints, "order",
			assertions, scaffolded, files, has_scaffold, reference_solution)
		SELECT gen_random_uuid(), ${id}, c.slug, c.title, c.prompt, c.difficulty, c.tags, c.time_estimate_seconds, c.hints, c."order",
			c.assertions, c.scaffolded, c.files, c.has_scaffold, c.reference_solution
		FROM challenges c JOIN packs p ON p.id = c.pack_id WHERE p.slug = ${packSlug} ORDER BY c."order"
		RETURNING id`;
	return { slug, ids: rows.map((row) => row.id) };
}

function markedPack(pack: SeedBody): SeedBody {
	for (const challenge of pack.challenges)
		for (const file of challenge.files)
			file.content += `\n// ${REFERENCE_MARK}\n`;
	return pack;
}
