/** The element of a list that is the greatest or the least by some key. */
import { type CodeNode, calleeName, virtualNode } from "../model/node.ts";
import { isMissing } from "./collect.ts";
import { type Gathered, gathered, word } from "./nodes.ts";
import { isEqual, type Key, keyOfName, mentions } from "./replace.ts";
import { loopOver } from "./streams.ts";

/** `if (item.price > best.price) best = item`: the element with the greatest key. */
export function best(
	{ loops, tests }: Gathered,
	value: CodeNode,
	key: Key,
	start: CodeNode | undefined,
	at: CodeNode,
): CodeNode | undefined {
	const [loop] = loops;
	const [only, ...more] = tests;
	if (!loop || !only || more.length > 0) return undefined;
	if (!isEqual(loop.part.target, value)) return undefined;
	const isNot = only.kind === "unary" && only.value === "!";
	const asked =
		only.kind === "binary" && only.value === "||" && only.part.left
			? isMissing(only.part.left, key)
				? only.part.right
				: undefined
			: isNot
				? only.part.value
				: only;
	const { left, right } = asked?.part ?? {};
	const operator = String(asked?.value);
	if (asked?.kind !== "binary" || !left || !right) return undefined;
	if (!/^[<>]=?$/.test(operator)) return undefined;
	const isTurned = mentions(left, key);
	const [mine, other] = isTurned ? [right, left] : [left, right];
	if (mentions(mine, key) || !isOfVariable(other, mine, value, key))
		return undefined;
	// `!(best > item)` asks whether the item is at least as great.
	const isGreatest = (operator.startsWith(">") !== isTurned) !== isNot;
	return greatestOf(loops, mine, isGreatest, start, at);
}

/** The element of a list with the greatest or the least key. */
export function greatestOf(
	[loop, ...inner]: readonly CodeNode[],
	key: CodeNode,
	isGreatest: boolean,
	start: CodeNode | undefined,
	at: CodeNode,
): CodeNode | undefined {
	if (!loop || inner.length > 0) return undefined;
	const { iterable, target } = loop.part;
	const isBegun =
		!start ||
		start.kind === "constant" ||
		start.kind === "index" ||
		isEndless(start, isGreatest);
	// `best = items[0]`, and the loop goes through the others.
	const isRest =
		iterable?.kind === "index" &&
		iterable.part.key?.kind === "slice" &&
		iterable.part.key.part.start?.value === 1 &&
		!iterable.part.key.part.stop &&
		start?.kind === "index" &&
		isEqual(iterable.part.object, start.part.object);
	const list = isRest ? iterable?.part.object : iterable;
	return isBegun && list && target
		? gathered("best", at, {
				loops: [loopOver(list, target)],
				key,
				operator: word(at, isGreatest ? "greatest" : "least"),
			})
		: undefined;
}

/** Whether a number is below all others, or above them: `-Infinity` where the greatest is looked for. */
const isEndless = (
	{ kind, value, part }: CodeNode,
	isGreatest: boolean,
): boolean =>
	isGreatest
		? kind === "unary" && value === "-" && part.value?.value === "Infinity"
		: kind === "name" && value === "Infinity";

/** `Math.max(best, item)`, given to `best`: it is set to the item where that is greater. */
export function limitedTo(
	value: CodeNode,
	key: Key,
): { mine: CodeNode; asked: CodeNode } | null {
	const { callee } = value.part;
	const name = calleeName(value) ?? "";
	const [one, other, ...more] = value.list.arguments;
	const isOfMath =
		value.source.family === "python"
			? callee?.kind === "name"
			: callee?.part.object?.value === "Math";
	if (value.kind !== "call" || !isOfMath || !/^(max|min)$/.test(name))
		return null;
	if (!one || !other || more.length > 0) return null;
	const [own, mine] = keyOfName(one) === key ? [one, other] : [other, one];
	return keyOfName(own) === key && !mentions(mine, key)
		? {
				mine,
				asked: virtualNode("binary", value, {
					value: name === "max" ? ">" : "<",
					part: { left: mine, right: own },
				}),
			}
		: null;
}

/** Whether code is the same as another with the variable in place of the element. */
function isOfVariable(
	one: CodeNode,
	other: CodeNode,
	element: CodeNode,
	key: Key,
): boolean {
	if (keyOfName(one) === key) return isEqual(other, element);
	return one.kind === other.kind &&
		one.value === other.value &&
		one.children.length === other.children.length &&
		one.children.length > 0
		? one.children.every((child, index) =>
				isOfVariable(child, other.children[index] as CodeNode, element, key),
			)
		: isEqual(one, other);
}
