/** Questions about whole lists: whether some element answers questions, or none does. */
import { type CodeNode, calleeName, virtualNode } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { truthOf } from "../model/truth.ts";
import { lengthOf } from "./called.ts";
import { gatheredOf } from "./gathered.ts";
import { gathered } from "./nodes.ts";
import {
	givenFor,
	not,
	questionsOf,
	type Stream,
	streamIn,
	streamOf,
} from "./streams.ts";

/** `list.filter(…).length` */
export const countedIn = (node: CodeNode): CodeNode | undefined =>
	node.value === "length" ? lengthOf(node, node.part.object) : undefined;

const answer = (
	isSome: boolean,
	at: CodeNode,
	{ loops, tests }: Pick<Stream, "loops" | "tests">,
	asked: readonly CodeNode[] = [],
) =>
	gathered(isSome ? "some" : "none", at, {
		loops,
		tests: [...tests, ...asked],
	});

/** What an expression asks of a whole list. */
export function askedIn(node: CodeNode): CodeNode | undefined {
	if (node.kind === "call") return askedBy(node) ?? truthy(node);
	const found = presenceIn(node, true);
	return found ? answer(found.isThere, node, found.of) : undefined;
}

/** `Boolean(list.find(…))` */
function truthy(call: CodeNode): CodeNode | undefined {
	const [first] = call.list.arguments;
	if (!/^(Boolean|bool)$/.test(calleeName(call) ?? "") || !first)
		return undefined;
	const found = presenceIn(first, false);
	return found ? answer(found.isThere, call, found.of) : undefined;
}

/** `some`, `every`, `any`, `all`, `includes` and `in` */
function askedBy(call: CodeNode): CodeNode | undefined {
	const { callee } = call.part;
	const [first, second] = call.list.arguments;
	const on = callee?.kind === "member" ? callee.part.object : undefined;
	if (!first || second) return undefined;
	const name = String(callee?.value);
	if (!on) {
		if (!/^(any|all)$/.test(name)) return undefined;
		const stream = streamOf(first);
		const isAny = name === "any";
		return answer(
			isAny,
			call,
			stream,
			questionsOf(isAny ? stream.element : not(stream.element)),
		);
	}
	if (name === "includes") return membership(call, streamIn(on), first);
	if (!/^(some|every)$/.test(name)) return undefined;
	const stream = streamOf(on);
	const asked = givenFor(first, stream.element);
	if (!asked) return undefined;
	return name === "some"
		? answer(true, call, stream, questionsOf(asked))
		: answer(false, call, stream, questionsOf(not(asked)));
}

/** Whether a list that is made of another one has a value. */
const membership = (
	at: CodeNode,
	stream: Stream | null,
	value: CodeNode | undefined,
): CodeNode | undefined =>
	stream && value
		? answer(true, at, stream, [
				virtualNode("binary", at, {
					value: at.source.family === "python" ? "==" : "===",
					part: { left: stream.element, right: value },
				}),
			])
		: undefined;

interface Presence {
	isThere: boolean;
	of: { loops: readonly CodeNode[]; tests: readonly CodeNode[] };
}

const turned = (found: Presence | null): Presence | null =>
	found && { ...found, isThere: !found.isThere };

/** Whether code asks that something is found in a list; `isWhole` where only a question counts, not what is found. */
export function presenceIn(node: CodeNode, isWhole: boolean): Presence | null {
	const { kind, part } = node;
	if (kind === "unary" && node.value === "!" && part.value)
		return turned(presenceIn(part.value, false));
	if (kind === "binary") return compared(node);
	if (kind === "if") {
		const [yes, no] = [truthOf(part.consequence), truthOf(part.alternative)];
		if (yes === undefined || yes !== !no || !part.condition) return null;
		const found = presenceIn(part.condition, false);
		return yes ? found : turned(found);
	}
	if (isWhole) return null;
	for (const one of gatheredOf(node)) {
		const of = { loops: one.list.loops, tests: one.list.children };
		const isPython = node.source.family === "python";
		const what = String(one.value);
		if (what === "some" || what === "none")
			return { isThere: what === "some", of };
		if (what === "first" || what === "fold" || (what === "list" && isPython))
			return of.tests.length > 0 ? { isThere: true, of } : null;
	}
	return namedPresence(node);
}

/** `const found = list.find(…)` */
function namedPresence(node: CodeNode): Presence | null {
	const [only, ...more] = (node.kind === "name" && resolve(node)?.values) || [];
	return only && more.length === 0 ? presenceIn(only, false) : null;
}

/** `list.filter(…).length > 0`, `list.find(…) !== undefined`, `list.findIndex(…) !== -1` */
function compared(node: CodeNode): Presence | null {
	const { left, right } = node.part;
	const operator = String(node.value);
	if (!left || !right) return null;
	if (/^(not )?in$/.test(operator)) {
		const found = membership(node, streamIn(right), left);
		const of = found && {
			loops: found.list.loops,
			tests: found.list.children,
		};
		return of ? { isThere: operator === "in", of } : null;
	}
	const isNumber = right.kind === "number";
	const isNone =
		right.kind === "constant" && /^(null|undefined)$/.test(String(right.value));
	const index = isNumber ? indexFound(left) : null;
	if (index) {
		if (right.value === -1)
			return /^!==?$|^>$/.test(operator)
				? { isThere: true, of: index }
				: /^===?$/.test(operator)
					? { isThere: false, of: index }
					: null;
		return right.value === 0 && operator === ">="
			? { isThere: true, of: index }
			: null;
	}
	if (!isNumber && !isNone) return null;
	const found = presenceIn(left, false);
	if (!found) return null;
	if (isNone)
		return /^(!==?|is not)$/.test(operator)
			? found
			: /^(===?|is)$/.test(operator)
				? turned(found)
				: null;
	if (right.value === 0)
		return /^(>|!==?)$/.test(operator)
			? found
			: /^(===?|<=)$/.test(operator)
				? turned(found)
				: null;
	return right.value === 1 && /^(>=|<)$/.test(operator)
		? operator === ">="
			? found
			: turned(found)
		: null;
}

/** What `findIndex` looks for. */
function indexFound(node: CodeNode): Stream | null {
	const [call, ...more] =
		node.kind === "name" ? (resolve(node)?.values ?? []) : [node];
	const on = call?.part.callee?.part.object;
	const [given] = call?.list.arguments ?? [];
	if (more.length > 0 || call?.kind !== "call" || !on || !given) return null;
	if (calleeName(call) === "indexOf") {
		const stream = streamIn(on);
		const found = membership(call, stream, given);
		return stream && found ? { ...stream, tests: found.list.children } : null;
	}
	if (calleeName(call) !== "findIndex") return null;
	const stream = streamOf(on);
	const asked = givenFor(given, stream.element);
	return asked
		? { ...stream, tests: [...stream.tests, ...questionsOf(asked)] }
		: null;
}
