/**
 * Caches anonymous responses of packs, challenges and searches by catalogue revision. Each request asks the database for the revision, many in
 * one statement, so that no process answers from before a change.
 */
import { LRUCache } from "lru-cache";
import { batchQueries, type Sql } from "../../db/pool.ts";
import {
	encoded,
	jsonResponse,
	type SerializedBody,
	serializedBody,
	untaggedJsonResponse,
} from "../../server/conditional-requests.ts";
import type { CacheSeries } from "../../server/metrics.ts";
import type { RouteContext } from "../../server/request-context.ts";
import { type Page, pageOf } from "../../server/request-validation.ts";
import type { SessionGuards } from "../../server/session-authentication.ts";
import type { SharedResponses } from "../../server/shared-response-cache.ts";
import { singleFlight } from "../../server/single-flight.ts";
import { findRevision } from "./queries.ts";

/** In bytes, of all answers of a kind together. */
const MAX_BYTES = { common: 32 * 1024 * 1024, rare: 8 * 1024 * 1024 };

/** Lists are common up to this row: beyond, one could ask for any number of empty ones. */
const MAX_COMMON_OFFSET = 10_000;

/** Rows of a page by default, and at most. */
const COMMON_LIMITS = [50, 100];

/** About what an answer takes beside its bytes. */
const ENTRY_OVERHEAD = 500;

/** For responses that are the same for everyone. They are revalidated each time: a change or withdrawal takes effect at once. */
const PUBLIC = "public, max-age=0, must-revalidate";

/** What a list is narrowed by, and which page of it. */
type Query = Record<string, unknown> & Partial<Page>;

/**
 * The response that `make` makes of packs and challenges: a learner's own is made for each request; without a session, it is
 * the cached one of this `name` and `query`, or a 304 where the ETag matches.
 */
export type PackResponseCache = <Body>(
	context: RouteContext,
	name: unknown[],
	make: (learnerId: string | null) => Promise<Body>,
	query?: Query,
) => Promise<Body>;

export function packResponseCache(
	sql: Sql,
	sessions: SessionGuards,
	series: CacheSeries,
	/** Null = this process has its own cache only. */
	shared: SharedResponses | null,
): PackResponseCache {
	// Apart, so that rare queries evict nothing that everybody reads.
	const caches = {
		common: cacheOf(MAX_BYTES.common),
		rare: cacheOf(MAX_BYTES.rare),
	};
	// One statement at a time: it waits for no disk, and the longer it takes the more requests share the next one.
	const revisionNow = batchQueries(
		async (requests: null[]) => {
			const revision = await findRevision(sql);
			return requests.map(() => revision);
		},
		undefined,
		1,
	);
	const flight = singleFlight<SerializedBody>();

	async function serializedBodyOf(
		name: unknown[],
		query: Query | undefined,
		make: () => Promise<unknown>,
	) {
		const kind = isCommon(query) ? "common" : "rare";
		const cache = caches[kind];
		const revision = await revisionNow(null);
		const shownBy = JSON.stringify(query ? [...name, query] : name);
		const key = `${revision} ${shownBy}`;
		const known = cache.get(key);
		if (known) {
			series.hit();
			return known;
		}
		return flight(key, async () => {
			const found = await shared?.find(shownBy, kind);
			if (found?.revision === revision) {
				series.hit();
				cache.set(key, found);
				return found;
			}
			series.miss();
			const made = serializedBody(JSON.stringify(await make()));
			cache.set(key, made);
			shared?.keep(shownBy, revision, made, kind);
			return made;
		});
	}

	// Elysia sends a Response as it is; its types know none beside a shape.
	return async <Body>(
		{ request, set }: RouteContext,
		name: unknown[],
		make: (learnerId: string | null) => Promise<Body>,
		query?: Query,
	) => {
		const learner = sessions.of(request);
		if (learner) {
			const own = encoded(JSON.stringify(await make(learner._id)));
			return untaggedJsonResponse({ request, set }, own) as Body;
		}
		const body = await serializedBodyOf(name, query, () => make(null));
		const cacheControl = String(set.headers["cache-control"] ?? PUBLIC);
		return jsonResponse({ request, set }, body, cacheControl) as Body;
	};
}

const cacheOf = (maxSize: number) =>
	new LRUCache<string, SerializedBody>({
		maxSize,
		sizeCalculation: ({ bytes }, key) =>
			bytes.length + key.length + ENTRY_OVERHEAD,
	});

/** Whether there are few such responses: of a name, and of whole lists page by page, in pages as clients read them. */
function isCommon(query: Query = {}): boolean {
	const { limit, offset, ...filters } = { ...query, ...pageOf(query) };
	return (
		Object.keys(filters).length === 0 &&
		COMMON_LIMITS.includes(limit) &&
		offset % limit === 0 &&
		offset <= MAX_COMMON_OFFSET
	);
}
