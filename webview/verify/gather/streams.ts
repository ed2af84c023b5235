/** Lists as what they are made of: which lists are gone through, what is asked of each element, and what is made of it. */
import { moduleNameOf } from "../model/modules.ts";
import { type CodeNode, calleeName, virtualNode } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { countStep } from "../model/steps.ts";
import { valuesOf } from "../model/values.ts";
import { gatheredOf } from "./gathered.ts";
import { numbered } from "./loops.ts";
import { yieldedBy } from "./operations.ts";
import { applied, bindTarget, emptyEnv, isEqual, replaced } from "./replace.ts";

/** A list that is made of others. */
export interface Stream {
	loops: readonly CodeNode[];
	tests: readonly CodeNode[];
	element: CodeNode;
	/** Whether no element occurs twice. */
	isUnique?: boolean;
	/** Of a pattern that leaves open what is asked. */
	isOpen?: boolean;
}

/** How many lists are made of each other. */
const mostDepth = 10;

/** What a list is made of; a list of which nothing is known is gone through as it is. */
export const streamOf = (list: CodeNode): Stream =>
	streamIn(list) ?? itself(list);

/** A list gone through as it is. */
export function itself(list: CodeNode): Stream {
	const element = elementOf(list);
	return { loops: [loopOver(list, element)], tests: [], element };
}

let fresh = 0;

/** The element that a loop over a list is at. */
export const elementOf = (list: CodeNode): CodeNode =>
	list.source.path === "pattern"
		? virtualNode("metavariable", list, { value: `element ${++fresh}` })
		: virtualNode("item", list, { part: { of: list } });

export const loopOver = (iterable: CodeNode, target: CodeNode): CodeNode =>
	virtualNode("loop", iterable, { part: { target, iterable } });

/** The name of the member that stands for an element's place; no code has it. */
const placeName = " place";

/** The place of an element in the list that a stream goes through, counted from 0; undefined where elements are left out or come from several lists. */
export const placeOf = ({
	loops,
	tests,
	isUnique,
	isOpen,
}: Stream): CodeNode | undefined => {
	const [loop, ...more] = loops;
	const object = loop?.part.target;
	return object &&
		more.length === 0 &&
		tests.length === 0 &&
		!isUnique &&
		!isOpen
		? virtualNode("member", object, {
				value: placeName,
				part: { object },
			})
		: undefined;
};

/** Whether code is the place of an element. */
export const isPlace = ({ kind, value }: CodeNode): boolean =>
	kind === "member" && value === placeName;

export const not = (question: CodeNode): CodeNode =>
	question.kind === "unary" && question.value === "!" && question.part.value
		? question.part.value
		: virtualNode("unary", question, { value: "!", part: { value: question } });

/** Whether code is a question by its form. */
export const isQuestion = ({ kind, value }: CodeNode) =>
	(kind === "unary" && value === "!") ||
	(kind === "binary" &&
		/^([<>=!]=?=?|(not )?in|is|is not)$/.test(String(value)));

/** The questions that all have to be answered with yes for one to be. */
export function questionsOf(question: CodeNode): CodeNode[] {
	const { kind, value, part } = question;
	const both = (isYes: boolean) =>
		[part.left, part.right].flatMap((one) =>
			one ? questionsOf(isYes ? one : not(one)) : [],
		);
	if (kind === "binary" && value === "&&") return both(true);
	const asked = kind === "unary" && value === "!" ? part.value : undefined;
	if (asked?.kind === "binary" && asked.value === "||")
		return [asked.part.left, asked.part.right].flatMap((one) =>
			one ? questionsOf(not(one)) : [],
		);
	if (asked?.kind === "unary" && asked.value === "!" && asked.part.value)
		return questionsOf(asked.part.value);
	return [question];
}

/** What a list is made of; null where it is not made of another one. */
export function streamIn(list: CodeNode, depth = mostDepth): Stream | null {
	countStep();
	if (depth === 0) return null;
	const inner = (one: CodeNode) => streamIn(one, depth - 1) ?? itself(one);
	switch (list.kind) {
		case "gathered":
			return /^(list|set)$/.test(String(list.value)) && list.part.body
				? {
						loops: list.list.loops,
						tests: list.list.children,
						element: list.part.body,
						isUnique: !!list.facts.isUnique,
						isOpen: !!list.facts.isOpen,
					}
				: null;
		case "comprehension":
			return list.value === "dictionary" ? null : comprehended(list, inner);
		case "array": {
			const [only, ...more] = list.list.elements;
			return only?.kind === "spread" && more.length === 0 && only.part.value
				? inner(only.part.value)
				: null;
		}
		case "name": {
			const [gathered] = gatheredOf(list).filter(({ value }) =>
				/^(list|set)$/.test(String(value)),
			);
			if (gathered) return streamIn(gathered, depth - 1);
			const keys = list.source.family === "python" && keysOf(list);
			if (keys) return keys;
			// A copy that is sorted is another list.
			if (gatheredOf(list).some(({ value }) => value === "sorted")) return null;
			const variable = resolve(list);
			const [only, ...more] = variable?.values ?? [];
			return only &&
				more.length === 0 &&
				!variable?.fields.length &&
				/^(call|comprehension|array)$/.test(only.kind)
				? streamIn(only, depth - 1)
				: null;
		}
		case "index": {
			const { object, key } = list.part;
			const isWhole =
				key?.kind === "slice" && !key.part.start && !key.part.stop;
			return isWhole && key.children.length === 0 && object
				? inner(object)
				: null;
		}
		case "call":
			return calledList(list, inner) ?? reducedList(list, depth);
		default:
			return null;
	}
}

/** The keys of what a variable holds by keys. */
function keysOf(list: CodeNode): Stream | undefined {
	const [made] = gatheredOf(list).filter(({ value }) =>
		/^(map )?(dictionary|tally|groups)$/.test(String(value)),
	);
	return made?.part.key
		? {
				loops: made.list.loops,
				tests: made.list.children,
				element: made.part.key,
				isUnique: true,
			}
		: undefined;
}

/** The list or set that `reduce` makes. */
function reducedList(call: CodeNode, depth: number): Stream | null {
	if (!/^reduce$/.test(calleeName(call) ?? "")) return null;
	const [made] = gatheredOf(call).filter(({ value }) =>
		/^(list|set)$/.test(String(value)),
	);
	return made ? streamIn(made, depth - 1) : null;
}

/** What a comprehension makes. */
function comprehended(
	{ list, part, value }: CodeNode,
	inner: (list: CodeNode) => Stream,
): Stream | null {
	const env = emptyEnv();
	const loops: CodeNode[] = [];
	const tests: CodeNode[] = [];
	for (const { part } of list.loops) {
		if (!part.iterable || !part.target) return null;
		const iterable = replaced(part.iterable, env);
		const pairs = numbered(iterable);
		const one = inner(pairs ?? iterable);
		const [index, element] = part.target.list.elements;
		const place = placeOf(one);
		if (pairs && index && place) {
			bindTarget(index, place, env);
			bindTarget(element, one.element, env);
		} else if (pairs) return null;
		else bindTarget(part.target, one.element, env);
		loops.push(...one.loops);
		tests.push(...one.tests);
	}
	if (loops.length === 0 || !part.body) return null;
	for (const one of list.children)
		tests.push(...questionsOf(replaced(one, env)));
	return {
		loops,
		tests,
		element: replaced(part.body, env),
		isUnique: value === "set",
	};
}

/** The function that an argument stands for. */
export const functionIn = (given: CodeNode | undefined): CodeNode | undefined =>
	valuesOf(given).find(({ kind }) => kind === "function");

/** What a function that is handed over gives for an element: `str.upper`, `Boolean` and `itemgetter("name")`, too. */
export function givenFor(
	made: CodeNode | undefined,
	element: CodeNode,
	place?: CodeNode,
): CodeNode | undefined {
	if (!made) return undefined;
	const own = functionIn(made);
	if (own) return applied(own, place ? [element, place] : [element]);
	for (const value of valuesOf(made)) {
		if (value.kind === "name" && /^(Boolean|None)$/.test(String(value.value)))
			return element;
		if (value.kind === "constant" && value.value === "null") return element;
		if (value.kind === "member" && value.source.family === "python")
			return virtualNode("call", value, {
				part: {
					callee: virtualNode("member", value, {
						value: value.value,
						part: { object: element },
					}),
				},
			});
		const name = moduleNameOf(value.part.callee)?.name ?? calleeName(value);
		const [key, ...more] = value.list.arguments;
		if (value.kind !== "call" || !key || more.length > 0) continue;
		if (name === "itemgetter")
			return virtualNode("index", value, { part: { object: element, key } });
		if (name === "attrgetter" && key.kind === "string")
			return virtualNode("member", value, {
				value: key.value,
				part: { object: element },
			});
	}
	return undefined;
}

/** Methods and functions that give a list with the same elements. */
const copies = /^(slice|concat|values|copy)$/;
const copiesOf =
	/^(Array\.from|list|tuple|iter|structuredClone|copy|deepcopy|Object\.values)$/;

function calledList(
	call: CodeNode,
	inner: (list: CodeNode) => Stream,
): Stream | null {
	const { callee } = call.part;
	const given = call.list.arguments;
	const [first, second] = given;
	const on = callee?.kind === "member" ? callee.part.object : undefined;
	const name = String(callee?.value);
	const isGlobal = on?.kind === "name" && !resolve(on);
	const called = isGlobal ? `${on.value}.${name}` : name;
	if (call.facts.isNew || (!on && /^(set|frozenset)$/.test(name)))
		return /^(Set|set|frozenset)$/.test(name) && first && !second
			? { ...inner(first), isUnique: true }
			: null;
	if (callee?.kind === "name" && /^(map|filter)$/.test(name) && second)
		return stepOf(name, inner(second), first);
	if (
		(!on || isGlobal) &&
		copiesOf.test(called) &&
		called !== "Object.values" &&
		first
	)
		return second ? stepOf("map", inner(first), second) : inner(first);
	if (callee?.kind === "name") return yieldedBy(call);
	if (called === "Object.keys" && first && isGlobal)
		return keysOf(first) ?? null;
	if (!on || isGlobal) return null;
	// The words of a text in small letters are the words of the text, each in small letters.
	const { callee: inCase } = on.part;
	const changed = inCase?.part.object;
	if (
		name === "split" &&
		on.kind === "call" &&
		changed &&
		on.list.arguments.length === 0 &&
		/^(lower|upper|casefold|toLowerCase|toUpperCase)$/.test(
			String(inCase.value),
		)
	) {
		const words = itself(
			virtualNode("call", call, {
				part: {
					callee: virtualNode("member", callee as CodeNode, {
						value: "split",
						part: { object: changed },
					}),
				},
				list: { arguments: given },
			}),
		);
		const element = virtualNode("call", on, {
			part: {
				callee: virtualNode("member", inCase, {
					value: inCase.value,
					part: { object: words.element },
				}),
			},
		});
		return { ...words, element };
	}
	const isFromStart = first?.kind === "number" && first.value === 0;
	if (copies.test(name) && (!first || (name === "slice" && isFromStart)))
		return second ? null : inner(on);
	if (/^(map|filter|flatMap)$/.test(name) && first && !second)
		return name === "filter"
			? (uniqueBy(inner(on), on, first) ?? stepOf(name, inner(on), first))
			: stepOf(name, inner(on), first);
	return null;
}

/** What `map`, `filter` or `flatMap` makes of a list. */
function stepOf(
	name: string,
	stream: Stream,
	made: CodeNode | undefined,
): Stream | null {
	if (made?.kind === "ellipsis") return { ...stream, isOpen: true };
	const isPython = made?.source.family === "python";
	const result = givenFor(
		made,
		stream.element,
		isPython ? undefined : placeOf(stream),
	);
	if (!result || stream.isUnique) return null;
	if (name === "map") return { ...stream, element: result };
	if (name === "filter")
		return { ...stream, tests: [...stream.tests, ...questionsOf(result)] };
	const { condition, consequence, alternative } = result.part;
	const isNothing = (one: CodeNode | undefined) =>
		one?.kind === "array" && one.list.elements.length === 0;
	const one = (node: CodeNode | undefined) =>
		node?.kind === "array" && node.list.elements.length === 1
			? node.list.elements[0]
			: undefined;
	if (result.kind === "if" && condition) {
		const element = isNothing(alternative)
			? one(consequence)
			: isNothing(consequence)
				? one(alternative)
				: undefined;
		const asked = isNothing(alternative) ? condition : not(condition);
		return element
			? { ...stream, tests: [...stream.tests, ...questionsOf(asked)], element }
			: null;
	}
	const single = one(result);
	if (single) return { ...stream, element: single };
	if (result.kind === "array") return null;
	const next = streamOf(result);
	return {
		loops: [...stream.loops, ...next.loops],
		tests: [...stream.tests, ...next.tests],
		element: next.element,
	};
}

/** `xs.filter((x, i) => xs.indexOf(x) === i)`: each element once. */
function uniqueBy(stream: Stream, on: CodeNode, made: CodeNode): Stream | null {
	const own = functionIn(made);
	const [element, index, all] = own?.list.parameters ?? [];
	const asked = own?.part.body?.list.statements[0]?.part.value;
	if (!element || !index || asked?.kind !== "binary") return null;
	if (!/^===?$/.test(String(asked.value))) return null;
	const { left, right } = asked.part;
	const [call, place] = left?.kind === "call" ? [left, right] : [right, left];
	const object = call?.part.callee?.part.object;
	return calleeName(call as CodeNode) === "indexOf" &&
		call &&
		isEqual(call.list.arguments[0], element.part.target) &&
		isEqual(place, index.part.target) &&
		(isEqual(object, on) || isEqual(object, all?.part.target))
		? { ...stream, isUnique: true }
		: null;
}
