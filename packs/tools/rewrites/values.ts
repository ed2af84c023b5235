/** Rewrites of values: constants for literals, keys in another order, texts put together in another way. */
import { type Node, nodesOf, replaced } from "../mutants/tree.ts";
import {
	around,
	behindImports,
	freeName,
	isPython,
	isSameNode,
	partsOf,
	type RewriteOperator,
	type Spelling,
	shortText,
	sliceOf,
} from "./rewrite.ts";

/** Most literals of one file that are rewritten. */
const mostConstants = 12;

/** A text or number gets a name. */
const constantForLiteral: RewriteOperator = (root) => {
	const name = freeName(root, "VALUE");
	const at = behindImports(root);
	const assigned = (text: string) =>
		isPython(root) ? `${name} = ${text}` : `const ${name} = ${text};`;
	const seen = new Set<string>();
	return nodesOf(root, "string", "number", "integer", "float")
		.filter((node) => node.startIndex >= at && isValue(node))
		.filter(({ text }) => !seen.has(text) && seen.add(text))
		.slice(0, mostConstants)
		.map((node) => ({
			what: `${shortText(node)} is a constant`,
			edits: [
				{ start: at, end: at, text: `\n${assigned(node.text)}\n` },
				replaced(
					node,
					node.parent?.type === "jsx_attribute" ? `{${name}}` : name,
				),
			],
		}));
};

/** Whether a literal stands where a name could. */
function isValue(node: Node): boolean {
	const { parent } = node;
	if (!parent || /^(ERROR|pair_pattern|enum_assignment)$/.test(parent.type))
		return false;
	if (isSameNode(parent.childForFieldName("key"), node)) return false;
	if (
		/^(expression_statement|concatenated_string|as_expression|subscript|subscript_expression)$/.test(
			parent.type,
		)
	)
		return false;
	if (nodesOf(node, "interpolation").length > 0) return false;
	return !around(
		node,
		/^(import_statement|export_clause|import_from_statement|type|type_annotation|literal_type|type_arguments|type_alias_declaration|interface_declaration|case_pattern|interpolation|format_specifier|global_statement)$/,
	);
}

/** Keys, keyword arguments and attributes the other way round. */
const otherKeyOrder: RewriteOperator = (root) =>
	[
		...nodesOf(root, "object", "dictionary").map((node) => ({
			node,
			parts: partsOf(node),
			isFree: /^(pair|shorthand_property_identifier)$/,
		})),
		...nodesOf(root, "argument_list").map((node) => ({
			node,
			parts: partsOf(node).filter(({ type }) => type === "keyword_argument"),
			isFree: /^keyword_argument$/,
		})),
		...nodesOf(root, "jsx_opening_element", "jsx_self_closing_element").map(
			(node) => ({
				node,
				parts: partsOf(node).filter(
					(part) => !isSameNode(node.childForFieldName("name"), part),
				),
				isFree: /^jsx_attribute$/,
			}),
		),
	].flatMap(({ node, parts, isFree }): Spelling[] => {
		const mayMove =
			parts.length > 1 && parts.every(({ type }) => isFree.test(type));
		// What is drawn of a dictionary with equal keys depends on their order.
		const isAwaiting = nodesOf(node, "await_expression", "await").length > 0;
		if (!mayMove || isAwaiting) return [];
		return [
			{
				what: `the keys of ${shortText(node)} in another order`,
				edits: parts.map((part, index) =>
					replaced(part, parts.at(-1 - index)?.text ?? ""),
				),
			},
		];
	});

/** A template as a sum of texts. */
const sumForTemplate: RewriteOperator = (root) =>
	nodesOf(root, "template_string").flatMap((node): Spelling[] => {
		const holes = partsOf(node).filter(
			({ type }) => type === "template_substitution",
		);
		if (holes.length === 0 || node.parent?.type === "call_expression")
			return [];
		const pieces: string[] = [];
		let from = node.startIndex + 1;
		for (const hole of holes) {
			pieces.push(sliceOf(root, from, hole.startIndex), hole.text.slice(2, -1));
			from = hole.endIndex;
		}
		pieces.push(sliceOf(root, from, node.endIndex - 1));
		const texts = pieces.filter((_, index) => index % 2 === 0);
		if (texts.some((text) => /["\\\n]/.test(text))) return [];
		const parts = pieces.flatMap((piece, index) =>
			index % 2 === 1
				? [/^[\w.$]+$/.test(piece.trim()) ? piece.trim() : `(${piece})`]
				: piece === "" && index > 0
					? []
					: [`"${piece}"`],
		);
		const sum = parts.join(" + ");
		return [
			{
				what: `${shortText(node)} is a sum`,
				edits: [
					replaced(
						node,
						/^(member_expression|binary_expression)$/.test(
							node.parent?.type ?? "",
						)
							? `(${sum})`
							: sum,
					),
				],
			},
		];
	});

/** A sum of texts as a template. */
const templateForSum: RewriteOperator = (root) =>
	nodesOf(root, "binary_expression").flatMap((node): Spelling[] => {
		if (node.parent?.type === "binary_expression") return [];
		const parts = addends(node);
		const isText = (one: Node | undefined) =>
			one?.type === "string" && !/[`\\$]/.test(one.text);
		if (!parts || !(isText(parts[0]) || isText(parts[1]))) return [];
		if (parts.some((one) => one.type === "string" && !isText(one))) return [];
		const text = parts
			.map((one) =>
				one.type === "string" ? one.text.slice(1, -1) : `\${${one.text}}`,
			)
			.join("");
		return [
			{
				what: `${shortText(node)} is a template`,
				edits: [replaced(node, `\`${text}\``)],
			},
		];
	});

/** What a sum adds up, from the left; null when it is none. */
function addends(node: Node): Node[] | null {
	if (node.type !== "binary_expression") return [node];
	if (node.childForFieldName("operator")?.text !== "+") return null;
	const left = node.childForFieldName("left");
	const right = node.childForFieldName("right");
	const before = left ? addends(left) : null;
	return before && right ? [...before, right] : null;
}

/** Python: an f-string by `format`. */
const formatForInterpolation: RewriteOperator = (root) =>
	nodesOf(root, "string").flatMap((node): Spelling[] => {
		const holes = partsOf(node).filter(({ type }) => type === "interpolation");
		if (holes.length === 0 || node.parent?.type === "concatenated_string")
			return [];
		const isNested = holes.some(
			(hole) =>
				nodesOf(hole, "interpolation").length > 1 || /=\s*}$/.test(hole.text),
		);
		if (isNested || around(node, /^interpolation$/)) return [];
		let text = "";
		let from = node.startIndex;
		const values: string[] = [];
		for (const hole of holes) {
			const parts = partsOf(hole);
			const [value] = parts;
			const rest = parts
				.slice(1)
				.map((part) => part.text)
				.join("");
			text += `${sliceOf(root, from, hole.startIndex)}{${rest}}`;
			values.push(value?.text ?? "");
			from = hole.endIndex;
		}
		text += sliceOf(root, from, node.endIndex);
		return [
			{
				what: `${shortText(node)} by \`format\``,
				edits: [
					replaced(
						node,
						`${text.replace(/^[fF]/, "")}.format(${values.join(", ")})`,
					),
				],
			},
		];
	});

/** `x += y` as `x = x + y`. */
const sumForIncrease: RewriteOperator = (root) =>
	nodesOf(
		root,
		"augmented_assignment_expression",
		"augmented_assignment",
	).flatMap((node): Spelling[] => {
		const [left, right] = ["left", "right"].map((name) =>
			node.childForFieldName(name),
		);
		const isStatement = node.parent?.type === "expression_statement";
		const isPlus = node.childForFieldName("operator")?.text === "+=";
		// What is looked up twice may be another thing the second time.
		const isFixed =
			left && nodesOf(left, "call_expression", "call").length === 0;
		if (!left || !right || !isStatement || !isPlus || !isFixed) return [];
		const isSimple =
			/^(identifier|integer|number|float|string|call|call_expression|member_expression|attribute|subscript|subscript_expression)$/;
		const added = isSimple.test(right.type) ? right.text : `(${right.text})`;
		return [
			{
				what: `${shortText(node)} is a sum`,
				edits: [replaced(node, `${left.text} = ${left.text} + ${added}`)],
			},
		];
	});

/** `x = x + y` as `x += y`. */
const increaseForSum: RewriteOperator = (root) =>
	nodesOf(root, "assignment_expression", "assignment").flatMap(
		(node): Spelling[] => {
			const [left, right] = ["left", "right"].map((name) =>
				node.childForFieldName(name),
			);
			const isSum = right?.childForFieldName("operator")?.text === "+";
			const added = right?.childForFieldName("right");
			if (!left || !isSum || !added) return [];
			if (right.childForFieldName("left")?.text !== left.text) return [];
			if (node.parent?.type !== "expression_statement") return [];
			return [
				{
					what: `${shortText(node)} is an increase`,
					edits: [replaced(node, `${left.text} += ${added.text}`)],
				},
			];
		},
	);

export const values: Record<string, RewriteOperator> = {
	constantForLiteral,
	otherKeyOrder,
	sumForTemplate,
	templateForSum,
	formatForInterpolation,
	sumForIncrease,
	increaseForSum,
};
