/** Runs one process of a suite's tests to its end, and sums what the processes of a suite counted. */
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { countProcessorTime } from "./processor-time.mjs";
import { readReport } from "./report.mjs";
import { ROOT } from "./step.mjs";

/** A process that takes longer hangs: four times what the longest takes on an idle machine. Minutes. */
const LIMIT = 12;

/**
 * Runs one shard and counts its tests; its output is in `.artifacts/output`, live. A process that crashes, exceeds its limit, runs no test
 * or does not report one of its files has failed, whatever its report says: `fault` tells why, else it is null. `seconds` is wall time,
 * `processor` the seconds that it and what it started computed, null where they are not known; `files` has the wall time of each file.
 */
export async function runShard(
	bun,
	{ id, command, files },
	{ env, minutes = LIMIT },
) {
	const report = artifact("junit", `${id}.xml`);
	const log = artifact("output", `${id}.txt`);
	rmSync(report, { force: true });
	const started = performance.now();
	const ending = await runToEnd(
		[bun, ...command, "--reporter=junit", `--reporter-outfile=${report}`],
		{ env: { ...process.env, ...env }, minutes, log },
	);
	const seconds = (performance.now() - started) / 1000;
	const output = readFileSync(log, "utf8");
	const counted = readReport(textOf(report));
	const { tests, failures, skipped, failedTests } = counted;
	const fault = faultOf(ending, { ...counted, minutes, asked: files });
	return {
		passed: tests - failures - skipped,
		failed: fault === null ? failures : failures + 1,
		skipped,
		seconds,
		fault,
		failedTests,
		retriedTests: [],
		processor: ending.processor,
		files: counted.fileSeconds,
		output,
	};
}

/** The result of a process that failed first and was run again: the second's, with what failed only the first time as retried. */
export function afterSecondRun(first, second) {
	const { failedTests, retriedTests } = second;
	const passed = first.failedTests.filter(
		({ file, name }) =>
			!failedTests.some((one) => one.file === file && one.name === name),
	);
	const ended =
		first.fault === null || second.fault !== null
			? []
			: [{ file: first.shard.title, name: first.fault }];
	return {
		...second,
		seconds: first.seconds + second.seconds,
		processor: first.processor + second.processor,
		retriedTests: [...retriedTests, ...passed, ...ended],
	};
}

/** The sums of a suite's processes. */
export function sumOf(results) {
	const sum = (field) => results.reduce((total, r) => total + r[field], 0);
	return {
		passed: sum("passed"),
		failed: sum("failed"),
		skipped: sum("skipped"),
		retried: results.reduce((total, r) => total + r.retriedTests.length, 0),
		seconds: sum("seconds"),
		processor: sum("processor"),
	};
}

/** The ten test files that took longest on the clock, the slowest first, as `{ file, seconds }`. */
export function slowestFiles(results) {
	return results
		.flatMap(({ files }) => files)
		.sort((a, b) => b.seconds - a.seconds)
		.slice(0, 10);
}

function artifact(folder, name) {
	mkdirSync(join(ROOT, ".artifacts", folder), { recursive: true });
	return join(ROOT, ".artifacts", folder, name);
}

function textOf(file) {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		if (error.code !== "ENOENT") throw error;
		// No report: the process crashed or found nothing to run, which counts of zero tell.
		return "";
	}
}

function faultOf(
	{ code, signal, late },
	{ tests, failures, skipped, files, minutes, asked },
) {
	if (late) return `ended after its limit of ${minutes} min`;
	if (signal) return `ended by ${signal}`;
	if (tests - skipped === 0) return "ran no test";
	const missing = asked.filter((file) => !files.includes(file));
	if (missing.length > 0)
		return `no test of ${missing.join(", ")} ran: the file did not load, or holds none`;
	if (code !== 0 && failures === 0) return `ended with code ${code}`;
	return null;
}

function runToEnd([file, ...args], { env, minutes, log }) {
	const out = openSync(log, "w");
	return new Promise((resolve) => {
		const child = spawn(file, args, {
			cwd: ROOT,
			env,
			stdio: ["ignore", out, out],
			// A process group of its own, so that its children can be ended with it.
			detached: true,
		});
		const processor = child.pid && countProcessorTime(child.pid);
		let late = false;
		const end = () => endGroup(child.pid);
		const timer = setTimeout(() => {
			late = true;
			end();
		}, minutes * 60_000);
		// A run that is ended takes its processes with it.
		process.on("exit", end);
		const finish = (ending) => {
			clearTimeout(timer);
			process.off("exit", end);
			const used = processor ? processor.stop() : null;
			end();
			closeSync(out);
			resolve({ late, processor: used, ...ending });
		};
		child.on("error", (error) => {
			console.error(error.message);
			finish({ code: -1, signal: null });
		});
		child.on("exit", (code, signal) => finish({ code, signal }));
	});
}

/** Ends what is left of a process group; a group that is gone is fine. */
function endGroup(pid) {
	try {
		if (pid !== undefined) process.kill(-pid, "SIGKILL");
	} catch (error) {
		if (error.code !== "ESRCH") throw error;
	}
}
