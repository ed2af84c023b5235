/** What calls of the languages' own functions and methods gather: `reduce`, `sum`, `find`, `Object.fromEntries`, `Counter`. */
import { moduleNameOf } from "../model/modules.ts";
import { type CodeNode, calleeName, virtualNode } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { assign } from "./changes.ts";
import { collected, folded } from "./collect.ts";
import { gatheredOf } from "./gathered.ts";
import { greatestOf } from "./greatest.ts";
import { gathered, word } from "./nodes.ts";
import { operationsIn } from "./operations.ts";
import {
	bindTarget,
	emptyEnv,
	isEqual,
	type Key,
	keyOfName,
	replaced,
} from "./replace.ts";
import { statementsOf } from "./results.ts";
import { orderedIn } from "./sorted.ts";
import {
	functionIn,
	givenFor,
	isQuestion,
	questionsOf,
	type Stream,
	streamIn,
	streamOf,
} from "./streams.ts";
import { joinedIn } from "./texts.ts";

const number = (at: CodeNode, value: number) =>
	virtualNode("number", at, { value });

/** What an expression gathers beside a list. */
export function calledGathering(node: CodeNode): (CodeNode | undefined)[] {
	if (node.kind === "comprehension") return [dictionaryIn(node)];
	if (node.kind === "index") return [firstIn(node), ...orderedIn(node)];
	if (node.kind !== "call") return node.kind === "if" ? orderedIn(node) : [];
	const { callee } = node.part;
	const given = node.list.arguments;
	const [first, second] = given;
	const imported = moduleNameOf(callee)?.name;
	const name = imported ?? String(callee?.value);
	const on = callee?.kind === "member" && !imported ? callee.part.object : null;
	const isGlobal = on?.kind === "name" && !resolve(on);
	const ordered = orderedIn(node);
	if (on && isGlobal) {
		if (name === "fromEntries" && first)
			return [entriesOf(node, first), ...withoutMap(first)];
		if (on.value === "Math" && /^(max|min)$/.test(name))
			return [extremeOf(node, name === "max"), ...ordered];
		return ordered;
	}
	if (on) {
		if (name === "join") return [joinedIn(node)];
		if (/^reduce$/.test(name)) return [reduced(node, on, first, second)];
		if (/^(find|shift|at|pop)$/.test(name)) return [firstIn(node), ...ordered];
		return ordered;
	}
	switch (name) {
		case "sum":
			return first ? [summed(node, first, second)] : [];
		case "len":
			return [lengthOf(node, first)];
		case "next":
			return [firstIn(node)];
		case "reduce":
			return second ? [reduced(node, second, first, given[2])] : [];
		case "Counter":
			return first ? [tallied(node, first)] : [];
		case "dict":
			return first && first.kind !== "keyword"
				? [entriesOf(node, first), ...withoutMap(first)]
				: [];
		case "Map":
			return first ? [entriesOf(node, first, true)] : [];
		default:
			return ordered;
	}
}

/** `Math.max(...list)`: the greatest element. */
function extremeOf(at: CodeNode, isGreatest: boolean): CodeNode | undefined {
	const [only, ...more] = at.list.arguments;
	const list = only?.kind === "spread" ? only.part.value : undefined;
	if (!list || more.length > 0) return undefined;
	const { loops, tests, element } = streamOf(list);
	return tests.length === 0 && loops[0]?.part.target === element
		? greatestOf(loops, element, isGreatest, undefined, at)
		: undefined;
}

/** `list.reduce((made, item) => …, start)` does in each turn what its function returns. */
function reduced(
	at: CodeNode,
	list: CodeNode,
	given: CodeNode | undefined,
	start: CodeNode | undefined,
): CodeNode | undefined {
	const made = functionIn(given);
	const [sum, item, ...more] = made?.list.parameters ?? [];
	const key = keyOfName(sum?.part.target);
	if (!made || !sum || !item || key === null) return undefined;
	if (more.some(({ kind }) => kind !== "ellipsis")) return undefined;
	const stream = streamOf(list);
	const env = emptyEnv();
	bindTarget(item.part.target, stream.element, env);
	const all = operationsIn(
		statementsOf(made.part.body),
		key,
		env,
		(walk, place, value) => assign(walk, place, value, key),
	);
	// Without a start, a sum begins with the first element.
	const isChosen = all?.some(({ what }) => what === "set");
	const isOpen = at.source.path === "pattern" || isChosen;
	const begins = start ?? (isOpen ? undefined : number(at, 0));
	return (
		(all &&
			collected(
				all.map((one) => ({
					...one,
					loops: [...stream.loops, ...one.loops],
					tests: [...stream.tests, ...one.tests],
				})),
				key as Key,
				begins,
				at,
			)) ||
		undefined
	);
}

/** `sum(…)` of a list; of questions, how many are answered with yes. */
function summed(
	at: CodeNode,
	list: CodeNode,
	start: CodeNode | undefined,
): CodeNode | undefined {
	const { loops, tests, element } = streamOf(list);
	const isCount = isQuestion(element);
	const begins = start?.kind === "keyword" ? start.part.value : start;
	return folded(
		{
			what: "add",
			loops,
			tests: isCount ? [...tests, ...questionsOf(element)] : tests,
			value: isCount ? number(at, 1) : element,
			operator: "+",
		},
		null,
		begins ?? number(at, 0),
		at,
	);
}

/** How many elements a list has of which something is asked. */
export function lengthOf(
	at: CodeNode,
	list: CodeNode | undefined,
): CodeNode | undefined {
	const stream = list && streamOf(list);
	if (!stream || stream.isUnique) return undefined;

	return gathered("fold", at, {
		loops: stream.loops,
		tests: stream.tests,
		body: number(at, 1),
		start: number(at, 0),
		operator: word(at, "+"),
		isOpen: stream.isOpen,
	});
}

const isPlace = (node: CodeNode | undefined, value: number) =>
	node?.kind === "number" && node.value === value;

/** The first element of a list that answers questions: `find`, `filter(…)[0]`, `next(…)`. */
function firstIn(node: CodeNode): CodeNode | undefined {
	const { callee, object, key } = node.part;
	const [given, second] = node.list.arguments;
	if (node.kind === "index") {
		const at = key && object ? placeFound(object, key) : undefined;
		if (at && object) return firstOf(node, at);
		return isPlace(key, 0) && object
			? firstOf(node, streamIn(object))
			: undefined;
	}
	if (callee?.kind === "name")
		return given ? firstOf(node, streamIn(given), second) : undefined;
	const on = callee?.part.object;
	if (!on) return undefined;
	if (/^(shift|at)$/.test(String(callee?.value)))
		return callee?.value === "shift"
			? (!given && firstOf(node, streamIn(on))) || undefined
			: isPlace(given, 0)
				? firstOf(node, streamIn(on))
				: undefined;
	if (callee?.value !== "find" || !given || second) return undefined;
	const stream = streamOf(on);
	if (given.kind === "ellipsis")
		return firstOf(node, { ...stream, isOpen: true });
	const asked = givenFor(given, stream.element);
	return asked
		? firstOf(node, {
				...stream,
				tests: [...stream.tests, ...questionsOf(asked)],
			})
		: undefined;
}

/** `list[index]`, where the index is what `findIndex` gives. */
function placeFound(list: CodeNode, key: CodeNode): Stream | undefined {
	const found = key.kind === "name" ? resolve(key)?.values : [key];
	const [call, ...more] = found ?? [];
	if (more.length > 0 || call?.kind !== "call") return undefined;
	const [given] = call.list.arguments;
	if (calleeName(call) !== "findIndex" || !given) return undefined;
	if (!isEqual(call.part.callee?.part.object, list)) return undefined;
	const stream = streamOf(list);
	const asked = givenFor(given, stream.element);
	return (
		asked && { ...stream, tests: [...stream.tests, ...questionsOf(asked)] }
	);
}

const firstOf = (
	at: CodeNode,
	stream: Stream | null,
	otherwise?: CodeNode,
): CodeNode | undefined =>
	stream && !stream.isUnique && (stream.tests.length > 0 || stream.isOpen)
		? gathered("first", at, {
				loops: stream.loops,
				tests: stream.tests,
				body: stream.element,
				otherwise,
				isOpen: stream.isOpen,
			})
		: undefined;

/** `{key: value for item in list}` */
function dictionaryIn(node: CodeNode): CodeNode | undefined {
	const { body } = node.part;
	const { key, value } = body?.part ?? {};
	if (node.value !== "dictionary" || !body || !key || !value) return undefined;
	// As a list of pairs, of which each is an entry.
	const pair = virtualNode("tuple", body, { list: { elements: [key, value] } });
	const pairs: CodeNode = {
		...node,
		value: "list",
		part: { ...node.part, body: pair },
	};
	return countOf(node) ?? entriesOf(node, pairs);
}

/** `{word: words.count(word) for word in words}` counts, too. */
function countOf({ list, part }: CodeNode): CodeNode | undefined {
	const { key, value } = part.body?.part ?? {};
	const [loop, ...more] = list.loops;
	if (more.length > 0 || list.children.length > 0 || !loop || !value)
		return undefined;
	const { iterable, target } = loop.part;
	const from =
		iterable?.kind === "call" && iterable.part.callee?.value === "set"
			? iterable.list.arguments[0]
			: iterable;
	const isCount =
		value.kind === "call" &&
		calleeName(value) === "count" &&
		isEqual(value.list.arguments[0], key) &&
		isEqual(key, target) &&
		isEqual(value.part.callee?.part.object, from);
	return isCount && from ? tallied(value, from) : undefined;
}

/** The entries that a list of pairs makes. */
function entriesOf(
	at: CodeNode,
	list: CodeNode,
	isMap = false,
): CodeNode | undefined {
	const zip = list.kind === "call" && calleeName(list) === "zip";
	const stream = zip ? zippedIn(list) : streamIn(list);
	const [key, body, ...more] = stream?.element.list.elements ?? [];
	if (!stream || !key || !body || more.length > 0) return undefined;
	return gathered(isMap ? "map dictionary" : "dictionary", at, {
		loops: stream.loops,
		tests: stream.tests,
		key,
		body,
	});
}

/** `zip(keys, values)` of two lists that are made of the same one. */
function zippedIn(zip: CodeNode): Stream | null {
	const [keys, values, ...more] = zip.list.arguments;
	if (!keys || !values || more.length > 0) return null;
	const [one, other] = [streamOf(keys), streamOf(values)];
	const [loop, ...loops] = one.loops;
	const [second, ...others] = other.loops;
	const target = keyOfName(second?.part.target);
	if (!loop || !second || loops.length + others.length > 0) return null;
	if (one.tests.length + other.tests.length > 0) return null;
	if (!isEqual(loop.part.iterable, second.part.iterable)) return null;
	const env = emptyEnv();
	if (target !== null && loop.part.target)
		env.names.set(target, loop.part.target);
	const value =
		target === null
			? sameElement(other.element, second.part.target, loop.part.target)
			: replaced(other.element, env);
	const element = virtualNode("tuple", zip, {
		list: { elements: [one.element, value] },
	});
	return { ...one, element };
}

/** Code with one element in place of another. */
function sameElement(
	node: CodeNode,
	from: CodeNode | undefined,
	to: CodeNode | undefined,
): CodeNode {
	if (node === from && to) return to;
	if (node.children.length === 0 || !to) return node;
	const part = Object.fromEntries(
		Object.entries(node.part).map(([name, one]) => [
			name,
			one && sameElement(one, from, to),
		]),
	);
	return virtualNode(node.kind, node, {
		value: node.value,
		part,
		list: node.list,
		facts: node.facts,
	});
}

/** A map whose entries become an object. */
const withoutMap = (given: CodeNode): CodeNode[] =>
	gatheredOf(given).flatMap((one) =>
		/^(map )?(dictionary|tally|groups)$/.test(String(one.value))
			? [{ ...one, value: String(one.value).replace("map ", "") }]
			: [],
	);

/** `Counter(words)` */
function tallied(at: CodeNode, list: CodeNode): CodeNode | undefined {
	const { loops, tests, element } = streamOf(list);
	return gathered("tally", at, {
		loops,
		tests,
		key: element,
		body: number(at, 1),
		start: number(at, 0),
		operator: word(at, "+"),
	});
}
