/** Loops that a `return` leaves: the first element that something holds for, or whether there is one. */
import { type CodeNode, virtualNode } from "../model/node.ts";
import { truthOf } from "../model/truth.ts";
import { type Gathered, gathered } from "./nodes.ts";
import { operationsIn } from "./operations.ts";
import { copyOf, type Env } from "./replace.ts";
import { forget, resultOf, statementsOf } from "./results.ts";

/** What a function returns that leaves a loop with a `return`, and goes on with `rest` behind it. */
export function returnedByLoop(
	loop: CodeNode,
	rest: readonly CodeNode[],
	env: Env,
	left: number,
): CodeNode | undefined {
	const [only, ...more] = operationsIn([loop], null, copyOf(env)) ?? [];
	if (only?.what !== "return" || more.length > 0 || !only.value)
		return undefined;
	const after = copyOf(env);
	forget(after, loop);
	const behind = [...statementsOf(loop.part.final), ...rest];
	// Python's functions give `None` where they return nothing.
	const otherwise =
		loop.source.family === "python" && behind.length === 0
			? virtualNode("constant", loop, { value: "null" })
			: (resultOf(behind, after, left) ?? undefined);
	return foundBy(loop, only as Gathered, only.value, otherwise);
}

/** The first element of a loop that answers questions, or whether there is one. */
export function foundBy(
	at: CodeNode,
	{ loops, tests }: Gathered,
	value: CodeNode,
	otherwise: CodeNode | undefined,
): CodeNode | undefined {
	const [yes, no] = [truthOf(value), truthOf(otherwise)];
	if (yes === undefined)
		return gathered("first", at, {
			loops,
			tests,
			body: value,
			otherwise,
		});
	if (no === undefined || yes === no) return undefined;
	return gathered(yes ? "some" : "none", at, { loops, tests });
}
