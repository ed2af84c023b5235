/** `jsxElement`: an element by its tag, with or without a closing one; its props are the attributes of that element alone. */

import type { Node } from "web-tree-sitter";
import {
	closestName,
	listNames,
	spellingAdvice,
	withoutSpaces,
} from "../explain/names.ts";
import { msg } from "../messages/msg.ts";
import { javascriptFamily } from "../parse/grammars.ts";
import { groupBy, memoize, type SyntaxIndex } from "../parse/syntax-index.ts";
import type { AssertionOf } from "../shapes.ts";
import {
	bestOf,
	createMiss,
	createPass,
	type Finding,
	type Matcher,
	nearMissOf,
} from "./matcher.ts";
import { findNamed, type NamedNode } from "./named-nodes.ts";

type Wanted = AssertionOf<"jsxElement">;

const tags = ["jsx_opening_element", "jsx_self_closing_element"];

/** Props whose name in HTML is another one. */
const htmlNames: Record<string, string> = {
	className: "class",
	htmlFor: "for",
};

/** Elements by their names, dotted ones whole; a fragment has none. */
const elements = (syntax: SyntaxIndex) =>
	groupBy(findNamed(syntax, tags), ({ name }) => withoutSpaces(name));

/**
 * The names of this element's attributes, not of elements inside their values; a spread names none.
 * A name is the attribute's first child (specification: "JSX attribute names").
 */
const propsOf = memoize((syntax, tag: Node): string[] =>
	tag.namedChildren
		.filter(({ type }) => type === "jsx_attribute")
		.flatMap((attribute) => attribute.firstNamedChild ?? [])
		.map((name) => withoutSpaces(syntax.text(name))),
);

/** The first facet in which an element of the right name differs, or the element itself. */
function compare(
	syntax: SyntaxIndex,
	element: NamedNode,
	wanted: Wanted,
): Finding {
	const { node: tag } = element;
	const { props = [] } = wanted;
	const actual = propsOf(syntax, tag);
	const missing = props.filter((prop) => !actual.includes(withoutSpaces(prop)));
	const [first = ""] = missing;
	const name = `<${element.name}>`;
	if (missing.length === 0)
		return createPass(tag, (where) => msg`Found \`${name}\` (${where})`);
	const unused = actual.filter((prop) => !props.includes(prop));
	const html = htmlNames[first];
	const similar =
		closestName(first, unused) ?? (html && unused.includes(html) ? html : null);
	return createMiss(
		3,
		(where) =>
			similar
				? msg`\`${name}\` (${where}) has \`${similar}\`; write \`${first}\` instead`
				: missing.length > 1
					? msg`\`${name}\` (${where}) has no ${listNames(missing)}; add them to this tag`
					: msg`\`${name}\` (${where}) has no ${listNames(missing)}; add it to this tag`,
		nearMissOf(tag, "props", props.join(", "), actual.join(", ")),
	);
}

/** How many of the wanted props an element has; of several that miss, the fullest one is meant. */
function held(
	syntax: SyntaxIndex,
	{ node }: NamedNode,
	{ props = [] }: Wanted,
): number {
	const actual = propsOf(syntax, node);
	return props.filter((prop) => actual.includes(withoutSpaces(prop))).length;
}

function closest(syntax: SyntaxIndex, { name, props = [] }: Wanted): Finding {
	const byName = syntax.of(elements);
	const actual = closestName(name, byName.keys());
	const similar = actual && byName.get(actual)?.[0];
	if (similar)
		return createMiss(
			1,
			(where) => spellingAdvice(`<${actual}>`, `<${name}>`, where),
			nearMissOf(similar.node, "name", name, actual),
		);
	const attributes = props.map((prop) => ` ${prop}={…}`).join("");
	return createMiss(
		0,
		() =>
			msg`There is no element \`<${name}>\` yet; add \`<${name}${attributes}>\``,
	);
}

export const jsxElement: Matcher<"jsxElement"> = {
	grammars: javascriptFamily,
	nodeTypes: tags,
	compile: (wanted) => (syntax) =>
		bestOf(
			syntax.of(elements).get(withoutSpaces(wanted.name)) ?? [],
			(element) => compare(syntax, element, wanted),
			(element) => held(syntax, element, wanted),
		) ?? closest(syntax, wanted),
};
