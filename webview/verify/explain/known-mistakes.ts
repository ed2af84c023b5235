/** The mistakes that the author of a check knows: the first one that the files have is reported instead of the closest miss. */

import { takingLost } from "../match/context.ts";
import { countHits, holds, holdsBeside, occursIn } from "../match/evaluate.ts";
import type { Bindings, CompiledMistake } from "../match/types.ts";
import { type CodeNode, textOf } from "../model/node.ts";
import { ignoringReach } from "../model/reach.ts";
import { withinSteps } from "../model/steps.ts";
import { placeholder } from "../pattern/mistakes.ts";
import { placesOf } from "./forbidden.ts";
import { codeOf, shorten } from "./label.ts";

/** Step budget of one mistake in one file, and of all mistakes of a check. One that needs more counts as absent. */
const stepsOfOne = 50_000;
const stepsOfAll = 150_000;

/** A mistake that the files have. */
export interface FoundMistake {
	/** Which of the check's mistakes it is. */
	index: number;
	/** The wrong code; null when the mistake is that something is not there. */
	at: CodeNode | null;
	message: string;
	/** What to write in its place. */
	instead: string | null;
}

/**
 * The first known mistake in a file, else in another file of its language. A mistake without a pattern is about the file alone. Code that
 * never runs counts as well.
 */
export function findMistake(
	mistakes: readonly CompiledMistake[],
	root: CodeNode,
): FoundMistake | null {
	const { source } = root;
	const others = [...source.project.files.values()].filter(
		(one) => one !== source && one.family === source.family,
	);
	let left = stepsOfAll;
	for (const file of [source, ...others])
		for (const [index, mistake] of mistakes.entries()) {
			if (file !== source && !mistake.condition.patterns) continue;
			if (left <= 0) return null;
			const budget = Math.min(left, stepsOfOne);
			const run = withinSteps(budget, () =>
				takingLost(() =>
					ignoringReach(() => matchOf(mistake, file.root), true),
				),
			);
			left -= run?.steps ?? budget;
			if (run?.value) return { index, ...wordsOf(mistake, run.value) };
		}
	return null;
}

interface Match {
	at: CodeNode | null;
	bindings: Bindings;
}

/** The place of a mistake in a file and what its metavariables stand for; null when the file does not have it. */
function matchOf(
	{ condition, at: marked }: CompiledMistake,
	file: CodeNode,
): Match | null {
	let found: Match | null = null;
	holds(condition, file, {}, (bindings, at) => {
		found = { at, bindings };
		return true;
	});
	const match = found as Match | null;
	if (!match) return null;
	const { bindings } = match;
	const chosen = marked ? bindings[marked] : undefined;
	return { bindings, at: chosen ?? placeOf(condition, match, file) };
}

/** The code that is marked: of statements in order and of code that occurs too often the last, of a missing part none. */
function placeOf(
	condition: CompiledMistake["condition"],
	{ at, bindings }: Match,
	file: CodeNode,
): CodeNode | null {
	if (at !== file) return at;
	const { patterns, count } = condition;
	if (!patterns) return null;
	if (!count) return placesOf(condition, [file], bindings)?.at(-1) ?? null;
	const hits: CodeNode[] = [];
	if (countHits(condition, file, bindings) > 0)
		occursIn(patterns, file, bindings, (inner, hit) => {
			if (holdsBeside(condition, hit, inner, () => true)) hits.push(hit);
			return false;
		});
	return hits.at(-1) ?? null;
}

function wordsOf(
	{ message, instead }: CompiledMistake,
	{ at, bindings }: Match,
): Omit<FoundMistake, "index"> {
	const written = instead && filled(instead, bindings, writtenText);
	return {
		at,
		message: filled(message, bindings, shownText),
		instead: written && written.length <= mostInstead ? written : null,
	};
}

/** A text with the code that its metavariables stand for. What is put in is never looked at again. */
const filled = (
	text: string,
	bindings: Bindings,
	write: (node: CodeNode) => string,
): string =>
	text.replace(placeholder, (_, name: string) => {
		const node = Object.hasOwn(bindings, name) ? bindings[name] : undefined;
		return name === "$" ? name : node ? write(node) : "…";
	});

/** Code in a message: on one line and shortened. */
const shownText = (node: CodeNode) => pieceOf(node) ?? codeOf(node);

/** Most characters of code that is put into what is to be written; longer code is shortened. */
const mostWritten = 300;
/** Most characters of what is to be written; nothing longer is offered. */
const mostInstead = 1000;

/** Code as it is to be written again. */
function writtenText(node: CodeNode): string {
	const text = pieceOf(node) ?? textOf(node);
	return text.length > mostWritten ? shorten(text) : text;
}

/** The piece of a text that a metavariable in it stands for, whose place is the whole text; null for other code. */
function pieceOf(node: CodeNode): string | null {
	const { kind, value } = node;
	if (kind !== "string" || typeof value !== "string") return null;
	const bare = textOf(node).replace(quoted, "$2");
	return bare !== value && bare.includes(value) ? value : null;
}

/** A text in its quotes. */
const quoted = /^\w{0,2}("""|'''|["'`])([\s\S]*)\1$/;
