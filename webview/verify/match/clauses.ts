/** Matching of `try` and of its clauses: each clause of a pattern is one clause of the code. */
import { type CodeNode, virtualOnce } from "../model/node.ts";
import { isRefusing } from "./context.ts";
import { match } from "./match.ts";
import { matchUnordered } from "./parts.ts";
import { matchSequence } from "./search.ts";
import type { Bindings, Next } from "./types.ts";

/** A `try` with the blocks that a pattern writes. */
export function matchTry(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const { body, final } = pattern.part;
	return matchBlock(body, node.part.body, bindings, (found) =>
		matchClauses(pattern.list.handlers, node.list.handlers, found, (inner) =>
			matchBlock(final, node.part.final, inner, next),
		),
	);
}

function matchBlock(
	wanted: CodeNode | undefined,
	block: CodeNode | undefined,
	bindings: Bindings,
	next: Next,
): boolean {
	if (!wanted) return next(bindings);
	return (
		!!block && matchSequence(wanted.list.statements, [block], bindings, next)
	);
}

/** Clauses in any order; only one that catches several errors may be what several clauses of the pattern ask for. */
function matchClauses(
	[pattern, ...rest]: readonly CodeNode[],
	clauses: readonly CodeNode[],
	bindings: Bindings,
	next: Next,
): boolean {
	if (!pattern) return next(bindings);
	return clauses.some((clause) =>
		matchClause(pattern, clause, bindings, (found) =>
			matchClauses(
				rest,
				catchesSeveral(clause)
					? clauses
					: clauses.filter((one) => one !== clause),
				found,
				next,
			),
		),
	);
}

function catchesSeveral({ part: { value } }: CodeNode) {
	const types = value?.kind === "declaration" ? value.part.value : value;
	return types?.kind === "tuple" && types.list.elements.length > 1;
}

/** One clause: what it catches, under which name, and what it does. */
export const matchClause = (
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean =>
	match(pattern.part.parameter, node.part.parameter, bindings, (found) =>
		matchCaught(pattern, node, found, (inner) =>
			matchBlock(pattern.part.body, node.part.body, inner, next),
		),
	);

/** What a bare `except:` catches. */
const everything = "BaseException";

/** What a clause catches, and the name that it gives it. A pattern that says nothing of it takes any; where the match refuses an answer, only what catches everything. */
export function matchCaught(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const wanted = pattern.part.value;
	const own =
		node.part.value ?? virtualOnce("name", node, node, { value: everything });
	if (!own) return false;
	const types = own.kind === "declaration" ? own.part.value : own;
	if (!wanted) {
		const all = types?.kind === "tuple" ? types.list.elements : [types];
		const isBare =
			node.source.family !== "python" ||
			all.some((one) => one?.value === everything);
		return (isBare || !isRefusing()) && next(bindings);
	}
	const isNamed = wanted.kind === "declaration";
	if (isNamed && own.kind !== "declaration") return false;
	if (!isNamed) return matchTypes(wanted, types, bindings, next);
	return match(wanted.part.target, own.part.target, bindings, (found) =>
		matchTypes(wanted.part.value, types, found, next),
	);
}

/** Classes of errors; one that is asked for may be one of several. */
function matchTypes(
	wanted: CodeNode | undefined,
	types: CodeNode | undefined,
	bindings: Bindings,
	next: Next,
): boolean {
	if (types?.kind !== "tuple") return match(wanted, types, bindings, next);
	const { elements } = types.list;
	if (wanted?.kind === "tuple")
		return matchUnordered(wanted.list.elements, elements, true, bindings, next);
	return elements.some((one) => match(wanted, one, bindings, next));
}
