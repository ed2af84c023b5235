/** Every example of the guide (`README.md`) is run: what it says matches, matches, and what it says does not, does not. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	type ChallengeFile,
	shapeFaults,
	validateChallenge,
} from "@treeline/packs/format";
import type { Assertion } from "@treeline/verify/shapes";
import { createVerifier } from "@treeline/verify/worker";
import { templateFor } from "./tools/author/templates.ts";
import { adviceFor, scaffoldFaults } from "./tools/challenge-faults.ts";
import { convertAll } from "./tools/convert/index.ts";
import { Survivors } from "./tools/mutants/survivors.ts";
import { casesFaults } from "./tools/strict.ts";
import { packs } from "./tools/test/command.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const guide = readFileSync(join(import.meta.dir, "README.md"), "utf8");
const verifier = createVerifier();
afterAll(() => verifier.close());

const paths: Record<string, string> = {
	js: "app.js",
	jsx: "App.jsx",
	ts: "app.ts",
	tsx: "App.tsx",
	py: "main.py",
	html: "index.html",
	css: "style.css",
	json: "package.json",
};

interface Block {
	language: string;
	text: string;
	/** The last line of prose before it, of several in a row before the first one. */
	label: string;
	/** What a learner reads of it, where the guide says so. */
	message: string | null;
}

/** What stands under a heading, up to the next one of its level. */
const sectionOf = (heading: string) =>
	guide.split(`\n## ${heading}\n`)[1]?.split(/^## /m)[0] ?? "";

/** The fenced blocks of a part of the guide. */
function blocksIn(text: string): Block[] {
	return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map((block) => ({
		language: block[1] ?? "",
		text: block[2] ?? "",
		label:
			text
				.slice(0, block.index)
				.replace(/^```\w+\n[\s\S]*?^```$|^> .*$/gm, "")
				.trim()
				.split("\n")
				.at(-1) ?? "",
		message:
			/^\n\n> (.+)\n/.exec(text.slice(block.index + block[0].length))?.[1] ??
			null,
	}));
}

const examples = guide
	.split(/^### (?=\d+\. )/m)
	.slice(1)
	.map((part) => part.split(/^## /m)[0] ?? "");

test("the guide has its examples, numbered, each with code that matches and code that does not", () => {
	expect(examples.map((example) => Number.parseInt(example, 10))).toEqual(
		Array.from({ length: 39 }, (_, index) => index + 1),
	);
	for (const example of examples) {
		const labels = blocksIn(example).map(({ label }) => label);
		expect(labels).toContain("Matches:");
		expect(labels).toContain("Does not match:");
	}
});

test("the ten steps of the guide lead to a valid pack", async () => {
	const root = mkdtempSync(join(tmpdir(), "treeline-guide-"));
	const folder = join(root, "clone");
	mkdirSync(folder);
	const steps = sectionOf("A first challenge in ten steps");
	expect(steps.match(/^\d+\. /gm)).toHaveLength(10);
	const commands = [...steps.matchAll(/^ +npm run packs -- (.+)$/gm)].map(
		([, command = ""]) => command.split(" "),
	);
	const [first, ...later] = commands.slice(0, -1);
	// The last one sends the pack to a server that runs.
	expect(commands.at(-1)?.[0]).toBe("seed");
	const run = async (args: string[] = []) => {
		const { out, err, code } = await packs(args, { folder });
		expect([args.join(" "), code, code === 0 ? "" : out + err]).toEqual([
			args.join(" "),
			0,
			"",
		]);
		return out;
	};
	try {
		const made = await run(first);
		expect(made).toContain("solution/cart.js\n");
		expect(made).toMatch(/pack\.json:\d+:\d+: `description` still has/);
		const manifest = join(root, "lessons/shop/pack.json");
		await Bun.write(
			manifest,
			(await Bun.file(manifest).text())
				.replace(/"description": ".*"/, '"description": "Sums of a shop."')
				.replace(/"author": ".*"/, '"author": "Ada"'),
		);
		const [challenge, cases, suite] = blocksIn(sectionOf("A whole challenge"));
		const write = (path: string, text = "") =>
			Bun.write(join(root, path), text);
		await write(
			"lessons/shop/challenges/01-total-the-cart.json",
			challenge?.text,
		);
		rmSync(join(root, "lessons/shop/challenges/01-total-the-cart"), {
			recursive: true,
		});
		await write("lessons/shop/cases/01-total-the-cart.json", cases?.text);
		await write("lessons/shop/behavior/01-total-the-cart.test.ts", suite?.text);
		const pack = join(root, "lessons/shop");
		expect(await convertAll([pack], "files")).toHaveLength(1);
		const { accepted } = JSON.parse(cases?.text ?? "");
		await write("answers/reduce.js", accepted[0].files[0].content);
		const outs: string[] = [];
		for (const args of later) outs.push(await run(args));
		expect(outs).toHaveLength(6);
		expect(outs[0]).toContain("Array.isArray($");
		expect(outs[2]).toContain("accepted: reduce");
		expect(outs[3]).toContain("✓ 5 of 5 checks passed");
		expect(outs[5]).toEndWith(
			"\n2 tests on references passed, 0 faults in 1 packs\nshop/total-the-cart has 3 accepted answers; have two people who have not seen the solution write others, right and wrong, and judge them.\nThis does not show that the checks are fair: it knows your answers and what it derives from them, and no other algorithm (a table, recursion, another order of steps). Next: let two people who have not seen the solution write answers, right and wrong, and judge them with `npm run packs -- fairness <pack> <folder>`.\n",
		);
	} finally {
		rmSync(root, { recursive: true, force: true });
	}
}, 600_000);

test("the suites and the list of survivors that the guide shows are ones that are run", async () => {
	const [page, python, types, server, rendered] = blocksIn(
		sectionOf("Behavioural suites"),
	);
	const inFolder = (suite: string) =>
		suite.replace("../../behavior/", "../../../behavior/");
	// `new` writes the first two, and its tests run them.
	expect(page?.text).toBe(inFolder(templateFor("tsx").suite));
	expect(python?.text).toBe(templateFor("python").suite);
	const suite = (challenge: string) =>
		Bun.file(join(import.meta.dir, challenge, "behavior.test.ts")).text();
	expect(await suite("typescript/challenges/01-read-a-weight")).toEndWith(
		types?.text ?? "none",
	);
	expect(server?.text).toBe(
		await suite("express/challenges/01-say-hello-over-http"),
	);
	expect(rendered?.text).toBe(
		await suite("web-page/challenges/01-a-page-with-landmarks"),
	);
	const [, list = ""] =
		/^ +```json\n([\s\S]+?)^ +```$/m.exec(sectionOf("Releasing")) ?? [];
	expect(shapeFaults(Survivors, JSON.parse(list))).toEqual([]);
});

test("the whole challenge of the guide holds, strictly", async () => {
	const [file, cases] = blocksIn(sectionOf("A whole challenge"));
	const challenge: ChallengeFile = JSON.parse(file?.text ?? "");
	const given = JSON.parse(cases?.text ?? "");
	const path = "cases/01-total-the-cart.json";
	const faults = [
		...(await validateChallenge(challenge, verifier)).faults,
		...adviceFor(challenge),
		...(await scaffoldFaults(challenge, verifier)),
		...(await casesFaults(
			challenge,
			{ path, text: "", faults: [], ...given },
			verifier,
		)),
	];
	expect(faults).toEqual([]);
	expect(challenge.assertions.perFile?.["cart.js"]).toHaveLength(5);
});

test("a known mistake that no rejected answer shows, or that cannot be evaluated, is a fault with its place", async () => {
	const [file, given] = blocksIn(sectionOf("A whole challenge"));
	const challenge: ChallengeFile = JSON.parse(file?.text ?? "");
	const cases = {
		...{ path: "cases/01-total-the-cart.json", text: "", faults: [] },
		...JSON.parse(given?.text ?? ""),
	};
	const check = challenge.assertions.perFile?.["cart.js"]?.[2];
	if (check?.type !== "codePattern" || !check.mistakes)
		throw new Error("the third check knows no mistake");
	check.mistakes.unshift({ pattern: "alert($_)", message: "No alarm." });
	const [fault, ...others] = await casesFaults(challenge, cases, verifier);
	expect(others).toEqual([]);
	expect(fault).toMatchObject({
		pointer: "#/rejected",
		code: "unshown_mistake",
		detail: expect.stringContaining(
			'no rejected answer shows the mistake perFile/cart.js/2/mistakes/0 ("No alarm.")',
		),
	});
	check.mistakes[0] = { pattern: "alert($_", message: "No alarm." };
	const { faults } = await validateChallenge(challenge, verifier);
	expect(faults.map(({ pointer }) => pointer)).toEqual([
		"#/assertions/perFile/cart.js/2/mistakes/0/pattern",
	]);
});

const python = `Python\n\n\`\`\`json${sectionOf("A whole challenge").split("```json")[3] ?? ""}`;

const little =
	sectionOf("A fair check")
		.split("\n### ")
		.find((text) => text.startsWith("Say little")) ?? "";

describe.each(
	[...examples, python, little].map((text) => [
		text.split("\n")[0] ?? "",
		text,
	]),
)("%s", (_, text) => {
	const [check, ...codes] = blocksIn(text);
	const { definitions, ...condition } = JSON.parse(check?.text ?? "");
	const description = "as the guide says";
	const assertion = { type: "codePattern" as const, description, ...condition };

	test.each(
		codes.map(
			({ label, language, text, message }) =>
				[label, language, text, message] as const,
		),
	)("%s %s", async (label, language, content, message) => {
		const path = paths[language] ?? "";
		const { result, diagnostics } = await verifier.check(
			{ perFile: { [path]: [assertion] }, ...(definitions && { definitions }) },
			[{ path, content }],
		);
		const [only] = result.fileResults[0]?.results ?? [];
		expect(diagnostics).toEqual({});
		expect(only?.fault).toBeUndefined();
		expect([only?.passed, only?.message]).toEqual([
			label === "Matches:",
			message ?? expect.any(String),
		]);
	});
});

const kinds = readFileSync(join(import.meta.dir, "KINDS.md"), "utf8")
	.split(/^## /m)
	.slice(1);

test.each(kinds.map((text) => [text.split("\n")[0] ?? "", text]))(
	"the example of %s matches, and its near miss does not, in the words that stand below it",
	async (kind, text) => {
		const [check, match, miss] = blocksIn(text);
		const path = kind.includes("python") ? "main.py" : "app.js";
		const assertion: Assertion = {
			description: "as the reference says",
			...JSON.parse(check?.text ?? ""),
		};
		const resultOf = async (block: Block | undefined) => {
			const { result } = await verifier.check(
				{ perFile: { [path]: [assertion] } },
				[{ path, content: block?.text ?? "" }],
			);
			return result.fileResults[0]?.results[0];
		};
		expect(await resultOf(match)).toMatchObject({ passed: true });
		const { passed, message } = (await resultOf(miss)) ?? {};
		expect([passed, `> ${message}`]).toEqual([
			false,
			text.trim().split("\n").at(-1),
		]);
	},
);
