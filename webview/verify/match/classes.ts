/** Matching of classes and their members, those of known base classes included. */
import { isSameMember } from "../model/classes.ts";
import type { CodeNode } from "../model/node.ts";
import { valuesOf } from "../model/values.ts";
import { matchUnordered } from "./parts.ts";
import { matchAnyOrder } from "./search.ts";
import type { Bindings, Next } from "./types.ts";

/** A class and those that it inherits from, as far as they are known. */
export function lineage(node: CodeNode): CodeNode[] {
	const found = new Set([node]);
	for (const one of found)
		for (const base of one.list.bases)
			for (const value of valuesOf(base))
				if (value.kind === "class") found.add(value);
	return [...found];
}

/** The base classes and members that are written in a pattern, in any order. */
export const matchClass = (
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean =>
	matchUnordered(
		pattern.list.bases,
		lineage(node).flatMap(({ list }) => list.bases),
		false,
		bindings,
		(found) =>
			matchAnyOrder(
				pattern.part.body?.list.statements ?? [],
				lineage(node).flatMap(({ part }) => part.body ?? []),
				found,
				next,
			),
	);

const isMember = ({ parent }: CodeNode) => parent?.parent?.kind === "class";

/** Whether a member of a class is used as that of a pattern: a getter is read, a method called. */
export const isUsedAlike = (pattern: CodeNode, node: CodeNode): boolean =>
	!isMember(pattern) || !isMember(node) || isSameMember(pattern, node);
