/** Texts that a list is joined to: `join`, and what a loop adds up with something in between. */
import { type CodeNode, virtualNode } from "../model/node.ts";
import { gathered } from "./nodes.ts";
import type { Operation } from "./operations.ts";
import { isEqual, type Key, keyOfName, mentions } from "./replace.ts";
import { isPlace, streamOf } from "./streams.ts";

/** `list.join(", ")`, and `", ".join(list)` in Python. */
export function joinedIn(call: CodeNode): CodeNode | undefined {
	const { callee } = call.part;
	const [given, ...more] = call.list.arguments;
	const on = callee?.part.object;
	if (callee?.value !== "join" || !on || !given || more.length > 0)
		return undefined;
	const isPython = call.source.family === "python";
	const [list, between] = isPython ? [given, on] : [on, given];
	const { loops, tests, element } = streamOf(list);
	return gathered("text", call, {
		loops,
		tests,
		body: element,
		start: between,
	});
}

/** Whether a question asks that something is there already: `if text:`, `if (index > 0)`. */
function isLater(question: CodeNode, key: Key): boolean {
	const { kind, value, part } = question;
	if (keyOfName(question) === key) return true;
	if (kind !== "binary" || !/^(>|!==?)$/.test(String(value))) return false;
	const { left } = part;
	const isIndex = left?.kind === "name" || (!!left && isPlace(left));
	return (
		(part.right?.value === 0 && isIndex) ||
		(part.right?.value === "" && keyOfName(part.left) === key)
	);
}

/** `if (text) text += ", "; text += name;` */
export function addedText(
	operations: readonly Operation[],
	key: Key,
	start: CodeNode | undefined,
	at: CodeNode,
): CodeNode | undefined {
	if (start?.kind !== "string" || start.value !== "") return undefined;
	const isAdded = operations.every(
		({ what, operator, value }) =>
			what === "add" && operator === "+" && !mentions(value, key),
	);
	const [first, second, ...more] = operations;
	if (!isAdded || !first || more.length > 0) return undefined;
	const made = (one: Operation, between: CodeNode | undefined) =>
		one.tests.some((test) => mentions(test, key))
			? undefined
			: gathered("text", at, {
					loops: one.loops,
					tests: one.tests,
					body: one.value,
					start: between ?? virtualNode("string", at, { value: "" }),
				});
	if (!second) return made(first, undefined);
	const others = first.tests.filter((test) => !isLater(test, key));
	const isBetween =
		others.length === first.tests.length - 1 &&
		others.length === second.tests.length &&
		others.every((test, index) => isEqual(test, second.tests[index]));
	return isBetween ? made(second, first.value) : undefined;
}
