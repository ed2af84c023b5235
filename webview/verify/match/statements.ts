/** Matching of loops and slices, and what can be known of a value at all. */
import {
	type CodeNode,
	calleeName,
	virtualNode,
	virtualOnce,
} from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { valuesOf } from "../model/values.ts";
import { matchQuestion } from "./conditions.ts";
import { isRefusing } from "./context.ts";
import { match } from "./match.ts";
import { matchInOrder } from "./parts.ts";
import { matchSequence } from "./search.ts";
import type { Bindings, Next } from "./types.ts";

export function matchSlice(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const isZero = (one: CodeNode | undefined) =>
		one?.kind === "number" && one.value === 0;
	const start = isZero(node.part.start) ? undefined : node.part.start;
	const { part } = pattern;
	if (!part.start !== !start || !part.stop !== !node.part.stop) return false;
	return match(part.start, start, bindings, (found) =>
		match(part.stop, node.part.stop, found, next),
	);
}

/** What a loop goes through, as a pattern's does: `for (key in o)` and `for (key of Object.keys(o))` are the same. Undefined for the other kind of loop. */
function iterableFor(pattern: CodeNode, node: CodeNode): CodeNode | undefined {
	const { iterable } = node.part;
	const isIn = node.value === "in";
	if (pattern.source.family !== "javascript" || !iterable) return iterable;
	if ((pattern.value === "in") === isIn) return iterable;
	if (isIn) {
		if (pattern.part.iterable?.kind !== "call") return undefined;
		const object = virtualNode("name", iterable, { value: "Object" });
		const callee = virtualNode("member", iterable, {
			value: "keys",
			part: { object },
		});
		return virtualOnce("call", iterable, iterable, {
			part: { callee },
			list: { arguments: [iterable] },
		});
	}
	return valuesOf(iterable).find(
		(one) =>
			one.kind === "call" &&
			calleeName(one) === "keys" &&
			one.part.callee?.part.object?.value === "Object",
	)?.list.arguments[0];
}

/** What a loop declares to begin with: `let i = 1`. */
const startsOf = ({ list }: CodeNode): readonly CodeNode[] =>
	list.children.filter(
		({ kind, part }) => kind === "declaration" && !!part.value,
	);

/** Where the variables of a loop's condition are declared: `let i = 1` above a `while (i < n)`. */
function declaredAbove(condition: CodeNode | undefined): CodeNode[] {
	if (!condition) return [];
	const declared =
		condition.kind === "name" ? resolve(condition)?.declaredAt.parent : null;
	return [
		...(declared?.kind === "declaration" ? [declared] : []),
		...condition.children.flatMap(declaredAbove),
	];
}

/** The declarations with which a loop of a pattern starts. */
function matchStart(
	starts: readonly CodeNode[],
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const [start, ...rest] = starts;
	if (!start) return next(bindings);
	const own = startsOf(node);
	return (own.length > 0 ? own : declaredAbove(node.part.condition)).some(
		(one) =>
			match(start, one, bindings, (found) =>
				matchStart(rest, node, found, next),
			),
	);
}

/** Whether a loop ends in its first turn, whatever it does there. */
const endsAtOnce = ({ part: { body } }: CodeNode): boolean => {
	const last = body?.list.statements.at(-1);
	return last?.kind === "jump" && last.value === "break";
};

export function matchLoop(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const { target, iterable, condition, body } = pattern.part;
	if (endsAtOnce(node) && !endsAtOnce(pattern) && !isRefusing()) return false;
	const bound =
		target?.kind === "metavariable" ? node.facts.stands : node.part.target;
	return match(target, bound, bindings, (found) =>
		match(iterable, iterableFor(pattern, node), found, (inner) =>
			match(condition, node.part.condition, inner, (asked) =>
				matchStart(startsOf(pattern), node, asked, (last) =>
					matchSequence(
						body?.list.statements ?? [],
						[node.part.body ?? node],
						last,
						next,
					),
				),
			),
		),
	);
}

/** Functions that go through all that they are given, a list or a generator. */
const consumingFunctions =
	/^(all|any|dict|frozenset|join|list|max|min|set|sorted|sum|tuple|Counter)$/;

/** Whether a comprehension is gone through where it stands, so that a list and a generator do the same. */
const isConsumed = (node: CodeNode): boolean => {
	const { parent } = node;
	return (
		!!parent &&
		((parent.list.arguments.includes(node) &&
			consumingFunctions.test(calleeName(parent) ?? "")) ||
			(parent.kind === "loop" && parent.part.iterable === node))
	);
};

/** Whether two comprehensions make the same: a generator may become a list, and neither is a set or a dictionary. Where the match refuses an answer, a generator is a list only where the pattern goes through it. */
const makesSame = (pattern: CodeNode, node: CodeNode) =>
	pattern.value === node.value ||
	(!/set|dictionary/.test(`${pattern.value} ${node.value}`) &&
		(!isRefusing() || isConsumed(pattern)));

/** A comprehension; what it asks of each element may be asked in other words, and more may be asked. */
export const matchComprehension = (
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean =>
	makesSame(pattern, node) &&
	matchInOrder(pattern.list.loops, node.list.loops, bindings, (found) =>
		match(pattern.part.body, node.part.body, found, (inner) =>
			matchTests(pattern.list.children, node.list.children, inner, next),
		),
	);

function matchTests(
	patterns: readonly CodeNode[],
	tests: readonly CodeNode[],
	bindings: Bindings,
	next: Next,
): boolean {
	const [pattern, ...rest] = patterns;
	if (!pattern) return next(bindings);
	return tests.some((test) =>
		matchQuestion(pattern, test, true, bindings, (found) =>
			matchTests(rest, tests, found, next),
		),
	);
}

/** Whether nothing can be known of a value: a parameter, an imported name, a member of either. */
export function isUnknown(node: CodeNode): boolean {
	switch (node.kind) {
		case "parameterValue":
		case "module":
			return true;
		case "name":
			return !resolve(node)?.values.length;
		case "member":
		case "index": {
			const { object } = node.part;
			return (
				!!object &&
				(object.kind === "call" ||
					(valuesOf(node).length === 1 && isUnknown(object)))
			);
		}
		default:
			return false;
	}
}

/** The promises that `await Promise.all([…])` waits for. */
export const awaitedTogether = ({ part: { value } }: CodeNode): CodeNode[] =>
	value?.kind === "call" &&
	calleeName(value) === "all" &&
	value.part.callee?.part.object?.value === "Promise"
		? valuesOf(value.list.arguments[0]).flatMap(({ list }) => list.elements)
		: [];
