/** Lowers JSON: the document is one value, whose objects and arrays are those of code. */
import { type CodeNode, makeNode, type Source } from "./node.ts";
import { named, type SyntaxNode } from "./syntax.ts";

/** Marks the name of a metavariable that a pattern of JSON has outside of quotes. */
export const bareMark = "µ:";

/** A parsed file or pattern as code model. */
export function lowerJson(source: Source, syntax: SyntaxNode): CodeNode {
	const textOf = ({ start, end }: SyntaxNode) => source.text.slice(start, end);

	/** The text of a string; as it is written where its escapes are wrong. */
	const stringOf = (node: SyntaxNode): string => {
		const text = textOf(node);
		try {
			return String(JSON.parse(text));
		} catch {
			return text.slice(1, -1);
		}
	};

	const value = (node: SyntaxNode): CodeNode => {
		switch (node.type) {
			case "object":
				return makeNode(source, "object", node, {
					list: { properties: named(node).map(property) },
				});
			case "array":
				return makeNode(source, "array", node, {
					list: { elements: named(node).map(value) },
				});
			case "number":
				return makeNode(source, "number", node, {
					value: Number(textOf(node)),
				});
			case "string":
				return text(node, stringOf(node));
			default:
				return makeNode(source, "constant", node, { value: node.type });
		}
	};

	const text = (node: SyntaxNode, content: string): CodeNode => {
		if (!content.startsWith(bareMark))
			return makeNode(source, "string", node, { value: content });
		const name = content.slice(bareMark.length);
		return name === "__"
			? makeNode(source, "ellipsis", node)
			: makeNode(source, "metavariable", node, { value: name });
	};

	const property = (node: SyntaxNode): CodeNode => {
		const [key = node, given = node] = named(node);
		const name = text(key, stringOf(key));
		if (name.kind === "ellipsis") return name;
		const isOpen = name.kind === "metavariable";
		return makeNode(source, "property", node, {
			value: isOpen ? null : name.value,
			part: { key: isOpen ? name : undefined, value: value(given) },
		});
	};

	return makeNode(source, "program", syntax, {
		list: { statements: named(syntax).map(value) },
	});
}
