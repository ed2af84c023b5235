/**
 * Behaviour-keeping rewrites of the answers that a pack calls right: its reference and accepted answers. A check that refuses one
 * of them reads the spelling and not the meaning.
 */
import type { ChallengeFile } from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";
import { namedIn } from "../mutants/derive.ts";
import { edited, withTree } from "../mutants/tree.ts";
import { branches } from "./branches.ts";
import { functions } from "./functions.ts";
import { names } from "./names.ts";
import type { RewriteOperator } from "./rewrite.ts";
import { values } from "./values.ts";
import { ways } from "./ways.ts";

/** By the name that a failure is printed under. */
export const operators: Record<string, RewriteOperator> = {
	...names,
	...functions,
	...branches,
	...values,
	...ways,
};

/** A right answer in another spelling. */
export interface Rewrite {
	/** Whether it is another way to do the same, which patterns do not take for the first one. */
	isOtherWay: boolean;
	/** What was changed: `otherName app.js: \`req\` is called \`req2\``. */
	id: string;
	files: FileEntry[];
}

/** The rewrites of one answer, each of which parses and differs from all others. */
export async function deriveRewrites(
	{ prompt, scaffold = [] }: Pick<ChallengeFile, "prompt" | "scaffold">,
	files: FileEntry[],
): Promise<Rewrite[]> {
	const isNamed = namedIn(prompt);
	const wordsIn = (all: Pick<FileEntry, "content">[]) =>
		new Set(all.flatMap(({ content }) => content.split(/[^\w$]+/)));
	const starter = wordsIn(scaffold);
	const context = {
		isOwnModule: (name: string) =>
			files.some(({ path }) => path.split(/[/.]/)[0] === name),
	};
	const rewrites: Rewrite[] = [];
	for (const [index, { path, content }] of files.entries()) {
		const seen = new Set([content]);
		// Every name at the top of a Python module may be imported.
		const isPython = path.endsWith(".py");
		const elsewhere = wordsIn(isPython ? files.toSpliced(index, 1) : []);
		const isGiven = (name: string) =>
			isNamed(name) || starter.has(name) || elsewhere.has(name);
		const spellings = await withTree(path, content, (root) =>
			Object.entries(operators).flatMap(([name, operator]) =>
				operator(root, { ...context, isGiven }).map((one) => ({
					name,
					...one,
				})),
			),
		);
		for (const { name, what, edits } of spellings ?? []) {
			const changed = edited(content, edits);
			if (seen.has(changed)) continue;
			seen.add(changed);
			if ((await withTree(path, changed, () => true)) === null) continue;
			rewrites.push({
				isOtherWay: name in ways,
				id: `${name} ${path}: ${what}`,
				files: files.with(index, { path, content: changed }),
			});
		}
	}
	return rewrites;
}
