/** Questions whether a list has a value, asked of each element: `list.some((one) => one === value)` is `list.includes(value)`. */
import { type CodeNode, calleeName, virtualNode, virtualOnce } from "./node.ts";

/** Of a comparison for equality the side that is not this name; undefined for other code. */
function otherSide(
	question: CodeNode | undefined,
	name: CodeNode | undefined,
): CodeNode | undefined {
	const { left, right } = question?.part ?? {};
	const isEqual =
		question?.kind === "binary" && /^===?$/.test(String(question.value));
	if (!isEqual || name?.kind !== "name" || !left || !right) return undefined;
	const is = (one: CodeNode) => one.kind === "name" && one.value === name.value;
	if (is(left) === is(right)) return undefined;
	return is(left) ? right : left;
}

/** The expression that a function with one parameter returns. */
function returnedOf({ part: { body } }: CodeNode): CodeNode | undefined {
	const [only, ...more] = body?.list.statements ?? [];
	return only?.kind === "return" && more.length === 0
		? only.part.value
		: undefined;
}

/** The question that a call asks of a whole list; undefined for other calls. */
export function membershipIn(call: CodeNode): CodeNode | undefined {
	const { callee } = call.part;
	const [asked, ...more] = call.list.arguments;
	if (!asked || more.length > 0) return undefined;
	if (call.source.family === "python") {
		const [loop, ...loops] = asked.list.loops;
		const isAny = callee?.kind === "name" && callee.value === "any";
		if (!isAny || asked.kind !== "comprehension" || loops.length > 0)
			return undefined;
		if (asked.list.children.length > 0) return undefined;
		const left = otherSide(asked.part.body, loop?.part.target);
		const right = loop?.part.iterable;
		return left && right
			? virtualOnce("binary", call, call, {
					value: "in",
					part: { left, right },
				})
			: undefined;
	}
	const object = callee?.part.object;
	if (calleeName(call) !== "some" || callee?.kind !== "member" || !object)
		return undefined;
	const [parameter, ...others] = asked.list.parameters;
	if (asked.kind !== "function" || others.length > 0) return undefined;
	const value = otherSide(returnedOf(asked), parameter?.part.target);
	return (
		value &&
		virtualOnce("call", call, call, {
			part: {
				callee: virtualNode("member", callee, {
					value: "includes",
					part: { object },
				}),
			},
			list: { arguments: [value] },
		})
	);
}
