/** Other names for what is the learner's to name: variables, parameters, functions, imports. */
import { type Edit, type Node, nodesOf, replaced } from "../mutants/tree.ts";
import {
	around,
	freeName,
	functionTypes,
	isPython,
	isSameNode,
	partsOf,
	type RewriteOperator,
	type Spelling,
} from "./rewrite.ts";

/** Every use of `name` by `other`, members and keys left alone. */
function renamed(root: Node, name: string, other: string): Edit[] {
	const edits: Edit[] = [];
	for (const node of nodesOf(
		root,
		"identifier",
		"shorthand_property_identifier",
		"shorthand_property_identifier_pattern",
	)) {
		if (node.text !== name || isKey(node) || isTag(node)) continue;
		edits.push(
			replaced(node, node.type === "identifier" ? other : `${name}: ${other}`),
		);
	}
	return edits;
}

/** An element's name in small letters is no variable. */
const isTag = ({ parent, text }: Node) =>
	/^jsx_(opening|closing|self_closing)_element$/.test(parent?.type ?? "") &&
	/^[a-z]/.test(text);

/** In Python, members and the names of keyword arguments are identifiers, too. */
function isKey(node: Node): boolean {
	const { parent } = node;
	return (
		(parent?.type === "attribute" &&
			isSameNode(parent.childForFieldName("attribute"), node)) ||
		(parent?.type === "keyword_argument" &&
			isSameNode(parent.childForFieldName("name"), node))
	);
}

/** The names that a pattern on the left of an assignment or in a list of parameters declares. */
function namesIn(pattern: Node | null): Node[] {
	if (!pattern) return [];
	switch (pattern.type) {
		case "identifier":
		case "shorthand_property_identifier_pattern":
			return [pattern];
		case "assignment_pattern":
		case "object_assignment_pattern":
			return namesIn(pattern.childForFieldName("left"));
		case "pair_pattern":
			return namesIn(pattern.childForFieldName("value"));
		case "required_parameter":
		case "optional_parameter":
			return namesIn(pattern.childForFieldName("pattern"));
		case "object_pattern":
		case "array_pattern":
		case "rest_pattern":
		case "formal_parameters":
		case "pattern_list":
		case "tuple_pattern":
			return partsOf(pattern).flatMap(namesIn);
		default:
			return [];
	}
}

const declarations: Record<string, string[]> = {
	variable_declarator: ["name"],
	function_declaration: ["name", "parameters"],
	function_expression: ["parameters"],
	method_definition: ["parameters"],
	arrow_function: ["parameter", "parameters"],
	catch_clause: ["parameter"],
	for_in_statement: ["left"],
	// Python: parameters are left out, since callers may give them by name.
	function_definition: ["name"],
	assignment: ["left"],
	for_statement: ["left"],
	for_in_clause: ["left"],
};

/** The variables, functions and parameters that a file declares, with their places; parameters of Python functions are left out. */
export function declaredNames(root: Node): Map<string, Node[]> {
	const declared = new Map<string, Node[]>();
	for (const node of nodesOf(root, ...Object.keys(declarations)))
		for (const field of declarations[node.type] ?? [])
			for (const name of namesIn(node.childForFieldName(field)))
				declared.set(name.text, [...(declared.get(name.text) ?? []), name]);
	return declared;
}

/** A learner's own variable, parameter or helper under another name, everywhere in its file. */
const otherName: RewriteOperator = (root, { isGiven }) => {
	const declared = declaredNames(root);
	const fixed = fixedNames(root);
	return [...declared].flatMap(([name, places]) => {
		if (fixed.has(name) || places.some((place) => isOutside(place))) return [];
		const isInner = places.every((place) => isLocal(place));
		if (!isInner && isGiven(name)) return [];
		const other = freeName(root, `${name}2`);
		return [
			{
				what: `\`${name}\` is called \`${other}\``,
				edits: renamed(root, name, other),
			},
		];
	});
};

/** Whether a name is a function's own: declared in it, or one of its parameters. */
function isLocal(name: Node): boolean {
	const owner = around(name, functionTypes);
	if (!owner || owner.type === "class_body") return false;
	return (
		!isSameNode(owner.childForFieldName("name"), name) ||
		around(owner, functionTypes) !== null
	);
}

/** Whether others know the name: it is exported, a field of a class, a method, or decorated. */
function isOutside(name: Node): boolean {
	const statement = around(
		name,
		/_(statement|declaration|definition)$|^class_(body|definition)$/,
	);
	const up = statement?.parent;
	if (up?.type === "export_statement") return true;
	if (up?.type === "decorated_definition") return true;
	const block = around(name, /^(block|module|function_definition)$/);
	const owner =
		name.parent?.type === "function_definition" ? name.parent : null;
	const inBlock = owner ? around(owner, /^(block|module)$/) : block;
	return inBlock?.parent?.type === "class_definition";
}

/** Names that other files or the language fix: imports, exports, types, parameters of Python functions. */
function fixedNames(root: Node): Set<string> {
	const nodes = [
		...nodesOf(
			root,
			"export_specifier",
			"import_specifier",
			"import_clause",
			"namespace_import",
		),
		...nodesOf(root, "import_statement", "import_from_statement"),
	].flatMap((node) => nodesOf(node, "identifier"));
	const types = nodesOf(root, "type_identifier");
	const defaults = nodesOf(root, "export_statement").flatMap(
		(node) => node.childForFieldName("value") ?? [],
	);
	const parameters = isPython(root)
		? nodesOf(root, "parameters", "lambda_parameters").flatMap((list) =>
				nodesOf(list, "identifier"),
			)
		: [];
	return new Set(
		[...nodes, ...types, ...defaults, ...parameters].map(({ text }) => text),
	);
}

/** An import under another name. */
const aliasedImport: RewriteOperator = (root) =>
	nodesOf(root, "import_specifier", "import_from_statement").flatMap((node) => {
		if (node.parent?.parent?.children.some((one) => one?.type === "type"))
			return [];
		const names = isPython(root)
			? partsOf(node).filter(
					(one) =>
						one.type === "dotted_name" &&
						!isSameNode(node.childForFieldName("module_name"), one),
				)
			: node.childForFieldName("alias") || node.children[0]?.type === "type"
				? []
				: [node.childForFieldName("name")];
		return names.flatMap((name) => {
			if (
				!name ||
				nodesOf(root, "type_identifier").some((one) => one.text === name.text)
			)
				return [];
			const other = freeName(root, `${name.text}2`);
			const uses = renamed(root, name.text, other).filter(
				({ start, end }) => end <= name.startIndex || start >= name.endIndex,
			);
			return [
				{
					what: `\`${name.text}\` is imported as \`${other}\``,
					edits: [replaced(name, `${name.text} as ${other}`), ...uses],
				},
			];
		});
	});

/** Python: `import a` and `a.B` in place of `from a import B`. */
const wholeImport: RewriteOperator = (root, { isOwnModule }) =>
	nodesOf(root, "import_from_statement").flatMap((node): Spelling[] => {
		const module = node.childForFieldName("module_name");
		if (module?.type !== "dotted_name" || module.text === "__future__")
			return [];
		const names = partsOf(node).filter((one) => !isSameNode(module, one));
		const isPlain = names.every(({ type }) => type === "dotted_name");
		if (!isPlain || names.length === 0) return [];
		// The package's own name would be hidden by a variable of that name.
		const [first = ""] = module.text.split(".");
		// A package of one's own has its modules only once they are imported.
		if (isOwnModule(first)) return [];
		const isTaken = nodesOf(root, "identifier").some(
			(one) => one.text === first && one.parent?.type !== "dotted_name",
		);
		if (isTaken) return [];
		const uses = names.flatMap((name) =>
			renamed(root, name.text, `${module.text}.${name.text}`).filter(
				({ start, end }) => end <= node.startIndex || start >= node.endIndex,
			),
		);
		return [
			{
				what: `\`${module.text}\` is imported whole`,
				edits: [replaced(node, `import ${module.text}`), ...uses],
			},
		];
	});

export const names: Record<string, RewriteOperator> = {
	otherName,
	aliasedImport,
	wholeImport,
};
