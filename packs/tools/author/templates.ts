/** Templates of new challenges by language: each is small and valid. */
import type { Cases, ChallengeFile } from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";

export const LANGUAGES = ["javascript", "typescript", "tsx", "python"] as const;
export type Language = (typeof LANGUAGES)[number];

interface Template {
	challenge: ChallengeFile;
	cases: Cases;
	/** The behavioural suite's text. */
	suite: string;
}

interface TemplateParts {
	path: string;
	reference: string;
	scaffold: string;
	/** Another right answer. */
	accepted: string;
	/** The same under a wrong name. */
	rejected: string;
	/** What the learner is to write. */
	name: string;
	check: NonNullable<ChallengeFile["assertions"]["perFile"]>[string][number];
	suite: string;
}

/** Calls `greet` of a file. */
const scriptSuite = (path: string) => `import { expect, test } from "bun:test";
import { solution } from "../../behavior/solution.ts";

const { greet } = await solution<{ greet(name: string): string }>("${path}");

test("greets by name", () => {
	expect(greet("Ada")).toBe("Hello, Ada");
});
`;

const TEMPLATES: Record<Language, TemplateParts> = {
	javascript: {
		path: "greet.js",
		reference: 'export function greet(name) {\n  return "Hello, " + name;\n}\n',
		scaffold: "// Write greet here, and export it.\n",
		accepted: 'export const greet = (name) => ["Hello", name].join(", ");\n',
		rejected: 'export function hello(name) {\n  return "Hello, " + name;\n}\n',
		name: "greet",
		check: {
			type: "codePattern",
			description:
				"`greet.js` exports a function `greet` that returns something.",
			pattern: "export function greet($name, ...) {\n  return $_;\n}",
		},
		suite: scriptSuite("greet.js"),
	},
	typescript: {
		path: "greet.ts",
		reference:
			'export function greet(name: string): string {\n  return "Hello, " + name;\n}\n',
		scaffold: "// Write greet here, and export it.\n",
		accepted:
			'export const greet = (name: string) => ["Hello", name].join(", ");\n',
		rejected:
			'export function hello(name: string): string {\n  return "Hello, " + name;\n}\n',
		name: "greet",
		check: {
			type: "codePattern",
			description:
				"`greet.ts` exports a function `greet` that takes a text and returns something.",
			pattern: "export function greet($name: string, ...) {\n  return $_;\n}",
		},
		suite: scriptSuite("greet.ts"),
	},
	tsx: {
		path: "Greeting.tsx",
		reference:
			"export function Greeting({ name }: { name: string }) {\n  return <h1>Hello, {name}</h1>;\n}\n",
		scaffold: "// Write Greeting here, and export it.\n",
		accepted:
			"export const Greeting = (props: { name: string }) => <h1>Hello, {props.name}</h1>;\n",
		rejected:
			"export function Hello({ name }: { name: string }) {\n  return <h1>Hello, {name}</h1>;\n}\n",
		name: "Greeting",
		check: {
			type: "codePattern",
			description:
				"`Greeting.tsx` exports a component `Greeting` with a heading.",
			pattern: "export function Greeting(...) {\n  return <h1 />;\n}",
		},
		suite: `import { expect, test } from "bun:test";
import { render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { solution } from "../../behavior/solution.ts";

const { Greeting } = await solution<{
	Greeting: ComponentType<{ name: string }>;
}>("Greeting.tsx");

test("greets by name", () => {
	render(<Greeting name="Ada" />);
	expect(screen.getByRole("heading").textContent).toBe("Hello, Ada");
});
`,
	},
	python: {
		path: "main.py",
		reference: 'def greet(name):\n    return "Hello, " + name\n',
		scaffold: "# Write greet here.\n",
		accepted: 'def greet(name: str) -> str:\n    return f"Hello, {name}"\n',
		rejected: 'def hello(name):\n    return "Hello, " + name\n',
		name: "greet",
		check: {
			type: "codePattern",
			description: "`main.py` has a function `greet` that returns something.",
			pattern: "def greet($name, ...):\n    return $_",
		},
		suite: `from main import greet


def test_greets_by_name():
    assert greet("Ada") == "Hello, Ada"
`,
	},
};

/** A challenge, its first cases and its suite; the title and the difficulty are the caller's. */
export function templateFor(language: Language): Template {
	const { path, name, check, suite, ...texts } = TEMPLATES[language];
	const file = (content: string): FileEntry[] => [{ path, content }];
	return {
		challenge: {
			title: "",
			prompt: `A sentence that says why anyone would want this.\n\n## What to build\n\nIn \`${path}\`:\n\n1. Export \`${name}\`. It takes a name and answers a greeting.\n\n## How it is checked\n\nThe checks read the structure of \`${path}\`.\n`,
			difficulty: "beginner",
			tags: [],
			timeEstimateSeconds: 300,
			scaffolded: true,
			files: file(texts.reference),
			scaffold: file(texts.scaffold),
			hints: [
				"The concept: what is needed, and what for.",
				"Where to look: which part of the file, which page of the manual.",
				"The shape: what the answer looks like from afar.",
			],
			assertions: { perFile: { [path]: [check] } },
		},
		cases: {
			accepted: [{ name: "another spelling", files: file(texts.accepted) }],
			rejected: [
				{
					name: "another name",
					caughtBy: `perFile/${path}/0`,
					files: file(texts.rejected),
				},
			],
		},
		suite,
	};
}
