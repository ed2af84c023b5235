/** Matching of the parts of nodes: elements, declared names, types. */

import { exportedNames } from "../model/modules.ts";
import { type CodeNode, virtualNode } from "../model/node.ts";
import { referencesTo } from "../model/reach.ts";
import { valuesOf } from "../model/values.ts";
import { changedValue, isVariableOf } from "./assignments.ts";
import { isUsedAlike } from "./classes.ts";
import { isRefusing } from "./context.ts";
import { match } from "./match.ts";
import type { Bindings, Next } from "./types.ts";

/** Parts one by one; an ellipsis stands for any number of them. */
export function matchInOrder(
	patterns: readonly CodeNode[],
	nodes: readonly CodeNode[],
	bindings: Bindings,
	next: Next,
	/** The places of the first pattern and of the first node that are left. */
	first = 0,
	at = 0,
): boolean {
	const pattern = patterns[first];
	if (!pattern) return at >= nodes.length && next(bindings);
	if (pattern.kind === "ellipsis") {
		for (let from = at; from <= nodes.length; from++)
			if (matchInOrder(patterns, nodes, bindings, next, first + 1, from))
				return true;
		return false;
	}
	const node = nodes[at];
	if (!node) return false;
	if (pattern.kind === "gap" || node.kind === "gap")
		return matchInOrder(patterns, nodes, bindings, next, first + 1, at + 1);
	return match(pattern, node, bindings, (found) =>
		matchInOrder(patterns, nodes, found, next, first + 1, at + 1),
	);
}

/** Parts in any order; with `all`, and without an ellipsis, there may be no others. */
export function matchUnordered(
	patterns: readonly CodeNode[],
	nodes: readonly CodeNode[],
	all: boolean,
	bindings: Bindings,
	next: Next,
): boolean {
	const wanted = patterns.filter(({ kind }) => kind !== "ellipsis");
	if (
		all &&
		wanted.length === patterns.length &&
		wanted.length !== nodes.length
	)
		return false;
	return pick(wanted, nodes, bindings, next, match);
}

/** Finds a different node for each pattern. */
export function pick(
	patterns: readonly CodeNode[],
	nodes: readonly CodeNode[],
	bindings: Bindings,
	next: Next,
	matches: (
		pattern: CodeNode,
		node: CodeNode,
		bindings: Bindings,
		next: Next,
	) => boolean,
	/** The place of the first pattern that is left. */
	first = 0,
): boolean {
	const pattern = patterns[first];
	if (!pattern) return next(bindings);
	const isLast = first === patterns.length - 1;
	return nodes.some((node) =>
		matches(
			pattern,
			node,
			bindings,
			isLast
				? next
				: (found) =>
						pick(
							patterns,
							nodes.filter((other) => other !== node),
							found,
							next,
							matches,
							first + 1,
						),
		),
	);
}

/** A name's type and default; what `Annotated` notes beside a type is as good as a default. */
export function matchTyped(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const wanted = pattern.part.default ?? pattern.part.value;
	const given = node.part.default ?? node.part.value;
	return match(pattern.part.type, node.part.type, bindings, (found) => {
		if (!wanted) return next(found);
		if (given && match(wanted, given, found, next)) return true;
		return notesOf(node).some((note) => match(wanted, note, found, next));
	});
}

/** The type of an optional field: `number | undefined` says no more than `number`. */
function withoutNull(type: CodeNode | undefined): CodeNode | undefined {
	if (type?.kind !== "union") return type;
	const elements = type.list.elements.filter(({ value }) => value !== "null");
	return elements.length === 1 ? elements[0] : type;
}

/** Whether a field may be left out. */
function isOptionalField(node: CodeNode): boolean {
	const { type } = node.part;
	return (
		!!node.facts.isOptional ||
		(type?.kind === "union" &&
			type.list.elements.some(({ value }) => value === "null"))
	);
}

/** What `Annotated` notes beside the type of a declared name. */
export const notesOf = ({ part }: CodeNode): CodeNode[] =>
	valuesOf(part.type).flatMap(({ list }) => [...list.notes]);

/** A field of a type; an optional one of a pattern is optional there, too. */
export function matchField(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const [wanted, type] = [pattern.part.type, node.part.type];
	return pattern.facts.isOptional
		? isOptionalField(node) &&
				[type, ...valuesOf(type)].some((one) =>
					match(withoutNull(wanted), withoutNull(one), bindings, next),
				)
		: match(wanted, type, bindings, next);
}

/** A declaration with its decorators, type and value. */
export function matchDeclaration(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const { target, value, type } = pattern.part;
	if (node.kind === "property" && target?.kind === "name")
		return (
			pattern.source.family === "javascript" &&
			target.value === node.value &&
			match(value, node.part.value, bindings, next)
		);
	if (node.kind === "assignment") {
		const changed = changedValue(value, node);
		return (
			!!changed &&
			match(target, node.part.target, bindings, (found) =>
				match(value, changed, found, next),
			)
		);
	}
	if (node.kind !== "declaration" || !node.part.target) return false;
	if (value?.kind === "function" && !isUsedAlike(pattern, node)) return false;
	const isField = pattern.source.family === "python" && value?.kind === "call";
	const rest: Next = (found) =>
		type || isField
			? matchTyped(pattern, node, found, next)
			: match(value, node.part.value, found, next);
	const wanted = pattern.list.decorators;
	// Looking up a definition's decorators takes longer than all else, and few patterns ask for any.
	const decorated: Next =
		wanted.length === 0
			? rest
			: (found) => matchEach(wanted, decoratorsOf(node), found, rest);
	if (target?.kind === "name")
		return (
			(target.value === node.value ||
				exportedNames(node).includes(String(target.value))) &&
			decorated(bindings)
		);
	const bound = bindings[target?.value ?? ""];
	const isAssigned =
		node.source.family === "python" && node.part.target.kind === "name";
	// What a name stands for is not changed when another name is given a value.
	if (bound && isAssigned && (isRefusing() || bound.kind === "parameterValue"))
		return isVariableOf(node.part.target, bound) && decorated(bindings);
	return match(target, node.part.target, bindings, decorated);
}

/** The decorators of a definition, and what is called with it as one: `app.get("/")(name)`. */
function decoratorsOf({ list, part, source }: CodeNode): readonly CodeNode[] {
	const variable = part.target?.variable;
	if (source.family !== "python" || !variable) return list.decorators;
	const called = referencesTo(variable, source).flatMap((name) => {
		const { parent } = name;
		const callee = parent?.kind === "call" ? parent.part.callee : undefined;
		return callee && callee !== name ? [callee] : [];
	});
	return [...list.decorators, ...called];
}

/** A match for each pattern, not necessarily different ones. */
function matchEach(
	patterns: readonly CodeNode[],
	nodes: readonly CodeNode[],
	bindings: Bindings,
	next: Next,
): boolean {
	const [pattern, ...rest] = patterns;
	if (!pattern) return next(bindings);
	return nodes.some((node) =>
		match(pattern, node, bindings, (found) =>
			matchEach(rest, nodes, found, next),
		),
	);
}

const spreadOf = (value: CodeNode): CodeNode =>
	value.kind === "spread"
		? value
		: virtualNode("spread", value, { part: { value } });

/** What JavaScript's `concat` and Python's `+` put together, as the elements of a list; what `concat` is given may be an element or a list. */
export function concatenated(node: CodeNode): CodeNode[][] {
	const { callee, left, right } = node.part;
	const written = (list: CodeNode) =>
		list.kind === "array" ? [...list.list.elements] : [spreadOf(list)];
	if (node.source.family === "python")
		return node.kind === "binary" && node.value === "+" && left && right
			? (concatenated(left)[0] ? concatenated(left) : [written(left)]).map(
					(elements) => [...elements, ...written(right)],
				)
			: [];
	const on = callee?.part.object;
	if (node.kind !== "call" || callee?.value !== "concat" || !on) return [];
	const given = node.list.arguments;
	const before = concatenated(on);
	return (before.length > 0 ? before : [written(on)]).flatMap((elements) => [
		[...elements, ...given.flatMap(written)],
		...(given.some(({ kind }) => !/^(array|spread)$/.test(kind))
			? [
					[
						...elements,
						...given.flatMap((one) =>
							one.kind === "array" ? one.list.elements : one,
						),
					],
				]
			: []),
	]);
}
