/** The value that statements return, as one expression: decisions become choices, constants and helpers what they stand for. */
import { type CodeNode, virtualNode } from "../model/node.ts";
import { countStep } from "../model/steps.ts";
import { returnedByLoop } from "./early.ts";
import { gatheredOf } from "./gathered.ts";
import {
	bindTarget,
	copyOf,
	type Env,
	type Key,
	keyOfName,
	replaced,
} from "./replace.ts";

export const statementsOf = (
	node: CodeNode | undefined,
): readonly CodeNode[] =>
	!node ? [] : node.kind === "block" ? node.list.statements : [node];

const has = (node: CodeNode, kind: RegExp): boolean =>
	kind.test(node.kind) ||
	node.children.some((one) => one.kind !== "function" && has(one, kind));

/** Whether code returns or throws, inner functions aside. */
export const mayExit = (node: CodeNode) => has(node, /^(return|throw)$/);

/** Adds the names that code assigns to. */
export function assignedIn(
	node: CodeNode,
	found: Set<Key> = new Set(),
): Set<Key> {
	countStep();
	if (/^(assignment|declaration|loop)$/.test(node.kind))
		for (const one of namesIn(node.part.target)) found.add(one);
	for (const child of node.children) assignedIn(child, found);
	return found;
}

function namesIn(target: CodeNode | undefined): Key[] {
	if (!target) return [];
	const key = keyOfName(target);
	if (key !== null) return [key];
	return /^(object|array|tuple|property|default|spread)$/.test(target.kind)
		? [
				...target.list.properties.map(({ part }) => part.value),
				...target.list.elements,
				target.part.target,
				target.kind === "spread" ? target.part.value : undefined,
			].flatMap(namesIn)
		: [];
}

/** Forgets what the names stand for that code assigns to again and again. */
export function forget(env: Env, node: CodeNode): void {
	for (const key of assignedIn(node)) env.names.delete(key);
}

/** Methods that change what they are called on. */
export const changes =
	/^(push|pop|shift|unshift|splice|sort|reverse|fill|add|append|insert|extend|remove|update|clear|set|delete|setdefault)$/;

/** Values that are one thing, and may be changed later. */
const isThing = ({ kind, facts }: CodeNode) =>
	/^(array|object|comprehension|function|class)$/.test(kind) || !!facts.isNew;

/** Whether a name is used to change what it stands for. */
function isChanged(key: Key): boolean {
	if (typeof key === "string") return false;
	return key.fields.length > 0 || key.values.some(isThing);
}

/** Notes what a declaration or an assignment gives to names. */
export function note(node: CodeNode, env: Env): void {
	const { target, value } = node.part;
	if (!target) return;
	const own = keyOfName(target);
	const before = own === null ? undefined : env.names.get(own);
	const given = value && replaced(value, env);
	// `text += more`
	if (node.value === "+=" && own !== null && before && given) {
		const pieces = (one: CodeNode) =>
			one.kind === "template" ? one.list.elements : [one];
		const isText = /^(template|string)$/.test(before.kind);
		env.names.set(
			own,
			isText
				? virtualNode("template", node, {
						list: { elements: [...pieces(before), ...pieces(given)] },
					})
				: virtualNode("binary", node, {
						value: "+",
						part: { left: before, right: given },
					}),
		);
		return;
	}
	for (const key of namesIn(target)) env.names.delete(key);
	const isPlain = node.kind === "declaration" || node.value === "=";
	const key = keyOfName(target);
	// Of a pattern the whole code is seen.
	const isKept = typeof key === "string" && given?.kind === "comprehension";
	if (!given || !isPlain || (isThing(given) && !isKept)) return;
	if (key !== null && isChanged(key)) return;
	bindTarget(target, given, env);
}

/** What names stand for after either of two ways. */
export function merge(env: Env, condition: CodeNode, yes: Env, no: Env): void {
	for (const key of new Set([...yes.names.keys(), ...no.names.keys()])) {
		const [one, other] = [yes.names.get(key), no.names.get(key)];
		if (one === other && one) env.names.set(key, one);
		else if (!one || !other) env.names.delete(key);
		else env.names.set(key, choice(condition, one, other));
	}
	env.places = yes.places;
}

export const choice = (
	condition: CodeNode,
	consequence: CodeNode,
	alternative: CodeNode,
): CodeNode =>
	virtualNode("if", condition, {
		part: { condition, consequence, alternative },
	});

/** How many decisions in a row are taken apart. */
const mostDecisions = 6;

/** What statements return; null where they throw, undefined where they return nothing or it is not known. */
export function resultOf(
	statements: readonly CodeNode[],
	env: Env,
	left = mostDecisions,
): CodeNode | null | undefined {
	countStep();
	const [first, ...rest] = statements;
	if (!first || left < 0) return undefined;
	switch (first.kind) {
		case "return":
			return first.part.value && replaced(first.part.value, env);
		case "throw":
			return null;
		case "if": {
			const { condition, consequence, alternative } = first.part;
			if (!condition) return undefined;
			const asked = replaced(condition, env);
			const [yes, no] = [copyOf(env), copyOf(env)];
			if (!mayExit(first)) {
				for (const one of statementsOf(consequence)) follow(one, yes);
				for (const one of statementsOf(alternative)) follow(one, no);
				merge(env, asked, yes, no);
				return resultOf(rest, env, left);
			}
			const after = (branch: CodeNode | undefined, inner: Env) =>
				resultOf([...statementsOf(branch), ...rest], inner, left - 1);
			const one = after(consequence, yes);
			const other = after(alternative, no);
			if (one === null) return other;
			if (other === null) return one;
			return one && other && choice(asked, one, other);
		}
		case "loop":
			if (mayExit(first)) return returnedByLoop(first, rest, env, left - 1);
			break;
		case "try":
			if (mayExit(first)) return tried(first, env, left);
	}
	follow(first, env);
	return resultOf(rest, env, left);
}

/** `try: return next(…)` with a handler that returns something else. */
function tried(node: CodeNode, env: Env, left: number): CodeNode | undefined {
	const { body } = node.part;
	const [clause, ...others] = node.list.handlers;
	if (others.length > 0) return undefined;
	const found = resultOf(statementsOf(body), copyOf(env), left - 1);
	const returned = statementsOf(clause?.part.body).filter(
		({ kind }) => kind === "return",
	);
	const otherwise = resultOf(returned, copyOf(env), left - 1);
	const [first] = found ? gatheredOf(found) : [];
	return first?.value === "first" && !first.part.default && otherwise
		? { ...first, part: { ...first.part, default: otherwise } }
		: undefined;
}

/** Notes what a statement that does not exit gives to names. */
export function follow(statement: CodeNode, env: Env): void {
	if (/^(declaration|assignment)$/.test(statement.kind)) note(statement, env);
	else forget(env, statement);
}
