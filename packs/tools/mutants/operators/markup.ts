/** What a page is made of. */
import { shortText } from "../syntax.ts";
import { nodesOf, replaced } from "../tree.ts";
import type { Operator } from "./operator.ts";

const dropProp: Operator = (root) =>
	nodesOf(root, "jsx_attribute").map((prop) => ({
		what: `no ${shortText(prop)}`,
		about: [prop.firstNamedChild?.text ?? ""],
		edits: [replaced(prop, "")],
	}));

const otherElement: Operator = (root) =>
	nodesOf(root, "jsx_element", "jsx_self_closing_element").flatMap((node) => {
		const open = node.childForFieldName("open_tag") ?? node;
		const name = open.childForFieldName("name");
		if (!name) return [];
		const close = node
			.childForFieldName("close_tag")
			?.childForFieldName("name");
		return ["span", "div"]
			.filter((other) => other !== name.text)
			.map((other) => ({
				what: `${other} in place of ${shortText(name)}`,
				about: [name.text],
				edits: [name, close].flatMap((one) =>
					one ? [replaced(one, other)] : [],
				),
			}));
	});

/** An element that is not drawn. */
const dropElement: Operator = (root) =>
	nodesOf(root, "jsx_element", "jsx_self_closing_element").flatMap((node) => {
		const open = node.childForFieldName("open_tag") ?? node;
		const name = open.childForFieldName("name");
		if (!name) return [];
		return [
			{
				what: `no element ${shortText(node)}`,
				about: [name.text],
				edits: [replaced(node, "<></>")],
			},
		];
	});

/** A handler that is called while drawing instead of being handed over. */
const callHandler: Operator = (root) =>
	nodesOf(root, "jsx_attribute").flatMap((prop) => {
		const [name, value] = prop.namedChildren;
		const handler = value?.firstNamedChild;
		if (!name || !handler || !/^on[A-Z]/.test(name.text)) return [];
		return [
			{
				what: `${name.text} called at once in ${shortText(prop)}`,
				about: [name.text],
				edits: [replaced(handler, `(${handler.text})()`)],
			},
		];
	});

/** Text that is written down where a value belongs. */
const fixedText: Operator = (root) =>
	nodesOf(root, "jsx_expression")
		.filter(
			({ parent, firstNamedChild }) =>
				parent?.type === "jsx_element" &&
				["identifier", "member_expression"].includes(
					firstNamedChild?.type ?? "",
				),
		)
		.map((value) => ({
			what: `text in place of ${shortText(value)}`,
			about: [value.firstNamedChild?.text.split(".").at(-1) ?? ""],
			edits: [replaced(value, "text")],
		}));

export const markup: Record<string, Operator> = {
	dropProp,
	otherElement,
	dropElement,
	callHandler,
	fixedText,
};
