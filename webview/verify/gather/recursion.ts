/** Functions that go through a list by calling themselves with the rest of it. */
import { type CodeNode, calleeName, virtualNode } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { valuesOf } from "../model/values.ts";
import { folded } from "./collect.ts";
import { isEqual, type Key, keyOfName, mentions } from "./replace.ts";
import { itself } from "./streams.ts";

/** Whether a question asks that a list is empty (true) or is not (false); null for other questions. */
function isEmpty(question: CodeNode, list: Key): boolean | null {
	const { kind, value, part } = question;
	const isSize = (node: CodeNode | undefined): boolean =>
		(node?.kind === "member" &&
			node.value === "length" &&
			keyOfName(node.part.object) === list) ||
		(node?.kind === "call" &&
			calleeName(node) === "len" &&
			keyOfName(node.list.arguments[0]) === list);
	if (kind === "unary" && value === "!" && part.value) {
		const inner = isEmpty(part.value, list);
		return inner === null ? null : !inner;
	}
	if (isSize(question)) return false;
	if (keyOfName(question) === list)
		return question.source.family === "python" ? false : null;
	if (kind !== "binary" || !isSize(part.left)) return null;
	const asked = `${value} ${part.right?.value}`;
	if (/^(===? 0|< 1|<= 0)$/.test(asked)) return true;
	return /^(!==? 0|> 0|>= 1)$/.test(asked) ? false : null;
}

/** Whether an expression is a list without its first element. */
function isRest(node: CodeNode | undefined, list: Key): boolean {
	if (!node) return false;
	const { part } = node;
	if (node.kind === "index")
		return (
			keyOfName(part.object) === list &&
			part.key?.kind === "slice" &&
			part.key.part.start?.value === 1 &&
			!part.key.part.stop
		);
	if (node.kind === "call" && calleeName(node) === "slice") {
		const [from, to] = node.list.arguments;
		return (
			keyOfName(part.callee?.part.object) === list && from?.value === 1 && !to
		);
	}
	const declaredAt = node.kind === "name" ? resolve(node)?.declaredAt : null;
	const spread = declaredAt?.parent;
	const target = spread?.kind === "spread" ? spread.parent : null;
	return (
		target?.list.elements[1] === spread &&
		target?.list.elements.length === 2 &&
		keyOfName(target.parent?.part.value) === list
	);
}

/** What a function adds up that returns a first part and what it gives for the rest of its list. */
export function addedByItself(
	made: CodeNode,
	result: CodeNode,
): CodeNode | undefined {
	const { condition, consequence, alternative } = result.part;
	const list = keyOfName(made.list.parameters[0]?.part.target);
	if (result.kind !== "if" || !condition || list === null) return undefined;
	const empty = isEmpty(condition, list);
	if (empty === null) return undefined;
	const [start, sum] = empty
		? [consequence, alternative]
		: [alternative, consequence];
	if (sum?.kind !== "binary" || !start || mentions(start, list))
		return undefined;
	const { left, right } = sum.part;
	const isAgain = (node: CodeNode | undefined) =>
		node?.kind === "call" &&
		node.list.arguments.length === 1 &&
		valuesOf(node.part.callee).includes(made) &&
		isRest(node.list.arguments[0], list);
	const first = isAgain(right) ? left : isAgain(left) ? right : undefined;
	const name = made.list.parameters[0]?.part.target;
	if (!first || !name || (sum.value === "-" && isAgain(left))) return undefined;
	const stream = itself(name);
	const value = firstAs(first, list, stream.element);
	if (mentions(value, list)) return undefined;
	return folded(
		{
			what: "add",
			loops: stream.loops,
			tests: [],
			value,
			operator: String(sum.value),
		},
		null,
		start,
		result,
	);
}

/** Code with an element in place of the first of a list. */
function firstAs(node: CodeNode, list: Key, element: CodeNode): CodeNode {
	const { part } = node;
	const isFirst =
		node.kind === "index" &&
		keyOfName(part.object) === list &&
		isEqual(part.key, virtualNode("number", node, { value: 0 }));
	if (isFirst) return element;
	if (node.children.length === 0) return node;
	return virtualNode(node.kind, node, {
		value: node.value,
		part: Object.fromEntries(
			Object.entries(part).map(([name, one]) => [
				name,
				one && firstAs(one, list, element),
			]),
		),
		list: Object.fromEntries(
			Object.entries(node.list).map(([name, all]) => [
				name,
				all.map((one) => firstAs(one, list, element)),
			]),
		),
		facts: node.facts,
	});
}
