/**
 * Per-user limits are sliding windows: never more than N accepted in any 60 s, and a refusal says when the oldest leaves (contract,
 * section 5). A limit is looked at before a body is read, and counts what is accepted: a repeat or a refusal costs nothing.
 */
import type { LimitSeries } from "../modules/metrics/limits.ts";
import { ApiError } from "./errors.ts";
import type { Sessions } from "./session-guard.ts";
import { type Guard, guard } from "./validation.ts";

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
	/** `at` is when it was asked for; now, unless it was earlier. */
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
		throw refusal(name, most, Math.ceil(wait / 1000));
	};
	return {
		look: async (user) => refuse(await window.wait(user)),
		take: async (user) => refuse(await window.take(user)),
	};
}

/** Before a route whose acceptances `limit` counts: refuses, before the body is read, what could not be accepted anyway. */
export const withinLimit = (limit: UserLimit, sessions: Sessions): Guard =>
	guard(({ request }) => limit.look(sessions.learner(request)._id), {
		refuses: ["rate_limited"],
	});

function refusal(name: string, most: number, seconds: number): ApiError {
	return new ApiError(
		"rate_limited",
		`That was more than ${most} in a minute. Try again in ${seconds} s.`,
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
