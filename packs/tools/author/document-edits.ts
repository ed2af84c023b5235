/** What a pattern from lines of a page or a style sheet leaves open. */
import { type Edit, type Node, nodesOf, replaced } from "../mutants/tree.ts";
import { partsOf } from "../rewrites/rewrite.ts";
import type { Names } from "./selection.ts";

/** Texts and values of a page that the task does not name; the same value in several places stays the same. */
export function pageEdits(
	root: Node,
	node: Node,
	{ isLiteral }: Names,
): Edit[] {
	const values = nodesOf(root, "attribute_value");
	const attributes = nodesOf(node, "attribute").flatMap((one): Edit[] => {
		const [name, value] = partsOf(one);
		const [text] = value ? nodesOf(value, "attribute_value") : [];
		if (!name || !text || isLiteral(text.text)) return [];
		if (/^(class|style)$/.test(name.text))
			return [{ start: one.startIndex - 1, end: one.endIndex, text: "" }];
		if (
			!/^(alt|content|for|href|id|name|placeholder|src|title|value)$/.test(
				name.text,
			)
		)
			return [];
		const isShared =
			/^[A-Za-z]\w*$/.test(text.text) &&
			values.filter((other) => other.text === text.text).length > 1;
		return [replaced(text, isShared ? `$${text.text}` : "$_")];
	});
	return [
		...attributes,
		...nodesOf(node, "text")
			.filter(({ text }) => !isLiteral(text.trim()))
			.map((one) => replaced(one, "$_")),
	];
}

/** Values, classes and custom properties of a style sheet that the task does not name. */
export const styleEdits = (node: Node, { isLiteral }: Names): Edit[] => [
	...nodesOf(
		node,
		"integer_value",
		"float_value",
		"color_value",
		"string_value",
	)
		.filter(({ text }) => !isLiteral(text.replace(/^["']|["']$/g, "")))
		.map((one) => replaced(one, "$_")),
	...nodesOf(node, "class_name")
		.filter(
			({ text, parent }) =>
				parent?.type === "class_selector" &&
				!isLiteral(text) &&
				!isLiteral(`.${text}`),
		)
		.map((one) => replaced(one, `$${one.text.replaceAll("-", "_")}`)),
	...nodesOf(node, "property_name", "plain_value")
		.filter(({ text }) => text.startsWith("--") && !isLiteral(text))
		.map((one) =>
			replaced(one, `--$${one.text.slice(2).replaceAll("-", "_")}`),
		),
];
