import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
	defaultWorkers,
	nextShard,
	runShards,
	shardsOf,
	testFiles,
} from "./shards.mjs";
import { ROOT } from "./step.mjs";
import { SUITES } from "./suites.mjs";

const GIGABYTE = 1024 ** 3;

test.each([
	["one core", 1, 8, 2],
	["two cores", 2, 8, 3],
	["two cores and little memory", 2, 2, 2],
	["many cores, memory for few", 16, 8, 5],
	["many cores", 16, 64, 17],
])("workers of %s", (_, cores, gigabytes, workers) => {
	expect(defaultWorkers(cores, gigabytes * GIGABYTE)).toBe(workers);
});

const suite = {
	name: "some",
	tests: ["some"],
	seconds: 12,
	slow: { "slow.test.ts": 50, "b/slow.test.ts": 1 },
};

test("spreads files over processes, each of them once and the longest first", () => {
	const files = ["a", "b", "c"].map((name) => `some/${name}.test.ts`);
	const shards = shardsOf(suite, [...files, "some/slow.test.ts"]);
	expect(
		shards.map(({ id, files, seconds }) => [id, seconds, ...files]),
	).toEqual([
		["some-1", 50, "some/slow.test.ts"],
		["some-2", 24, "some/a.test.ts", "some/b.test.ts"],
		["some-3", 12, "some/c.test.ts"],
	]);
	expect(shards[2].command).toEqual([
		"test",
		"./some/c.test.ts",
		"--timeout=300000",
	]);
});

test("every test file of the suites' folders runs in one process of one suite", () => {
	const files = SUITES.flatMap((one) =>
		shardsOf(one, testFiles(one)).flatMap((shard) => shard.files),
	);
	expect(files.length).toBeGreaterThan(80);
	expect(new Set(files).size).toBe(files.length);
	const { stdout } = Bun.spawnSync(
		[
			"git",
			"ls-files",
			"--cached",
			"--others",
			"--exclude-standard",
			"*.test.*",
		],
		{ cwd: ROOT },
	);
	const known = stdout
		.toString()
		.split("\n")
		.filter((path) => /\.test\.(tsx?|mjs|js)$/.test(path))
		.filter((path) => existsSync(join(ROOT, path)))
		// The suites of packs, which `behave` runs.
		.filter((path) => !/^packs\/[^/]+\/(behavior|challenges)\//.test(path));
	expect(files.sort()).toEqual(known.sort());
});

const free = { name: "free" };
const serial = { name: "serial", oneAtATime: true };
const shard = (suite, seconds) => ({ suite, seconds });

test.each([
	["the longest", [shard(free, 2), shard(free, 3)], [], 1],
	["the first of equals", [shard(free, 3), shard(free, 3)], [], 0],
	[
		"a suite that runs one at a time, by all that is left of it",
		[shard(free, 5), shard(serial, 3), shard(serial, 4)],
		[],
		1,
	],
	[
		"another while that suite runs",
		[shard(serial, 9), shard(free, 1)],
		[shard(serial, 1)],
		1,
	],
])("starts next %s", (_, waiting, running, index) => {
	expect(nextShard(waiting, running)).toBe(waiting[index]);
});

test("nothing starts when all that waits has to wait", () => {
	expect(nextShard([shard(serial, 9)], [shard(serial, 1)])).toBeNull();
	expect(nextShard([], [])).toBeNull();
});

test("runs all, as many side by side as allowed, and never two of a suite that runs one at a time", async () => {
	const shards = [1, 2, 3, 4].flatMap((seconds) => [
		shard(free, seconds),
		shard(serial, seconds),
	]);
	const running = new Set();
	let most = 0;
	const results = await runShards(shards, 3, async (one) => {
		running.add(one);
		most = Math.max(most, running.size);
		expect(
			[...running].filter(({ suite }) => suite === serial).length,
		).toBeLessThan(2);
		await new Promise(setImmediate);
		running.delete(one);
		return one;
	});
	expect(most).toBe(3);
	expect(new Set(results)).toEqual(new Set(shards));
});
