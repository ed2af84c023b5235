/** What the operators read in a tree, in the words of both families of grammars. */
import type { Node } from "./tree.ts";
import { nodesOf } from "./tree.ts";

export const CALLS = ["call_expression", "call"];
const ANONYMOUS = ["arrow_function", "function_expression"];
const NAMED = [
	"function_declaration",
	"generator_function_declaration",
	"method_definition",
	"function_definition",
];

/** The start of a node's text on one line, to name it by. */
export const shortText = (node: Node | null) =>
	`\`${(node?.text ?? "").replace(/\s+/g, " ").slice(0, 48)}\``;

/** The name after the last dot of what is called, and what stands before it. */
export function calledMember(call: Node): { object: Node; name: Node } | null {
	const callee = call.childForFieldName("function");
	const object = callee?.childForFieldName("object") ?? null;
	const name =
		callee?.childForFieldName("property") ??
		callee?.childForFieldName("attribute") ??
		null;
	return object && name ? { object, name } : null;
}

/** The last name of what is called: `json` of `res.status(400).json(…)`. */
export function calledName(call: Node): string {
	return (
		calledMember(call)?.name.text ??
		call.childForFieldName("function")?.text ??
		""
	);
}

export const argumentsOf = (call: Node): Node[] =>
	(call.childForFieldName("arguments")?.namedChildren ?? []).filter(
		(node) => node !== null && node.type !== "comment",
	);

/** Every function below `root` with the names it goes by. */
export function functionsIn(root: Node): { node: Node; names: string[] }[] {
	return nodesOf(root, ...NAMED, ...ANONYMOUS).map((node) => ({
		node,
		names: namesOf(node),
	}));
}

/** The names of the innermost function that `node` stands in; none at the top. */
export function enclosingNames(node: Node): string[] {
	let at = node.parent;
	while (at && !NAMED.includes(at.type) && !ANONYMOUS.includes(at.type))
		at = at.parent;
	return at ? namesOf(at) : [];
}

/** A function's own name, its variable's, or that of the call it is handed to. */
function namesOf(node: Node): string[] {
	const { parent } = node;
	const own = node.childForFieldName("name")?.text;
	const holder = parent?.type === "arguments" ? parent.parent : null;
	const variable =
		parent?.type === "variable_declarator"
			? parent.childForFieldName("name")?.text
			: undefined;
	const names = [own, variable, holder ? calledName(holder) : undefined];
	return names.filter((name) => name !== undefined);
}

/** The names that imports bind. */
export function importedNames(root: Node): Set<string> {
	return new Set(
		nodesOf(root, "import_statement", "import_from_statement").flatMap((one) =>
			nodesOf(one, "identifier").map((node) => node.text),
		),
	);
}
