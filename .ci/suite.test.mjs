/** A suite is believed only as far as its report: whatever ends it early counts as a failure. */
import { expect, test } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runSuite } from "./suite.mjs";

const ARTIFACTS = join(import.meta.dir, "..", ".artifacts", "junit");

test.each([
	["runs nothing", ["-e", "0"], 1, "ran no test"],
	[
		"crashes",
		["-e", "process.kill(process.pid, 'SIGSEGV')"],
		1,
		"ended by SIGSEGV",
	],
	[
		"never ends",
		["-e", "setInterval(() => {}, 1000)"],
		0.005,
		"ended after its limit of 0.005 min",
	],
])("a suite that %s has failed", async (what, command, minutes, fault) => {
	mkdirSync(ARTIFACTS, { recursive: true });
	const name = `probe ${what}`;
	const result = await runSuite(
		process.execPath,
		{ name, command, minutes },
		{},
	);
	expect(result).toMatchObject({ passed: 0, failed: 1, fault });
});

test("a suite's tests are counted from its report", async () => {
	const name = "probe counts";
	const report = join(ARTIFACTS, `${name}.xml`);
	const write = `await Bun.write(${JSON.stringify(report)}, '<testsuites tests="5" failures="2" skipped="1" />')`;
	const result = await runSuite(
		process.execPath,
		{ name, command: ["-e", write], minutes: 1 },
		{},
	);
	expect(result).toMatchObject({
		passed: 2,
		failed: 2,
		skipped: 1,
		fault: null,
	});
	rmSync(report);
});
