/**
 * Rate limits: token buckets by client address and sliding windows by user, in memory or counted elsewhere. Answers carry `RateLimit` and `RateLimit-Policy`
 * (the IETF's draft), refusals (429, `rate_limited`) also `Retry-After` (contract, sections 5 and 7).
 */

import { createHmac, randomBytes } from "node:crypto";
import { Counter, Gauge, type Registry } from "prom-client";
import type { BucketSize } from "../config.ts";
import { ApiError } from "./errors.ts";
import {
	type ClientAddresses,
	type Guard,
	guard,
	type RouteContext,
} from "./request-context-address-and-deadline.ts";
import type { SessionGuards } from "./session-authentication.ts";

export interface AddressLimit {
	/** Before a route, or where only a failure is counted: each request costs a token. Throws `rate_limited` when there is none. */
	each: Guard;
}

/** `name` is what the answer's headers call it. */
export function addressLimit(
	name: string,
	size: BucketSize,
	buckets: Buckets,
	clients: ClientAddresses,
	series: LimitSeries,
): AddressLimit {
	const policy = `"${name}";q=${size.capacity};w=${Math.ceil(size.capacity / size.refillRate)}`;
	const tell = (
		level: Level,
		network: string,
		{ set: { headers } }: RouteContext,
	) => {
		const { left, seconds } = state(size, level);
		series.left(network, left);
		headers["ratelimit-policy"] = policy;
		headers.ratelimit = `"${name}";r=${left};t=${seconds}`;
		if (level.accepted) return;
		series.refused();
		throw addressRefusal(seconds);
	};
	return {
		each: guard(
			(context) => {
				const network = clients.network(context.request);
				const level = buckets.take(network);
				if (!(level instanceof Promise)) return tell(level, network, context);
				return level.then((level) => tell(level, network, context));
			},
			{ errors: ["rate_limited"], headers: RATE_LIMIT_HEADERS },
		),
	};
}

/** The headers that both ways tell of a limit by. */
export const RATE_LIMIT_HEADERS = ["RateLimit", "RateLimit-Policy"] as const;

/** Whole tokens that are left, and the seconds until there is one more. */
function state(
	{ capacity, refillRate }: BucketSize,
	{ lacks }: Level,
): { left: number; seconds: number } {
	const tokens = capacity - lacks;
	const left = Math.max(0, Math.floor(tokens + 1e-9));
	const seconds = Math.ceil((left + 1 - tokens) / refillRate - 1e-9);
	return { left, seconds: Math.max(1, seconds) };
}

function addressRefusal(seconds: number): ApiError {
	return new ApiError(
		"rate_limited",
		`Too many requests from your address. Try again in ${seconds} s.`,
		[],
		{ "retry-after": String(seconds) },
	);
}

/** In milliseconds. */
export const SPAN = 60_000;

/** What was accepted lately, by user; the same for every process that shares it. */
export interface SlidingWindow {
	/** Milliseconds until one more may be accepted; 0 = now. */
	wait(user: string): Promise<number>;
	/** Counts one in the same step as it looks: 0 when it was counted, else as `wait`, and nothing was counted. */
	take(user: string): Promise<number>;
}

export interface WindowInMemory extends SlidingWindow {
	/** A moment, in milliseconds of the window's own clock. */
	now(): number;
	/** `at` is the time of the request; now by default. */
	take(user: string, at?: number): Promise<number>;
}

export interface UserLimit {
	/** Throws `rate_limited` when nothing more of this user can be accepted now. */
	look(user: string): Promise<void>;
	/** Counts one that is accepted; throws `rate_limited` when it cannot be. */
	take(user: string): Promise<void>;
}

/** At most `most` a minute of each user; `name` is what the answer's headers call it. */
export function userLimit(
	name: string,
	most: number,
	window: SlidingWindow,
	series: Pick<LimitSeries, "refused">,
): UserLimit {
	const refuse = (wait: number) => {
		if (wait <= 0) return;
		series.refused();
		throw userRefusal(name, most, Math.ceil(wait / 1000));
	};
	return {
		look: async (user) => refuse(await window.wait(user)),
		take: async (user) => refuse(await window.take(user)),
	};
}

/** Before a route whose acceptances `limit` counts: refuses, before the body is read, what could not be accepted anyway. */
export const withinLimit = (limit: UserLimit, sessions: SessionGuards): Guard =>
	guard(({ request }) => limit.look(sessions.user(request)._id), {
		errors: ["rate_limited"],
	});

function userRefusal(name: string, most: number, seconds: number): ApiError {
	return new ApiError(
		"rate_limited",
		`Too many requests: at most ${most} of this kind are accepted in a minute. Try again in ${seconds} s.`,
		[],
		{
			"retry-after": String(seconds),
			"ratelimit-policy": `"${name}";q=${most};w=${SPAN / 1000}`,
			ratelimit: `"${name}";r=0;t=${seconds}`,
		},
	);
}

/** A window of this process. `now` is a clock in milliseconds that never goes back. */
export function windowInMemory(
	most: number,
	now: () => number = () => performance.now(),
): WindowInMemory {
	/** Times of what was accepted, oldest first; of the users, the one who did nothing for longest is first. */
	const accepted = new Map<string, number[]>();
	const within = (times: number[]) =>
		times.filter((time) => now() - time <= SPAN);
	const wait = (times: number[]) =>
		times.length < most ? 0 : (times.at(-most) as number) + SPAN - now() + 1;
	const forget = () => {
		for (const [user, times] of accepted) {
			if (within(times).length > 0) return;
			accepted.delete(user);
		}
	};
	return {
		now,
		wait: async (user) => wait(within(accepted.get(user) ?? [])),
		async take(user, at = now()) {
			forget();
			const times = within(accepted.get(user) ?? []);
			const left = wait(times);
			if (left > 0) return left;
			accepted.delete(user);
			accepted.set(user, [...times, at]);
			return 0;
		},
	};
}

/** A bucket's state after a request for tokens. */
export interface Level {
	/** Whether there was a token. */
	accepted: boolean;
	/** Tokens that it lacks until it is full, now; with fractions. */
	lacks: number;
}

/** The same buckets for every process that shares them. */
export interface Buckets {
	/** Takes a token, when there is one. */
	take(key: string): Level | Promise<Level>;
}

export interface BucketsInMemory extends Buckets {
	/** A moment, in milliseconds of the buckets' own clock. */
	now(): number;
	look(key: string): Level;
	/** `at` is the time of the request; now by default. */
	take(key: string, at?: number): Level;
}

/** Keys in memory. Past it the least recently used is evicted: its bucket is full again. */
const MAX_KEYS = 100_000;
/** Tokens by which sums may be off. */
const ROUNDING = 1e-9;

/** Buckets of this process. `now` is a clock in milliseconds that never goes back. */
export function bucketsInMemory(
	{ capacity, refillRate }: BucketSize,
	now: () => number = () => performance.now(),
	mostKeys = MAX_KEYS,
): BucketsInMemory {
	const perToken = 1000 / refillRate;
	/** The key that was used least lately is first. */
	const fullAt = new Map<string, number>();
	const lacking = (key: string, at: number) =>
		Math.max(0, (fullAt.get(key) ?? 0) - at) / perToken;
	const level = (lacks: number) => ({
		accepted: lacks + 1 <= capacity + ROUNDING,
		lacks,
	});
	const forget = (at: number) => {
		for (const [key, full] of fullAt) {
			if (full > at && fullAt.size <= mostKeys) return;
			fullAt.delete(key);
		}
	};
	const look = (key: string) => level(lacking(key, now()));
	const take = (key: string, at = now()) => {
		const found = level(lacking(key, at));
		if (!found.accepted) return found;
		const lacks = found.lacks + 1;
		fullAt.delete(key);
		fullAt.set(key, at + lacks * perToken);
		forget(at);
		return { accepted: true, lacks };
	};
	return {
		now,
		look,
		take,
	};
}

/**
 * @param own this process's own count, which refuses without asking
 * @param draw takes a token there; null when nothing answers
 */
export const bucketsElsewhere = (
	own: BucketsInMemory,
	draw: (key: string) => Promise<Level | null>,
): Buckets => ({
	async take(key) {
		const here = own.look(key);
		if (!here.accepted) return here;
		const at = own.now();
		const there = await draw(key);
		if (!there) return own.take(key);
		if (there.accepted) own.take(key, at);
		return there;
	},
});

/**
 * @param own this process's own count, which refuses without asking
 * @param ask milliseconds until one more may be accepted there, and with `counts` counts one when it is 0; null when nothing answers
 */
export const windowElsewhere = (
	own: WindowInMemory,
	ask: (user: string, counts: boolean) => Promise<number | null>,
): SlidingWindow => ({
	async wait(user) {
		const here = await own.wait(user);
		return here > 0 ? here : ((await ask(user, false)) ?? own.wait(user));
	},
	async take(user) {
		const here = await own.wait(user);
		if (here > 0) return here;
		const at = own.now();
		const there = await ask(user, true);
		if (there === null) return own.take(user);
		if (there === 0) await own.take(user, at);
		return there;
	},
});

export interface LimitSeries {
	/** Someone was refused. */
	refused(): void;
	/** What an address has left now. */
	left(address: string, tokens: number): void;
}

/** Series that are exposed, and addresses that they are chosen from, of all limits together. */
const MAX_EXPOSED = 50;
const MAX_REMEMBERED = 1000;
/** In milliseconds. */
const RECENT_MS = 60_000;

interface Seen {
	limit: string;
	address: string;
	tokens: number;
	at: number;
}

/**
 * @param key hashes addresses; the same for all processes whose metrics are merged
 * @param now a clock in milliseconds that never goes back
 */
export function limitSeries(
	registry: Registry,
	key: string = randomBytes(32).toString("hex"),
	now: () => number = () => performance.now(),
) {
	const registers = [registry];
	/** The least recently seen is first. */
	const seen = new Map<string, Seen>();
	const hits = new Counter({
		name: "rate_limit_hits_total",
		help: "Requests that a limit refused.",
		labelNames: ["limit"],
		registers,
	});
	new Gauge({
		name: "rate_limit_remaining",
		help: `Whole requests that an address may still make at once; the ${MAX_EXPOSED} that have least left, of those that asked within a minute.`,
		labelNames: ["ip_hash", "limit"],
		aggregator: "min",
		registers,
		collect() {
			this.reset();
			const since = now() - RECENT_MS;
			const lately = [...seen.values()]
				.filter(({ at }) => at >= since)
				.sort((one, other) => one.tokens - other.tokens);
			for (const { limit, address, tokens } of lately.slice(0, MAX_EXPOSED)) {
				const hmac = createHmac("sha256", key).update(address);
				this.set({ ip_hash: hmac.digest("hex").slice(0, 16), limit }, tokens);
			}
		},
	});
	return (limit: string): LimitSeries => {
		hits.inc({ limit }, 0);
		return {
			refused: () => hits.inc({ limit }),
			left(address, tokens) {
				const id = `${limit} ${address}`;
				seen.delete(id);
				seen.set(id, { limit, address, tokens, at: now() });
				if (seen.size <= MAX_REMEMBERED) return;
				for (const oldest of seen.keys()) {
					seen.delete(oldest);
					return;
				}
			},
		};
	};
}
