/** Templates of new challenges by language: each is small and valid. */
import {
	type Cases,
	type ChallengeFile,
	pathFault,
} from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";

export const LANGUAGES = [
	"javascript",
	"typescript",
	"tsx",
	"python",
	"html",
	"css",
	"json",
] as const;
export type Language = (typeof LANGUAGES)[number];

interface Template {
	challenge: ChallengeFile;
	cases: Cases;
	/** The behavioural suite's text. */
	suite: string;
}

/** What an author may choose of a template. */
export interface Names {
	/** The file that learners write. */
	path?: string | undefined;
	/** What it exports. */
	name?: string | undefined;
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
	/** The task in one sentence. */
	task?: string;
	check: NonNullable<ChallengeFile["assertions"]["perFile"]>[string][number];
	suite: string;
}

/** Texts of templates that say what to write in their place; a challenge with one of them is not finished. */
export const PLACEHOLDERS = {
	description: "Say in one sentence what is learnt here.",
	author: "You",
	prompt: "A sentence that says why anyone would want this.",
	hints: [
		"The concept: what is needed, and what for.",
		"Where to look: which part of the file, which page of the manual.",
		"The shape: what the answer looks like from afar.",
	],
};

/** Calls the function `name` of a file. */
const scriptSuite = (path: string, name: string) =>
	`import { expect, test } from "bun:test";
import { solution } from "../../behavior/solution.ts";

const { ${name} } = await solution<{ ${name}(name: string): string }>("${path}");

test("greets by name", () => {
	expect(${name}("Ada")).toBe("Hello, Ada");
});
`;

const script = (path: string, name: string, type: string): TemplateParts => {
	const typed = type && `: ${type}`;
	const start = `export function ${name}(name${typed})${typed} {`;
	return {
		path,
		name,
		reference: `${start}\n  return "Hello, " + name;\n}\n`,
		scaffold: `// Write ${name} here, and export it.\n`,
		accepted: `export const ${name} = (name${typed}) => ["Hello", name].join(", ");\n`,
		rejected: `${start.replace(`function ${name}`, "function anotherName")}\n  return "Hello, " + name;\n}\n`,
		check: {
			type: "codePattern",
			description: `\`${path}\` exports a function \`${name}\` that ${type ? "takes a text and " : ""}returns something.`,
			pattern: `export function ${name}($name${typed}, ...) {\n  return $_;\n}`,
		},
		suite: scriptSuite(path, name),
	};
};

/** By language: the parts of its template, the usual ones without names. */
const TEMPLATES: Record<Language, (names: Names) => TemplateParts> = {
	javascript: ({ path = "greet.js", name = "greet" }) => script(path, name, ""),
	typescript: ({ path = "greet.ts", name = "greet" }) =>
		script(path, name, "string"),
	tsx: ({ path = "Greeting.tsx", name = "Greeting" }) => {
		const start = `export function ${name}({ name }: { name: string }) {`;
		return {
			path,
			name,
			reference: `${start}\n  return <h1>Hello, {name}</h1>;\n}\n`,
			scaffold: `// Write ${name} here, and export it.\n`,
			accepted: `export const ${name} = (props: { name: string }) => <h1>Hello, {props.name}</h1>;\n`,
			rejected: `${start.replace(`function ${name}`, "function AnotherName")}\n  return <h1>Hello, {name}</h1>;\n}\n`,
			check: {
				type: "codePattern",
				description: `\`${path}\` exports a component \`${name}\` with a heading.`,
				pattern: `export function ${name}(...) {\n  return <h1 />;\n}`,
			},
			suite: `import { expect, test } from "bun:test";
import { render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { solution } from "../../behavior/solution.ts";

const { ${name} } = await solution<{
	${name}: ComponentType<{ name: string }>;
}>("${path}");

test("greets by name", () => {
	render(<${name} name="Ada" />);
	expect(screen.getByRole("heading").textContent).toBe("Hello, Ada");
});
`,
		};
	},
	python: ({ path = "main.py", name = "greet" }) => ({
		path,
		name,
		reference: `def ${name}(name):\n    return "Hello, " + name\n`,
		scaffold: `# Write ${name} here.\n`,
		accepted: `def ${name}(name: str) -> str:\n    return f"Hello, {name}"\n`,
		rejected: 'def another_name(name):\n    return "Hello, " + name\n',
		check: {
			type: "codePattern",
			description: `\`${path}\` has a function \`${name}\` that returns something.`,
			pattern: `def ${name}($name, ...):\n    return $_`,
		},
		suite: `from ${path.replace(/\.py$/, "").replaceAll("/", ".")} import ${name}


def test_greets_by_name():
    assert ${name}("Ada") == "Hello, Ada"
`,
	}),
	html: ({ path = "index.html", name = "greeting" }) => {
		const page = (body: string) =>
			`<!DOCTYPE html>\n<html lang="en">\n  <head>\n    <title>Hello</title>\n  </head>\n  <body>\n    ${body}\n  </body>\n</html>\n`;
		return {
			path,
			name,
			task: `Write a heading of the first level with the \`id\` \`${name}\`, and a text in it.`,
			reference: page(`<h1 id="${name}">Hello, Ada</h1>`),
			scaffold: page("<!-- Write the heading here. -->"),
			accepted: page(
				`<main><h1 class="big" id='${name}'>Hello, <em>Ada</em></h1></main>`,
			),
			rejected: page('<h1 id="anotherName">Hello, Ada</h1>'),
			check: {
				type: "codePattern",
				description: `\`${path}\` has an \`<h1>\` with the \`id\` \`${name}\` and a text in it.`,
				pattern: `<h1 id="${name}">$_</h1>`,
			},
			suite: `import { expect, test } from "bun:test";
import { solutionText } from "../../behavior/solution.ts";

test("greets on the page", async () => {
	document.documentElement.innerHTML = await solutionText("${path}");
	expect(document.querySelector("h1#${name}")?.textContent).toBe("Hello, Ada");
});
`,
		};
	},
	css: ({ path = "style.css", name = "greeting" }) => ({
		path,
		name,
		task: `Make everything of the class \`${name}\` a grid with a gap of your own.`,
		reference: `.${name} {\n  display: grid;\n  gap: 1rem;\n}\n`,
		scaffold: `/* Write the rule for .${name} here. */\n`,
		accepted: `main,\n.${name} {\n  gap: 2em;\n}\n\n.${name} {\n  display: grid;\n}\n`,
		rejected: ".anotherName {\n  display: grid;\n  gap: 1rem;\n}\n",
		check: {
			type: "codePattern",
			description: `\`${path}\` makes \`.${name}\` a grid with a gap.`,
			pattern: `.${name} { display: grid; gap: $_ }`,
		},
		suite: `import { expect, test } from "bun:test";
import { solutionText } from "../../behavior/solution.ts";

test("lays out a grid", async () => {
	document.head.innerHTML = \`<style>\${await solutionText("${path}")}</style>\`;
	document.body.innerHTML = '<div class="${name}"></div>';
	const [element] = document.getElementsByClassName("${name}");
	expect(element && getComputedStyle(element).display).toBe("grid");
});
`,
	}),
	json: ({ path = "settings.json", name = "greeting" }) => ({
		path,
		name,
		task: `Write an object with the key \`${name}\` and a text for it.`,
		reference: `{\n  "${name}": "Hello, Ada"\n}\n`,
		scaffold: "{}\n",
		accepted: `{ "volume": 3, "${name}": "Hello, Ada" }\n`,
		rejected: '{\n  "anotherName": "Hello, Ada"\n}\n',
		check: {
			type: "codePattern",
			description: `\`${path}\` has the key \`${name}\` with a text.`,
			pattern: `{ "${name}": "$_" }`,
		},
		suite: `import { expect, test } from "bun:test";
import { solutionText } from "../../behavior/solution.ts";

test("has a greeting", async () => {
	const settings = JSON.parse(await solutionText("${path}"));
	expect(settings.${name}).toBe("Hello, Ada");
});
`,
	}),
};

/** `first-steps` is called "First Steps" until its author finds better words. */
export function titleOf(slug: string): string {
	return slug
		.split("-")
		.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
		.join(" ");
}

/** The files that a template can have, by its language. */
const FILES: Record<Language, RegExp> = {
	javascript: /\.m?js$/,
	typescript: /\.m?ts$/,
	tsx: /\.tsx$/,
	// A name that Python can import.
	python: /^([A-Za-z_]\w*\/)*[A-Za-z_]\w*\.py$/,
	html: /\.html$/,
	css: /\.css$/,
	json: /\.json$/,
};

/**
 * A challenge, its first cases and its suite; the title and the difficulty are the caller's. Throws when the file is none of the
 * language, or the name is none that code may have.
 */
export function templateFor(language: Language, names: Names = {}): Template {
	const {
		path,
		name,
		check,
		suite,
		task = `${language === "python" ? "Write" : "Export"} \`${name}\`. It takes a name and answers a greeting.`,
		...texts
	} = TEMPLATES[language](names);
	const unsafe = pathFault(path);
	if (unsafe) throw new Error(unsafe);
	if (!FILES[language].test(path))
		throw new Error(
			`"${path}" cannot be a file of a ${language} challenge; give another \`--file\`, or another \`--language\`.`,
		);
	if (!/^[A-Za-z_]\w*$/.test(name))
		throw new Error(
			`"${name}" cannot be the name of a function; use letters, digits and \`_\`, like "greetAll".`,
		);
	const file = (content: string): FileEntry[] => [{ path, content }];
	return {
		challenge: {
			title: "",
			prompt: `${PLACEHOLDERS.prompt}\n\n## What to build\n\nIn \`${path}\`:\n\n1. ${task}\n\n## How it is checked\n\nThe checks read the structure of \`${path}\`.\n`,
			difficulty: "beginner",
			tags: [],
			timeEstimateSeconds: 300,
			scaffolded: true,
			files: file(texts.reference),
			scaffold: file(texts.scaffold),
			hints: PLACEHOLDERS.hints,
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
