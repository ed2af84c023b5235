/** Searches of packs and challenges, and what stands in for them while the service cannot be reached. */
import type { FoundChallenge, PackSummary } from "@treeline/api/client-types";
import type { Catalogue } from "./host.ts";
import type { PackFilter } from "./pack-list.ts";

export interface ChallengeHits {
	challenges: ChallengeHit[];
	/** Whether only challenges that are stored in the browser were searched. */
	fromStored?: boolean;
}

export type ChallengeHit = Pick<
	FoundChallenge,
	| "slug"
	| "title"
	| "difficulty"
	| "timeEstimateSeconds"
	| "packSlug"
	| "packName"
>;

/** Searches the packs of the first page by reading them: those that can be read, and of each the challenges that can. */
export async function searchByReading(
	{ list, pack, challenge }: Pick<Catalogue, "list" | "pack" | "challenge">,
	text: string,
): Promise<ChallengeHit[]> {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	const { packs } = await list({ page: 1 });
	const details = await readable(packs.map(({ slug }) => pack(slug)));
	const hits = details.flatMap(({ slug, name, challenges }) =>
		challenges.map(async (row) => {
			const { prompt } = await challenge({ pack: slug, challenge: row.slug });
			const all = [row.title, ...row.tags, prompt].join("\n").toLowerCase();
			const isHit = words.every((word) => all.includes(word));
			return isHit ? [{ ...row, packSlug: slug, packName: name }] : [];
		}),
	);
	return (await readable(hits)).flat();
}

async function readable<Value>(reads: Promise<Value>[]): Promise<Value[]> {
	const settled = await Promise.allSettled(reads);
	return settled.flatMap((each) =>
		each.status === "fulfilled" ? [each.value] : [],
	);
}

/** Packs that fit. Difficulty belongs to challenges, which a summary does not list: it is ignored. */
export function filterPacks(
	packs: readonly PackSummary[],
	{ q = "", language, framework, tag }: PackFilter,
): PackSummary[] {
	const words = q.toLowerCase().split(/\s+/).filter(Boolean);
	return packs.filter((pack) => {
		const text = `${pack.name} ${pack.description}`.toLowerCase();
		return (
			words.every((word) => text.includes(word)) &&
			(!language || pack.language === language) &&
			(!framework || pack.framework === framework) &&
			(!tag || pack.tags.includes(tag))
		);
	});
}
