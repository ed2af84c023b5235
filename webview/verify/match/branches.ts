/** The branches of conditions, and what runs after them. */
import { callsOf } from "../model/calls.ts";
import { bodyOf, type CodeNode, calleeName, isWithin } from "../model/node.ts";
import { leaves } from "../model/order.ts";
import { resolve } from "../model/scopes.ts";
import { countStep } from "../model/steps.ts";
import { truthOf } from "../model/truth.ts";
import { valuesOf } from "../model/values.ts";
import { isRefusing } from "./context.ts";

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
	leaves(branch) && (isRefusing() || !endsLoopByElement(node, branch))
		? following(node, exitOf(branch), mostLeft)
		: [];

/** Whether a branch ends a loop with `break` on a question about one element: no other element is looked at then, so what follows is not done for each of those with the other answer. */
function endsLoopByElement(
	node: CodeNode,
	branch: CodeNode | undefined,
): boolean {
	const last =
		branch?.kind === "block" ? branch.list.statements.at(-1) : branch;
	const isBreak =
		last?.kind === "jump" && last.value === "break" && !last.facts.exitsSwitch;
	if (!isBreak) return false;
	let loop = node.parent;
	while (loop && !/^(loop|function)$/.test(loop.kind)) loop = loop.parent;
	if (loop?.kind !== "loop") return false;
	const { iterable, condition } = loop.part;
	// An endless loop is ended by what it reads.
	if (!iterable && (!condition || truthOf(condition) === true)) return false;
	const around = loop;
	const asksElement = (one: CodeNode): boolean => {
		const variable = one.kind === "name" ? resolve(one) : null;
		return (
			(!!variable && isWithin(variable.declaredAt, around)) ||
			one.children.some(asksElement)
		);
	};
	return !!node.part.condition && asksElement(node.part.condition);
}

/** How a branch exits. */
type Exit = "throw" | "return" | "jump";

/** The statements after a node: in its block, after a `try` whose handler exits, after the loop that a branch returns from, and after the calls of a function that would have thrown. */
function following(node: CodeNode, exit: Exit, left: number): CodeNode[] {
	countStep();
	const block = node.parent;
	const statements = block?.list.statements ?? [];
	const at = statements.indexOf(node);
	if (at < 0 || !block) return [];
	const rest = statements.slice(at + 1);
	const around = block.parent;
	if (left === 0 || !around) return rest;
	if (around.kind === "try" && around.part.body === block)
		return around.list.handlers.every(
			({ part }) => leaves(part.body) === "function",
		)
			? [...rest, ...following(around, exit, left - 1)]
			: rest;
	// The rest of one branch, where the other one exits.
	const { consequence, alternative } = around.part;
	if (around.kind === "if")
		return leaves(block === alternative ? consequence : alternative)
			? [...rest, ...following(around, exit, left - 1)]
			: rest;
	if (around.kind === "loop" && exit !== "jump")
		return [...rest, ...following(around, exit, left - 1)];
	if (around.kind !== "function" || exit !== "throw") return rest;
	return [
		...rest,
		...callsOf(around).flatMap((call) => {
			const statement = statementOf(call);
			return [
				...afterPromise(call),
				...(statement ? following(statement, exit, left - 1) : []),
			];
		}),
	];
}

/** How a branch ends: `return Promise.reject(…)` is a `throw`, too. */
function exitOf(branch: CodeNode | undefined): Exit {
	const last =
		branch?.kind === "block" ? branch.list.statements.at(-1) : branch;
	if (last?.kind === "throw") return "throw";
	const { value } = last?.part ?? {};
	const rejects =
		value?.kind === "call" &&
		calleeName(value) === "reject" &&
		value.part.callee?.part.object?.value === "Promise";
	return rejects ? "throw" : leaves(branch) === "function" ? "return" : "jump";
}

/** What runs when the promise of a call is kept: the function that its `then` is given. */
function afterPromise({ parent }: CodeNode): CodeNode[] {
	const then = parent?.value === "then" ? parent.parent : null;
	return then?.part.callee === parent
		? valuesOf(then?.list.arguments[0]).flatMap((one) =>
				one.kind === "function" ? bodyOf(one) : [],
			)
		: [];
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

/** Regions without the branches in which a question has the other answer: `holds(question, answer)` tells whether it has this one. */
export function withoutBranches(
	regions: readonly CodeNode[],
	holds: (question: CodeNode | undefined, answer: boolean) => boolean,
): CodeNode[] {
	const left = new Set<CodeNode>();
	const visit = (node: CodeNode) => {
		countStep();
		const branches = /^(if|binary)$/.test(node.kind) ? branchesOf(node) : null;
		if (branches?.no.length && holds(branches.condition, true))
			for (const one of branches.no) left.add(one);
		else if (branches && node.kind === "if" && holds(branches.condition, false))
			for (const one of branches.yes) left.add(one);
		for (const child of node.children) if (!left.has(child)) visit(child);
	};
	regions.forEach(visit);
	const split = (node: CodeNode): CodeNode[] =>
		left.has(node)
			? []
			: [...left].some((one) => one !== node && isWithin(one, node))
				? node.children.flatMap(split)
				: [node];
	return left.size > 0 ? regions.flatMap(split) : [...regions];
}
