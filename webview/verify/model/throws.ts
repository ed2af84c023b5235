/** Exceptions: the code that may throw. */
import type { CodeNode } from "./node.ts";
import { countStep } from "./steps.ts";
import { valuesOf } from "./values.ts";

/** What throws in a block, functions in it aside: `throw`, what is awaited, calls of functions that throw. */
export function throwsIn(block: CodeNode, depth = 2): CodeNode[] {
	const found: CodeNode[] = [];
	const visit = (node: CodeNode) => {
		countStep();
		const isThrowing =
			/^(throw|await)$/.test(node.kind) ||
			(depth > 0 &&
				node.kind === "call" &&
				valuesOf(node.part.callee).some(
					({ kind, part }) =>
						kind === "function" &&
						!!part.body &&
						throwsIn(part.body, depth - 1).length > 0,
				));
		if (isThrowing) found.push(node);
		for (const child of node.children)
			if (child.kind !== "function") visit(child);
	};
	visit(block);
	return found;
}
