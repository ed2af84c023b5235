/**
 * Limits of an address are token buckets. Their answers tell what is left (`RateLimit` and `RateLimit-Policy`, as the IETF's draft has
 * them), and a refusal when the next token is there, rounded up (contract, section 7).
 */
import type { BucketSize } from "../config.ts";
import type { LimitSeries } from "../modules/metrics/limits.ts";
import type { Clients } from "./client-address.ts";
import { ApiError } from "./errors.ts";
import type { Buckets, Level } from "./token-bucket.ts";
import { type Asked, type Guard, guard } from "./validation.ts";

export interface AddressLimit {
	/** Before a route, or where only a failure is counted: each request costs a token. Throws `rate_limited` when there is none. */
	each: Guard;
}

/** `name` is what the answer's headers call it. */
export function addressLimit(
	name: string,
	size: BucketSize,
	buckets: Buckets,
	clients: Clients,
	series: LimitSeries,
): AddressLimit {
	const policy = `"${name}";q=${size.capacity};w=${Math.ceil(size.capacity / size.refillRate)}`;
	const tell = (level: Level, network: string, { set: { headers } }: Asked) => {
		const { left, seconds } = state(size, level);
		series.left(network, left);
		headers["ratelimit-policy"] = policy;
		headers.ratelimit = `"${name}";r=${left};t=${seconds}`;
		if (level.accepted) return;
		series.refused();
		throw refusal(seconds);
	};
	return {
		each: guard(
			async (asked) => {
				const network = clients.network(asked.request);
				tell(await buckets.take(network), network, asked);
			},
			{ refuses: ["rate_limited"], tells: TOLD },
		),
	};
}

/** The headers that both ways tell of a limit by. */
export const TOLD = ["RateLimit", "RateLimit-Policy"] as const;

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

function refusal(seconds: number): ApiError {
	return new ApiError(
		"rate_limited",
		`Too much was asked from your address lately. Try again in ${seconds} s.`,
		[],
		{ "retry-after": String(seconds) },
	);
}
