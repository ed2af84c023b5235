/** What a variable holds after the code that fills it, as far as it is gathered from lists. */
import { type CodeNode, calleeName, virtualNode } from "../model/node.ts";
import { referencesTo } from "../model/reach.ts";
import { truthOf } from "../model/truth.ts";
import { foundBy } from "./early.ts";
import { best } from "./greatest.ts";
import { keyed } from "./keyed.ts";
import { gathered, word } from "./nodes.ts";
import type { Operation } from "./operations.ts";
import {
	constantOf,
	isEqual,
	type Key,
	keyOfName,
	mentions,
} from "./replace.ts";
import { isQuestion, not, questionsOf, streamOf } from "./streams.ts";
import { addedText } from "./texts.ts";

/** Whether a question asks that the variable does not hold a value yet. */
function isNew(question: CodeNode, value: CodeNode, key: Key): boolean {
	const asked =
		question.kind === "unary" && question.value === "!"
			? question.part.value
			: question;
	if (!asked) return false;
	const { left, right, callee } = asked.part;
	const isOf = (node: CodeNode | undefined) => keyOfName(node) === key;
	if (asked.kind === "call")
		return (
			asked !== question &&
			/^(includes|has)$/.test(calleeName(asked) ?? "") &&
			isOf(callee?.part.object) &&
			isEqual(asked.list.arguments[0], value)
		);
	if (asked.kind !== "binary") return false;
	if (asked.value === (asked === question ? "not in" : "in"))
		return isOf(right) && isEqual(left, value);
	const isAbsent =
		asked === question &&
		left?.kind === "call" &&
		calleeName(left) === "indexOf" &&
		isOf(left.part.callee?.part.object) &&
		isEqual(left.list.arguments[0], value);
	return (
		isAbsent &&
		((/^===?$/.test(String(asked.value)) && right?.value === -1) ||
			(asked.value === "<" && right?.value === 0))
	);
}

/** Whether a question asks that another variable does not hold a value yet, to which the loop adds it: `!seen[name]`, `not seen.has(name)`. */
function isNotSeen(question: CodeNode, value: CodeNode): boolean {
	const asked =
		question.kind === "unary" && question.value === "!"
			? question.part.value
			: question;
	if (!asked) return false;
	const { object, callee, right } = asked.part;
	const names = [object, callee?.part.object, right];
	return names.some((seen) => {
		const key = seen?.kind === "name" ? keyOfName(seen) : null;
		if (!seen || key === null || typeof key === "string") return false;
		const isEntry =
			asked !== question &&
			asked.kind === "index" &&
			isEqual(asked.part.key, value);
		return (isEntry || isNew(question, value, key)) && isFilled(key, seen);
	});
}

/** Whether something is added to a variable. */
const isFilled = (key: Exclude<Key, string>, at: CodeNode): boolean =>
	key.fields.length > 0 ||
	referencesTo(key, at.source).some(
		({ parent }) =>
			parent?.kind === "member" && /^(add|append)$/.test(String(parent.value)),
	);

/** The kind of thing that a variable begins with; null where it is another one. */
function kindOf(start: CodeNode | undefined) {
	if (!start) return "any";
	const { kind, list } = start;
	if (kind === "number") return "number";
	if (kind === "constant")
		return truthOf(start) === undefined ? "nothing" : "truth";
	if (kind === "array" && list.elements.length === 0) return "list";
	if (kind === "object" && list.properties.length === 0) return "object";
	if (kind !== "call") return null;
	const name = calleeName(start) ?? "";
	const [first] = list.arguments;
	if (/^(defaultdict|Counter)$/.test(name)) return "object";
	if (name === "create" && first?.value === "null") return "object";
	if (first) return null;
	const made = { list: "list", Array: "list", dict: "object", Map: "map" };
	return (
		(made as Record<string, string>)[name] ??
		(/^(Set|set)$/.test(name) ? "set" : null)
	);
}

/** What the operations on a variable gather; undefined where it is not known. */
export function collected(
	operations: readonly Operation[],
	key: Key,
	start: CodeNode | undefined,
	at: CodeNode,
): CodeNode | undefined {
	const kind = kindOf(constantOf(start));
	const [first, ...more] = operations;
	if (!first) return undefined;
	if (operations.some(({ loops }) => loops.length === 0)) return undefined;
	if (!kind && !/^(set|add)$/.test(first.what)) return undefined;
	const isKeyed = operations.some(({ what }) => /At$|^put$|^start$/.test(what));
	if (isKeyed)
		return kind && /^(any|object|map)$/.test(kind)
			? keyed(operations, key, start, kind === "map", at)
			: undefined;
	const text = addedText(operations, key, start, at);
	if (text) return text;
	const [second, ...others] = more;
	const isBegun =
		first.what === "set" &&
		second?.what === "set" &&
		others.length === 0 &&
		isEqual(first.value, second.value) &&
		first.tests.length === 1 &&
		first.tests.every((test) => isMissing(test, key));
	// `if best is None: best = item`, and a comparison else.
	if (isBegun && second)
		return chosen(
			{
				...second,
				tests: second.tests.filter((test) => !isMissing(not(test), key)),
			},
			key,
			start,
			false,
			at,
		);
	const isStopped =
		first.what === "set" &&
		more.length === 1 &&
		more[0]?.what === "stop" &&
		more[0].loops.length === first.loops.length;
	if (more.length > 0 && !isStopped) return undefined;
	const { value } = first;
	if (!value) return undefined;
	switch (first.what) {
		case "add":
			return !kind
				? undefined
				: kind === "list"
					? listed({ ...first, what: "include" }, key, false, at)
					: folded(first, key, start, at);
		case "some":
		case "every":
			return truthOf(start) === (first.what === "every")
				? gathered(first.what === "some" ? "some" : "none", at, {
						loops: first.loops,
						tests: [
							...first.tests,
							...questionsOf(first.what === "some" ? value : not(value)),
						],
					})
				: undefined;
		case "set":
			return chosen(first, key, start, isStopped, at);
		case "push":
		case "include":
			return kind && /^(any|list|set)$/.test(kind)
				? listed(first, key, kind === "set", at)
				: undefined;
		default:
			return undefined;
	}
}

function listed(
	{ what, loops, tests, value }: Operation,
	key: Key,
	isSet: boolean,
	at: CodeNode,
): CodeNode | undefined {
	if (!value) return undefined;
	const others = tests.filter(
		(one) => !isNew(one, value, key) && !isNotSeen(one, value),
	);
	const isUnique = isSet || others.length < tests.length;
	if (others.some((one) => mentions(one, key))) return undefined;
	const [only, ...more] = value.list.elements;
	const isOne =
		what === "include" && value.kind === "array" && only && !more[0];
	const from = what === "include" && !isOne ? streamOf(value) : undefined;
	return gathered(isSet ? "set" : "list", at, {
		loops: [...loops, ...(from?.loops ?? [])],
		tests: [...others, ...(from?.tests ?? [])],
		body: from?.element ?? (isOne ? only : value),
		isUnique,
	});
}

/** `sum += x`; `sum += a ? x : 0` adds where `a` holds. */
export function folded(
	{ loops, tests, value, operator = "+" }: Operation,
	key: Key | null,
	start: CodeNode | undefined,
	at: CodeNode,
): CodeNode | undefined {
	if (!value) return undefined;
	if (key !== null && [value, ...tests].some((one) => mentions(one, key)))
		return undefined;
	// `Number(question)` is 1 where it is answered with yes.
	const [asked, ...further] = value.list.arguments;
	const isNumber =
		value.kind === "call" && /^(Number|int)$/.test(calleeName(value) ?? "");
	if (isNumber && asked && isQuestion(asked) && further.length === 0)
		return folded(
			{
				what: "add",
				loops,
				tests: [...tests, ...questionsOf(asked)],
				value: virtualNode("number", at, { value: 1 }),
				operator,
			},
			key,
			start,
			at,
		);
	const { condition, consequence, alternative } = value.part;
	const isNothing = (one: CodeNode | undefined) =>
		one?.kind === "number" && one.value === (operator === "*" ? 1 : 0);
	if (value.kind === "if" && condition && consequence && alternative) {
		if (isNothing(alternative))
			return folded(
				{
					what: "add",
					loops,
					tests: [...tests, ...questionsOf(condition)],
					value: consequence,
					operator,
				},
				key,
				start,
				at,
			);
		if (isNothing(consequence))
			return folded(
				{
					what: "add",
					loops,
					tests: [...tests, ...questionsOf(not(condition))],
					value: alternative,
					operator,
				},
				key,
				start,
				at,
			);
	}
	return gathered("fold", at, {
		loops,
		tests,
		body: value,
		start,
		operator: word(at, operator),
	});
}

/** A variable that is set to an element, or to a truth value. */
function chosen(
	{ loops, tests, value }: Operation,
	key: Key,
	start: CodeNode | undefined,
	isStopped: boolean,
	at: CodeNode,
): CodeNode | undefined {
	if (!value) return undefined;
	const isTruth = truthOf(value) !== undefined;
	const isStill = (question: CodeNode) =>
		isMissing(question, key) || (isTruth && mentions(question, key));
	const others = tests.filter((one) => !isStill(one));
	if (others.some((one) => mentions(one, key)))
		return best({ loops, tests }, value, key, start, at);
	const isFirst = isStopped || others.length < tests.length;
	if (!isTruth && !isFirst) return undefined;
	return foundBy(at, { loops, tests: others }, value, start);
}

/** Whether a question asks that a variable is not set yet. */
export function isMissing(question: CodeNode, key: Key): boolean {
	const { kind, value, part } = question;
	if (kind === "unary" && value === "!") return keyOfName(part.value) === key;
	return (
		kind === "binary" &&
		/^(===?|is)$/.test(String(value)) &&
		keyOfName(part.left) === key &&
		part.right?.kind === "constant"
	);
}
