/** A process of tests is believed only as far as its report: whatever ends it early counts as a failure. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readReport } from "./report.mjs";
import { afterSecondRun, runShard, sumOf } from "./suite.mjs";

const scratch = mkdtempSync(join(tmpdir(), "treeline-suite-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Runs Bun with `command` as one process of a suite. */
const run = (id, command, more = {}, options = {}) =>
	runShard(
		process.execPath,
		{ id: `probe-${id}`, command, files: [], ...more },
		{ env: {}, ...options },
	);

test.each([
	["nothing", ["-e", "0"], 1, "ran no test"],
	[
		"crash",
		["-e", "process.kill(process.pid, 'SIGSEGV')"],
		1,
		"ended by SIGSEGV",
	],
	[
		"endless",
		["-e", "setInterval(() => {}, 1000)"],
		0.005,
		"ended after its limit of 0.005 min",
	],
])(
	"a process that ends early has failed: %s",
	async (id, command, minutes, fault) => {
		const result = await run(id, command, {}, { minutes });
		expect(result).toMatchObject({ passed: 0, failed: 1, fault });
	},
);

const PROBES = {
	"counts.test.ts": `
		import { describe, expect, test } from "bun:test";
		test("passes", () => {});
		test.skip("is skipped", () => {});
		test.todo("is to be written");
		describe("a group > of <tests>", () => {
			test("fails & fails", () => expect(1).toBe(2));
		});`,
	"broken.test.ts": "throw new Error('does not load');",
};

test("counts passed, failed and skipped tests of a real run", async () => {
	const file = join(scratch, "counts.test.ts");
	writeFileSync(file, PROBES["counts.test.ts"]);
	const result = await run("counts", ["test", file]);
	expect(result).toMatchObject({
		passed: 1,
		failed: 1,
		skipped: 2,
		fault: null,
		failedTests: [{ name: "a group > of <tests> > fails & fails" }],
		retriedTests: [],
	});
	for (const { file } of result.failedTests)
		expect(file).toEndWith("counts.test.ts");
});

test("a file that does not load has failed beside one that does", async () => {
	for (const [name, text] of Object.entries(PROBES))
		writeFileSync(join(scratch, name), text);
	const command = [
		"test",
		...Object.keys(PROBES).map((name) => join(scratch, name)),
	];
	const file = "broken.test.ts";
	expect(await run("broken", command, { files: [file] })).toMatchObject({
		fault: `no test of ${file} ran: the file did not load, or holds none`,
	});
});

test("reads a report that is not there as no tests", () => {
	expect(readReport("")).toEqual({
		tests: 0,
		failures: 0,
		skipped: 0,
		files: [],
		failedTests: [],
		fileSeconds: [],
	});
});

test("sums the processes of a suite", () => {
	const result = {
		passed: 2,
		failed: 1,
		skipped: 0,
		seconds: 1.5,
		processor: 1,
	};
	const retriedTests = [{ file: "a", name: "b" }];
	expect(
		sumOf([
			{ ...result, retriedTests },
			{ ...result, retriedTests: [] },
		]),
	).toEqual({
		passed: 4,
		failed: 2,
		skipped: 0,
		retried: 1,
		seconds: 3,
		processor: 2,
	});
});

describe("a process that failed and was run once more", () => {
	const shard = { title: "api 2/9" };
	const failing = (...names) => ({
		shard,
		passed: 3,
		failed: names.length,
		seconds: 2,
		processor: 1.5,
		fault: null,
		failedTests: names.map((name) => ({ file: "a.test.ts", name })),
		retriedTests: [],
	});
	const green = { ...failing(), passed: 5, seconds: 1, processor: 0.5 };

	test("counts as the second run does, and names what was retried", () => {
		expect(afterSecondRun(failing("x", "y"), green)).toEqual({
			...green,
			seconds: 3,
			processor: 2,
			retriedTests: failing("x", "y").failedTests,
		});
	});

	test("has still failed where the second run has", () => {
		const again = afterSecondRun(failing("x", "y"), failing("y"));
		expect(again).toMatchObject({ failed: 1, failedTests: [{ name: "y" }] });
		expect(again.retriedTests).toEqual(failing("x").failedTests);
	});

	test("names a process that was ended", () => {
		const fault = "ended after its limit of 12 min";
		const ended = { ...failing(), failed: 1, fault };
		expect(afterSecondRun(ended, green)).toMatchObject({
			failed: 0,
			fault: null,
			retriedTests: [{ file: "api 2/9", name: fault }],
		});
		expect(afterSecondRun(ended, ended)).toMatchObject({
			failed: 1,
			fault,
			retriedTests: [],
		});
	});
});
