/** What a call or a flag asks: the condition on which it is true. */
import {
	type CodeNode,
	functionAround,
	isWithin,
	type Variable,
	virtualNode,
} from "../model/node.ts";
import { leaves } from "../model/order.ts";
import { resolve } from "../model/scopes.ts";
import { countStep } from "../model/steps.ts";
import { valuesOf } from "../model/values.ts";
import { branchesOf } from "./branches.ts";
import { isRefusing } from "./context.ts";
import { match } from "./match.ts";
import type { Bindings, Next } from "./types.ts";

/** Matches a condition, or its negation, with a pattern's. */
type Ask = (question: CodeNode | undefined, answer: boolean) => boolean;

const isConstant = (node: CodeNode | undefined, value: string) =>
	node?.kind === "constant" && node.value === value;

/** The conditions and the `return`s of a function's body. */
interface Own {
	conditions: CodeNode[];
	returns: CodeNode[];
}

const ownOf = new WeakMap<CodeNode, Own>();

/** What a function's body has itself, inner functions aside. */
function ownIn(body: CodeNode): Own {
	const known = ownOf.get(body);
	if (known) return known;
	const own: Own = { conditions: [], returns: [] };
	const visit = (node: CodeNode) => {
		if (node.kind === "if") own.conditions.push(node);
		if (node.kind === "return") own.returns.push(node);
		for (const one of node.children) if (one.kind !== "function") visit(one);
	};
	visit(body);
	ownOf.set(body, own);
	return own;
}

/** Whether a condition of some code, all of whose given nodes stand in one branch of it, asks what a pattern does. */
function asksWhere(
	right: readonly CodeNode[],
	{ conditions }: Own,
	yes: boolean,
	ask: Ask,
): boolean {
	const isRight = (branch: readonly CodeNode[]) =>
		right.length > 0 &&
		right.every((one) => branch.some((part) => isWithin(one, part)));
	for (const one of conditions) {
		countStep();
		const branches = branchesOf(one);
		if (!branches) continue;
		if (isRight(branches.yes) && ask(branches.condition, yes)) return true;
		if (isRight(branches.no) && ask(branches.condition, !yes)) return true;
	}
	return false;
}

/** Whether a function that is called returns `true` in one branch of a condition only: `if (!isRight) return false; return true;` asks `isRight`. */
export function asksByReturns(call: CodeNode, yes: boolean, ask: Ask): boolean {
	for (const { kind, part } of valuesOf(call.part.callee)) {
		if (kind !== "function" || !part.body) continue;
		const own = ownIn(part.body);
		const right = own.returns.filter((one) =>
			isConstant(one.part.value, "true"),
		);
		if (asksWhere(right, own, yes, ask)) return true;
	}
	return false;
}

/** What a literal is in a question; undefined for other code. */
function truthOf(node: CodeNode | undefined): boolean | undefined {
	if (node?.kind === "constant")
		return { true: true, false: false, null: false }[String(node.value)];
	return /^(string|number)$/.test(node?.kind ?? "") ? !!node?.value : undefined;
}

/**
 * Whether a variable is turned in branches of conditions only: `let isRight = false; if (key === KEY) isRight = true;` asks
 * `key === KEY`, and with a second branch that sets it, either of the two. A text for an error is such a flag, too.
 */
export function asksByFlag(name: CodeNode, yes: boolean, ask: Ask): boolean {
	const variable = resolve(name);
	const body = functionAround(name)?.part.body;
	const [first, ...later] = variable?.values ?? [];
	if (!variable || !body || !first || later.length === 0) return false;
	// What other calls of the function may have set says nothing of this one.
	if (!isWithin(variable.declaredAt, body)) return false;
	const start = truthOf(first);
	if (start === undefined || variable.isUpdated) return false;
	if (!later.every((one) => truthOf(one) === !start)) return false;
	const own = ownIn(body);
	if (asksWhere(later, own, yes !== start, ask)) return true;
	const branches = later.flatMap((one) => branchAround(one, own) ?? []);
	// What is set on both ways asks nothing.
	const isOnBothWays = branches.some((one) =>
		branches.some((other) => one.of === other.of && one.yes !== other.yes),
	);
	if (branches.length < later.length || isOnBothWays) return false;
	const either = branches
		.map(({ condition, yes }) => (yes ? condition : negationOf(condition)))
		.reduce((left, right) =>
			virtualNode("binary", right, { value: "||", part: { left, right } }),
		);
	return ask(either, yes !== start);
}

/** A pattern's question with a flag that answers it: `{ passed: $points >= 50 }` with a `passed` that a branch sets. */
export const matchFlag = (
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean =>
	node.kind === "name" &&
	/^(binary|unary|call)$/.test(pattern.kind) &&
	!isRefusing() &&
	asksByFlag(
		node,
		true,
		(question, yes) =>
			!!question &&
			match(pattern, yes ? question : negationOf(question), bindings, next),
	);

const negationOf = (condition: CodeNode): CodeNode =>
	virtualNode("unary", condition, { value: "!", part: { value: condition } });

/** A branch of a condition. */
interface Branch {
	of: CodeNode;
	condition: CodeNode;
	yes: boolean;
}

/** The innermost branch in which a node stands; null without one. */
function branchAround(node: CodeNode, { conditions }: Own): Branch | null {
	const isIn = (branch: readonly CodeNode[]) =>
		branch.some((one) => isWithin(node, one));
	for (const one of conditions.toReversed()) {
		const branches = branchesOf(one);
		const { condition } = branches ?? {};
		if (!branches || !condition) continue;
		if (isIn(branches.yes)) return { of: one, condition, yes: true };
		if (isIn(branches.no)) return { of: one, condition, yes: false };
	}
	return null;
}

interface Flag {
	variable: Variable;
	is: boolean;
}

/** A flag that a condition asks for, and the answer. */
function flagIn(question: CodeNode | undefined, is: boolean): Flag[] {
	if (question?.kind === "unary" && question.value === "!")
		return flagIn(question.part.value, !is);
	const variable = question?.kind === "name" ? resolve(question) : null;
	return variable ? [{ variable, is }] : [];
}

/** The flags that have to be set, or not, where a node runs. */
function flagsAt(node: CodeNode): Flag[] {
	const found: Flag[] = [];
	for (let at = node; at.parent && at.kind !== "function"; at = at.parent) {
		const { kind, part, list } = at.parent;
		if (kind === "if" && part.condition !== at)
			found.push(...flagIn(part.condition, part.consequence === at));
		for (const one of list.statements.slice(0, list.statements.indexOf(at)))
			if (one.kind === "if" && leaves(one.part.consequence))
				found.push(...flagIn(one.part.condition, false));
	}
	return found;
}

/** Whether a flag that is set beside an earlier node keeps a later one from running: `sent = true` and `if (!sent)`. */
export function isFlaggedOff(earlier: CodeNode, later: CodeNode): boolean {
	const flags = flagsAt(later);
	if (flags.length === 0) return false;
	for (let at = earlier; at.parent && at.kind !== "function"; at = at.parent)
		for (const { kind, value, part } of at.parent.list.statements)
			if (
				kind === "assignment" &&
				value === "=" &&
				part.target?.kind === "name" &&
				flags.some(
					({ variable, is }) =>
						part.target &&
						resolve(part.target) === variable &&
						isConstant(part.value, String(!is)),
				)
			)
				return true;
	return false;
}
