/** Every example of the guide (`README.md`) is run: what it says matches, matches, and what it says does not, does not. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ChallengeFile, proveChallenge } from "@treeline/packs/format";
import { createVerifier } from "@treeline/verify/worker";
import { casesFaults, scaffoldFaults } from "./tools/square.ts";
import { adviceFor } from "./tools/strict.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const guide = readFileSync(join(import.meta.dir, "README.md"), "utf8");
const verifier = createVerifier();
afterAll(() => verifier.close());

const paths: Record<string, string> = {
	js: "app.js",
	ts: "app.ts",
	tsx: "App.tsx",
	py: "main.py",
};

interface Block {
	language: string;
	text: string;
	/** The last line of prose before it. */
	label: string;
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
				.replace(/^```\w+\n[\s\S]*?^```$/gm, "")
				.trim()
				.split("\n")
				.at(-1) ?? "",
	}));
}

const examples = guide
	.split(/^### (?=\d+\. )/m)
	.slice(1)
	.map((part) => part.split(/^## /m)[0] ?? "");

test("the guide has twenty examples, each with code that matches and code that does not", () => {
	expect(examples).toHaveLength(20);
	for (const example of examples) {
		const labels = blocksIn(example).map(({ label }) => label);
		expect(labels).toContain("Matches:");
		expect(labels).toContain("Does not match:");
	}
});

test("the whole challenge of the guide holds, strictly", async () => {
	const [file, cases] = blocksIn(sectionOf("A whole challenge"));
	const challenge: ChallengeFile = JSON.parse(file?.text ?? "");
	const given = JSON.parse(cases?.text ?? "");
	const path = "cases/01-total-the-cart.json";
	const faults = [
		...(await proveChallenge(challenge, verifier)).faults,
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

const python = `Python\n\n\`\`\`json${sectionOf("A whole challenge").split("```json")[3] ?? ""}`;

describe.each(
	[...examples, python].map((text) => [text.split("\n")[0] ?? "", text]),
)("%s", (_, text) => {
	const [check, ...codes] = blocksIn(text);
	const { definitions, ...condition } = JSON.parse(check?.text ?? "");
	const description = "as the guide says";
	const assertion = { type: "codePattern" as const, description, ...condition };

	test.each(
		codes.map(({ label, language, text }) => [label, language, text] as const),
	)("%s %s", async (label, language, content) => {
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
			expect.any(String),
		]);
	});
});
