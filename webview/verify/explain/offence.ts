/** The part of a node for which it meets a condition, with the value that it must not have or what a name in it stands for. */

import { branchesOf } from "../match/branches.ts";
import { matchClause } from "../match/clauses.ts";
import { negated } from "../match/context.ts";
import { statementsOf } from "../match/decisions.ts";
import { holds, holdsBeside, isOfKind } from "../match/evaluate.ts";
import { match } from "../match/match.ts";
import type { Bindings, CompiledCondition } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import { type CodeNode, isWithin } from "../model/node.ts";
import { valuesOf } from "../model/values.ts";
import { forbiddenDeclaration } from "./css.ts";
import { codeOf } from "./label.ts";
import { type Cost, costOf } from "./miss.ts";
import { lineOf, roleIn } from "./role.ts";

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
	meaning?: string;
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
	if (node.kind === "rule")
		return wholly(forbiddenDeclaration(inner.patterns ?? [], node));
	if (node.source.family === "html") return null;
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
	return /^(name|member)$/.test(node.kind) && fits
		? valued(node, (value) =>
				(patterns ?? []).some((one) => match(one, value, bindings, () => true)),
			)
		: null;
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
		const inner = valuesOf(bound)
			.filter(({ kind, end }) => kind === "object" && end > 0)
			.map((value) => offenceIn(condition, value, bindings))
			.find((one) => one && one.at.kind !== "object");
		if (inner) return inner;
		if (roleIn(bound) && (bound.parent?.kind !== "call" || condition.not))
			return valued(bound, (value) =>
				holds(condition, value, bindings, () => true),
			);
	}
	return null;
}

/** What a name in a node stands for that makes the node meet a condition: "`list` may be `BOOKS`"; null when that can be seen. */
export function meaningIn(
	condition: CompiledCondition,
	node: CodeNode,
	bindings: Bindings,
): string | null {
	if (node.kind === "assignment" && node.value === "=" && !isStatement(node))
		return msg`a single \`=\` gives a new value; compare with \`===\``;
	const inner = condition.has ?? condition;
	for (const one of inner.any ?? []) {
		const meaning = meaningIn(one, node, bindings);
		if (meaning) return meaning;
	}
	const names = namesIn(node);
	for (const [name, one] of inner.where) {
		const own = bindings[name];
		const isPositive = [one, ...one.all].some(({ patterns }) => patterns);
		if (!isPositive || (own && !isWithin(own, node))) continue;
		const bound = names.find(
			(other) =>
				(!own || other === own) && holds(one, other, bindings, () => true),
		);
		const values = (bound ? valuesOf(bound) : []).filter(
			(value) =>
				value !== bound &&
				!isWithin(value, node) &&
				value.end > 0 &&
				holds(one, value, bindings, () => true),
		);
		const meant = values.find(({ kind }) => kind === "name") ?? values.at(-1);
		if (bound && meant && codeOf(bound) !== codeOf(meant))
			return meant.kind === "name"
				? msg`\`${codeOf(bound)}\` may be \`${codeOf(meant)}\``
				: msg`\`${codeOf(bound)}\` is \`${codeOf(meant)}\``;
	}
	for (const wanted of (inner.patterns ?? []).flatMap(callsIn)) {
		const bound = names.find((one) => match(wanted, one, bindings, () => true));
		const value = bound && valuesOf(bound).find(({ kind }) => kind === "call");
		if (bound && value && !isWithin(value, node))
			return msg`\`${codeOf(bound)}\` is \`${codeOf(value)}\``;
	}
	for (const wanted of (inner.patterns ?? []).flatMap(namesIn)) {
		const written = names.some(({ value }) => value === wanted.value);
		const bound = names.find((one) => match(wanted, one, bindings, () => true));
		if (bound && !written)
			return msg`\`${bound.value}\` may be \`${wanted.value}\``;
	}
	return null;
}

/** The names in a node that are read. */
const namesIn = (node: CodeNode): CodeNode[] =>
	node.kind === "name" ? [node] : node.children.flatMap(namesIn);

/** The calls in a pattern. */
const callsIn = (node: CodeNode): CodeNode[] => [
	...(node.kind === "call" ? [node] : []),
	...node.children.flatMap(callsIn),
];

const isStatement = ({ parent }: CodeNode) =>
	parent?.kind === "block" || parent?.kind === "program";

const wholly = (at: CodeNode): Offence => ({ at, role: null, value: at });

/** A part that must not have its value, with the value that it stands for. */
function valued(
	at: CodeNode,
	fits: (value: CodeNode) => boolean,
): Offence | null {
	const value = valuesOf(at).findLast(
		(one) => !/^(name|member)$/.test(one.kind) && one.end > 0 && fits(one),
	);
	const role = roleIn(at) ?? `\`${codeOf(at)}\``;
	const isHidden =
		value && at.kind === "name" && value !== at && role !== `\`${codeOf(at)}\``;
	return {
		at,
		role,
		value: value ?? at,
		...(isHidden && {
			meaning: msg`\`${codeOf(at)}\` may have this value (line ${lineOf(value)})`,
		}),
	};
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
						return offendingPart(one, own, bindings) ?? decoration(own);
					}
			return part.value && node.part.value
				? offendingPart(part.value, node.part.value, bindings)
				: null;
		case "class": {
			const [base] = node.list.bases;
			return base && list.bases.length === 0 && part.body?.list.statements[0]
				? { ...wholly(base), role: msg`the base class` }
				: null;
		}
		case "binary":
			return pattern.value === "&&" && node.part.left
				? { ...wholly(node.part.left), role: msg`the left side` }
				: null;
		case "try": {
			const [wanted] = list.handlers;
			const own =
				wanted &&
				node.list.handlers.find((one) =>
					negated(() => matchClause(wanted, one, bindings, () => true)),
				);
			return own ? offendingClause(own) : null;
		}
		case "if": {
			// What runs in a branch is reported with the condition that it must not depend on.
			if (statementsOf(part.consequence).length > 0) return null;
			const condition = branchesOf(node)?.condition;
			return condition
				? { ...wholly(condition), role: msg`the condition` }
				: null;
		}
		default:
			return null;
	}
}

/** A clause of `try`; one of JavaScript says nothing of what it catches. */
const offendingClause = (own: CodeNode): Offence =>
	own.source.family === "python"
		? { ...wholly(own), role: msg`what \`except\` does` }
		: { ...wholly(own.part.body ?? own), role: msg`what \`catch\` does` };

/** A decorator with its sign. */
const decoration = (own: CodeNode): Offence => ({
	...wholly(own),
	value: { ...own, start: own.start - 1 },
});

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
	const [distinctive, ...others] = list.arguments.filter(
		(one) => !isOpen(one) && one.kind !== "function",
	);
	if (!distinctive || others.length > 0) return null;
	const argument = node.list.arguments.find((one) =>
		match(distinctive, one, bindings, () => true),
	);
	if (!argument) return null;
	return (
		offendingPart(distinctive, argument, bindings) ??
		(/^(name|call|member|array)$/.test(argument.kind)
			? valued(argument, (one) => match(distinctive, one, bindings, () => true))
			: null)
	);
}

/** The later one of two imports that bring the same name, which a name in a match stands for. */
export function replacedImport({ kind, value, source }: CodeNode): Cost | null {
	if (kind !== "name") return null;
	const same = source.root.list.statements.filter(
		(one) =>
			one.kind === "import" &&
			one.facts.imported?.some(({ as }) => as === value),
	);
	const [first, second] = same;
	return first && second
		? costOf(
				0.5,
				{},
				{
					facet: "forbidden",
					at: second,
					path: [],
					expected: "",
					actual: String(value),
					replaces: first,
				},
			)
		: null;
}
