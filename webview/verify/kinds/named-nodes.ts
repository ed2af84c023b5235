/** What bears a name: declarations, and what a learner may take for one. */
import type { Node } from "web-tree-sitter";
import { groupBy, type SyntaxIndex } from "../parse/syntax-index.ts";

/** A node that bears a name, and the node of the name. */
export interface NamedNode {
	name: string;
	nameNode: Node;
	node: Node;
}

/** What may be taken for the thing asked for, by node type: the field of its name (`name` if not given) and what to say of it. */
export type Lookalikes = Record<
	string,
	{ field?: string; is: string; advice: string }
>;

/** The nodes of these types that bear a name, in the order of the text; an error may have lost a name. */
export const findNamed = (
	syntax: SyntaxIndex,
	types: readonly string[],
	lookalikes: Lookalikes = {},
): NamedNode[] =>
	syntax.nodes(...types).flatMap((node) => {
		const field = lookalikes[node.type]?.field ?? "name";
		const nameNode = node.childForFieldName(field);
		return nameNode ? [{ name: syntax.text(nameNode), nameNode, node }] : [];
	});

/** The named nodes of these types by their names. */
export const groupByName = (syntax: SyntaxIndex, ...types: string[]) =>
	groupBy(findNamed(syntax, types), ({ name }) => name);

/** The lookalikes of a file by their names; of `a.b` it is the last part. */
export const findLookalikes = (syntax: SyntaxIndex, lookalikes: Lookalikes) =>
	groupBy(
		findNamed(syntax, Object.keys(lookalikes), lookalikes),
		({ name }) => name.split(".").at(-1) ?? name,
	);
