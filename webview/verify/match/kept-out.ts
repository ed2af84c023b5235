/** Code that cannot run when a question has an answer: a branch around it, or a guard before it, has already decided on that. */
import type { CodeNode } from "../model/node.ts";
import { leaves } from "../model/order.ts";
import { countStep } from "../model/steps.ts";
import { valuesOf } from "../model/values.ts";

/** Matches a question that has this answer with what is asked about. */
export type Holds = (
	question: CodeNode | undefined,
	answer: boolean,
) => boolean;

/** How deep questions are joined, and by how many names. */
const mostDepth = 6;

/** Whether each part of a question has the answer that the question has: of `a && b` when it is true, of `a || b` when it is false. */
export function decidesParts(
	question: CodeNode | undefined,
	answer: boolean,
	depth = mostDepth,
): boolean {
	countStep();
	if (depth === 0) return false;
	return valuesOf(question).every(({ kind, value, part }) => {
		if (kind === "unary" && value === "!")
			return decidesParts(part.value, !answer, depth - 1);
		if (kind !== "binary" || !/^(&&|\|\|)$/.test(String(value))) return true;
		return (
			(value === "&&") === answer &&
			[part.left, part.right].every((one) =>
				decidesParts(one, answer, depth - 1),
			)
		);
	});
}

/** Whether a question is certain to have an answer where `holds` is about one of its parts, or about all of it. */
const isCertain = (
	question: CodeNode | undefined,
	answer: boolean,
	holds: Holds,
) => decidesParts(question, !answer) && holds(question, answer);

/** Whether some code does not run when what `holds` asks about is so: it stands in the other branch, or behind a guard that leaves. */
export function isKeptOut(node: CodeNode, holds: Holds): boolean {
	for (let at = node; at.parent && at.kind !== "function"; at = at.parent) {
		countStep();
		const { kind, part, list } = at.parent;
		if (kind === "if" && part.condition !== at) {
			if (isCertain(part.condition, part.consequence !== at, holds))
				return true;
		}
		for (const one of list.statements.slice(0, list.statements.indexOf(at)))
			if (
				one.kind === "if" &&
				((leaves(one.part.consequence) &&
					isCertain(one.part.condition, true, holds)) ||
					(leaves(one.part.alternative) &&
						isCertain(one.part.condition, false, holds)))
			)
				return true;
	}
	return false;
}
