/** When a failed delivery is tried again: the example schedule of the Standard Webhooks specification, with jitter. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds from each failed attempt to the next. */
const DELAYS = [
	5 * SECOND,
	5 * MINUTE,
	30 * MINUTE,
	2 * HOUR,
	5 * HOUR,
	10 * HOUR,
	14 * HOUR,
	20 * HOUR,
	24 * HOUR,
];

/** The part of a delay that is added to it at most, so that what failed together is not tried together. */
const JITTER = 0.2;
/** Milliseconds for which a receiver is believed that asks for time. */
const MAX_RETRY_AFTER = 24 * HOUR;
/** Milliseconds for which nothing is sent to a receiver that is overloaded, unless it says for how long. */
const PAUSE = 30 * SECOND;

/**
 * Milliseconds until the next attempt after so many failed ones; null = there is none.
 * @param retryAfter milliseconds that the receiver asked for; null = none
 */
export function retryDelay(
	attempts: number,
	retryAfter: number | null,
	random: () => number = Math.random,
): number | null {
	const delay = DELAYS[attempts - 1];
	if (delay === undefined) return null;
	const jittered = delay * (1 + JITTER * random());
	return Math.max(jittered, Math.min(retryAfter ?? 0, MAX_RETRY_AFTER));
}

/** Milliseconds for which nothing is sent to a receiver that answered so; null = it can be sent to. */
export function pauseAfter(
	status: number | null,
	retryAfter: number | null,
): number | null {
	const isOverloaded = status !== null && [429, 502, 503, 504].includes(status);
	if (!isOverloaded) return null;
	return Math.min(retryAfter ?? PAUSE, MAX_RETRY_AFTER);
}

/** Milliseconds that a `Retry-After` asks for (RFC 9110, section 10.2.3); null = none that can be read. */
export function retryAfterOf(value: string | null, now: number): number | null {
	if (value === null) return null;
	if (/^\d{1,9}$/.test(value.trim())) return Number(value) * SECOND;
	const moment = Date.parse(value);
	return Number.isNaN(moment) ? null : Math.max(0, moment - now);
}
