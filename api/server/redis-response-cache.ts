/**
 * Serialized responses that processes share through Redis, each with the revision of the data that it shows. Only a copy: the
 * reader decides by the revision whether it is current, and what cannot be had from Redis is read from the database.
 */
import { createHmac } from "node:crypto";
import { Counter, type Registry } from "prom-client";
import { databaseIdentity, type Sql } from "../db/connect-and-batch-queries.ts";
import { encoded, type SerializedBody } from "./conditional-requests.ts";
import type { CacheSeries } from "./log-and-metrics.ts";
import { type Redis, script } from "./redis-client.ts";

/** A response as it was shared. */
interface SharedResponse extends SerializedBody {
	revision: string;
}

export interface SharedResponses {
	/** The response under `name`, of whatever revision; null when there is none, or Redis does not answer. */
	find(name: string, kind?: ResponseKind): Promise<SharedResponse | null>;
	/** Stores a response in place of the one under `name`, in the background. */
	keep(
		name: string,
		revision: string | number,
		response: SerializedBody,
		kind?: ResponseKind,
	): void;
}

/** `rare` is what anybody could ask for in any number of ways: it replaces nothing that is common. */
type ResponseKind = "common" | "rare";

/** Changes with the format of the stored text, and of the revision in it. */
const VERSION = 2;
/** Names share these keys, as many from the first, so that what Redis holds is bounded by the product: 512 MiB. */
const SLOTS: Record<ResponseKind, { first: number; count: number }> = {
	common: { first: 0, count: 3072 },
	rare: { first: 3072, count: 1024 },
};
/** In bytes, of a stored text. */
const MAX_BYTES = 128 * 1024;
/** In milliseconds. */
const EXPIRY = 3_600_000;

/** Value: the largest size. Answers the size, and the text unless it is larger; a size of -1 is of another type of value. */
const FIND = script(`
local size = redis.pcall('STRLEN', KEYS[1])
if type(size) ~= 'number' then return {-1} end
if size == 0 or size > tonumber(ARGV[1]) then return {size} end
return {size, redis.call('GET', KEYS[1])}`);

/** Values: the text; milliseconds until it expires. Answers 0 when Redis refuses it, as when its memory is full. */
const KEEP = script(`
local answer = redis.pcall('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return {answer.ok and 1 or 0}`);

/** Responses of a database; null without a Redis, or where the database does not tell itself from others. */
export async function openResponses(
	cache: Redis | null,
	sql: Sql,
	secret: string,
	series: SharedCacheSeries,
): Promise<SharedResponses | null> {
	const database = cache && (await databaseIdentity(sql));
	if (!cache || !database) return null;
	return sharedResponses(cache, database, secret, series);
}

/**
 * @param database tells the database that the responses are of from every other
 * @param secret the processes' own: a text that is not signed with it is ignored
 */
function sharedResponses(
	cache: Redis,
	database: string,
	secret: string,
	series: SharedCacheSeries,
): SharedResponses {
	const key = createHmac("sha256", secret)
		.update("treeline: shared responses")
		.digest();
	const sign = (text: string) =>
		createHmac("sha256", key).update(text).digest("base64url");
	const prefix = `treeline:responses:${VERSION}:${hash(database).toString(16)}`;
	const slot = (name: string, kind: ResponseKind) => {
		const { first, count } = SLOTS[kind];
		return `${prefix}:${first + Number(hash(name) % BigInt(count))}`;
	};

	/** What a stored text says, if it is signed and of this name. */
	function parse(name: string, text: string): SharedResponse | null {
		const [signature = "", head = ""] = text.split("\n", 2);
		const signed = text.slice(signature.length + 1);
		if (signature !== sign(signed)) return null;
		const header: Header = JSON.parse(head);
		if (header.database !== database || header.name !== name) return null;
		const bytes = encoded(signed.slice(head.length + 1));
		return { bytes, etag: header.etag, revision: header.revision };
	}

	return {
		async find(name, kind = "common") {
			const answer = await cache.run(FIND, slot(name, kind), String(MAX_BYTES));
			if (!answer) {
				series.unavailable();
				return null;
			}
			const [size, text] = answer;
			if (size === 0) {
				series.miss();
				return null;
			}
			const found = typeof text === "string" ? parse(name, text) : null;
			if (found) series.hit();
			else series.refused();
			return found;
		},
		keep(name, revision, { bytes, etag }, kind = "common") {
			if (bytes.length > MAX_BYTES) return;
			const header: Header = {
				...{ database, name, etag },
				revision: String(revision),
			};
			const signed = `${JSON.stringify(header)}\n${new TextDecoder().decode(bytes)}`;
			const text = `${sign(signed)}\n${signed}`;
			if (Buffer.byteLength(text) > MAX_BYTES) return;
			void cache
				.run(KEEP, slot(name, kind), text, String(EXPIRY))
				.then((answer) => answer ?? series.unavailable());
		},
	};
}

interface Header {
	database: string;
	name: string;
	revision: string;
	etag: string;
}

const hash = (text: string): bigint =>
	new Bun.CryptoHasher("sha256").update(text).digest().readBigUInt64BE();

/** The results of looking up a shared response in Redis. */
export interface SharedCacheSeries extends CacheSeries {
	/** What was there is not signed, too large, or of another address. */
	refused(): void;
	/** Redis did not answer. */
	unavailable(): void;
}

const SHARED = ["hit", "miss", "refused", "unavailable"] as const;

export function sharedCacheSeries(registry: Registry) {
	const requests = new Counter({
		name: "shared_cache_requests_total",
		help: "Lookups of shared responses in Redis, by result.",
		labelNames: ["cache", "result"],
		registers: [registry],
	});
	return (cache: string): SharedCacheSeries => {
		for (const result of SHARED) requests.inc({ cache, result }, 0);
		const count = (result: (typeof SHARED)[number]) => () =>
			requests.inc({ cache, result });
		return {
			hit: count("hit"),
			miss: count("miss"),
			refused: count("refused"),
			unavailable: count("unavailable"),
		};
	};
}
