/** Computed values that nothing uses: `list.filter(…)` as a statement. */
import { type CodeNode, calleeName } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { countStep } from "../model/steps.ts";

/** Methods that only compute a value, whatever they are called on. */
const computing =
	/^(concat|slice|toSorted|toReversed|toSpliced|to(Locale)?(Upper|Lower)Case|trim|trimStart|trimEnd|padStart|padEnd)$/;
/** Methods that only compute a value when the function that they are given does. */
const computingWith = /^(filter|map|flatMap)$/;
/** Python's functions and methods that only compute a value. */
const pythonFunctions = /^(sorted|reversed|min|max|sum|len|round|abs)$/;
const pythonMethods = /^(upper|lower|strip|lstrip|rstrip|title|capitalize)$/;

/** Whether nothing uses the value of an expression: it is a statement by itself, or a branch of one. */
export function isDiscarded(node: CodeNode): boolean {
	const { parent } = node;
	if (!parent) return false;
	if (parent.kind === "block" || parent.kind === "program") return true;
	const isBranch =
		parent.kind === "await" ||
		(parent.kind === "binary" && parent.part.right === node) ||
		(parent.kind === "if" && parent.part.condition !== node);
	return isBranch && isDiscarded(parent);
}

/** Whether code only computes: it calls nothing, changes nothing and waits for nothing. */
function isComputing(node: CodeNode): boolean {
	countStep();
	return (
		!/^(call|assignment|await|yield|delete|throw)$/.test(node.kind) &&
		node.children.every(isComputing)
	);
}

/** Whether a call or a comparison computes a value, does nothing else, and nothing uses the value. */
export function isLost(node: CodeNode): boolean {
	if (node.kind === "binary")
		return !/^(&&|\|\||\?\?)$/.test(String(node.value)) && isDiscarded(node);
	if (node.kind !== "call" || !isDiscarded(node)) return false;
	const { callee } = node.part;
	const name = calleeName(node) ?? "";
	if (callee?.kind === "name")
		return (
			node.source.family === "python" &&
			pythonFunctions.test(name) &&
			!resolve(callee)
		);
	const object = callee?.part.object;
	if (callee?.kind !== "member" || !object) return false;
	if (node.source.family === "python") return pythonMethods.test(name);
	if (object.kind === "name" && object.value === "Math" && !resolve(object))
		return true;
	return (
		computing.test(name) ||
		(computingWith.test(name) &&
			node.list.arguments.length > 0 &&
			node.list.arguments.every(
				(one) => one.kind === "function" && isComputing(one),
			))
	);
}
