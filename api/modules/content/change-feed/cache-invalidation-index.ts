/** The index of the last change of each address of content, type and all: by it the cache tells which of its answers are outdated. */
import { LRUCache } from "lru-cache";
import type { Page } from "../../../server/pagination.ts";
import type { RecordedChange } from "./queries.ts";

/** What an answer shows: one item, or those of a type, or of all. */
export type Scope =
	| { kind: "item"; type: string; slug: string }
	| { kind: "list"; type: string | null };

/** Revisions; 0 = never. */
interface LastChange {
	changed: number;
	/** Something that was public is not any more. */
	withdrawn: number;
}

interface ChangeIndex {
	/** Adds a change that is committed; null = everything may have changed, up to `revision`. */
	add(change: RecordedChange | null, revision: number): void;
	/** The last change of what an answer shows; what is too old to be known counts as changed when it was forgotten. */
	last(scope: Scope): LastChange;
}

/** Addresses whose last change is known. */
const MAX_ADDRESSES = 50_000;

const NEVER: LastChange = { changed: 0, withdrawn: 0 };

/** @param since changes up to this revision are not known */
export function changeIndex(since: number): ChangeIndex {
	let forgotten: LastChange = { changed: since, withdrawn: since };
	let anything = NEVER;
	const types = new Map<string, LastChange>();
	const items = new LRUCache<string, LastChange>({
		max: MAX_ADDRESSES,
		dispose(value, _, reason) {
			if (reason === "evict") forgotten = later(forgotten, value);
		},
	});
	return {
		add(change, revision) {
			if (change === null) {
				forgotten = later(forgotten, { changed: revision, withdrawn: 0 });
				return;
			}
			const { type, slugs, published, wasPublished } = change;
			if (!published && !wasPublished) return;
			const ofLists = {
				changed: revision,
				withdrawn: published ? 0 : revision,
			};
			anything = later(anything, ofLists);
			types.set(type, later(types.get(type) ?? NEVER, ofLists));
			const [present, ...former] = slugs;
			for (const slug of [present, ...former]) {
				const key = `${type}/${slug}`;
				const there = published && slug === present;
				const ofItem = { changed: revision, withdrawn: there ? 0 : revision };
				items.set(key, later(items.get(key) ?? NEVER, ofItem));
			}
		},
		last(scope) {
			const known =
				scope.kind === "item"
					? items.get(`${scope.type}/${scope.slug}`)
					: scope.type === null
						? anything
						: types.get(scope.type);
			return later(forgotten, known ?? NEVER);
		},
	};
}

const later = (one: LastChange, other: LastChange): LastChange => ({
	changed: Math.max(one.changed, other.changed),
	withdrawn: Math.max(one.withdrawn, other.withdrawn),
});

/** What tells an answer from others: a list's key has a colon behind the slash, which no slug has. */
export const keyOf = (scope: Scope, page: Page | null = null, as = "list") =>
	scope.kind === "item"
		? `${scope.type}/${scope.slug}`
		: `${scope.type ?? "*"}/:${as}:${page ? `${page.limit}:${page.offset}` : "all"}`;
