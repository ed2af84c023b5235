/** What a rewrite is: a change of the spelling of code that keeps its behaviour. */
import { type Edit, type Node, nodesOf } from "../mutants/tree.ts";

/** One change of spelling, and in words what it changes. */
export interface Spelling {
	what: string;
	edits: Edit[];
}

/** What a rewrite knows beside the tree. */
export interface RewriteContext {
	/** Whether the task, the starter or, in Python, another file of the answer has a name, so that it is not this file's choice. */
	isGiven(name: string): boolean;
	/** Whether a module of this name is among the answer's files. */
	isOwnModule(name: string): boolean;
}

export type RewriteOperator = (
	root: Node,
	context: RewriteContext,
) => Spelling[];

export const isPython = (root: Node) => root.type === "module";

export const isSameNode = (one: Node | null | undefined, other: Node) =>
	one?.id === other.id;

/** The nearest node around `node`, itself excluded, whose type is among `types`. */
export function around(node: Node, types: RegExp): Node | null {
	let up = node.parent;
	while (up && !types.test(up.type)) up = up.parent;
	return up;
}

export const functionTypes =
	/^(function_declaration|function_expression|arrow_function|method_definition|generator_function|generator_function_declaration|function_definition|lambda|class_body)$/;

/** The statement around `node` in its block; null when a function stands between. */
export function statementAround(node: Node): Node | null {
	let at: Node | null = node;
	while (at?.parent) {
		const { parent }: Node = at;
		if (/^(program|statement_block|module|block)$/.test(parent.type)) return at;
		if (functionTypes.test(parent.type)) return null;
		at = parent;
	}
	return null;
}

/** The named children, comments left out. */
export const partsOf = (node: Node | null | undefined): Node[] =>
	(node?.namedChildren ?? []).filter(
		(child) => child !== null && child.type !== "comment",
	);

/** A name that stands nowhere in the text. */
export function freeName(root: Node, wanted: string): string {
	const taken = new Set(root.text.split(/[^\w$]+/));
	let name = wanted;
	for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`;
	return name;
}

/** Where a new statement of the top level may stand: behind the imports. */
export function behindImports(root: Node): number {
	const imports = partsOf(root).filter(({ type }) =>
		/^(import_statement|import_from_statement|future_import_statement)$/.test(
			type,
		),
	);
	const [first] = partsOf(root);
	const isDocstring =
		first?.type === "expression_statement" &&
		first.firstNamedChild?.type === "string";
	return imports.at(-1)?.endIndex ?? (isDocstring ? first.endIndex : 0);
}

/** Whether code depends on which function it stands in. */
export const isBoundToFunction = (node: Node) =>
	nodesOf(node, "this", "super", "meta_property").length > 0 ||
	nodesOf(node, "identifier").some(({ text }) => text === "arguments");

/** The beginning of a node's text on one line, to name it by. */
export const shortText = (node: Node | null) =>
	`\`${(node?.text ?? "").replace(/\s+/g, " ").slice(0, 40)}\``;

/** A piece of the file's text; the root begins where the code does. */
export const sliceOf = (root: Node, start: number, end: number) =>
	root.text.slice(start - root.startIndex, end - root.startIndex);
