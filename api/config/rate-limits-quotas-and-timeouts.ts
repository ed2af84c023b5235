/** Rate limits, quotas and timeouts: those of the environment are read here, those of signed-in users per minute stand here. */
import type { Reader } from "./environment-reader.ts";
import type { ChoiceOf } from "./environment-variables.ts";

/** A token bucket: `capacity` tokens at most, `refillRate` new ones a second. */
export interface BucketSize {
	capacity: number;
	refillRate: number;
}

/** What one author's packs may take, and who may show packs to others. */
export interface AuthorRules {
	packs: number;
	/** Of their challenges as JSON, nearly. */
	bytes: number;
	publishing: ChoiceOf<"PUBLISHING">;
}

/** What one account may have of classes. */
export interface ClassQuotas {
	/** That it teaches. */
	classes: number;
	/** Learners of each of them. */
	members: number;
}

/** How many requests of a kind each signed-in user may make per minute (contract, section 5). */
export const USER_LIMITS_PER_MINUTE = {
	attempts: 10,
	"attempts-import": 2,
	settings: 20,
	account: 20,
	drafts: 60,
	/** Changes of classes by teachers, and by learners who join and leave. */
	classes: 60,
	/** Changes of packs and challenges by their author. */
	author: 30,
	/** Messages to MCP with personal tokens. */
	mcp: 120,
} as const;

export interface LimitSettings {
	chatBucket: BucketSize;
	contentBucket: BucketSize;
	/** Of reads of packs and challenges, those for a command line too. */
	packBucket: BucketSize;
	/** Of sign-ins that are begun. */
	signInBucket: BucketSize;
	authorRules: AuthorRules;
	classQuotas: ClassQuotas;
	/** Bytes that the files of one account's attempts may take. */
	attemptFileBytes: number;
	/** Milliseconds that a request and each of its statements may take; 0 = any. */
	requestTimeoutMs: number;
	/** Milliseconds that a reply of the chat may take as a whole. */
	chatTimeoutMs: number;
	/** Milliseconds that a stop waits for requests under way. */
	shutdownGraceMs: number;
	/** Passes before the grace begins; requests are answered as before, and readiness fails. */
	shutdownDelayMs: number;
}

export function readLimits(read: Reader): LimitSettings {
	return {
		chatBucket: {
			capacity: read.whole("RATE_LIMIT_CAPACITY"),
			refillRate: read.positive("RATE_LIMIT_REFILL_RATE"),
		},
		contentBucket: {
			capacity: read.whole("CONTENT_RATE_LIMIT_CAPACITY"),
			refillRate: read.positive("CONTENT_RATE_LIMIT_REFILL_RATE"),
		},
		packBucket: {
			capacity: read.whole("PACK_RATE_LIMIT_CAPACITY"),
			refillRate: read.positive("PACK_RATE_LIMIT_REFILL_RATE"),
		},
		signInBucket: {
			capacity: read.whole("SIGN_IN_RATE_LIMIT_CAPACITY"),
			refillRate: read.positive("SIGN_IN_RATE_LIMIT_REFILL_RATE"),
		},
		authorRules: {
			packs: read.whole("AUTHOR_MAX_PACKS"),
			bytes: read.whole("AUTHOR_MAX_BYTES"),
			publishing: read.choice("PUBLISHING"),
		},
		classQuotas: {
			classes: read.whole("CLASS_MAX_CLASSES"),
			members: read.whole("CLASS_MAX_MEMBERS"),
		},
		attemptFileBytes: read.whole("ATTEMPT_FILES_MAX_BYTES"),
		requestTimeoutMs: read.whole("REQUEST_TIMEOUT_MS"),
		chatTimeoutMs: read.whole("CHAT_REQUEST_TIMEOUT_MS"),
		shutdownGraceMs: read.whole("SHUTDOWN_GRACE_MS"),
		shutdownDelayMs: read.whole("SHUTDOWN_DELAY_MS"),
	};
}
