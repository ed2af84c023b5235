/** Decisions that are written as a look-up, `{ a: x, b: y }[key]`, or as what a comprehension asks. */
import { elementsOf } from "../model/builtins.ts";
import {
	type CodeNode,
	calleeName,
	virtualNode,
	virtualOnce,
} from "../model/node.ts";
import { countStep } from "../model/steps.ts";
import { valuesOf } from "../model/values.ts";

/** Calls that do nothing but compute a value. */
const pureCalls =
	/^(filter|(flat)?map|concat|slice|find(Last)?|some|every|includes|join|keys|values|entries|reduce|to(Sorted|Reversed|Spliced)|with|trim|split|replace(All)?|to(Upper|Lower)Case|get|has|Number|String|Boolean|len|sorted|list|dict|tuple|set|str|int|float|sum|min|max)$/;

/** Whether a value runs code where it is written: a call outside of a function that may do more than compute. */
function runsCode(node: CodeNode): boolean {
	countStep();
	if (node.kind === "function") return false;
	const isPure = node.facts.isNew || pureCalls.test(calleeName(node) ?? "");
	return (node.kind === "call" && !isPure) || node.children.some(runsCode);
}

interface LookUp {
	question: CodeNode;
	value: CodeNode;
}

/** `{ a: x, b: y }[key]` and `new Map([["a", x]]).get(key)` decide as `key === "a"` does: each question with its value. What runs for all keys is not decided on. */
export function lookupsOf(node: CodeNode): LookUp[] {
	const asks = (right: CodeNode | undefined, value: CodeNode | undefined) => {
		const left = node.part.key ?? node.list.arguments[0];
		if (!left || !right || !value || runsCode(value)) return [];
		const part = { left, right };
		const question = virtualNode("binary", node, { value: "===", part });
		return [{ question, value }];
	};
	return valuesOf(node.part.object ?? node.part.callee?.part.object).flatMap(
		(made) =>
			made.kind === "object"
				? made.list.properties.flatMap(({ kind, value, part }) =>
						kind === "property"
							? asks(
									part.key ?? virtualNode("string", made, { value }),
									part.value,
								)
							: [],
					)
				: calleeName(made) === "Map"
					? [...elementsOf(made)].flatMap((entry) => {
							const [right, value] = entry?.list.elements ?? [];
							return asks(right, value);
						})
					: [],
	);
}

export const isLookUp = (node: CodeNode) =>
	node.kind === "index" || (node.kind === "call" && calleeName(node) === "get");

/** The questions that a comprehension asks of each element, as decisions: where the answer is yes, its body is made. */
export const testsOf = (node: CodeNode): CodeNode[] =>
	node.list.children.flatMap(
		(condition) =>
			virtualOnce("if", node, condition, {
				part: { condition, consequence: node.part.body },
			}) ?? [],
	);
