/** Matching of elements, and of classes that are components. */
import { memberOfClass } from "../model/classes.ts";
import { moduleNameOf } from "../model/modules.ts";
import { type CodeNode, virtualNode } from "../model/node.ts";
import { attributesOf, valuesOf } from "../model/values.ts";
import { match } from "./match.ts";
import { matchAttributes } from "./objects.ts";
import { matchSequence } from "./search.ts";
import type { Bindings, Next } from "./types.ts";

/** A class with `render` is a component: `this.props` is what a function has as its parameter. */
export function matchComponent(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const render = memberOfClass(node, "render");
	if (render?.kind !== "function") return false;
	const object = virtualNode("name", render, { value: "this" });
	const props = virtualNode("member", render, {
		value: "props",
		part: { object },
	});
	const [first] = pattern.list.parameters;
	const target = first?.part.target;
	return match(
		target?.kind === "metavariable" ? target : undefined,
		props,
		bindings,
		(found) =>
			matchSequence(
				pattern.part.body?.list.statements ?? [],
				render.part.body ? [render.part.body] : [],
				found,
				next,
			),
	);
}

/** What stands between the tags, or is given as the attribute `children`. */
const childrenOf = (element: CodeNode): readonly CodeNode[] =>
	element.list.children.length > 0
		? element.list.children
		: attributesOf(element, "children");

const isHtml = ({ value }: CodeNode) => /^[a-z][a-z0-9]*$/.test(String(value));

export function matchElement(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const { tag } = pattern.part;
	const inner: Next = (found) =>
		matchAttributes(pattern.list.attributes, 0, node, found, (last) =>
			matchSequence(pattern.list.children, childrenOf(node), last, next),
		);
	if (pattern.value === node.value && !moduleNameOf(tag))
		return inner(bindings);
	if (tag?.kind === "metavariable" && tag.value === "_") return inner(bindings);
	if (!tag || !node.part.tag) return false;
	// Tags in small letters are elements of HTML; others are names.
	return isHtml(pattern)
		? valuesOf(node.part.tag).some(
				({ kind, value }) => kind === "string" && value === pattern.value,
			) && inner(bindings)
		: match(tag, node.part.tag, bindings, inner);
}
