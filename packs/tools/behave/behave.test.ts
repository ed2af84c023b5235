import { afterAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packs } from "../test/command.ts";
import { runWithPytest } from "./python.ts";

const GOOD = join(import.meta.dir, "../broken/fixtures/good");
const CHALLENGE = "01-say-hello-over-http";
const scratch = mkdtempSync(join(tmpdir(), "treeline-behave-test-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const SUITE = `import { expect, test } from "bun:test";
import { serve } from "../../behavior/server.ts";
const get = await serve();
test("greets", async () => {
	expect((await get("/hello")).status).toBe(200);
	expect((await (await get("/hello")).json()).message).toBeString();
});`;

const app = (handler: string) => [
	{
		path: "app.js",
		content: `import express from "express";\nconst app = express();\n${handler}\nexport default app;\n`,
	},
];

/** The good pack with a suite for its first challenge, and these cases. */
function pack(
	name: string,
	{
		suite = SUITE,
		accepted = [],
		rejected = [],
	}: {
		suite?: string;
		accepted?: object[];
		rejected?: object[];
	},
): string {
	const folder = join(scratch, name);
	cpSync(GOOD, folder, { recursive: true });
	mkdirSync(join(folder, "behavior"));
	writeFileSync(join(folder, `behavior/${CHALLENGE}.test.ts`), suite);
	writeFileSync(
		join(folder, `cases/${CHALLENGE}.json`),
		JSON.stringify({ accepted, rejected }),
	);
	return folder;
}

const behave = (folder: string, ...more: string[]) =>
	packs(["behave", folder, "--challenge", "1", "--trust", ...more]);

const right = app('app.get("/hello", (q, r) => r.json({ message: "x" }));');
const wrong = app('app.get("/hello", (q, r) => r.json({ message: 1 }));');
const mutant = (more: object) => ({
	name: "odd",
	caughtBy: "perFile/app.js/1",
	...more,
});

describe("what a suite says is held against what its case says", () => {
	test("all as expected", async () => {
		const folder = pack("expected", {
			accepted: [{ name: "short", files: right }],
			rejected: [
				mutant({ files: wrong }),
				mutant({ files: right, behaves: true, reason: "x" }),
			],
		});
		const { out, code } = await behave(folder);
		expect(out).toContain(
			`✓ good/${CHALLENGE}: 1 tests, reference 1/1, accepted 1/1, rejected 2/2`,
		);
		expect(out).toEndWith("1 tests on references passed, 0 failed\n");
		expect(code).toBe(0);
	});

	test.each([
		[
			"an accepted answer that behaves wrongly",
			{ accepted: [{ name: "odd", files: wrong }] },
			'the accepted answer "odd" fails the behavioural suite',
		],
		[
			"a mutant that behaves rightly",
			{ rejected: [mutant({ files: right })] },
			'the rejected answer "odd" passes the behavioural suite',
		],
		[
			"a rejected answer marked as behaving that does not",
			{ rejected: [mutant({ files: wrong, behaves: true, reason: "x" })] },
			'the rejected answer "odd" is marked `behaves`, yet fails',
		],
	])("%s", async (name, cases, line) => {
		const { out, code } = await behave(pack(name.replaceAll(" ", "-"), cases));
		expect(out).toContain(line);
		expect(code).toBe(1);
	});

	test("a reference that fails, with the output of its runner", async () => {
		const suite = SUITE.replace("200", "418");
		const { out, code } = await behave(pack("reference", { suite }));
		expect(out).toContain("the reference fails its behavioural suite");
		expect(out).toContain("Expected: 418");
		expect(out).toContain("0 tests on references passed, 1 failed");
		expect(code).toBe(1);
	});

	test("a suite without a test fails", async () => {
		const { out, code } = await behave(pack("empty", { suite: "export {};" }));
		expect(out).toContain("reference 0/1");
		expect(code).toBe(1);
	});
});

test("an endless loop ends after one more try with more time, and what it started with it", async () => {
	const loop = app('app.get("/hello", () => { for (;;); });');
	const folder = pack("loop", { accepted: [{ name: "loop", files: loop }] });
	const { out } = await behave(folder, "--timeout", "2");
	expect(out).toContain('"loop" fails the behavioural suite');
	expect(out).toContain("not done after 8 s");
}, 300_000);

test("a solution sees neither secrets nor another solution's files", async () => {
	const suite = `import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
test("alone", () => {
	expect(process.env.ADMIN_SECRET).toBeUndefined();
	expect(readdirSync(process.env.SOLUTION_DIR)).toEqual(["app.js"]);
});`;
	const folder = pack("alone", {
		suite,
		accepted: [{ name: "other", files: right }],
	});
	const { out } = await packs(
		["behave", folder, "--challenge", "1", "--trust"],
		{ env: { ADMIN_SECRET: "hush" } },
	);
	expect(out).toContain("reference 1/1, accepted 1/1");
});

describe("of the packs of this repository, unless one is named,", () => {
	test("behave runs what is JavaScript", async () => {
		const { out, code } = await packs([
			...["behave", "--challenge", "say-hello-over-http"],
			...["--no-mutants", "--timeout", "300"],
		]);
		expect(out).toContain("express/01-say-hello-over-http: ");
		expect(out).toEndWith(" tests on references passed, 0 failed\n");
		expect(code).toBe(0);
	}, 300_000);

	test.each([
		["behave", "first-reading"],
		["behave-py", "say-hello-over-http"],
		["behave-py", "a-recipe-card-from-props"],
	])(
		"%s leaves %s to the other command",
		async (command, challenge) => {
			const { err, code } = await packs([command, "--challenge", challenge]);
			expect(err).toContain(`There is no challenge "${challenge}" to run`);
			expect(code).toBe(1);
		},
		300_000,
	);
});

test("behave-py runs the suite of a Python pack against each solution, in Python", async () => {
	const folder = join(scratch, "python");
	const write = (path: string, content: unknown) =>
		Bun.write(
			join(folder, path),
			typeof content === "string" ? content : JSON.stringify(content),
		);
	const main = (body: string) => [
		{ path: "main.py", content: `def add(a, b):\n    ${body}\n` },
	];
	await write("pack.json", {
		...{ name: "Sums", slug: "sums", description: "Of numbers." },
		...{ language: "python", version: "1.0.0", author: "Ada", tags: [] },
		challenges: ["challenges/01-add.json"],
	});
	await write("challenges/01-add.json", { files: main("return a + b") });
	await write(
		"behavior/test_01_add.py",
		"from main import add\n\ndef test_sum():\n    assert add(1, 2) == 3\n\ndef test_of_large_numbers():\n    assert add(2**64, 1) == 18446744073709551617\n",
	);
	await write("cases/01-add.json", {
		accepted: [
			{ name: "by a list", files: main("return sum([a, b])") },
			{ name: "odd", files: main("return a - b") },
			{
				name: "a file named as a library",
				files: [
					{ path: "main.py", content: "from httpx import add\n" },
					{ path: "httpx.py", content: "def add(a, b):\n    return a + b\n" },
				],
			},
		],
		rejected: [{ ...mutant({ files: main("return b") }), name: "the last" }],
	});
	const { out, code } = await packs([
		...["behave-py", folder, "--trust", "--timeout", "300"],
	]);
	expect(out).toContain(
		"sums/01-add: 2 tests, reference 1/1, accepted 2/3, rejected 1/1",
	);
	expect(out).toContain('the accepted answer "odd" fails');
	expect(out).toContain("assert -1 == 3");
	expect(out).toEndWith("2 tests on references passed, 0 failed\n");
	expect(code).toBe(1);
}, 300_000);

test("a Python answer without an end is ended with what it has started, and the next one runs", async () => {
	const folder = join(scratch, "endless");
	const suite = join(folder, "behavior/test_01_main.py");
	await Bun.write(suite, "def test_main():\n    import main\n");
	const run = (content: string, seconds: number) =>
		runWithPytest(suite, folder, [{ path: "main.py", content }], seconds);
	const [endless, next] = [
		await run("import os\nos.fork()\nwhile True: pass\n", 2),
		await run("print('done')\n", 300),
	];
	expect(endless).toMatchObject({ passed: false, timedOut: true });
	expect(endless.why).toBe("not done after 2 s");
	expect(next).toMatchObject({ passed: true, tests: 1 });
}, 300_000);

test("the code of a pack from elsewhere is not run unasked", async () => {
	const suite = `require("node:fs").writeFileSync(${JSON.stringify(join(scratch, "ran"))}, "");`;
	const folder = pack("stranger", { suite });
	const { err, code } = await packs(["behave", folder]);
	expect(err).toContain(
		"is not part of this repository. Read it; then add --trust.",
	);
	expect(code).toBe(1);
	expect(await Bun.file(join(scratch, "ran")).exists()).toBe(false);
});

test("reports a challenge without a suite", async () => {
	const { out, code } = await packs([
		"behave",
		pack("without", {}),
		"--challenge",
		"look-up-one-book",
		"--trust",
	]);
	expect(out).toContain("there is no behavioural suite");
	expect(code).toBe(1);
});

test("the report counts what `npm test` counts", async () => {
	const report = join(scratch, "report.xml");
	const folder = pack("report", {
		accepted: [
			{ name: "short", files: right },
			{ name: "odd", files: wrong },
		],
	});
	await behave(folder, "--reporter=junit", `--reporter-outfile=${report}`);
	const text = await Bun.file(report).text();
	expect(text).toStartWith('<testsuites tests="3" failures="1" skipped="0">\n');
	expect(text).toMatch(
		/<testcase file="good\/cases\/[^"]+\.json" name="accepted odd"><failure message="[^"<]+" \/><\/testcase>/,
	);
});
