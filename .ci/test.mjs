/**
 * Behind `npm test`: all suites, or those named (`npm test -- engine api`), spread over processes that run side by side (`--workers=N`);
 * with `--changed` only those that the changes since `main` can affect; with `--full` property tests at their full size.
 * The last line is `N passed, N failed`.
 */
import "./node-version.mjs";
import { statfsSync } from "node:fs";
import { parseArgs } from "node:util";
import { ensureBun } from "./bun.mjs";
import { ensureNeeds } from "./needs/index.mjs";
import { ensurePackages } from "./packages.mjs";
import { ensurePage } from "./page.mjs";
import { defaultWorkers, runShards, shardsOf, testFiles } from "./shards.mjs";
import { launcher, quietly, ROOT, Stop } from "./step.mjs";
import { afterSecondRun, runShard, slowestFiles, sumOf } from "./suite.mjs";
import { SUITES } from "./suites.mjs";
import { openTemporaryFolder } from "./temporary-folder.mjs";

const GIGABYTE = 1024 ** 3;
const ROOM_NEEDED = 4 * GIGABYTE;

/** Failed processes that are run once more; where more have failed, it is not by chance. */
const MOST_RUN_AGAIN = 3;

await launcher(async () => {
	const { names, workers, changed, full } = readArguments();
	let work = chosen(names).map((suite) => ({ suite, files: testFiles(suite) }));
	checkDisk();
	const bun = await ensureBun();
	await ensurePackages(bun);
	if (changed) work = await selectAffected(bun, work);
	const suites = work.map(({ suite }) => suite);
	const env = await ensureNeeds(suites.flatMap(({ needs }) => needs));
	// Tests that draw their cases at random read it.
	if (full) env.TREELINE_TEST_SIZE = "full";
	const folder = openTemporaryFolder();
	if (folder !== null) env.TMPDIR = folder;
	await ensurePage(bun);
	endWithSignals();
	const shards = work.flatMap(({ suite, files }) => shardsOf(suite, files));
	const started = performance.now();
	console.log(`\n${shards.length} processes, ${workers} at a time`);
	const run = async (shard) => {
		console.log(`▶ ${shard.title}  ${filesLine(shard)}`);
		const added = { ...env, ...shard.suite.env };
		const result = { ...(await runShard(bun, shard, { env: added })), shard };
		printResult(result);
		return result;
	};
	const results = await runAgain(
		await runShards(shards, workers, run),
		(failed) => runShards(failed, workers, run),
	);
	const seconds = (performance.now() - started) / 1000;
	return conclude(suites, results, seconds);
});

/**
 * The results with those of failed processes replaced by a second run's: in a process of its own, since what a test left behind fails
 * the tests after it, and when nothing else runs. A test that then passes counts as retried, and is named.
 */
async function runAgain(results, run) {
	const failed = results.filter((result) => result.failed > 0);
	if (failed.length === 0 || failed.length > MOST_RUN_AGAIN) return results;
	console.log(`${failed.length} failed, and run once more`);
	const second = await run(failed.map(({ shard }) => shard));
	return results.map((first) => {
		const again = second.find(({ shard }) => shard === first.shard);
		return again ? afterSecondRun(first, again) : first;
	});
}

function readArguments() {
	try {
		const { values, positionals } = parseArgs({
			allowPositionals: true,
			options: {
				workers: { type: "string" },
				changed: { type: "boolean", default: false },
				full: { type: "boolean", default: false },
			},
		});
		const workers = Number(values.workers ?? defaultWorkers());
		if (!Number.isInteger(workers) || workers < 1)
			throw new Error(
				`--workers takes a whole number above 0, not "${values.workers}".`,
			);
		const { changed, full } = values;
		return { names: positionals, workers, changed, full };
	} catch (error) {
		throw new Stop(
			`${error.message}\nUsage: npm test -- [suite …] [--changed] [--full] [--workers=N]`,
		);
	}
}

function chosen(names) {
	const unknown = names.find((name) => !SUITES.some((s) => s.name === name));
	if (unknown !== undefined)
		throw new Stop(
			`There is no suite "${unknown}". Name some of: ${SUITES.map((s) => s.name).join(", ")}; or none, to run all.`,
		);
	return names.length === 0
		? SUITES
		: SUITES.filter((s) => names.includes(s.name));
}

/** The part of `work` that the changes since `main` can affect; prints which and why. */
async function selectAffected(bun, work) {
	const answer = await quietly([bun, ".ci/changed.mjs"], {
		failure: "The tests that the changes can affect could not be found",
		next: "Name the suites to run instead: `npm test -- engine api`.",
	});
	const { changed, chosen } = JSON.parse(answer);
	console.log(`\n${changed} changed files affect:`);
	return work.flatMap(({ suite, files }) => {
		const affected = chosen[suite.name];
		if (!affected) return [];
		const what = affected.files?.join(" ") ?? "the whole suite";
		console.log(`  ${suite.name}: ${what}, by ${affected.why.join(", ")}`);
		return [{ suite, files: affected.files ?? files }];
	});
}

function checkDisk() {
	const { bavail, bsize } = statfsSync(ROOT);
	const free = bavail * bsize;
	if (free < ROOM_NEEDED)
		throw new Stop(
			`The tests need 4 GB of free disk; ${ROOT} has ${(free / GIGABYTE).toFixed(1)} GB. Free some space, then run the command again.`,
		);
}

/** Ends on a signal by `process.exit`, whose handlers end the processes that still run. */
function endWithSignals() {
	process.on("SIGINT", () => process.exit(130));
	process.on("SIGTERM", () => process.exit(143));
	process.on("SIGHUP", () => process.exit(129));
}

function filesLine({ files }) {
	return files.join(" ");
}

/** Prints the output of a process under a line with its name and counts. */
function printResult(result) {
	const { shard, output, seconds, processor, passed, failed, fault } = result;
	const computed =
		processor === null ? "" : ` (${processor.toFixed(1)} computed)`;
	const title = `── ${shard.title} · ${passed} passed, ${failed} failed · ${seconds.toFixed(1)} s${computed} `;
	console.log(`\n${title.padEnd(72, "─")}`);
	if (shard.files.length > 0) console.log(filesLine(shard));
	console.log(output.trimEnd());
	if (fault !== null) console.log(`✗ ${shard.title} ${fault}`);
	console.log();
}

function conclude(suites, results, seconds) {
	console.log(
		`\n${tableLine("suite", ["passed", "failed", "skipped", "retried", "seconds", "processor"])}`,
	);
	for (const suite of suites) {
		const sum = sumOf(results.filter(({ shard }) => shard.suite === suite));
		console.log(lineOf(suite.name, sum));
	}
	const all = sumOf(results);
	console.log(lineOf("all", all));
	console.log(
		`\n${seconds.toFixed(1)} s on the clock; "processor" is what was computed, in seconds`,
	);
	printList("slowest files, in seconds:", slowestFiles(results).map(fileLine));
	const listed = (field) =>
		results.flatMap((result) =>
			result[field].map(({ file, name }) => `  ${file}: ${name}`),
		);
	const faults = results.flatMap(({ shard, fault }) =>
		fault === null ? [] : `  ${shard.title}: ${fault}`,
	);
	printList("failed:", [...listed("failedTests"), ...faults]);
	printList(`${all.retried} retried`, listed("retriedTests"));
	console.log(`\n${all.passed} passed, ${all.failed} failed`);
	return all.failed === 0 ? 0 : 1;
}

function printList(title, lines) {
	if (lines.length > 0 || title.endsWith("retried"))
		console.log([`\n${title}`, ...lines].join("\n"));
}

function fileLine({ file, seconds }) {
	return `${seconds.toFixed(1).padStart(8)}  ${file}`;
}

function lineOf(
	name,
	{ passed, failed, skipped, retried, seconds, processor },
) {
	return tableLine(name, [
		passed,
		failed,
		skipped,
		retried,
		seconds.toFixed(1),
		processor.toFixed(1),
	]);
}

function tableLine(name, cells) {
	return `${name.padEnd(10)}${cells.map((cell) => String(cell).padStart(10)).join("")}`;
}
