/**
 * Caches the public responses of packs, challenges and searches by catalogue revision. Each request asks the database for the revision, many
 * in one statement, so that no process answers from before a change. A learner's response is made of the cached one: it is cut once where a
 * learner's has values of its own, and joined with them for each request. The values come from the database each time, so that learners see
 * what they just did, from every process.
 */
import { LRUCache } from "lru-cache";
import {
	nextRun,
	type Sql,
	singleFlight,
} from "../../db/connect-and-batch-queries.ts";
import {
	encoded,
	jsonResponse,
	type SerializedBody,
	serializedBody,
	untaggedJsonResponse,
} from "../../server/conditional-requests.ts";
import { ApiError } from "../../server/errors.ts";
import type { CacheSeries } from "../../server/log-and-metrics.ts";
import { type Page, pageOf } from "../../server/pagination.ts";
import type { SharedResponses } from "../../server/redis-response-cache.ts";
import type { RouteContext } from "../../server/request-context-address-and-deadline.ts";
import type { SessionGuards } from "../../server/session-authentication.ts";
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

/** A value that is the learner's own; `name` tells it from the others of the response. */
type Slot = (name: string) => never;

/** How a learner's response differs from everyone's. */
export interface LearnerView<Body> {
	/** The body with a slot for each value that is the learner's own. */
	withSlots(body: Body, slot: Slot): unknown;
	/** The values of these slots, in their order. */
	valuesOf(learnerId: string, slots: readonly string[]): Promise<unknown[]>;
}

/** A serialized response in pieces, and the slots between them. */
interface CutResponse {
	/** One more than there are slots. */
	pieces: Buffer[];
	slots: string[];
}

/** Where a response comes from. */
interface Source<Body> {
	/** The one for everyone. Throws `not_found` for what not everyone may see. */
	everyone(): Promise<Body>;
	/** How a learner's differs from it. Absent where learners get the same. */
	learner?: LearnerView<NoInfer<Body>>;
	/** A learner's own, of what not everyone may see. */
	own?(learnerId: string): Promise<Body>;
}

/**
 * The response of packs and challenges that `source` makes: the cached one of this `name` and `query`, or a 304 where the ETag matches.
 * With a session, the learner's values are joined to it.
 */
export type PackResponseCache = <Body>(
	context: RouteContext,
	name: unknown[],
	source: Source<Body>,
	query?: Query,
) => Promise<Body>;

/** A cached response. */
interface Entry extends SerializedBody {
	kind: keyof typeof MAX_BYTES;
	/** The revision, and what it is the response of. */
	key: string;
	/** As learners' responses are made of it; from the first of them on. */
	cut?: CutResponse;
}

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
	const revisionNow = nextRun(() => findRevision(sql));
	const flight = singleFlight<Entry>();

	/** The entry of the present revision. */
	async function find(
		name: unknown[],
		query: Query | undefined,
		make: () => Promise<unknown>,
	): Promise<Entry> {
		const kind = isCommon(query) ? "common" : "rare";
		const revision = await revisionNow();
		const shownBy = JSON.stringify(query ? [...name, query] : name);
		const key = `${revision} ${shownBy}`;
		const known = caches[kind].get(key);
		if (known) {
			series.hit();
			return known;
		}
		return flight(key, async () => {
			const found = await shared?.find(shownBy, kind);
			if (found?.revision === revision) {
				series.hit();
				return store({ ...found, kind, key });
			}
			series.miss();
			const made = serializedBody(JSON.stringify(await make()));
			shared?.keep(shownBy, revision, made, kind);
			return store({ ...made, kind, key });
		});
	}

	function store(entry: Entry): Entry {
		caches[entry.kind].set(entry.key, entry);
		return entry;
	}

	async function learnerBytes<Body>(
		learnerId: string,
		name: unknown[],
		{ everyone, learner, own }: Source<Body>,
		query: Query | undefined,
	): Promise<Uint8Array<ArrayBuffer>> {
		try {
			const entry = await find(name, query, everyone);
			if (!learner) return entry.bytes;
			let { cut } = entry;
			if (!cut) {
				cut = cutResponse(learner, decoder.decode(entry.bytes));
				store({ ...entry, cut });
			}
			return await joinResponse(learner, cut, learnerId);
		} catch (error) {
			if (!own || !isNotFound(error)) throw error;
			return encoded(JSON.stringify(await own(learnerId)));
		}
	}

	// Elysia sends a Response as it is; its types know none beside a shape.
	return async <Body>(
		{ request, set }: RouteContext,
		name: unknown[],
		source: Source<Body>,
		query?: Query,
	) => {
		const learner = sessions.of(request);
		if (learner) {
			const bytes = await learnerBytes(learner._id, name, source, query);
			return untaggedJsonResponse({ request, set }, bytes) as Body;
		}
		const entry = await find(name, query, source.everyone);
		const cacheControl = String(set.headers["cache-control"] ?? PUBLIC);
		return jsonResponse({ request, set }, entry, cacheControl) as Body;
	};
}

const decoder = new TextDecoder();

const isNotFound = (error: unknown): boolean =>
	error instanceof ApiError && error.code === "not_found";

const cacheOf = (maxSize: number) =>
	new LRUCache<string, Entry>({
		maxSize,
		sizeCalculation: ({ bytes, cut }, key) =>
			bytes.length * (cut ? 2 : 1) + key.length + ENTRY_OVERHEAD,
	});

/** Whether there are few such responses: of a name, and of whole lists page by page, in pages as clients read them. */
function isCommon(query: Query | undefined): boolean {
	if (!query) return true;
	const { limit, offset, ...filters } = { ...query, ...pageOf(query) };
	return (
		Object.keys(filters).length === 0 &&
		COMMON_LIMITS.includes(limit) &&
		offset % limit === 0 &&
		offset <= MAX_COMMON_OFFSET
	);
}

/** Begins the text that stands for a slot; nobody else can write it. */
const MARK = crypto.randomUUID();
const SLOT = new RegExp(`"${MARK}([^"]*)"`);

function cutResponse<Body>(
	{ withSlots }: LearnerView<Body>,
	text: string,
): CutResponse {
	const marked = withSlots(
		JSON.parse(text),
		(name) => `${MARK}${name}` as never,
	);
	// Split by a pattern with a group: every other part is a slot's name.
	const parts = JSON.stringify(marked).split(SLOT);
	return {
		pieces: parts
			.filter((_, place) => place % 2 === 0)
			.map((piece) => Buffer.from(piece)),
		slots: parts.filter((_, place) => place % 2 === 1),
	};
}

/** The response with the values of one learner, as JSON. */
async function joinResponse<Body>(
	{ valuesOf }: LearnerView<Body>,
	{ pieces, slots }: CutResponse,
	learnerId: string,
): Promise<Uint8Array<ArrayBuffer>> {
	const values = await valuesOf(learnerId, slots);
	const parts: Buffer[] = [];
	for (const [place, piece] of pieces.entries()) {
		parts.push(piece);
		if (place < slots.length) parts.push(jsonOf(values[place]));
	}
	return Buffer.concat(parts);
}

/** As JSON: most values are one of a few words, or a small number. */
const jsonOf = (value: unknown): Buffer =>
	SHORT.get(value) ?? Buffer.from(JSON.stringify(value));

const SHORT = new Map<unknown, Buffer>(
	[
		...[null, "not_started", "attempted", "passed"],
		...Array.from({ length: 101 }, (_, number) => number),
	].map((value) => [value, Buffer.from(JSON.stringify(value))]),
);
