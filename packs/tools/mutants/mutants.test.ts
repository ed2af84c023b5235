import { afterAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChallengeFile } from "@treeline/packs/format";
import { createVerifier } from "@treeline/verify/worker";
import { packs } from "../test/command.ts";
import { type ClassifiedMutants, mutationScore } from "./classify.ts";
import { deriveMutants, operators } from "./derive.ts";
import { rateFaults, survivorFaults } from "./survivors.ts";

const verifier = createVerifier();
afterAll(() => verifier.close());

function challenge(
	path: string,
	content: string,
	more: Partial<ChallengeFile> = {},
): ChallengeFile {
	return {
		title: "x",
		// Everything is named.
		prompt: `\`\`\`\n${content}\n\`\`\` async await export default`,
		difficulty: "beginner",
		tags: [],
		timeEstimateSeconds: 1,
		scaffolded: false,
		files: [{ path, content }],
		hints: [],
		assertions: {},
		...more,
	};
}

/** What an operator makes of a file. */
const EXAMPLES: [operator: string, path: string, from: string, to: string][] = [
	[
		"otherReturnType",
		"a.py",
		"def f() -> A:\n    g()\n",
		"def f():\n    g()\n",
	],
	["otherField", "a.py", "class A:\n    b: int\n", "class A:\n    b2: int\n"],
	["rename", "a.js", "function f() {}\nf();", "function f2() {}\nf2();"],
	["dropParameter", "a.js", "function f(a, b) {}", "function f(a) {}"],
	["unexport", "a.js", "export function f() {}", "function f() {}"],
	[
		"otherExport",
		"a.js",
		"const a = 1;\nexport default a;",
		"const a = 1;\nexport { a };",
	],
	["dropImport", "a.js", 'import a from "a";\na();', "\na();"],
	["dropBase", "a.js", "class A extends B {}", "class A  {}"],
	["dropBase", "a.py", "class A(B):\n    pass\n", "class A:\n    pass\n"],
	["dropType", "a.py", "def f(a: int):\n    pass\n", "def f(a):\n    pass\n"],
	[
		"dropDefault",
		"a.py",
		"def f(a: int = 1):\n    pass\n",
		"def f(a: int):\n    pass\n",
	],
	[
		"otherType",
		"a.py",
		"def f(a: int):\n    pass\n",
		"def f(a: str):\n    pass\n",
	],
	[
		"swapReceiver",
		"a.js",
		'import a from "a";\na.b(1);',
		'import a from "a";\nother.b(1);',
	],
	["dropArgument", "a.js", "f(a, b);", "f(a);"],
	["swapArguments", "a.js", "f(a, b);", "f(b, a);"],
	["dropCall", "a.js", "a();\nb = 1;", "\nb = 1;"],
	["dropCall", "a.py", "def f():\n    a()\n", "def f():\n    pass\n"],
	["otherOrder", "a.js", "a.use(b);\na.get(c);", "a.get(c);\na.use(b);"],
	[
		"dropDecorator",
		"a.py",
		'@app.get("/a")\ndef f():\n    pass\n',
		"def f():\n    pass\n",
	],
	["otherStatus", "a.js", "r.status(404);", "r.status(200);"],
	["otherMethod", "a.js", 'app.get("/a", f);', 'app.post("/a", f);'],
	["otherString", "a.js", 'app.get("/a", f);', 'app.get("/ax", f);'],
	["dropProp", "a.tsx", "const a = <b c={d} />;", "const a = <b  />;"],
	[
		"otherElement",
		"a.tsx",
		"const a = <h2>x</h2>;",
		"const a = <span>x</span>;",
	],
	[
		"dropElement",
		"a.tsx",
		"const a = <p><h2>x</h2></p>;",
		"const a = <p><></></p>;",
	],
	[
		"callHandler",
		"a.tsx",
		"const a = <b onClick={f} />;",
		"const a = <b onClick={(f)()} />;",
	],
	["fixedText", "a.tsx", "const a = <b>{c}</b>;", "const a = <b>text</b>;"],
	[
		"dropAsync",
		"a.js",
		"async function f() { await g(); }",
		" function f() {  g(); }",
	],
	[
		"dropAwait",
		"a.js",
		"async function f() { await g(); }",
		"async function f() { g(); }",
	],
	["emptyBody", "a.js", "function f() { g(); }", "function f() {}"],
	[
		"dropIf",
		"a.js",
		"function f(a) { if (a) b(); c(); }",
		"function f(a) {  c(); }",
	],
	[
		"oneWay",
		"a.js",
		"function f(a) { return a ? b : c; }",
		"function f(a) { return b; }",
	],
	[
		"dropThrow",
		"a.py",
		"def f():\n    a = 1\n    raise E(404)\n",
		"def f():\n    a = 1\n    pass\n",
	],
];

test.each(EXAMPLES)("%s in %s: %p becomes %p", async (name, path, from, to) => {
	const { mutants } = await deriveMutants(challenge(path, from));
	const made = mutants
		.filter(({ id }) => id.startsWith(`${name} `))
		.map(({ files }) => files[0]?.content);
	expect(made).toContain(to);
});

test("every operator has an example", () => {
	const shown = new Set(EXAMPLES.map(([name]) => name));
	expect(Object.keys(operators).filter((name) => !shown.has(name))).toEqual([]);
});

test("arguments with names are not swapped", async () => {
	const { mutants } = await deriveMutants(
		challenge("a.py", "f(a=1, b=2)\nf(1, a=2)\n"),
	);
	expect(mutants.map(({ id }) => id).join()).not.toContain("swapArguments");
});

describe("what is not the learner's to break is left alone", () => {
	const content = 'app.get("/a", f);\napp.post("/b", g);\n';

	test("what the starter gives", async () => {
		const scaffold = [{ path: "a.js", content: 'app.get("/a", f);\n' }];
		const { mutants } = await deriveMutants(
			challenge("a.js", content, { scaffold }),
		);
		expect(mutants.length).toBeGreaterThan(0);
		for (const { files } of mutants)
			expect(files[0]?.content).toContain('app.get("/a", f);');
	});

	test("what the prompt does not name", async () => {
		const prompt = "Answer `POST` for `/b` with `app.post`.";
		const { mutants } = await deriveMutants(
			challenge("a.js", content, { prompt }),
		);
		expect(mutants.map(({ id }) => id).join()).not.toContain('"/a"`');
		expect(mutants.some(({ id }) => id.includes("`app.post`"))).toBe(true);
	});

	const ways =
		"export const first = (xs) => xs.filter((x) => x.done).sort(by).slice(0, 3).map((x) => x.name);\n";
	const prompt = "Export `first`, which gives the names of at most `3`.";
	const checks = (...pattern: string[]) => ({
		perFile: {
			"a.js": [{ type: "codePattern" as const, description: "d", pattern }],
		},
	});

	test("what only the checks name, where the prompt names too little", async () => {
		const assertions = checks(
			"$_.filter(...)",
			"$_.sort(...)",
			"$_.slice(0, 3)",
		);
		const { mutants } = await deriveMutants(
			challenge("a.js", ways, { prompt, assertions }),
		);
		expect(mutants.map(({ id }) => id).join()).toContain("no argument `by`");
		const few = await deriveMutants(challenge("a.js", ways, { prompt }));
		expect(few.mutants.map(({ id }) => id).join()).not.toContain(
			"no argument `by`",
		);
	});

	test("what only the checks name, where the prompt names enough", async () => {
		const named = `${prompt} Use \`filter\`, \`slice\` and \`map\`.`;
		const assertions = checks("$_.filter(...)", "$_.sort(...)");
		const { mutants } = await deriveMutants(
			challenge("a.js", ways, { prompt: named, assertions }),
		);
		expect(mutants.map(({ id }) => id).join()).not.toContain(
			"no argument `by`",
		);
	});
});

test("every mutant parses, differs from the reference and from all others", async () => {
	const given = challenge(
		"a.js",
		'app.get("/a", async (a, b) => { await c(); });',
	);
	const { mutants } = await deriveMutants(given);
	const texts = mutants.map(({ files }) => files[0]?.content ?? "");
	expect(new Set([...texts, given.files[0]?.content]).size).toBe(
		texts.length + 1,
	);
	for (const { files } of mutants) {
		const diagnostics = await verifier.diagnose(files);
		expect(Object.values(diagnostics).flat()).toEqual([]);
	}
});

describe("the list of survivors", () => {
	const mutant = (id: string) => ({ id, files: [] });
	const classified = (
		killed: number,
		...survivors: string[]
	): ClassifiedMutants => ({
		derived: killed + survivors.length,
		places: 40,
		unnamed: ["f"],
		killed: Array.from({ length: killed }, (_, index) => mutant(`${index}`)),
		equivalent: [],
		survivors: survivors.map(mutant),
		unclassified: [],
	});
	const listed = (...mutants: string[]) => ({
		text: "",
		survivors: { x: mutants.map((mutant) => ({ mutant, reason: "y" })) },
		faults: [],
	});

	test("names each survivor, and nothing else", () => {
		expect(survivorFaults("x", classified(20, "a"), listed("a"))).toEqual([]);
		expect(survivorFaults("x", classified(20, "a"), listed()).join()).toContain(
			'the derived mutant "a" behaves wrongly and passes every check',
		);
		expect(survivorFaults("x", classified(20), listed("a")).join()).toContain(
			'lists "a", which is no survivor',
		);
	});

	test("a large solution must yield 12 mutants, and what the prompt does not name is listed", () => {
		expect(survivorFaults("x", classified(11), listed()).join()).toContain(
			"only 11 mutants can be derived of the 12 that this solution should yield (it has 40 places to break): most are about what neither the prompt in code font nor a pattern of the checks names, such as `f`; say in the prompt what the checks ask for, or, where the way is the learner's, write a check for what arrives (its patterns count, too)",
		);
	});

	test.each([
		[8, 4, 0],
		[8, 3, 1],
		[1, 1, 0],
		[0, 0, 0],
		[100, 12, 0],
	])("of %p places, %p mutants are %p faults", (places, derived, faults) => {
		const small = { ...classified(derived), places };
		expect(survivorFaults("x", small, listed())).toHaveLength(faults);
	});

	test("95 of 100 must be killed, listed or not", () => {
		const one = classified(94, "a", "b", "c", "d", "e", "f");
		expect(mutationScore(one)).toBe(0.94);
		expect(rateFaults([one], listed()).join()).toContain(
			"94.0 % of the derived mutants are killed; at least 95.0 % must be: catch 1 more",
		);
		expect(
			rateFaults([classified(95, "a", "b", "c", "d", "e")], listed()),
		).toEqual([]);
	});

	test("of fewer than 20 mutants, one may survive", () => {
		expect(rateFaults([classified(3, "a")], listed("a"))).toEqual([]);
		expect(rateFaults([classified(3, "a", "b")], listed()).join()).toContain(
			"60.0 % of the derived mutants are killed; at least 95.0 % must be: catch 1 more",
		);
	});
});

describe("at the command line", () => {
	const folder = mkdtempSync(join(tmpdir(), "treeline-mutants-"));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	const mutants = (name: string, survivors: object | null) => {
		const pack = join(folder, name);
		cpSync(join(import.meta.dir, "../broken/fixtures/good"), pack, {
			recursive: true,
		});
		if (survivors)
			writeFileSync(
				join(pack, "survivors.json"),
				JSON.stringify({ survivors }),
			);
		return packs(["mutants", pack, "--challenge", "1", "--trust"]);
	};
	const greeting =
		'otherString app.js: "Welcome to the libraryx" in place of "Welcome to the library"';

	test("without a suite, what passes the checks is listed with the next step, and not called wrong", async () => {
		const { out, code } = await mutants("no-suite", null);
		expect(out).toStartWith(
			`✗ good/01-say-hello-over-http: 17 derived: 16 killed, 1 not classified
    - 1 mutant passes every check, and there is no behavioural suite to tell whether it is wrong or a right answer in other words; write behavior/01-say-hello-over-http.test.ts, or add a check that fails those that are wrong:
        ${greeting}
`,
		);
		expect(out).not.toContain("behaves wrongly");
		expect(code).toBe(1);
	}, 180_000);

	test("what the list of survivors holds is shown with its reasons", async () => {
		const { out, code } = await mutants("listed", {
			"01-say-hello-over-http": [
				{ mutant: greeting, reason: "The greeting is the learner's." },
			],
		});
		expect(out).toContain(
			`    survivors.json lists what passes the checks and behaves wrongly, with the reason why no check catches it:
        ${greeting}
          The greeting is the learner's.
`,
		);
		expect(code).toBe(0);
	}, 180_000);
});
