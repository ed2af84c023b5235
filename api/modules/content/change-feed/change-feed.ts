/**
 * Follows the changes of content that any process makes, and indexes when each address changed last. The database
 * notifies of them; a notification that is lost, or that a pooler keeps to itself, costs a second and no change: the feed also polls, and it
 * reads on from the last revision that it has seen.
 */

import { LRUCache } from "lru-cache";
import { listenForChanges } from "../../../db/change-listener.ts";
import {
	isStatementTimeout,
	isUnavailable,
} from "../../../db/database-errors.ts";
import type { Sql } from "../../../db/pool.ts";
import type { Page } from "../../../server/request-validation.ts";
import {
	CHANNEL,
	changesAfter,
	currentRevision,
	latestChanges,
	type RecordedChange,
} from "./queries.ts";

/** Called with the changes up to `revision`, in order; null = unknown, everything may have changed. */
type OnChanges = (changes: RecordedChange[] | null, revision: number) => void;

export interface Feed {
	/** @returns what ends the telling */
	subscribe(tell: OnChanges): () => void;
	/** The last revision that was reported. */
	revision(): number;
	/** The changes before it that are known from the start, in order and without a gap. */
	past: readonly RecordedChange[];
	/** Resolves when all that was committed before the call is reported. Rejects when the database is unavailable. */
	catchUp(): Promise<void>;
	close(): Promise<void>;
}

/** Milliseconds between two reads without a notification of the database: within this every process serves a change. */
const POLLING_MS = 1000;

/** @param failed called with errors, unless the database is merely unavailable */
export async function openFeed(
	sql: Sql,
	failed: (error: unknown) => void,
): Promise<Feed> {
	const listeners = new Set<OnChanges>();
	const past = await latestChanges(sql);
	let seen = past.at(-1)?.revision ?? (await currentRevision(sql));
	let closed = false;

	async function readOn(): Promise<void> {
		const read = await changesAfter(sql, seen);
		// Others may have read on meanwhile.
		const changes = read.filter(({ revision }) => revision > seen);
		const [first] = changes;
		const last = changes.at(-1);
		if (!first || !last || closed) return;
		const whole = first.revision === seen + 1;
		seen = last.revision;
		for (const tell of listeners) tell(whole ? changes : null, seen);
	}

	const listener = listenForChanges(sql, CHANNEL, readOn, {
		intervalMs: POLLING_MS,
		onError(error) {
			if (!isUnavailable(error) && !isStatementTimeout(error)) failed(error);
		},
	});
	return {
		subscribe(tell) {
			listeners.add(tell);
			return () => listeners.delete(tell);
		},
		revision: () => seen,
		past,
		catchUp: readOn,
		async close() {
			closed = true;
			await listener.close();
		},
	};
}

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
