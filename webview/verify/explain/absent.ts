/** Misses that take right code for wrong, because other code is absent: they say what is absent. */
import { isPlace } from "../gather/streams.ts";
import type { CompiledCondition } from "../match/types.ts";
import { type CodeNode, calleeName, functionAround } from "../model/node.ts";
import { codeOf } from "./label.ts";
import { type Cost, costOf, isTypo } from "./miss.ts";
import type { Printer } from "./print.ts";
import { nameOf } from "./role.ts";
import { named } from "./words.ts";

/** Whether a literal is what another check asks for; an argument, of a call of the same name. */
export const isAsked = (
	{ kind, value, parent }: CodeNode,
	earlier: readonly CompiledCondition[],
): boolean => {
	if (!/^(number|string)$/.test(kind)) return false;
	const isIt = (node: CodeNode): boolean =>
		(node.kind === kind && node.value === value) || node.children.some(isIt);
	const called = parent?.kind === "call" ? calleeName(parent) : null;
	const isSameCall = (node: CodeNode) =>
		node.kind === "call" &&
		(calleeName(node) === called ||
			node.part.callee?.kind === "metavariable") &&
		node.list.arguments.some(isIt);
	const has = (node: CodeNode): boolean =>
		(called === null ? isIt : isSameCall)(node) || node.children.some(has);
	return earlier.some((one) => patternsOf(one).some(has));
};

/** All patterns of a condition, its own first. */
export const patternsOf = (condition: CompiledCondition): CodeNode[] => [
	...(condition.patterns ?? []),
	...[
		...condition.all,
		...(condition.any ?? []),
		...(condition.has ? [condition.has] : []),
		...condition.where.map(([, one]) => one),
	].flatMap(patternsOf),
];

/** A miss that takes a call in the place of a text for wrong: the call that is asked for is absent. */
export function ofOtherCall(
	cost: Cost | null,
	condition: CompiledCondition,
	file: CodeNode,
	printer: Printer,
): Cost | null {
	const miss = cost?.miss;
	const [wanted] = patternsOf(condition);
	if (!miss || !wanted || miss.at.kind !== "call") return null;
	const isInCall =
		miss.at.parent?.kind === "call" && miss.at.parent.parent === file;
	if (!isInCall || !/^(value|kind)$/.test(miss.facet)) return null;
	const expected = printer.print(wanted, {});
	if (!/^"[^"]*"$/.test(miss.expected) || !expected.includes(miss.expected))
		return null;
	return costOf(cost.lost, cost.bindings, {
		facet: "absent",
		at: file,
		path: [named(file)],
		expected,
		actual: file.source.path,
		lacking: [wanted],
	});
}

/** A miss that takes code with a purpose of its own for wrong, reported as what is absent beside it. */
export function asAbsent(
	cost: Cost | null,
	earlier: readonly CompiledCondition[],
): Cost | null {
	const miss = cost?.miss;
	const around = miss && functionAround(miss.at);
	if (!around || !/^(value|kind)$/.test(miss.facet)) return cost;
	const { at, expected } = miss;
	const call = at.parent?.kind === "call" ? at.parent : null;
	const isOther =
		at.kind === "member" &&
		!isPlace(at) &&
		/^….\w+$/.test(expected) &&
		!isTypo(expected.slice(2), String(at.value)) &&
		!call;
	const isRight = call?.part.callee && isAsked(at, earlier);
	if (!isOther && !isRight) return cost;
	return costOf(cost.lost, cost.bindings, {
		facet: "absent",
		at: around,
		path: [nameOf(around)],
		expected: isOther
			? `if (${expected}) …`
			: `${codeOf(call?.part.callee ?? at)}(${(call?.list.arguments ?? []).map((one) => (one === at ? expected : codeOf(one))).join(", ")})`,
		actual: nameOf(around).replaceAll("`", ""),
	});
}
