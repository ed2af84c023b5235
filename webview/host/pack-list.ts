/** Lists of packs: a page of them, narrowed by search and filters. */
import type { PackSummary } from "@treeline/api/client-types";

/** Packs on one page of the catalogue. */
export const PAGE_SIZE = 24;

export interface PackQuery {
	/** Words of a pack's name or description; the last may be incomplete. */
	q?: string;
	language?: string;
	framework?: string;
	difficulty?: "beginner" | "intermediate" | "advanced";
	tag?: string;
	/** From 1. */
	page: number;
}

export interface PackList {
	packs: PackSummary[];
	/** Number of packs on all pages. */
	total: number;
	/** Tags of all packs. */
	tags: string[];
	/** Whether only packs that are stored in the browser were searched, since the service cannot be reached. */
	fromStored?: boolean;
}

export type PackFilter = Omit<PackQuery, "page">;

/** Page `page` of `found`, with the tags of `all`. */
export function pageOf(
	found: readonly PackSummary[],
	page: number,
	all: readonly PackSummary[],
): PackList {
	const start = (page - 1) * PAGE_SIZE;
	return {
		packs: found.slice(start, start + PAGE_SIZE),
		total: found.length,
		tags: [...new Set(all.flatMap(({ tags }) => tags))].sort(),
	};
}
