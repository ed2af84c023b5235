/** What bears a name: declarations, and what a learner may take for one. */
import type { Node } from "web-tree-sitter";
import { type Facts, groupBy } from "../parse/facts.ts";

/** A node that bears a name, and the node of the name. */
export interface Named {
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
export const named = (
	facts: Facts,
	types: readonly string[],
	lookalikes: Lookalikes = {},
): Named[] =>
	facts.nodes(...types).flatMap((node) => {
		const field = lookalikes[node.type]?.field ?? "name";
		const nameNode = node.childForFieldName(field);
		return nameNode ? [{ name: facts.text(nameNode), nameNode, node }] : [];
	});

/** The named nodes of these types by their names. */
export const byName = (facts: Facts, ...types: string[]) =>
	groupBy(named(facts, types), ({ name }) => name);

/** The lookalikes of a file by their names; of `a.b` it is the last part. */
export const alike = (facts: Facts, lookalikes: Lookalikes) =>
	groupBy(
		named(facts, Object.keys(lookalikes), lookalikes),
		({ name }) => name.split(".").at(-1) ?? name,
	);
