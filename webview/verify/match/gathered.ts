/** Matching of what code gathers from lists: a pattern's loop, method or comprehension takes each other way to the same. */
import { gatheredOf, mayGather } from "../gather/gathered.ts";
import { wholeResult } from "../gather/whole.ts";
import {
	type CodeNode,
	calleeName,
	isDocument,
	virtualNode,
} from "../model/node.ts";
import { truthOf } from "../model/truth.ts";
import { matchQuestion } from "./conditions.ts";
import { isRefusing, valuesHere } from "./context.ts";
import { match } from "./match.ts";
import { pick } from "./parts.ts";
import type { Bindings, Next } from "./types.ts";

const nothing: readonly CodeNode[] = [];

/** What an expression of a pattern gathers. */
export function wantedOf(pattern: CodeNode): readonly CodeNode[] {
	// Asked at every miss: kept with the node.
	if (pattern.gathers) return pattern.gathers;
	const mayBe =
		mayGather.test(pattern.kind) &&
		pattern.kind !== "name" &&
		!isDocument(pattern.source.family);
	pattern.gathers = nothing;
	if (mayBe) pattern.gathers = gatheredOf(pattern);
	return pattern.gathers;
}

const selections = new WeakMap<CodeNode, readonly CodeNode[]>();

/** What a pattern of `filter` alone asks for: that a list is made of what meets the question, whatever is made of that. */
export function filterConditionsOf(pattern: CodeNode): readonly CodeNode[] {
	if (pattern.kind !== "call" || calleeName(pattern) !== "filter")
		return nothing;
	let found = selections.get(pattern);
	if (!found) {
		found = wantedOf(pattern)
			.filter(({ value, list }) => value === "list" && list.children.length > 0)
			.map((one) => ({
				...one,
				part: { ...one.part, body: undefined },
				gathers: undefined,
			}));
		selections.set(pattern, found);
	}
	return found;
}

/** Whether an expression gathers what one of a pattern does, in whatever way. */
export function matchGathered(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	if (isRefusing()) return false;
	const wanted = wantedOf(pattern);
	if (wanted.length === 0) return false;
	const result = node.kind === "return" ? wholeResult(node) : undefined;
	const values =
		node.kind === "return"
			? [result, node.part.value].filter((one) => one !== undefined)
			: valuesHere(node);
	return values.some((value) =>
		gatheredOf(value).some((one) =>
			wanted.some(
				(asked) =>
					!(isAnySum(asked) && isSize(value)) &&
					matchOne(asked, one, bindings, next),
			),
		),
	);
}

/** Whether a pattern asks for any sum: `$sum += $_` without its loop. */
const isAnySum = ({ value, list, part }: CodeNode) =>
	value === "fold" &&
	list.loops.length === 0 &&
	part.body?.kind === "metavariable";

/** Whether an expression is the length of something, which adds up nothing. */
const isSize = (node: CodeNode) =>
	(node.kind === "member" && /^(length|size)$/.test(String(node.value))) ||
	(node.kind === "call" &&
		node.part.callee?.kind === "name" &&
		node.part.callee.value === "len");

/** What is gathered in a pattern, with what is gathered in code. */
export function matchOne(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	if (pattern.value !== node.value) return false;
	if (pattern.facts.isUnique && !node.facts.isUnique) return false;
	const { key, start, body, condition } = pattern.part;
	if (pattern.value === "default")
		return match(body, node.part.body, bindings, (found) =>
			match(pattern.part.default, node.part.default, found, next),
		);
	const order: Next = (found) => {
		if (!condition) return next(found);
		const given = node.part.condition;
		if (!given) return false;
		return truthOf(condition) === undefined && condition.kind !== "constant"
			? matchQuestion(condition, given, true, found, next) ||
					match(condition, given, found, next)
			: condition.value === given.value && next(found);
	};
	const begun: Next = (found) =>
		!start
			? order(found)
			: !!node.part.start && match(start, node.part.start, found, order);
	const otherwise: Next = (found) =>
		!pattern.part.default
			? begun(found)
			: !!node.part.default &&
				match(pattern.part.default, node.part.default, found, begun);
	const made: Next = (found) =>
		matchPart(key, node.part.key, found, (inner) =>
			pattern.facts.isOpen
				? otherwise(inner)
				: matchPart(body, node.part.body, inner, otherwise),
		);
	return (
		matchLoops(pattern, node, bindings, made) ||
		matchWhole(pattern, node, bindings, made)
	);
}

const matchPart = (
	pattern: CodeNode | undefined,
	node: CodeNode | undefined,
	bindings: Bindings,
	next: Next,
) => (pattern ? match(pattern, node, bindings, next) : next(bindings));

/** The same lists gone through, with the same questions asked. */
function matchLoops(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const [wanted, given] = [pattern.list.loops, node.list.loops];
	if (wanted.length === 0) return next(bindings);
	if (wanted.length !== given.length) return false;
	const from = (index: number, found: Bindings): boolean => {
		const [one, other] = [wanted[index], given[index]];
		if (!one || !other) return matchTests(pattern, node, found, next);
		return match(one.part.iterable, other.part.iterable, found, (inner) =>
			match(one.part.target, other.part.target, inner, (last) =>
				from(index + 1, last),
			),
		);
	};
	return from(0, bindings);
}

function matchTests(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	if (pattern.facts.isOpen) return next(bindings);
	const [wanted, given] = [pattern.list.children, node.list.children];
	if (wanted.length !== given.length) return false;
	return pick(wanted, given, bindings, next, (one, other, found, go) =>
		matchQuestion(one, other, true, found, go),
	);
}

/** A pattern's list of which nothing is said, `$_` or an unbound `$list`, takes a list that is made of others. */
function matchWhole(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const [loop, ...more] = pattern.list.loops;
	const { iterable, target } = loop?.part ?? {};
	if (!loop || more.length > 0 || pattern.list.children.length > 0)
		return false;
	if (iterable?.kind !== "metavariable" || bindings[String(iterable.value)])
		return false;
	const { loops, children } = node.list;
	const last = loops.at(-1)?.part.target;
	const elements = [node.part.key, node.part.body, last];
	return elements.some((element) => {
		if (!element) return false;
		const list = virtualNode("gathered", node, {
			value: "list",
			part: { body: element },
			list: { loops, children },
		});
		return match(iterable, list, bindings, (found) =>
			match(target, element, found, next),
		);
	});
}
