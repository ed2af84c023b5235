/** Elements that are added to a list by setting it to a longer one: `list = [...list, item]` for `list.push(item)`. */
import { type CodeNode, calleeName } from "../model/node.ts";
import { isRefusing } from "./context.ts";
import { match } from "./match.ts";
import { concatenated } from "./parts.ts";
import { isAlike } from "./same.ts";
import type { Bindings, Next } from "./types.ts";

/** Whether a pattern asks that one element is added at the end of a list. */
export const addsOne = ({ kind, part, list }: CodeNode): boolean =>
	kind === "call" &&
	part.callee?.kind === "member" &&
	/^(push|append)$/.test(String(part.callee.value)) &&
	list.arguments.length === 1 &&
	!/^(spread|ellipsis|keyword)$/.test(list.arguments[0]?.kind ?? "");

/** The element that an assignment adds to what it sets. */
function addedBy({ kind, value, part }: CodeNode): CodeNode | undefined {
	const { target, value: given } = part;
	if (!/^(assignment|declaration)$/.test(kind) || !target || !given)
		return undefined;
	const isOwn = (node: CodeNode | undefined) => !!node && isAlike(node, target);
	if (kind === "assignment" && value === "+=")
		return given.kind === "array" && given.list.elements.length === 1
			? given.list.elements[0]
			: undefined;
	if (kind === "assignment" && value !== "=") return undefined;
	// `list[list.length] = item`
	const { key, object } = target.part;
	if (target.kind === "index" && key?.kind === "member")
		return key.value === "length" &&
			object &&
			key.part.object &&
			isAlike(key.part.object, object)
			? given
			: undefined;
	const lists =
		given.kind === "array" ? [given.list.elements] : concatenated(given);
	for (const [first, second, ...more] of lists)
		if (first?.kind === "spread" && isOwn(first.part.value) && second)
			if (more.length === 0 && second.kind !== "spread") return second;
	return undefined;
}

/** A call of a pattern that adds an element, with an assignment that does. */
export function matchAdded(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	if (isRefusing() || !addsOne(pattern)) return false;
	const added = addedBy(node);
	const { target } = node.part;
	const list =
		target?.kind === "index" && calleeName(pattern) === "push"
			? target.part.object
			: target;
	return (
		!!added &&
		match(pattern.part.callee?.part.object, list, bindings, (found) =>
			match(pattern.list.arguments[0], added, found, next),
		)
	);
}
