/** Creates the service's rate limits, by user and by address, with their state in memory or in a Redis that processes share. */
import { USER_LIMITS_PER_MINUTE } from "../config/limits.ts";
import type { BucketSize } from "../config.ts";
import type { LimitSeries } from "./metrics.ts";
import {
	type AddressLimit,
	addressLimit,
	bucketsInMemory,
	SPAN,
	type UserLimit,
	userLimit,
	windowInMemory,
} from "./rate-limit.ts";
import type { Redis } from "./redis-client.ts";
import { sharedBuckets, sharedWindow } from "./redis-rate-limits.ts";
import type { ClientAddresses } from "./request-context.ts";

export interface Limits {
	/** What is accepted of each user in any minute (`config/limits.ts`); `name` is what answers' headers call the limit. */
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

/** @param cache null = this process alone */
export function limits(
	cache: Redis | null,
	clients: ClientAddresses,
	sizes: Record<`${"chat" | "content" | "pack" | "signIn"}Bucket`, BucketSize>,
	metrics: { limit(name: string): LimitSeries },
): Limits {
	const address = (name: string, size: BucketSize) => {
		const own = bucketsInMemory(size);
		const buckets = cache ? sharedBuckets(cache, name, size, own) : own;
		return addressLimit(name, size, buckets, clients, metrics.limit(name));
	};
	return {
		user(name) {
			const most = USER_LIMITS_PER_MINUTE[name];
			const own = windowInMemory(most);
			const window = cache ? sharedWindow(cache, name, most, SPAN, own) : own;
			return userLimit(name, most, window, metrics.limit(name));
		},
		chat: address("chat", sizes.chatBucket),
		content: address("content", sizes.contentBucket),
		packs: address("packs", sizes.packBucket),
		signIns: address("sign-ins", sizes.signInBucket),
		adminKeys: address("admin-keys", ADMIN_KEYS),
	};
}
