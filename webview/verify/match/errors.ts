/** Matching of what is thrown: also as an error of a class that its own is derived from. */
import { baseOf } from "../model/errors.ts";
import { type CodeNode, virtualNode, virtualOnce } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { valuesOf } from "../model/values.ts";
import { lineage } from "./classes.ts";
import { isRefusing } from "./context.ts";
import { match } from "./match.ts";
import type { Bindings, Next } from "./types.ts";

/** Most classes that lead from one to another. */
const mostBases = 6;

/** The language's own classes of errors that a name stands for or is derived from, as names. */
function builtinBases(name: CodeNode, left = mostBases): CodeNode[] {
	if (name.kind !== "name" || resolve(name) || left === 0) return [];
	const value = baseOf(name);
	if (value === null) return [];
	const base = virtualNode("name", name, { value });
	return [base, ...builtinBases(base, left - 1)];
}

/** What is thrown. Where the match refuses an answer, only its own class is certain to be meant. */
export const matchThrow = (
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean =>
	match(pattern.part.value, node.part.value, bindings, next) ||
	(pattern.part.value?.kind === "call" &&
		match(pattern.part.value, madeOf(node.part.value), bindings, next)) ||
	(!isRefusing() &&
		pattern.part.value?.kind !== "metavariable" &&
		asBases(node.part.value).some((one) =>
			match(pattern.part.value, one, bindings, next),
		));

/** Python's `raise ValueError`, which makes the error, as `raise ValueError()`. */
const madeOf = (thrown: CodeNode | undefined): CodeNode | undefined =>
	thrown?.kind === "name" && thrown.source.family === "python"
		? virtualOnce("call", thrown, thrown, { part: { callee: thrown } })
		: undefined;

/** `new Problem(text)` as `new Error(text)`, where `Problem` is derived from `Error`; `Error(text)` makes the same without `new`. */
const asBases = (thrown: CodeNode | undefined): CodeNode[] =>
	[...valuesOf(thrown), madeOf(thrown)].flatMap((made) => {
		if (!made) return [];
		const isCall = made.kind === "call";
		const called = isCall ? made.part.callee : made;
		const own = valuesOf(called)
			.filter(({ kind }) => kind === "class")
			.flatMap((one) => lineage(one).flatMap(({ list }) => list.bases));
		const bases = [
			...own,
			...(called ? [called, ...own] : own).flatMap((one) => builtinBases(one)),
		];
		if (!isCall) return bases;
		const isBuiltin =
			called?.kind === "name" &&
			!resolve(called) &&
			(called.value === "Error" || baseOf(called) !== null);
		const isMadeByCall = isBuiltin && made.source.family === "javascript";
		return [...(isMadeByCall && called ? [called] : []), ...bases].flatMap(
			(callee) =>
				virtualOnce("call", made, callee, {
					part: { callee },
					list: made.list,
					facts: { ...made.facts, ...(isMadeByCall && { isNew: true }) },
				}) ?? [],
		);
	});
