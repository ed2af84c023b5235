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

function markedPack(pack: SeedBody): SeedBody {
	for (const challenge of pack.challenges)
		for (const file of challenge.files)
			file.content += `\n// ${REFERENCE_MARK}\n`;
	return pack;
}
