/**
 * The public's answers are kept as bytes until a change outdates them, in this process or another. While the database is away the last
 * good ones are given; what was withdrawn is given by nobody who has heard of it.
 */
import { LRUCache } from "lru-cache";
import { isTooSlow, isUnavailable, type Sql } from "../db.ts";
import type { Page } from "../http/paging.ts";
import type { Printed } from "../http/printed.ts";
import type { CacheSeries } from "../metrics/cache.ts";
import type { Revised } from "./changes/store.ts";
import { printBundle, printItem, printList } from "./published.ts";
import type { AtRevision } from "./store.ts";

export interface Shelf {
	/** The published item at an address; null when there is none. */
	item(type: string, slug: string): Promise<Printed | null>;
	/** Published items, of one type or all; one page, or all when `page` is null. */
	list(type: string | null, page: Page | null): Promise<Printed>;
	/** All published items, by type. */
	bundle(): Promise<Printed>;
	/** Has to be told each change, once or more often, after it is committed; null = all may have changed. */
	outdate(change: Revised | null): void;
}

interface Kept extends Printed {
	revision: number;
	/** Changed since: to be read anew, and good enough while it cannot be. */
	outdated: boolean;
}

/** In bytes, of items and of lists each; what was asked for least lately makes room. */
const MOST_BYTES = 32 * 1024 * 1024;
/** About what an entry takes beside its bytes. */
const ENTRY = 400;
/** In milliseconds: how long what is known to be good enough waits for better. */
const PATIENCE = 1000;

type Drawer = LRUCache<string, Kept>;
type Print<Found> = () => Promise<AtRevision<Found>>;

export function shelfOf(sql: Sql, series: CacheSeries): Shelf {
	const items = drawer();
	const lists = drawer();
	/** Answers that are being read, for all who want them; a change takes them out, since they may be of before it. */
	const reading = new Map<string, Promise<Printed | null>>();

	function read(kept: Drawer, key: string, print: Print<Printed | null>) {
		const answer = print().then(({ found, revision }) => {
			if (reading.get(key) !== answer) return found;
			reading.delete(key);
			if (found) kept.set(key, { ...found, revision, outdated: false });
			else kept.delete(key);
			return found;
		});
		reading.set(key, answer);
		answer.catch(() => {
			if (reading.get(key) === answer) reading.delete(key);
		});
		return answer;
	}

	function take<Found extends Printed | null>(
		kept: Drawer,
		key: string,
		print: Print<Found>,
	): Promise<Found> | Found {
		const known = kept.get(key);
		// What is kept under a key is what its `print` prints.
		if (known && !known.outdated) {
			series.hit();
			return known as Printed as Found;
		}
		series.miss();
		const fresh = reading.get(key) ?? read(kept, key, print);
		return (known ? orLast(fresh, known) : fresh) as Promise<Found>;
	}

	function outdateItem({ type, slugs, revision, published }: Revised): void {
		const [present, ...former] = slugs.map((slug) => `${type}/${slug}`);
		for (const key of [present, ...former]) {
			if (key === undefined) continue;
			reading.delete(key);
			const known = items.peek(key);
			if (!known || known.revision >= revision) continue;
			if (published && key === present) known.outdated = true;
			else items.delete(key);
		}
	}

	function outdateLists({ type, revision, published }: Revised): void {
		for (const key of reading.keys())
			if (isListOf(key, type)) reading.delete(key);
		for (const [key, known] of lists.entries()) {
			if (!isListOf(key, type) || known.revision >= revision) continue;
			if (published) known.outdated = true;
			else lists.delete(key);
		}
	}

	return {
		item: async (type, slug) =>
			take(items, `${type}/${slug}`, () => printItem(sql, type, slug)),
		list: async (type, page) =>
			take(lists, listKey(type, page), () => printList(sql, type, page)),
		bundle: async () =>
			take(lists, listKey(null, null, "bundle"), () => printBundle(sql)),
		outdate(change) {
			if (change === null) {
				reading.clear();
				for (const drawer of [items, lists])
					for (const known of drawer.values()) known.outdated = true;
			} else if (change.published || change.wasPublished) {
				outdateItem(change);
				outdateLists(change);
			}
		},
	};
}

const drawer = (): Drawer =>
	new LRUCache({
		maxSize: MOST_BYTES,
		sizeCalculation: ({ bytes }) => bytes.length + ENTRY,
	});

/** A list's key begins with its type, which no item's does: that has a slug behind the slash. */
const listKey = (type: string | null, page: Page | null, as = "list") =>
	`${type ?? "*"}/:${as}:${page ? `${page.limit}:${page.offset}` : "all"}`;

const isListOf = (key: string, type: string) =>
	key.startsWith("*/:") || key.startsWith(`${type}/:`);

/** What is read, or what there was when that cannot be had, or not soon. */
async function orLast(
	fresh: Promise<Printed | null>,
	last: Printed,
): Promise<Printed | null> {
	const read = fresh.catch((error) => {
		if (isUnavailable(error) || isTooSlow(error)) return last;
		throw error;
	});
	return Promise.race([read, Bun.sleep(PATIENCE).then(() => last)]);
}
