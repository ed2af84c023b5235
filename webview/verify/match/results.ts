/** What a function returns at its end by way of a variable: `let fee = 0; if (long) { fee = 2; } return fee;` returns 0 where the question is answered with no. */
import { type CodeNode, functionAround } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { countStep } from "../model/steps.ts";
import { isRefusing } from "./context.ts";
import { statementsOf, wholeDecision } from "./decisions.ts";
import { match } from "./match.ts";
import type { Bindings, Next } from "./types.ts";

type Variable = NonNullable<ReturnType<typeof resolve>>;

const isSetting = ({ kind }: CodeNode) =>
	/^(assignment|declaration)$/.test(kind);

/** Whether a node sets a variable by itself. */
const sets = (node: CodeNode, variable: Variable) =>
	isSetting(node) &&
	node.part.target?.kind === "name" &&
	resolve(node.part.target) === variable;

/** Whether a variable is set in code, or a function is left there. */
function changes(node: CodeNode, variable: Variable): boolean {
	countStep();
	return (
		/^(return|break|continue)$/.test(node.kind) ||
		sets(node, variable) ||
		(node.kind === "name" &&
			!!node.parent?.part.target &&
			!isSetting(node.parent) &&
			node.parent.part.target === node &&
			resolve(node) === variable) ||
		node.children.some((child) => changes(child, variable))
	);
}

/** What the last of some statements to set a variable sets it to; null where it cannot be told, undefined where none does. */
function lastSet(
	statements: readonly CodeNode[],
	variable: Variable,
): CodeNode | null | undefined {
	for (const one of statements.toReversed()) {
		if (sets(one, variable))
			return (one.kind === "declaration" || one.value === "=") && one.part.value
				? one.part.value
				: null;
		if (changes(one, variable)) return null;
	}
	return undefined;
}

/** The statements around a decision, block by block up to the body of its function; null where it may be made more than once, or not be the last word. */
function blocksAround(
	decision: CodeNode,
): { before: readonly CodeNode[]; after: readonly CodeNode[] }[] | null {
	const blocks = [];
	for (let at = decision; ; ) {
		countStep();
		const block = at.parent;
		if (!block) return null;
		if (block.kind !== "block") {
			// The statement that an `else if` is, without a block.
			if (block.kind !== "if" || block.part.condition === at) return null;
			at = block;
			continue;
		}
		const { statements } = block.list;
		const index = statements.indexOf(at);
		if (index < 0) return null;
		blocks.push({
			before: statements.slice(0, index),
			after: statements.slice(index + 1),
		});
		const around = block.parent;
		if (around?.kind === "function") return blocks;
		if (around?.kind !== "if") return null;
		at = around;
	}
}

/** What a function returns at its end when a decision has gone one way; null where it cannot be told. */
function resultOf(decision: CodeNode, yes: boolean): CodeNode | null {
	const { consequence, alternative } = decision.part;
	const branch = yes ? consequence : alternative;
	const whole = wholeDecision(decision);
	const { parent } = whole;
	// `const fee = long ? 2 : 0;`
	const setBy =
		parent && isSetting(parent) && parent.part.value === whole ? parent : null;
	const blocks = blocksAround(setBy ?? decision);
	const last = blocks?.at(-1)?.after.at(-1);
	const returned = last?.kind === "return" ? last.part.value : undefined;
	const variable = returned?.kind === "name" ? resolve(returned) : null;
	if (!blocks || !variable) return null;
	if (functionAround(variable.declaredAt) !== functionAround(decision))
		return null;
	const after = blocks
		.flatMap((one) => one.after)
		.filter((one) => one !== last);
	if (after.some((one) => changes(one, variable))) return null;
	if (setBy)
		return sets(setBy, variable) &&
			(setBy.kind === "declaration" || setBy.value === "=")
			? (branch ?? null)
			: null;
	const inBranch = lastSet(statementsOf(branch), variable);
	if (inBranch !== undefined) return inBranch;
	for (const { before } of blocks) {
		const found = lastSet(before, variable);
		if (found !== undefined) return found;
	}
	return null;
}

/** A branch of a pattern that only returns, with what the function returns at its end when the code's decision has gone that way. */
export function matchResult(
	pattern: CodeNode | undefined,
	decision: CodeNode,
	yes: boolean,
	bindings: Bindings,
	next: Next,
): boolean {
	const [only, ...others] = statementsOf(pattern);
	const wanted = only?.kind === "return" ? only.part.value : undefined;
	if (!wanted || others.length > 0 || decision.kind !== "if" || isRefusing())
		return false;
	const result = resultOf(decision, yes);
	// A list may have been filled in between.
	if (!result || /^(array|object|comprehension)$/.test(result.kind))
		return false;
	return match(wanted, result, bindings, next);
}
