/** What a variable holds by keys: values, how often each key occurs, or lists. */
import { type CodeNode, calleeName, virtualNode } from "../model/node.ts";
import { isPresence } from "./entries.ts";
import { gathered, type What, word } from "./nodes.ts";
import type { Operation } from "./operations.ts";
import { isEqual, type Key, mentions } from "./replace.ts";

/** What a variable holds by keys. */
export function keyed(
	operations: readonly Operation[],
	key: Key,
	start: CodeNode | undefined,
	isMap: boolean,
	at: CodeNode,
): CodeNode | undefined {
	const asksFor = (one: Operation, isThere: boolean) =>
		one.tests.some((test) => isPresence(test, key, one.key) === isThere);
	const main = operations.filter(({ what }) => /At$/.test(what));
	const others = operations.filter((one) => !main.includes(one));
	const [only, ...more] = main;
	if (more.length > 0) return undefined;
	const without = (tests: readonly CodeNode[]) =>
		tests.filter((test) => isPresence(test, key, main[0]?.key) === null);
	const name = (what: What) => (isMap ? (`map ${what}` as What) : what);
	if (!only) {
		const [put, ...rest] = others;
		if (put?.what !== "put" || rest.length > 0 || !put.value) return undefined;
		if (put.tests.some((one) => mentions(one, key))) return undefined;
		const { loops, tests, value, key: by } = put;
		return gathered(name("dictionary"), at, {
			loops,
			tests,
			key: by,
			body: value,
		});
	}
	const { loops, value, key: by, what } = only;
	const [begin, ...rest] = others;
	if (rest.length > 0 || !value || !by) return undefined;
	let first = only.start;
	if (begin) {
		const isBefore = operations.indexOf(begin) < operations.indexOf(only);
		const isElse = asksFor(only, true) && asksFor(begin, false);
		if (!isEqual(begin.key, by)) return undefined;
		if (begin.what !== "start" && !asksFor(begin, false)) return undefined;
		if (isElse) {
			// The entry begins with the first value.
			const one =
				what === "pushAt" && begin.value?.kind === "array"
					? begin.value.list.elements[0]
					: begin.value;
			if (!isEqual(one, value)) return undefined;
			first = what === "pushAt" ? emptyList(at) : zero(at);
		} else if (isBefore) first = begin.value;
		else return undefined;
	}
	const called = start?.kind === "call" ? calleeName(start) : null;
	const made = start?.list.arguments[0];
	if (!first && called === "Counter") first = zero(at);
	if (!first && called === "defaultdict")
		first = made?.value === "list" ? emptyList(at) : zero(at);
	if (!first && start) return undefined;
	return gathered(name(what === "addAt" ? "tally" : "groups"), at, {
		loops,
		tests: without(only.tests),
		key: by,
		body: value,
		start: first,
		operator: word(at, only.operator ?? "+"),
	});
}

const zero = (at: CodeNode) => virtualNode("number", at, { value: 0 });
const emptyList = (at: CodeNode) =>
	virtualNode("array", at, { list: { elements: [] } });
