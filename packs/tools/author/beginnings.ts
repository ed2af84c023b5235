/** What a new challenge begins with, by language: a small one that holds, so that every change from there shows at once. */
import type { Cases, ChallengeFile } from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";

export type Language = "javascript" | "tsx" | "python";

interface Beginning {
	challenge: ChallengeFile;
	cases: Cases;
}

interface Words {
	path: string;
	reference: string;
	scaffold: string;
	/** Another right way. */
	variant: string;
	/** The same under a wrong name. */
	mutant: string;
	/** What the learner is to write. */
	name: string;
	check: NonNullable<ChallengeFile["assertions"]["perFile"]>[string][number];
}

const WORDS: Record<Language, Words> = {
	javascript: {
		path: "greet.js",
		reference: 'export function greet(name) {\n  return "Hello, " + name;\n}\n',
		scaffold: "// Write greet here, and export it.\n",
		variant: 'export const greet = (name) => ["Hello", name].join(", ");\n',
		mutant: 'export function hello(name) {\n  return "Hello, " + name;\n}\n',
		name: "greet",
		check: {
			type: "codePattern",
			description:
				"`greet.js` exports a function `greet` that returns something.",
			pattern: "export function greet($name, ...) {\n  return $_;\n}",
		},
	},
	tsx: {
		path: "Greeting.tsx",
		reference:
			"export function Greeting({ name }: { name: string }) {\n  return <h1>Hello, {name}</h1>;\n}\n",
		scaffold: "// Write Greeting here, and export it.\n",
		variant:
			"export const Greeting = (props: { name: string }) => <h1>Hello, {props.name}</h1>;\n",
		mutant:
			"export function Hello({ name }: { name: string }) {\n  return <h1>Hello, {name}</h1>;\n}\n",
		name: "Greeting",
		check: {
			type: "codePattern",
			description:
				"`Greeting.tsx` exports a component `Greeting` with a heading.",
			pattern: "export function Greeting(...) {\n  return <h1 />;\n}",
		},
	},
	python: {
		path: "main.py",
		reference: 'def greet(name):\n    return "Hello, " + name\n',
		scaffold: "# Write greet here.\n",
		variant: 'def greet(name: str) -> str:\n    return f"Hello, {name}"\n',
		mutant: 'def hello(name):\n    return "Hello, " + name\n',
		name: "greet",
		check: {
			type: "codePattern",
			description: "`main.py` has a function `greet` that returns something.",
			pattern: "def greet($name, ...):\n    return $_",
		},
	},
};

/** A challenge and its first cases; the title and the difficulty are the caller's. */
export function beginnings(language: Language): Beginning {
	const { path, name, check, ...texts } = WORDS[language];
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
			accepted: [{ name: "another spelling", files: file(texts.variant) }],
			rejected: [
				{
					name: "another name",
					caughtBy: `perFile/${path}/0`,
					files: file(texts.mutant),
				},
			],
		},
	};
}
