import { expect, test } from "bun:test";
import {
	attemptFileName,
	MAX_ATTEMPTS,
	MAX_CHALLENGE_BYTES,
	selectAttempts,
} from "./attempt-limits.ts";

const nameOf = (time: number, content: string) =>
	attemptFileName(time, [{ path: "app.js", content }]);
/** Files of attempts of `size` bytes each, the newest first. */
const files = (count: number, size: number) =>
	Promise.all(
		Array.from({ length: count }, async (_, number) => ({
			name: await nameOf(1_800_000_000_000 - number, `${number}`),
			size,
		})),
	);

test.each([
	["all of a few", 3, 100, 3],
	["the newest of many", MAX_ATTEMPTS + 5, 100, MAX_ATTEMPTS],
	["the newest of large ones", 5, 300 * 1024, 3],
	["none that is too large by itself", 2, MAX_CHALLENGE_BYTES + 1, 0],
	["none of none", 0, 0, 0],
])("keeps %s", async (_, count, size, kept) => {
	const stored = await files(count, size);
	const names = stored.map(({ name }) => name);
	expect(selectAttempts(stored.toReversed())).toEqual({
		kept: names.slice(0, kept),
		outdated: names.slice(kept),
	});
});

test("keeps the newest attempt of the same files, and leaves other files alone", async () => {
	const [old, other, recent] = await Promise.all([
		nameOf(900, "a"),
		nameOf(1_000, "b"),
		nameOf(1_100, "a"),
	]);
	const stored = [old, "notes.json", recent, other, ".DS_Store"];
	expect(selectAttempts(stored.map((name) => ({ name, size: 1 })))).toEqual({
		kept: [recent, other],
		outdated: [old],
	});
});
