import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { packs } from "../test/command.ts";
import { expanded } from "./expand.ts";
import { templateFor } from "./templates.ts";

setDefaultTimeout(180_000);

const GOOD = join(import.meta.dir, "../broken/fixtures/good");
const folder = mkdtempSync(join(tmpdir(), "treeline-author-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
cpSync(GOOD, join(folder, "good"), { recursive: true });

describe("new", () => {
	test.each([
		["javascript", [], "challenges/01-first-steps/accepted:"],
		["tsx", [], "challenges/01-first-steps/accepted:"],
		["python", ["--json"], "cases/01-first-steps.json:"],
	])(
		"a %s pack made with %j is valid, and what is left to do is listed",
		async (language, form, first) => {
			const name = `pack-${language}`;
			const { out, code } = await packs(
				["new", "pack", name, "--in", ".", "--language", language, ...form],
				{ folder },
			);
			expect(out).toContain(`PASS ${name} (1 challenges)`);
			// What is made must be in order as far as it goes: own texts and more cases are missing.
			const left = out.split("Left to do:\n")[1]?.trim().split("\n") ?? [];
			expect(left).toHaveLength(6);
			for (const [index, member] of [
				"description",
				"author",
				"prompt",
				"hints",
			].entries())
				expect(left[index]).toContain(
					`\`${member}\` still has the text of the template`,
				);
			expect(left[4]?.trim()).toStartWith(first);
			expect(code).toBe(0);
		},
	);

	test("a challenge comes last, no easier than the one before", async () => {
		const { out, code } = await packs(
			["new", "challenge", "./good", "a-third-one"],
			{ folder },
		);
		expect(out).toContain("PASS good (3 challenges)");
		expect(code).toBe(0);
		const made = await Bun.file(
			join(folder, "good/challenges/03-a-third-one/challenge.json"),
		).json();
		expect(made).toMatchObject({
			title: "A Third One",
			difficulty: "intermediate",
		});
	});

	test.each([
		["javascript", ["--file", "text/words.js", "--name", "greetAll"]],
		["typescript", []],
		["tsx", []],
		["python", ["--file", "text/words.py", "--name", "greet_all"]],
	])(
		"a %s pack made with %j has a behavioural suite that runs, and schemas for editors",
		async (language, names) => {
			const name = `whole-${language}`;
			const made = await packs(
				["new", "pack", name, "--in", ".", "--language", language, ...names],
				{ folder },
			);
			for (const own of names.filter((one) => one.includes("/")))
				expect(made.out).toContain(`solution/${own}\n`);
			for (const file of [
				"pack.json",
				"challenges/01-first-steps/challenge.json",
			]) {
				const path = join(folder, name, file);
				const { $schema } = await Bun.file(path).json();
				const schema = await Bun.file(join(dirname(path), $schema)).json();
				expect(schema.title).toStartWith("Treeline ");
			}
			// A page shares its pack with a script, which saves a start.
			const others = language === "typescript" ? ["html"] : [];
			for (const other of others)
				await packs(
					["new", "challenge", `./${name}`, other, "--language", other],
					{ folder },
				);
			const { out, code } = await packs(
				["behave", `./${name}`, "--trust", "--timeout", "300"],
				{ folder },
			);
			expect(
				out.match(/1 tests, reference 1\/1, accepted 1\/1, rejected 1\/1/g),
			).toHaveLength(1 + others.length);
			expect(code).toBe(0);
		},
		300_000,
	);

	test.each([
		[
			{ path: "words.py" },
			'"words.py" cannot be a file of a javascript challenge; give another `--file`, or another `--language`.',
		],
		[{ name: "count words" }, '"count words" cannot be the name of a function'],
		[{ path: "../x.js" }, "../x.js"],
	])("a template with %j is refused", (names, why) => {
		expect(() => templateFor("javascript", names)).toThrow(why);
	});

	test("a challenge may be in another language than its pack", async () => {
		cpSync(GOOD, join(folder, "two-languages"), { recursive: true });
		const { out, code } = await packs(
			[
				...["new", "challenge", "./two-languages", "in-python"],
				...["--language", "python"],
			],
			{ folder },
		);
		expect(out).toContain("PASS good (3 challenges)");
		expect(out).toContain("challenges/03-in-python/test_behavior.py");
		expect(code).toBe(0);
	});

	test.each([
		[["new"], "Say what is new"],
		[
			["new", "pack", "crabs", "--in", ".", "--language", "rust"],
			'"rust" is not a language that `new` has a template for; use javascript, typescript, tsx, python, html, css or json.',
		],
		[
			["new", "challenge", "./good", "x", "--language", "ruby"],
			'"ruby" is not a language',
		],
		[["new", "pack", "My Pack", "--in", "."], '"My Pack" is no slug'],
		[["new", "pack", "good", "--in", "."], "is there already"],
		[["new", "challenge", "./good", "say-hello-over-http"], "already; choose"],
		[["new", "challenge", "nowhere", "x"], 'There is no pack "nowhere"'],
	])("%p is refused", async (args, why) => {
		const { err, code } = await packs(args, { folder });
		expect(err).toContain(why);
		expect(code).toBe(1);
	});
});

describe("try", () => {
	const app = (lines: string) =>
		writeFileSync(
			join(folder, "app.js"),
			`import express from "express";\nconst app = express();\n${lines}\n`,
		);
	const tried = (env: Record<string, string> = {}) =>
		packs(["try", "./good/say-hello-over-http", "app.js"], { folder, env });

	test("a right answer", async () => {
		app(
			'app.get("/hello", (q, r) => { r.json({ message: "x" }); });\nexport default app;',
		);
		const { out, code } = await tried();
		expect(out).toContain("checks passed");
		expect(out).not.toContain("✗");
		expect(code).toBe(0);
	});

	test("a wrong answer, with what is missing", async () => {
		app('app.get("/hello", (q, r) => { r.json({ message: "x" }); });');
		const { out, code } = await tried();
		expect(out).toContain("✓ `app.js` imports");
		expect(out).toContain("✗ ");
		expect(out).toContain("    Hint: ");
		expect(code).toBe(1);
	});

	test("what metavariables stand for, and advice on the checks", async () => {
		const root = join(folder, "patterns");
		cpSync(GOOD, root, { recursive: true });
		const path = join(root, "challenges/01-say-hello-over-http.json");
		const challenge = await Bun.file(path).json();
		challenge.assertions.perFile["app.js"] = [
			{
				type: "codePattern",
				description: "There is a route.",
				pattern: "$app.get($_, ($req, $res) => { $res.json($_); })",
			},
			{
				type: "codePattern",
				description: "There is an app.",
				pattern: "const app = $_",
			},
			{
				...{ type: "codePattern", description: "It answers 201." },
				pattern: "$res.status(201)",
				mistakes: [{ pattern: "$_.json($x)", message: "`$x` has 200." }],
			},
		];
		writeFileSync(path, JSON.stringify(challenge));
		app('app.get("/hello", (q, r) => r.json({}));\nexport default app;');
		const { out } = await packs(
			["try", "./patterns/say-hello-over-http", "app.js"],
			{ folder },
		);
		expect(out).toContain(
			"✓ There is a route.\n      $app  app  (app.js:3:1)\n      $req  q  (app.js:3:20)\n      $res  r  (app.js:3:23)\n",
		);
		expect(out).toContain("✗ It answers 201.\n    Line 3: `{}` has 200.\n");
		expect(out).toContain("    A mistake that the check knows: mistakes/0\n");
		expect(out).toContain(
			"For the author of the checks\n  perFile/app.js/1 There is an app.\n    - it passes on the starter",
		);
	});

	test("an author is told what to correct in a check", async () => {
		const root = join(folder, "at-fault");
		cpSync(GOOD, root, { recursive: true });
		const path = join(root, "challenges/01-say-hello-over-http.json");
		const challenge = await Bun.file(path).json();
		challenge.assertions.perFile["app.js"] = [
			{
				...{ type: "codePattern", description: "There is a route." },
				pattern: "$app.get(",
			},
			{ type: "returnStatement", description: "It returns." },
		];
		writeFileSync(path, JSON.stringify(challenge));
		app("export default (a) => a + 1;");
		const { out } = await packs(
			["try", "./at-fault/say-hello-over-http", "app.js"],
			{ folder },
		);
		expect(out).toContain("✗ There is a route.\n    its pattern is not valid");
		expect(out).toContain("; correct it\n");
		expect(out).not.toContain("Your code");
		expect(out).toContain(
			"The function (line 3) gives back its value without the word `return`, which `returnStatement` asks for; the pattern `return $_` takes this function, too\n",
		);
	});

	test("a syntax error comes first, with the line and a mark", async () => {
		app("\tapp.get(;\nexport default app;");
		const { out, code } = await tried();
		expect(out).toMatch(/ {3}3 \| {3}app\.get\(;\n +\| +\^+\n/);
		expect(out).toContain("a file does not parse");
		expect(code).toBe(1);
	});

	test("colours only where they are wanted, and never a learner's own", async () => {
		app("\u001b[2J app.get(;");
		expect((await tried()).out).not.toContain("\u001b");
		const coloured = await tried({ FORCE_COLOR: "1" });
		expect(coloured.out).toContain("\u001b[31m");
		expect(coloured.out).not.toContain("\u001b[2J");
		const refused = await tried({ FORCE_COLOR: "1", NO_COLOR: "1" });
		expect(refused.out).not.toContain("\u001b");
	});

	const greets = (more: string) =>
		`import express from "express";\nconst app = express();\n${more}`;
	const answers: Record<string, string> = {
		"both/right/app.js": greets(
			'app.get("/hello", (q, r) => { r.json({ message: "x" }); });\nexport default app;\n',
		),
		"both/right/NOTE.txt": "plain\n",
		"both/wrong/app.js": greets("export default app;\n"),
		"both/my-answer.js": greets("export default app;\n"),
	};
	for (const [path, content] of Object.entries(answers)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), content);
	}
	const triedWith = (...paths: string[]) =>
		packs(["try", "./good/say-hello-over-http", ...paths], { folder });

	test("two answers are kept apart, as folders and as files", async () => {
		for (const [right, wrong] of [
			["both/right", "both/wrong"],
			["both/right/app.js", "both/wrong/app.js"],
		] as const) {
			const { out, code } = await triedWith(right, wrong);
			const [, first = "", second = ""] = out.split(/^both\/\w+.*$/m);
			expect(out).toContain(`\n${right}\n`);
			expect(out).toContain(`\n${wrong}\n`);
			expect(first).toContain("✓ 4 of 4 checks passed");
			expect(second).toContain("✗ 2 of 4 checks passed");
			expect(code).toBe(1);
		}
	});

	test.each([
		[
			["both"],
			"both has `app.js` twice: both/right/app.js and both/wrong/app.js. For several answers name the folder of each, as both/*; `npm run packs -- fairness --messages` judges a folder of them.",
		],
		[
			["both/right/app.js", "both/wrong/app.js", "both/my-answer.js"],
			"`app.js` is given twice: both/right/app.js and both/wrong/app.js. Try one answer at a time, or give each a folder of its own.",
		],
		[
			["both/my-answer.js"],
			"both/my-answer.js is none of this challenge's files. Say which it is: `app.js=both/my-answer.js`.",
		],
	])("%p is refused", async (paths, why) => {
		const { err, out, code } = await triedWith(...paths);
		expect(err).toContain(why);
		expect(out).toBe("");
		expect(code).toBe(1);
	});

	test("a file of another name is tried as the one that it is said to be", async () => {
		const { out } = await triedWith("app.js=both/my-answer.js");
		expect(out).toContain("✗ 2 of 4 checks passed");
	});

	test("a file that is not there", async () => {
		const { err, code } = await packs(
			["try", "./good/say-hello-over-http", "nothing.js"],
			{ folder },
		);
		expect(err).toContain("nothing.js is not there");
		expect(code).toBe(1);
	});

	test("a challenge that is not there", async () => {
		const { err } = await packs(["try", "./good/nothing", "app.js"], {
			folder,
		});
		expect(err).toContain('There is no challenge "nothing" in good');
	});
});

test("suggest proposes what tells right from wrong, and names a check that tells nothing", async () => {
	const root = join(folder, "idle");
	cpSync(GOOD, root, { recursive: true });
	const path = join(root, "challenges/01-say-hello-over-http.json");
	const challenge = await Bun.file(path).json();
	challenge.assertions.crossFile = [
		{ type: "variableDeclaration", name: "app", description: "x" },
	];
	writeFileSync(path, JSON.stringify(challenge));
	const { out, code } = await packs(["suggest", "./idle/say-hello-over-http"], {
		folder,
	});
	expect(out).toContain('app.js: {"type":"exportDeclaration"');
	expect(out).toContain("crossFile/0 fails no mutant that another check lets");
	expect(code).toBe(0);
});

describe("suggest with lines of the reference", () => {
	test("makes a pattern and judges it by the cases", async () => {
		const { out, code } = await packs(
			["suggest", "./good/say-hello-over-http", "app.js:5-7"],
			{ folder },
		);
		const made = JSON.parse(out.slice(0, out.indexOf("\n\n")));
		expect(made.pattern).toBe(
			'app.get("/hello", ($req, $res, ...) => {\n  $res.json({ message: $_ });\n})',
		);
		expect(out).toContain("reference: matches; starter: misses; accepted");
		expect(out).toContain('  it refuses accepted "');
		expect(code).toBe(0);
	});

	test.each([
		["app.js", '"app.js" names no lines'],
		["other.js:1", 'The reference has no file "other.js"'],
		["app.js:2", 'Lines 2 to 2 of "app.js" hold no code'],
	])("%p is refused", async (lines, why) => {
		const { err, code } = await packs(
			["suggest", "./good/say-hello-over-http", lines],
			{ folder },
		);
		expect(err).toContain(why);
		expect(code).toBe(1);
	});
});

test("a definition that uses itself many times is written out to a bounded length", () => {
	const uses = "$again;\n".repeat(40);
	const text = expanded("$again", { patterns: { $again: uses } });
	expect(text).toContain("$again;");
	expect(text.length).toBeLessThan(100_000);
});

test("the help lists every command, and each tells its own", async () => {
	const { out } = await packs(["--help"]);
	for (const name of [
		...["validate", "behave", "behave-py", "mutants", "prove", "seed"],
		...["fairness", "rewrites", "new", "try", "suggest", "schema"],
	]) {
		expect(out).toContain(`\n  ${name} `);
		const own = await packs([name, "--help"]);
		expect(own.out).toContain(`Usage: npm run packs -- ${name}`);
		expect(own.code).toBe(0);
	}
}, 300_000);
