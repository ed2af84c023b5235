import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./step.mjs";

/**
 * Runs one suite with its output live, and counts its tests. A suite that crashes, exceeds its limit or runs no test has failed,
 * whatever its report says: `fault` tells which, else it is null. `seconds` is wall time.
 */
export async function runSuite(bun, { name, command, minutes }, env) {
	console.log(`\n── ${name} ${"─".repeat(60 - name.length)}`);
	const report = join(ROOT, ".artifacts", "junit", `${name}.xml`);
	rmSync(report, { force: true });
	const started = performance.now();
	const ending = await runToEnd(
		[bun, ...command, "--reporter=junit", `--reporter-outfile=${report}`],
		env,
		minutes,
	);
	const seconds = (performance.now() - started) / 1000;
	const { tests, failures, skipped } = readReport(report);
	const fault = faultOf(ending, { tests, failures, skipped, minutes });
	return {
		name,
		passed: tests - failures - skipped,
		failed: fault === null ? failures : failures + 1,
		skipped,
		seconds,
		fault,
	};
}

function faultOf(
	{ code, signal, late },
	{ tests, failures, skipped, minutes },
) {
	if (late) return `ended after its limit of ${minutes} min`;
	if (signal) return `ended by ${signal}`;
	if (tests - skipped === 0) return "ran no test";
	// A file that does not load is in no report: only the exit code tells.
	if (code !== 0 && failures === 0) return `ended with code ${code}`;
	return null;
}

function readReport(file) {
	let head = "";
	try {
		head = /<testsuites\b[^>]*>/.exec(readFileSync(file, "utf8"))?.[0] ?? "";
	} catch {
		// No report: the suite crashed or found nothing to run, which its counts of zero tell.
	}
	const count = (field) =>
		Number(new RegExp(`\\b${field}="(\\d+)"`).exec(head)?.[1] ?? 0);
	return {
		tests: count("tests"),
		failures: count("failures"),
		skipped: count("skipped"),
	};
}

function runToEnd([file, ...args], env, minutes) {
	return new Promise((resolve) => {
		const child = spawn(file, args, {
			cwd: ROOT,
			env: { ...process.env, ...env },
			stdio: ["ignore", "inherit", "inherit"],
			// A process group of its own, so that its children can be ended with it.
			detached: true,
		});
		let late = false;
		const end = () => endGroup(child.pid);
		const timer = setTimeout(() => {
			late = true;
			end();
		}, minutes * 60_000);
		const interrupted = (signal) => {
			end();
			process.exit(signal === "SIGINT" ? 130 : 143);
		};
		process.on("SIGINT", interrupted);
		process.on("SIGTERM", interrupted);
		const finish = (ending) => {
			clearTimeout(timer);
			process.off("SIGINT", interrupted);
			process.off("SIGTERM", interrupted);
			end();
			resolve({ late, ...ending });
		};
		child.on("error", (error) => {
			console.error(error.message);
			finish({ code: -1, signal: null });
		});
		child.on("exit", (code, signal) => finish({ code, signal }));
	});
}

/** Ends what is left of a suite's process group; a group that is gone is fine. */
function endGroup(pid) {
	try {
		if (pid !== undefined) process.kill(-pid, "SIGKILL");
	} catch (error) {
		if (error.code !== "ESRCH") throw error;
	}
}
