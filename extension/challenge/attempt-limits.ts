/** How many earlier attempts of one challenge are kept. */

/** Limits in attempts and in bytes of JSON. */
export const MAX_ATTEMPTS = 20;
export const MAX_CHALLENGE_BYTES = 1024 * 1024;

/** As many of `attempts`, from the first on, as the limits allow, as UTF-8 JSON; null when there is not room for one. */
export function withinLimits(attempts: readonly object[]): Uint8Array | null {
	for (
		let count = Math.min(attempts.length, MAX_ATTEMPTS);
		count > 0;
		count--
	) {
		const text = JSON.stringify(attempts.slice(0, count));
		const bytes = new TextEncoder().encode(text);
		if (bytes.length <= MAX_CHALLENGE_BYTES) return bytes;
	}
	return null;
}
