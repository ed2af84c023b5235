/** The smallest code that must not be there, of what meets a condition. */
import { branchesOf } from "../match/conditions.ts";
import { holds, holdsBeside, isOfKind, regionsOf } from "../match/evaluate.ts";
import { match } from "../match/match.ts";
import { type Candidate, comesAfter, find } from "../match/search.ts";
import type { Bindings, CompiledCondition } from "../match/types.ts";
import { type CodeNode, isWithin, textOf } from "../model/node.ts";
import { valuesOf } from "../model/values.ts";
import { codeOf } from "./print.ts";
import { roleIn } from "./role.ts";

/** The statements of a pattern. */
export const itemsOf = (pattern: CodeNode): readonly CodeNode[] =>
	pattern.kind === "sequence" ? pattern.list.statements : [pattern];

/** The nodes that meet a condition in some regions: one, or those of a sequence in their order. */
export function placesOf(
	condition: CompiledCondition,
	regions: readonly CodeNode[],
	bindings: Bindings,
): readonly CodeNode[] | null {
	for (const one of condition.any ?? []) {
		const places = placesOf(one, regions, bindings);
		if (places) return places;
	}
	for (const pattern of condition.patterns ?? []) {
		const places = placesIn(itemsOf(pattern), regions, bindings, (found, at) =>
			holdsBeside(condition, at, found, () => true),
		);
		if (places) return places;
	}
	return null;
}

/** The nodes of a sequence of patterns in some regions; of a pattern with code inside, the node of its innermost part. */
function placesIn(
	patterns: readonly CodeNode[],
	regions: readonly CodeNode[],
	bindings: Bindings,
	accept: (bindings: Bindings, at: CodeNode) => boolean = () => true,
	before: Candidate | null = null,
): readonly CodeNode[] | null {
	const [pattern, ...rest] = patterns.filter(({ kind }) => kind !== "ellipsis");
	if (!pattern) return [];
	let places: readonly CodeNode[] | null = null;
	find(pattern, regions, bindings, (found, at, anchor) => {
		const here = { at, anchor };
		if (before && !comesAfter(before, here)) return false;
		if (rest.length === 0 && !accept(found, at)) return false;
		const later = placesIn(rest, regions, found, accept, here);
		if (!later) return false;
		places = [
			...(rest.length === 0 && !before
				? (innermost([pattern], at, found) ?? [at])
				: [at]),
			...later,
		];
		return true;
	});
	return places;
}

/** Where the code of a function, class or branch that a pattern asks for stands in a node, which is not so short that it is told whole. */
export function innermost(
	patterns: readonly CodeNode[],
	node: CodeNode,
	bindings: Bindings,
): readonly CodeNode[] | null {
	if (codeOf(node) === textOf(node)) return null;
	for (const pattern of patterns) {
		const inner = insideOf(pattern).filter(({ kind }) => kind !== "ellipsis");
		const places =
			inner.length > 0
				? placesIn(inner, bodiesOf(node).flatMap(regionsOf), bindings)
				: null;
		const isOwn = (one: CodeNode) => isWithin(one, node);
		if (places?.[0] && (node.kind === "call" || places.every(isOwn)))
			return places;
	}
	return null;
}

/** The statements of the code in a pattern. */
function insideOf({ kind, part, list }: CodeNode): readonly CodeNode[] {
	if (kind === "any") return list.alternatives.flatMap(insideOf);
	if (kind === "guarded" && part.pattern) return insideOf(part.pattern);
	if (kind === "call")
		return list.arguments.flatMap((one) =>
			one.kind === "function" ? insideOf(one) : [],
		);
	if (kind === "declaration" && part.value) return insideOf(part.value);
	if (kind === "try" && part.handler) return [];
	return part.body?.list.statements ?? [];
}

/** The functions that a call is given, or the value that a declaration gives. */
function bodiesOf(node: CodeNode): readonly CodeNode[] {
	if (node.kind === "declaration" && node.part.value) return [node.part.value];
	if (node.kind !== "call") return [node];
	return node.list.arguments
		.flatMap(valuesOf)
		.filter(({ kind }) => kind === "function");
}

/** The smallest part of a node for which it must not be there. */
export interface Offence {
	at: CodeNode;
	/** What it is for, when it must not have its value. */
	role: string | null;
	/** Its value, which may be written elsewhere. */
	value: CodeNode;
	/** What it must not stand behind. */
	before?: CodeNode;
	/** Of a name in it: what that stands for. */
	stands?: string;
	/** It must not be there because nothing uses its value. */
	isDiscarded?: true;
}

/** The part of a node that makes it meet a condition: a key, an attribute, an argument or a value. */
export function offenceIn(
	condition: CompiledCondition,
	node: CodeNode,
	bindings: Bindings,
): Offence | null {
	const inner = condition.has ?? condition;
	for (const one of inner.any ?? []) {
		const offence = offenceIn(one, node, bindings);
		if (offence) return offence;
	}
	const { is, patterns = null } = inner;
	const fits = patterns?.some((one) => match(one, node, bindings, () => true));
	if (is && fits !== false && isOfKind(node, is))
		return is === "discarded"
			? { ...wholly(node), isDiscarded: true }
			: valued(node, (value) => isOfKind(value, is));
	let offence: Offence | null = null;
	for (const pattern of inner.patterns ?? []) {
		match(pattern, node, bindings, (found) => {
			if (!holdsBeside(inner, node, found, () => true)) return false;
			offence =
				offendingName(inner, node, found) ??
				offendingPart(pattern, node, found);
			return offence !== null;
		});
		if (offence) return offence;
	}
	return null;
}

/** What a metavariable stands for of which a condition says what it is. */
function offendingName(
	{ where }: CompiledCondition,
	node: CodeNode,
	bindings: Bindings,
): Offence | null {
	for (const [name, condition] of where) {
		const bound = bindings[name];
		if (!bound || bound === node || !isWithin(bound, node)) continue;
		const { parent } = bound;
		// A key: one of an object is made for the match and takes the place of its property.
		if (
			parent?.kind === "object" ||
			(parent?.kind === "property" && parent.part.value !== bound)
		)
			return wholly(bound);
		if (roleIn(bound) && (bound.parent?.kind !== "call" || condition.not))
			return valued(bound, (value) =>
				holds(condition, value, bindings, () => true),
			);
		const [pattern] = condition.patterns ?? [];
		if (
			bound.kind === "name" &&
			pattern?.kind === "name" &&
			pattern.value !== bound.value
		)
			return {
				...wholly(node),
				stands: `\`${bound.value}\` may be \`${pattern.value}\``,
			};
	}
	return null;
}

const wholly = (at: CodeNode): Offence => ({ at, role: null, value: at });

/** A part that must not have its value, with the value that it stands for. */
function valued(
	at: CodeNode,
	fits: (value: CodeNode) => boolean,
): Offence | null {
	const value = valuesOf(at).findLast(
		(one) => !/^(name|member)$/.test(one.kind) && one.end > 0 && fits(one),
	);
	return { at, role: roleIn(at) ?? `\`${codeOf(at)}\``, value: value ?? at };
}

const isOpen = (pattern: CodeNode | undefined) =>
	!pattern || /^(metavariable|ellipsis)$/.test(pattern.kind);

/** A part whose value a pattern says, or that must not be there at all. */
function partOf(
	pattern: CodeNode | undefined,
	own: CodeNode,
	value: CodeNode | undefined,
	bindings: Bindings,
): Offence | null {
	return isOpen(pattern) || !pattern || !value
		? wholly(own)
		: valued(value, (one) => match(pattern, one, bindings, () => true));
}

function offendingPart(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
): Offence | null {
	const { part, list } = pattern;
	if (pattern.kind === "any") {
		const one = list.alternatives.find((other) =>
			match(other, node, bindings, () => true),
		);
		return one ? offendingPart(one, node, bindings) : null;
	}
	if (pattern.kind === "guarded")
		return part.pattern ? offendingPart(part.pattern, node, bindings) : null;
	if (pattern.kind !== node.kind) return null;
	switch (pattern.kind) {
		case "object":
			return offendingKey(list.properties, node, bindings);
		case "element": {
			const [wanted, ...others] = list.attributes;
			const own = node.list.attributes.find(
				({ value }) => value === wanted?.value,
			);
			if (own && wanted?.part.value && others.length === 0)
				return partOf(wanted.part.value, own, own.part.value, bindings);
			const [child, ...rest] = wanted ? [] : list.children;
			const inside =
				child &&
				rest.length === 0 &&
				node.list.children.find((one) =>
					match(child, one, bindings, () => true),
				);
			return inside ? wholly(inside) : null;
		}
		case "call":
			return offendingArgument(pattern, node, bindings);
		case "return":
			return part.value && node.part.value
				? offendingPart(part.value, node.part.value, bindings)
				: null;
		case "declaration":
			for (const one of list.decorators)
				for (const own of node.list.decorators)
					if (match(one, own, bindings, () => true)) {
						const offence = offendingPart(one, own, bindings);
						if (offence) return offence;
					}
			return part.value && node.part.value
				? offendingPart(part.value, node.part.value, bindings)
				: null;
		case "class": {
			const [base] = node.list.bases;
			return base && list.bases.length === 0 && part.body?.list.statements[0]
				? { ...wholly(base), role: "the base class" }
				: null;
		}
		case "binary":
			return pattern.value === "&&" && node.part.left
				? { ...wholly(node.part.left), role: "the left side" }
				: null;
		case "try":
			return part.handler && node.part.handler
				? { ...wholly(node.part.handler), role: "what `catch` does" }
				: null;
		case "if": {
			const condition = branchesOf(node)?.condition;
			return condition ? { ...wholly(condition), role: "the condition" } : null;
		}
		default:
			return null;
	}
}

function offendingKey(
	wanted: readonly CodeNode[],
	node: CodeNode,
	bindings: Bindings,
): Offence | null {
	const spread = node.list.properties.findLast(({ kind }) => kind === "spread");
	const [first, ...others] = wanted;
	const own = node.list.properties.find(({ value }) => value === first?.value);
	if (wanted.at(-1)?.kind === "spread" && spread)
		return own && own.start < spread.start
			? { ...wholly(spread), before: own }
			: wholly(spread);
	return own && first && others.length === 0
		? partOf(first.part.value, own, own.part.value, bindings)
		: null;
}

function offendingArgument(
	{ list }: CodeNode,
	node: CodeNode,
	bindings: Bindings,
): Offence | null {
	const keyword = list.arguments.find(({ kind }) => kind === "keyword");
	const own = node.list.arguments.find(
		({ kind, value }) => kind === "keyword" && value === keyword?.value,
	);
	if (keyword && own)
		return partOf(keyword.part.value, own, own.part.value, bindings);
	const [telling, ...others] = list.arguments.filter((one) => !isOpen(one));
	if (!telling || others.length > 0 || telling.kind === "function") return null;
	const argument = node.list.arguments.find((one) =>
		match(telling, one, bindings, () => true),
	);
	if (!argument) return null;
	return (
		offendingPart(telling, argument, bindings) ??
		(/^(name|call)$/.test(argument.kind)
			? valued(argument, (one) => match(telling, one, bindings, () => true))
			: null)
	);
}
