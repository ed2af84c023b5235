/** Spreads a suite's test files over processes, and chooses which process starts next. */
import { readdirSync } from "node:fs";
import { availableParallelism, freemem } from "node:os";
import { join } from "node:path";
import { ROOT } from "./step.mjs";

const TEST_FILE = /\.test\.(tsx?|mjs|js)$/;

/** Estimated seconds of tests per process: long enough that its start does not count, short enough that processes end at about the same time. */
const SECONDS_PER_PROCESS = 30;

/** Memory of a process of the largest suites, with its browser and its server, in bytes. */
const MEMORY_PER_PROCESS = 1.5 * 1024 ** 3;

/** Timeout of one test in milliseconds: long enough that only a test that hangs reaches it, however slow the machine. */
const TEST_TIMEOUT = 300_000;

/** The test files of a suite, as sorted paths from the root; none for a suite that is one command. */
export function testFiles({ tests = [], except }) {
	return tests
		.flatMap(filesIn)
		.filter((file) => TEST_FILE.test(file) && !except?.test(file))
		.sort();
}

function filesIn(folder) {
	return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap(
		(entry) => {
			const path = `${folder}/${entry.name}`;
			if (!entry.isDirectory()) return [path];
			return entry.name === "node_modules" || entry.name.startsWith(".")
				? []
				: filesIn(path);
		},
	);
}

/**
 * The processes that run `files` of `suite`: `{ suite, id, title, command, files, seconds }` with estimated seconds, the longest first.
 * The same files are always spread alike, so that a run can be repeated.
 */
export function shardsOf(suite, files) {
	if (suite.command)
		return [
			{
				suite,
				id: suite.name,
				title: suite.name,
				command: suite.command,
				files: [],
				seconds: suite.seconds,
			},
		];
	const shards = [];
	const timed = files
		.map((file) => ({ file, seconds: estimate(suite, file) }))
		.sort((a, b) => b.seconds - a.seconds || (a.file < b.file ? -1 : 1));
	for (const { file, seconds } of timed) {
		const fitting = shards.find(
			(shard) => shard.seconds + seconds <= SECONDS_PER_PROCESS,
		);
		if (fitting) {
			fitting.files.push(file);
			fitting.seconds += seconds;
		} else shards.push({ files: [file], seconds });
	}
	return shards.map((shard, index) => ({
		...shard,
		suite,
		id: `${suite.name}-${index + 1}`,
		title: `${suite.name} ${index + 1}/${shards.length}`,
		command: [
			"test",
			...shard.files.map((file) => `./${file}`),
			`--timeout=${TEST_TIMEOUT}`,
		],
	}));
}

function estimate({ seconds, slow = {} }, file) {
	const known = Object.keys(slow).find((end) => `/${file}`.endsWith(`/${end}`));
	return known === undefined ? seconds : slow[known];
}

/** How many processes run side by side: they wait more than they compute, so one more than there are cores, and 2 at least. */
export function defaultWorkers(
	cores = availableParallelism(),
	memory = freemem(),
) {
	return Math.max(
		2,
		Math.min(cores + 1, Math.floor(memory / MEMORY_PER_PROCESS)),
	);
}

/**
 * The shard of `waiting` to start while those of `running` run: the one with the most work behind it, which is its own estimate, or for
 * a suite that runs one process at a time all that is left of it. Null when each has to wait.
 */
export function nextShard(waiting, running) {
	const left = (suite) =>
		waiting
			.filter((shard) => shard.suite === suite)
			.reduce((sum, { seconds }) => sum + seconds, 0);
	const work = ({ suite, seconds }) =>
		suite.oneAtATime ? left(suite) : seconds;
	return waiting
		.filter(
			({ suite }) =>
				!suite.oneAtATime || running.every((shard) => shard.suite !== suite),
		)
		.reduce(
			(best, shard) => (best && work(best) >= work(shard) ? best : shard),
			null,
		);
}

/** Runs every shard with `run`, at most `workers` at a time. Returns the results in the order in which they end. */
export async function runShards(shards, workers, run) {
	const waiting = [...shards];
	const running = new Map();
	const results = [];
	while (waiting.length + running.size > 0) {
		const next =
			running.size < workers ? nextShard(waiting, [...running.keys()]) : null;
		if (next !== null) {
			waiting.splice(waiting.indexOf(next), 1);
			running.set(
				next,
				run(next).then((result) => {
					running.delete(next);
					results.push(result);
				}),
			);
		} else await Promise.race(running.values());
	}
	return results;
}
