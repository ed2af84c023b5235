/** A process of tests is believed only as far as its report: whatever ends it early counts as a failure. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readReport, retriedTests } from "./report.mjs";
import { runShard, sumOf } from "./suite.mjs";

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
		let tries = 0;
		test("passes", () => {});
		test.skip("is skipped", () => {});
		test.todo("is to be written");
		describe("a group > of <tests>", () => {
			test("fails & fails", () => expect(1).toBe(2));
			test('needs "two" tries', () => expect(++tries).toBe(2));
		});`,
	"broken.test.ts": "throw new Error('does not load');",
};

test("counts passed, failed, skipped and retried tests of a real run", async () => {
	const file = join(scratch, "counts.test.ts");
	writeFileSync(file, PROBES["counts.test.ts"]);
	// As set by some terminals, which makes Bun print failures alone.
	process.env.AGENT = "1";
	const result = await run("counts", ["test", file, "--retry=1"]);
	delete process.env.AGENT;
	expect(result).toMatchObject({
		passed: 2,
		failed: 1,
		skipped: 2,
		fault: null,
		failedTests: [{ name: "a group > of <tests> > fails & fails" }],
		retriedTests: [{ name: 'a group > of <tests> > needs "two" tries' }],
	});
	for (const { file } of [...result.failedTests, ...result.retriedTests])
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

test.each([
	["(pass) a [1.00ms]", []],
	["(pass) a (attempt 2)", [{ file: "x/y.test.ts", name: "a" }]],
	[
		"(pass) a > b (attempt 3) [2.50s]",
		[{ file: "x/y.test.ts", name: "a > b" }],
	],
	[
		"\u001b[0m\u001b[32m✓\u001b[0m \u001b[0ma\u001b[2m >\u001b[0m\u001b[1m b\u001b[0m \u001b[2m(attempt 2)\u001b[0m \u001b[0m\u001b[2m[\u001b[1m1.00ms\u001b[0m\u001b[2m]\u001b[0m",
		[{ file: "x/y.test.ts", name: "a > b" }],
	],
	[
		"::endgroup::\n::group::x/z.test.ts:\n(pass) a (attempt 2)",
		[{ file: "x/z.test.ts", name: "a" }],
	],
	["(fail) a (attempt 2)", []],
	["a test prints (pass) a (attempt 2)", []],
])("reads retried tests from %j", (line, retried) => {
	expect(retriedTests(`x/y.test.ts:\n${line}\n`)).toEqual(retried);
});

test("reads a report that is not there as no tests", () => {
	expect(readReport("")).toEqual({
		tests: 0,
		failures: 0,
		skipped: 0,
		files: [],
		failedTests: [],
	});
});

test("sums the processes of a suite", () => {
	const result = { passed: 2, failed: 1, skipped: 0, seconds: 1.5 };
	const retriedTests = [{ file: "a", name: "b" }];
	expect(
		sumOf([
			{ ...result, retriedTests },
			{ ...result, retriedTests: [] },
		]),
	).toEqual({ passed: 4, failed: 2, skipped: 0, retried: 1, seconds: 3 });
});
