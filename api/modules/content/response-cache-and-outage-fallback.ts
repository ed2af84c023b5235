/**
 * Caches public answers as bytes until a change in any process, or the next scheduled moment, outdates them. While the database is away the last good answer is served, but
 * nothing older than what was served before, and nothing that was withdrawn.
 */
import { LRUCache } from "lru-cache";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { isStatementTimeout, isUnavailable } from "../../db/database-errors.ts";
import {
	encoded,
	type SerializedBody,
	serializedBody,
} from "../../server/conditional-requests.ts";
import type { CacheSeries } from "../../server/log-and-metrics.ts";
import type { Page } from "../../server/pagination.ts";
import type { SharedResponses } from "../../server/redis-response-cache.ts";
import {
	parseSharedState,
	scheduleClock,
	sharedState,
	type Validity,
} from "./cached-response-validity.ts";
import {
	changeIndex,
	keyOf,
	type Scope,
} from "./change-feed/cache-invalidation-index.ts";
import type { ChangePoller } from "./change-feed/change-poller.ts";
import type { RecordedChange } from "./change-feed/queries.ts";
import { etagOf } from "./item-commands.ts";
import { bodyText, bundleText, listText, publicText } from "./lossless-json.ts";
import { type AtRevision, findPublished, listPublished } from "./queries.ts";

/** Each takes the request's `If-None-Match`: a client that has an answer is given no older one. */
export interface ContentCache {
	/** The published item at an address; null when there is none. */
	item(
		type: string,
		slug: string,
		ifNoneMatch: string | null,
	): Promise<SerializedBody | null>;
	/** Published items, of one type or all; one page, or all when `page` is null. */
	list(
		type: string | null,
		page: Page | null,
		ifNoneMatch: string | null,
	): Promise<SerializedBody>;
	/** All published items, by type. */
	bundle(ifNoneMatch: string | null): Promise<SerializedBody>;
	/** Has to be called with each change, once or more often, after its commit. */
	outdate(change: RecordedChange): void;
}

interface Entry extends SerializedBody, Validity {
	revision: number;
	/** The revision that outdated it, as far as is known; null while it is current. */
	outdatedBy: number | null;
	/** Tags of answers before this one, the latest first. */
	formerTags: string[];
}

/** In bytes, of items and of lists each; the least recently used is evicted. */
const MAX_BYTES = 32 * 1024 * 1024;
/** About what an entry takes beside its bytes. */
const ENTRY_OVERHEAD = 400;
/** Addresses at which there is known to be nothing. */
const MAX_ABSENT = 10_000;
/** Tags by which a client is known to have an older answer. */
const MAX_TAGS = 32;
/** Reads until an answer is served that something newer is known of. */
const MAX_TRIES = 5;
/** Milliseconds to wait for a newer entry before the last one is served. */
const TIMEOUT_MS = 1000;

type Print = () => Promise<AtRevision<SerializedBody | null>>;

export function contentCache(
	sql: Sql,
	poller: ChangePoller,
	series: CacheSeries,
	/** Null = this process has its own cache only. */
	shared: SharedResponses | null,
): ContentCache {
	const [first] = poller.past;
	const changes = changeIndex(first ? first.revision - 1 : poller.revision());
	for (const change of poller.past) changes.add(change, change.revision);
	const items = entryCache();
	const lists = entryCache();
	/** By key, the revision at which there was nothing, and until when. */
	const absent = new LRUCache<
		string,
		Pick<Validity, "changesAt"> & { revision: number }
	>({ max: MAX_ABSENT });
	/** Answers that are being read, for all who want them; a change takes them out, since they may be of before it. */
	const reading = new Map<string, Promise<SerializedBody | null>>();
	/** The newest revision of which anything was served. */
	let newestServed = 0;
	/** When the newest of what was served was read. */
	let servedBy = 0;
	const clock = scheduleClock();
	const note = ({ revision, readBy }: { revision: number; readBy: number }) => {
		newestServed = Math.max(newestServed, revision);
		servedBy = Math.max(servedBy, readBy);
	};

	/** The cache of one answer: what it shows, under which key, and how it is read. */
	function answerOf(scope: Scope, key: string, print: Print) {
		const entries = scope.kind === "item" ? items : lists;
		const served = (entry: Entry): SerializedBody => {
			note(entry);
			return entry;
		};

		/** What may be served without a database read; undefined when one is needed. */
		function current(): SerializedBody | null | undefined {
			const entry = entries.get(key);
			if (entry) return isCurrent(entry) ? served(entry) : undefined;
			const none = absent.get(key);
			return none &&
				none.revision >= changes.last(scope).changed &&
				performance.now() < none.changesAt
				? null
				: undefined;
		}

		/** What is served for want of better: not when something of after the change or moment that outdated it was served. */
		function last(): SerializedBody | null {
			const entry = entries.get(key);
			if (!entry) return null;
			const { outdatedBy, changesAt, withdrawnAt } = entry;
			const now = performance.now();
			if (now >= withdrawnAt) {
				entries.delete(key);
				return null;
			}
			const isNewest =
				(outdatedBy === null || newestServed < outdatedBy) &&
				(now < changesAt || servedBy < changesAt);
			return isNewest ? served(entry) : null;
		}

		/** Keeps what was read, unless something newer is known; answers what is to be served, undefined = it has to be read again. */
		function keep(
			found: SerializedBody | null,
			revision: number,
			validity: Validity,
		): SerializedBody | null | undefined {
			const known = entries.get(key);
			const none = absent.get(key)?.revision ?? -1;
			if (known && known.revision > revision) return last() ?? undefined;
			if (none > revision) return null;
			// Of before a scheduled moment that came while it was read.
			if (performance.now() >= validity.changesAt) return undefined;
			const { changed, withdrawn } = changes.last(scope);
			if (!found) {
				entries.delete(key);
				absent.set(key, { revision, changesAt: validity.changesAt });
				note({ revision, ...validity });
				return null;
			}
			if (revision < withdrawn) return undefined;
			absent.delete(key);
			const tags = known ? [known.etag, ...known.formerTags] : [];
			const entry = {
				...found,
				...validity,
				revision,
				// Which change it was first is not known any more.
				outdatedBy: revision < changed ? revision + 1 : null,
				formerTags: tags.filter((tag) => tag !== found.etag).slice(0, MAX_TAGS),
			};
			entries.set(key, entry);
			return served(entry);
		}

		/** What another process has read and shared, if nothing of after it is known here; undefined = it has to be read. */
		async function findShared(): Promise<SerializedBody | null | undefined> {
			const found = await shared?.find(key);
			if (!found) return undefined;
			const { revision, ...moments } = parseSharedState(found.revision);
			const validity = clock.ofShared(moments);
			if (!validity || revision < changes.last(scope).changed) return undefined;
			// Whether it is current is only known up to the last change that was heard of.
			const heard = poller.revision();
			if (revision > heard || newestServed > heard) return undefined;
			return keep(found, revision, validity);
		}

		async function read(): Promise<SerializedBody | null> {
			const known = await findShared();
			if (known !== undefined) {
				series.hit();
				return known;
			}
			series.miss();
			for (let tries = 1; ; tries++) {
				const start = performance.now();
				const { found, revision, ...schedule } = await print();
				const validity = clock.ofRead(schedule, start);
				const result = keep(found, revision, validity);
				const entry = entries.get(key);
				if (found && entry?.revision === revision && isCurrent(entry))
					shared?.keep(key, sharedState(revision, schedule), found);
				if (result !== undefined) return result;
				// As after a restored backup, whose revisions are those of before.
				if (tries === MAX_TRIES) return found;
			}
		}

		/** The answer that is being read, for all who ask meanwhile. */
		function readOnce(): Promise<SerializedBody | null> {
			const known = reading.get(key);
			if (known) {
				series.hit();
				return known;
			}
			const answer = read().finally(() => {
				if (reading.get(key) === answer) reading.delete(key);
			});
			reading.set(key, answer);
			return answer;
		}

		/** Whether the client may have an answer that is newer than what is known here: another process's. */
		function mayHaveNewer(ifNoneMatch: string): boolean {
			const entry = entries.get(key);
			if (ifNoneMatch.trim() === "*") return false;
			const tags = ifNoneMatch.match(/"[^"]*"/g) ?? [];
			const known = entry ? [entry.etag, ...entry.formerTags] : [];
			return tags.some((tag) => !known.includes(tag));
		}

		return async (
			ifNoneMatch: string | null,
		): Promise<SerializedBody | null> => {
			const strict = ifNoneMatch !== null && mayHaveNewer(ifNoneMatch);
			// From here on, all that was committed before this request is known.
			if (strict) await poller.catchUp();
			const known = current();
			if (known !== undefined) {
				series.hit();
				return known;
			}
			const fresh = readOnce();
			return strict ? fresh : orLast(fresh, last);
		};
	}

	function outdate(change: RecordedChange | null, revision: number): void {
		changes.add(change, revision);
		if (change && !change.published && !change.wasPublished) return;
		const slugs = change?.slugs.map((slug) => `${change.type}/${slug}`) ?? [];
		const touched = (key: string) =>
			!change ||
			slugs.includes(key) ||
			key.startsWith("*/:") ||
			key.startsWith(`${change.type}/:`);
		for (const key of reading.keys()) if (touched(key)) reading.delete(key);
		const [present] = slugs;
		for (const key of change ? slugs : items.keys())
			outdateEntry(items, key, revision, !change || isThere(key));
		for (const key of lists.keys())
			if (touched(key))
				outdateEntry(lists, key, revision, !change || change.published);
		function isThere(key: string): boolean {
			return change?.published === true && key === present;
		}
	}

	poller.subscribe((heard, revision) => {
		if (heard === null) outdate(null, revision);
		else for (const change of heard) outdate(change, change.revision);
	});
	const listOf = (
		type: string | null,
		as: string,
		page: Page | null,
		print: Print,
	) => {
		const scope = { kind: "list", type } as const;
		return answerOf(scope, keyOf(scope, page, as), print);
	};
	return {
		item(type, slug, ifNoneMatch) {
			const scope = { kind: "item", type, slug } as const;
			const print = () => printItem(sql, type, slug);
			return answerOf(scope, keyOf(scope), print)(ifNoneMatch);
		},
		// Of a list there is always an answer.
		list: (type, page, ifNoneMatch) =>
			listOf(type, "list", page, () => printList(sql, type, page))(
				ifNoneMatch,
			) as Promise<SerializedBody>,
		bundle: (ifNoneMatch) =>
			listOf(null, "bundle", null, () => printBundle(sql))(
				ifNoneMatch,
			) as Promise<SerializedBody>,
		outdate: (change) => outdate(change, change.revision),
	};
}

const isCurrent = ({ outdatedBy, changesAt }: Entry): boolean =>
	outdatedBy === null && performance.now() < changesAt;

type Entries = LRUCache<string, Entry>;

const entryCache = (): Entries =>
	new LRUCache({
		maxSize: MAX_BYTES,
		sizeCalculation: ({ bytes }) => bytes.length + ENTRY_OVERHEAD,
	});

/** Marks what was read before `revision`; what shows something that was withdrawn is served no more. */
function outdateEntry(
	entries: Entries,
	key: string,
	revision: number,
	isThere: boolean,
): void {
	const known = entries.peek(key);
	if (!known || known.revision >= revision) return;
	if (isThere) known.outdatedBy ??= revision;
	else entries.delete(key);
}

/** What is read, or what there was when that cannot be had, or not soon. */
async function orLast(
	fresh: Promise<SerializedBody | null>,
	last: () => SerializedBody | null,
): Promise<SerializedBody | null> {
	const read = fresh.catch((error) => {
		const known =
			isUnavailable(error) || isStatementTimeout(error) ? last() : null;
		if (known) return known;
		throw error;
	});
	return Promise.race([read, Bun.sleep(TIMEOUT_MS).then(() => last() ?? read)]);
}

/** The published item at an address; null when there is none. */
async function printItem(
	sql: Sql,
	type: string,
	slug: string,
): Promise<AtRevision<SerializedBody | null>> {
	const { found, ...state } = await findPublished(sql, type, slug);
	if (!found) return { found, ...state };
	const bytes = encoded(bodyText(publicText(found)));
	return { found: { bytes, etag: etagOf(found) }, ...state };
}

/** Published items, of one type or all; one page, or all when `page` is null, which `meta.limit` says then. */
export async function printList(
	sql: Sql,
	type: string | null,
	page: Page | null,
): Promise<AtRevision<SerializedBody>> {
	const { found, ...state } = await listPublished(sql, type, page);
	const { rows, total } = found;
	const data = listText(rows.map(publicText));
	const meta = { total, ...(page ?? { limit: null, offset: 0 }) };
	return { found: serializedBody(bodyText(data, meta)), ...state };
}

/** All published items, by type. */
async function printBundle(sql: Sql): Promise<AtRevision<SerializedBody>> {
	const { found, ...state } = await listPublished(sql, null, null);
	return { found: serializedBody(bodyText(bundleText(found.rows))), ...state };
}
