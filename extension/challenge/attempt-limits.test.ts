import { expect, test } from "bun:test";
import {
	MAX_ATTEMPTS,
	MAX_CHALLENGE_BYTES,
	withinLimits,
} from "./attempt-limits.ts";

/** Attempts of about `size` bytes each, numbered. */
const attempts = (count: number, size: number) =>
	Array.from({ length: count }, (_, number) => ({
		number,
		content: "é".repeat(size / 2),
	}));

test.each([
	["all of a few", 3, 100, 3],
	["the first ones of many", MAX_ATTEMPTS + 5, 100, MAX_ATTEMPTS],
	["the first ones of large ones", 5, 300 * 1024, 3],
	["none that is too large by itself", 2, MAX_CHALLENGE_BYTES, 0],
	["none of none", 0, 0, 0],
])("keeps %s", (_, count, size, kept) => {
	const bytes = withinLimits(attempts(count, size));
	const read = bytes ? JSON.parse(new TextDecoder().decode(bytes)) : [];
	expect(read.map(({ number }: { number: number }) => number)).toEqual(
		Array.from({ length: kept }, (_, number) => number),
	);
	expect(bytes?.length ?? 0).toBeLessThanOrEqual(MAX_CHALLENGE_BYTES);
});
