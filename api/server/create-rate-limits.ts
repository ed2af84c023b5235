/** Creates the service's rate limits, by user and by address, with their state in memory, or where processes share it. */
import { USER_LIMITS_PER_MINUTE } from "../config/rate-limits-quotas-and-timeouts.ts";
import type { BucketSize } from "../config.ts";
import {
	type AddressLimit,
	addressLimit,
	type Buckets,
	type BucketsInMemory,
	bucketsInMemory,
	type LimitSeries,
	type SlidingWindow,
	SPAN,
	type UserLimit,
	userLimit,
	type WindowInMemory,
	windowInMemory,
} from "./rate-limit.ts";
import type { Redis } from "./redis-client.ts";
import { sharedBuckets, sharedWindow } from "./redis-rate-limits.ts";
import type { ClientAddresses } from "./request-context-address-and-deadline.ts";

export interface Limits {
	/** What is accepted of each user in any minute (`config/rate-limits-quotas-and-timeouts.ts`); `name` is what answers' headers call the limit. */
	user(name: keyof typeof USER_LIMITS_PER_MINUTE): UserLimit;
	/** Turns of the chat, by address. */
	chat: AddressLimit;
	/** Reads of content and searches, by address. */
	content: AddressLimit;
	/** Reads of packs and challenges, by address. */
	packs: AddressLimit;
	/** Sign-ins that are begun, by address. */
	signIns: AddressLimit;
	/** Admin keys and secrets that were wrong, by address. */
	adminKeys: AddressLimit;
}

/** Ten wrong ones, and then one every ten seconds (contract, section 7). */
const ADMIN_KEYS: BucketSize = { capacity: 10, refillRate: 0.1 };

/** Where processes share the state of limits; `own` is what a process counts alone. */
export interface LimitStore {
	buckets(name: string, size: BucketSize, own: BucketsInMemory): Buckets;
	window(name: string, perMinute: number, own: WindowInMemory): SlidingWindow;
}

export const limitsInRedis = (cache: Redis): LimitStore => ({
	buckets: (name, size, own) => sharedBuckets(cache, name, size, own),
	window: (name, most, own) => sharedWindow(cache, name, most, SPAN, own),
});

/** @param store null = this process alone */
export function limits(
	store: LimitStore | null,
	clients: ClientAddresses,
	sizes: Record<`${"chat" | "content" | "pack" | "signIn"}Bucket`, BucketSize>,
	metrics: { limit(name: string): LimitSeries },
): Limits {
	const address = (name: string, size: BucketSize) => {
		const own = bucketsInMemory(size);
		const buckets = store?.buckets(name, size, own) ?? own;
		return addressLimit(name, size, buckets, clients, metrics.limit(name));
	};
	return {
		user(name) {
			const most = USER_LIMITS_PER_MINUTE[name];
			const own = windowInMemory(most);
			const window = store?.window(name, most, own) ?? own;
			return userLimit(name, most, window, metrics.limit(name));
		},
		chat: address("chat", sizes.chatBucket),
		content: address("content", sizes.contentBucket),
		packs: address("packs", sizes.packBucket),
		signIns: address("sign-ins", sizes.signInBucket),
		adminKeys: address("admin-keys", ADMIN_KEYS),
	};
}
