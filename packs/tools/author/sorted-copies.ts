/** A sorted copy in a pattern: `[...$_].sort(…)` takes every copy and `toSorted`, the copy of the reference only itself. */
import { argumentsOf, calledMember, calledName } from "../mutants/syntax.ts";
import { type Edit, type Node, nodesOf, replaced } from "../mutants/tree.ts";
import { partsOf } from "../rewrites/rewrite.ts";

const anyCopy = "[...$_]";

/** Whether an expression copies a list and does nothing else. */
function isCopy(node: Node): boolean {
	if (node.type === "array")
		return (
			partsOf(node).length === 1 && partsOf(node)[0]?.type === "spread_element"
		);
	return (
		node.type === "call_expression" &&
		((calledName(node) === "slice" && argumentsOf(node).length === 0) ||
			(calledName(node) === "from" && argumentsOf(node).length === 1))
	);
}

/** Whether an expression makes a list of another one. */
const isNewList = (node: Node) =>
	isCopy(node) ||
	(node.type === "call_expression" &&
		/^(filter|map|flatMap|concat|slice|entries|keys|values)$/.test(
			calledName(node),
		));

const isWithin = (node: Node, outer: Node) =>
	outer.startIndex <= node.startIndex && outer.endIndex >= node.endIndex;

/** The value of the only declaration of a name, where it stands outside of the selected nodes; null otherwise. */
function madeElsewhere(root: Node, name: Node, chosen: Node[]): Node | null {
	const declared = nodesOf(root, "variable_declarator").filter(
		(one) => one.childForFieldName("name")?.text === name.text,
	);
	const [only, ...others] = declared;
	return !only || others.length > 0 || chosen.some((one) => isWithin(only, one))
		? null
		: only.childForFieldName("value");
}

/** The copies that selected code sorts, as any copy. */
export const sortedCopies = (root: Node, chosen: Node[]): Edit[] =>
	chosen
		.flatMap((node) => nodesOf(node, "call_expression"))
		.flatMap((call) => {
			const member = calledMember(call);
			if (member?.name.text !== "sort") return [];
			const { object } = member;
			const made =
				object.type === "identifier"
					? madeElsewhere(root, object, chosen)
					: null;
			return isCopy(object) || (made && isNewList(made))
				? [replaced(object, anyCopy)]
				: [];
		});
