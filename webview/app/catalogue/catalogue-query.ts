/** Search, filters and page of the catalogue, which are kept in the address. */
import type { PackQuery } from "../../host/pack-list.ts";

export const DIFFICULTIES = ["beginner", "intermediate", "advanced"] as const;
/** Languages of challenges, as packs write them. */
export const LANGUAGES = [
	"javascript",
	"typescript",
	"tsx",
	"python",
	"html",
	"css",
] as const;
export const STATES = ["not-started", "in-progress", "completed"] as const;
export type PackState = (typeof STATES)[number];

export interface CatalogueQuery extends PackQuery {
	state?: PackState;
}

/** The query in `search`, a query string; unknown values are ignored. */
export function parseQuery(search: string): CatalogueQuery {
	const params = new URLSearchParams(search);
	const text = (name: string) => params.get(name)?.trim().slice(0, 200);
	const oneOf = <Value extends string>(
		name: string,
		values: readonly Value[],
	) => values.find((value) => value === params.get(name));
	const page = Number(params.get("page"));
	const query = {
		q: text("q") || undefined,
		language: text("language") || undefined,
		framework: text("framework") || undefined,
		tag: text("tag") || undefined,
		difficulty: oneOf("difficulty", DIFFICULTIES),
		state: oneOf("state", STATES),
	};
	const set = Object.entries(query).filter(([, value]) => value !== undefined);
	return {
		...Object.fromEntries(set),
		page: Number.isSafeInteger(page) && page > 1 ? page : 1,
	};
}

/** The query string of `query`, with its `?`; empty for the catalogue as a whole. */
export function formatQuery({ page, ...filters }: CatalogueQuery): string {
	const params = new URLSearchParams();
	for (const [name, value] of Object.entries(filters))
		if (value) params.set(name, value);
	if (page > 1) params.set("page", String(page));
	return params.size > 0 ? `?${params}` : "";
}

export const isFiltered = ({ page: _, ...filters }: CatalogueQuery): boolean =>
	Object.values(filters).some(Boolean);
