/** Fresh arrays that `push` fills: `const next = []; next.push(...items, item)` gives `[...items, item]`. */
import {
	type CodeNode,
	functionAround,
	type Variable,
	virtualNode,
} from "./node.ts";

/** The arrays that a variable's pushes give, each with the block whose pushes it takes together. */
const filled = new WeakMap<Variable, Map<CodeNode, CodeNode>>();

/**
 * Adds the array that a call of `push` gives to the values of its variable. Not where the call is repeated, or where something else is
 * added to the list on the same path: then its elements and their order are not known. `others` is what was added before.
 */
export function noteFilled(
	variable: Variable,
	call: CodeNode,
	others: readonly CodeNode[],
): void {
	const blocks = filled.get(variable) ?? new Map<CodeNode, CodeNode>();
	filled.set(variable, blocks);
	const block = call.parent;
	if (!block) return;
	const known = blocks.get(block);
	for (const [other, array] of blocks)
		if (other === block || !areBranches(array, call)) {
			blocks.delete(other);
			variable.values = variable.values.filter((one) => one !== array);
		}
	const start =
		known ??
		(variable.values.length - blocks.size === 1 && initialOf(variable));
	if (!start || !isStraight(call, variable)) return;
	const isAlone = others.every(
		(one) => one.parent?.parent === block || areBranches(one, call),
	);
	if (
		!isAlone ||
		(!known && others.some((one) => one.parent?.parent === block))
	)
		return;
	const elements = [...start.list.elements, ...call.list.arguments];
	const array = virtualNode("array", call, { list: { elements } });
	blocks.set(block, array);
	variable.values.push(array);
}

const initialOf = ({ values: [first] }: Variable): CodeNode | null =>
	first?.kind === "array" ? first : null;

/** Whether a call stands in the function that declares the variable, in no loop of it. */
function isStraight(call: CodeNode, { declaredAt }: Variable): boolean {
	if (!declaredAt || functionAround(call) !== functionAround(declaredAt))
		return false;
	const around = new Set(ancestorsOf(declaredAt));
	return ancestorsOf(call).every(
		(one) => one.kind !== "loop" || around.has(one),
	);
}

/** Whether two nodes stand in different branches of one condition. */
function areBranches(one: CodeNode, other: CodeNode): boolean {
	const around = new Set(ancestorsOf(one));
	return ancestorsOf(other).find((up) => around.has(up))?.kind === "if";
}

function ancestorsOf(node: CodeNode): CodeNode[] {
	const all: CodeNode[] = [];
	for (let up = node.parent; up; up = up.parent) all.push(up);
	return all;
}
