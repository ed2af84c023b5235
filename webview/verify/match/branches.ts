/** The branches of conditions, and what runs after them. */
import { callsOf } from "../model/calls.ts";
import type { CodeNode } from "../model/node.ts";
import { leaves } from "../model/order.ts";
import { countStep } from "../model/steps.ts";

export interface Branches {
	condition: CodeNode | undefined;
	/** What runs when the answer is yes, and what when it is no. */
	yes: CodeNode[];
	no: CodeNode[];
}

const present = (...nodes: (CodeNode | undefined)[]) =>
	nodes.filter((node) => node !== undefined);

/** The branches of a condition. After a branch that exits, the rest of the block belongs to the other one. */
export function branchesOf(node: CodeNode): Branches | null {
	const { left, right, condition, consequence, alternative } = node.part;
	if (node.kind === "binary" && node.value === "&&")
		return { condition: left, yes: present(right), no: [] };
	if (node.kind === "binary" && /^(\|\||\?\?)$/.test(String(node.value)))
		return { condition: left, yes: present(left), no: present(right) };
	if (node.kind !== "if") return null;
	return {
		condition,
		yes: [...present(consequence), ...restAfter(node, alternative)],
		no: [...present(alternative), ...restAfter(node, consequence)],
	};
}

/** How many functions and `try` blocks are left on the way to what runs next. */
const mostLeft = 3;

/** What runs next in the block of a node, when a branch of it exits. */
const restAfter = (node: CodeNode, branch: CodeNode | undefined): CodeNode[] =>
	leaves(branch) ? following(node, isThrowing(branch), mostLeft) : [];

/** The statements after a node: in its block, after a `try` whose handler exits, and after the calls of a function that would have thrown. */
function following(
	node: CodeNode,
	hasThrown: boolean,
	left: number,
): CodeNode[] {
	countStep();
	const block = node.parent;
	const statements = block?.list.statements ?? [];
	const at = statements.indexOf(node);
	if (at < 0 || !block) return [];
	const rest = statements.slice(at + 1);
	const around = block.parent;
	if (left === 0 || !around) return rest;
	if (around.kind === "try" && around.part.body === block)
		return !around.part.handler || leaves(around.part.handler) === "function"
			? [...rest, ...following(around, hasThrown, left - 1)]
			: rest;
	// The rest of one branch, where the other one exits.
	const { consequence, alternative } = around.part;
	if (around.kind === "if")
		return leaves(block === alternative ? consequence : alternative)
			? [...rest, ...following(around, hasThrown, left - 1)]
			: rest;
	if (around.kind !== "function" || !hasThrown) return rest;
	return [
		...rest,
		...callsOf(around).flatMap((call) => {
			const statement = statementOf(call);
			return statement ? following(statement, true, left - 1) : [];
		}),
	];
}

/** Whether a branch ends by throwing. */
function isThrowing(branch: CodeNode | undefined): boolean {
	const last =
		branch?.kind === "block" ? branch.list.statements.at(-1) : branch;
	return last?.kind === "throw";
}

/** The statement of a block that always makes a call. */
function statementOf(call: CodeNode): CodeNode | null {
	let at = call;
	while (
		at.parent &&
		/^(await|assignment|declaration|call|member|return)$/.test(at.parent.kind)
	)
		at = at.parent;
	return at.parent?.kind === "block" ? at : null;
}
