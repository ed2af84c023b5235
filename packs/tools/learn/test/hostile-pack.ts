/** A small pack whose texts try to control the terminal. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const CLEAR = "\u001b[2J";
const TITLE = "\u001b]0;owned\u0007";

/** Writes the pack `sums` below `folder`; its second challenge is harmless. */
export function writeHostilePack(folder: string): void {
	const pack = join(folder, "sums");
	mkdirSync(join(pack, "challenges"), { recursive: true });
	const write = (path: string, value: object) =>
		writeFileSync(join(pack, path), JSON.stringify(value));
	write("pack.json", {
		name: `Sums ${CLEAR}`,
		slug: "sums",
		description: "Sums",
		language: "javascript",
		tags: ["sums"],
		version: "1.0.0",
		author: "Ada",
		challenges: ["challenges/01-double-it.json", "challenges/02-halve-it.json"],
	});
	write("challenges/01-double-it.json", challenge("double", TITLE, CLEAR));
	write("challenges/02-halve-it.json", challenge("halve", "", ""));
}

const challenge = (name: string, inTitle: string, inTexts: string) => ({
	title: `Make it ${name}${inTitle}`,
	prompt: `Write a function \`${name}\`.${inTexts}\n\n1. Export it,\u202e as a **name**.\n\n\`\`\`js\n${name}(2);${inTexts}\n\`\`\`\n`,
	difficulty: "beginner",
	tags: ["functions"],
	timeEstimateSeconds: 60,
	scaffolded: true,
	files: [
		{
			path: `${name}.js`,
			content: `export function ${name}(number) {\n\treturn number;\n}\n`,
		},
	],
	scaffold: [{ path: `${name}.js`, content: `// ${name}\n` }],
	hints: [`Begin with \`export\`.${inTexts}`, "Write `function`."],
	debrief: `You have written \`${name}\`.${inTexts}`,
	assertions: {
		perFile: {
			[`${name}.js`]: [
				{
					type: "codePattern",
					description: `\`${name}\` is exported.${inTexts}`,
					pattern: `export function ${name}($_) { ... }`,
				},
			],
		},
	},
});
