/** What a function returns as a whole, by all of its `return`s. */
import { type CodeNode, functionAround, type Project } from "../model/node.ts";
import { countStep } from "../model/steps.ts";
import { addedByItself } from "./recursion.ts";
import { emptyEnv } from "./replace.ts";
import { resultOf, statementsOf } from "./results.ts";

interface Whole {
	last: CodeNode | undefined;
	result: CodeNode | undefined;
}

const known = new WeakMap<Project, Map<CodeNode, Whole>>();

function lastReturn(node: CodeNode): CodeNode | undefined {
	countStep();
	if (node.kind === "return") return node;
	for (const one of node.children.toReversed()) {
		const found = one.kind === "function" ? undefined : lastReturn(one);
		if (found) return found;
	}
	return undefined;
}

/** What a function returns, at the last of its `return`s; undefined elsewhere, and where that `return` says it all. */
export function wholeResult(node: CodeNode): CodeNode | undefined {
	const made = functionAround(node);
	if (!made?.part.body) return undefined;
	const { project } = node.source;
	const cache = known.get(project) ?? new Map<CodeNode, Whole>();
	known.set(project, cache);
	let whole = cache.get(made);
	if (!whole) {
		whole = { last: lastReturn(made.part.body), result: undefined };
		cache.set(made, whole);
		const result = resultOf(statementsOf(made.part.body), emptyEnv());
		whole.result =
			(result && addedByItself(made, result)) ?? result ?? undefined;
	}
	return whole.last === node && whole.result !== node.part.value
		? whole.result
		: undefined;
}
