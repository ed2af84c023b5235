/** A missed check of a starter or a wrong answer points to a place, and says as data which part differs or is absent, or which known mistake it is. */
import { expect, test } from "bun:test";
import { readCases } from "@treeline/packs/disk";
import { type ChallengeFile, failures } from "@treeline/packs/format";
import { verify } from "@treeline/verify";
import { notGerman } from "@treeline/verify/test/german";
import { findPacks } from "./packs.ts";

/** The share of misses that may have words alone. */
const mostUnplaced = 0.05;
test("at most one miss in twenty has no place, or neither part nor known mistake; all of the engine's own say it in German, too", async () => {
	const unplaced: string[] = [];
	/** What the engine says; a known mistake is described by the pack. */
	const said = new Set<string>();
	let misses = 0;
	for (const { folder, challenges } of await findPacks([]))
		for (const { path, value } of challenges) {
			const { scaffold = [], assertions } = value as ChallengeFile;
			const { rejected } = await readCases(folder, path);
			for (const files of [scaffold, ...rejected.map((one) => one.files)]) {
				const missed = failures(await verify(assertions, files));
				misses += missed.length;
				for (const { message, mistake } of missed)
					if (mistake === undefined) said.add(message);
				for (const { location, nearMiss, mistake, message } of missed)
					if (!location || (!nearMiss && mistake === undefined))
						unplaced.push(`${path}: ${message}`);
			}
		}
	expect(misses).toBeGreaterThan(400);
	expect(notGerman(said)).toEqual([]);
	expect(unplaced.length / misses, unplaced.join("\n")).toBeLessThanOrEqual(
		mostUnplaced,
	);
}, 300_000);
