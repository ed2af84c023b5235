/** Names that others rely on: not there, not exported, not imported, or spelt otherwise. */
import { functionsIn, shortText } from "../syntax.ts";
import { nodesOf, replaced, withoutItem } from "../tree.ts";
import type { Operator } from "./operator.ts";

/** Renames a declaration and its uses in its own file; whoever asks for the old name finds nothing. */
const rename: Operator = (root) => {
	const classes = nodesOf(root, "class_declaration", "class_definition");
	const names = [...classes, ...functionsIn(root).map(({ node }) => node)]
		.map((node) =>
			node.parent?.type === "variable_declarator" ? node.parent : node,
		)
		.flatMap((node) => node.childForFieldName("name") ?? []);
	return names.map((name) => ({
		what: `${name.text} by another name`,
		about: [name.text],
		edits: nodesOf(root, "identifier", "type_identifier", "property_identifier")
			.filter((node) => node.text === name.text)
			.map((node) => replaced(node, `${node.text}2`)),
	}));
};

/** A handler that is only handed over has parameters of its own naming; one with a name has those that it was asked for. */
const dropParameter: Operator = (root) =>
	nodesOf(root, "formal_parameters", "parameters").flatMap((list) => {
		const owner = list.parent;
		const holder = owner?.parent?.type === "variable_declarator";
		const name = (holder ? owner.parent : owner)?.childForFieldName("name");
		if (!name) return [];
		return list.namedChildren
			.filter((node) => node !== null)
			.map((parameter) => ({
				what: `no parameter ${shortText(parameter)} of ${name.text}`,
				about: [
					name.text,
					...nodesOf(
						parameter,
						"identifier",
						"shorthand_property_identifier_pattern",
					).map((node) => node.text),
				],
				edits: [withoutItem(parameter)],
			}));
	});

const unexport: Operator = (root) =>
	nodesOf(root, "export_statement").map((statement) => {
		const inner = statement.childForFieldName("declaration");
		return {
			what: `not exported: ${shortText(statement)}`,
			about: [
				"export",
				"default",
				...nodesOf(statement, "identifier")
					.slice(0, 1)
					.map((node) => node.text),
			],
			edits: [replaced(statement, inner?.text ?? "")],
		};
	});

/** A default export becomes a named one. */
const otherExport: Operator = (root) =>
	nodesOf(root, "export_statement").flatMap((statement) => {
		const inner = statement.childForFieldName("declaration");
		const word = statement.children.find((node) => node?.type === "default");
		const value = statement.childForFieldName("value");
		const about = ["export", "default"];
		if (word && inner?.childForFieldName("name"))
			return [
				{
					what: `named export of ${shortText(inner)}`,
					about,
					edits: [replaced(word, "")],
				},
			];
		if (word && value?.type === "identifier")
			return [
				{
					what: `named export of ${shortText(value)}`,
					about,
					edits: [replaced(statement, `export { ${value.text} };`)],
				},
			];
		return [];
	});

const dropImport: Operator = (root) =>
	nodesOf(root, "import_statement", "import_from_statement").map(
		(statement) => ({
			what: `no ${shortText(statement)}`,
			about: nodesOf(
				statement,
				"identifier",
				"dotted_name",
				"string_fragment",
			).map((node) => node.text),
			edits: [replaced(statement, "")],
		}),
	);

const dropBase: Operator = (root) =>
	[
		...nodesOf(root, "class_heritage"),
		...nodesOf(root, "class_definition").flatMap(
			(node) => node.childForFieldName("superclasses") ?? [],
		),
	].map((bases) => ({
		what: `no base: ${shortText(bases.parent)}`,
		about: nodesOf(bases, "identifier").map((node) => node.text),
		edits: [replaced(bases, "")],
	}));

/** A parameter's type, which FastAPI reads. */
const dropType: Operator = (root) =>
	nodesOf(root, "typed_parameter").map((parameter) => ({
		what: `no type at ${shortText(parameter)}`,
		about: [parameter.firstNamedChild?.text ?? ""],
		edits: [replaced(parameter, parameter.firstNamedChild?.text ?? "")],
	}));

/** A parameter that must be given where it could be left out. */
const dropDefault: Operator = (root) =>
	nodesOf(root, "default_parameter", "typed_default_parameter").flatMap(
		(parameter) => {
			const name = parameter.childForFieldName("name");
			const value = parameter.childForFieldName("value");
			const type = parameter.childForFieldName("type");
			if (!name || !value) return [];
			return [
				{
					what: `no default at ${shortText(parameter)}`,
					about: [name.text],
					edits: [
						{
							start: (type ?? name).endIndex,
							end: value.endIndex,
							text: "",
						},
					],
				},
			];
		},
	);

/** Another type: what is read as a number comes as text. */
const otherType: Operator = (root) =>
	nodesOf(root, "typed_parameter", "typed_default_parameter").flatMap(
		(parameter) =>
			nodesOf(parameter, "identifier")
				.filter(({ text }) => text === "int" || text === "float")
				.slice(0, 1)
				.map((type) => ({
					what: `str in place of ${type.text} at ${shortText(parameter)}`,
					about: nodesOf(parameter, "identifier")
						.slice(0, 1)
						.map((node) => node.text),
					edits: [replaced(type, "str")],
				})),
	);

/** An answer whose type is not told or is another, which FastAPI shapes it by. */
const otherReturnType: Operator = (root) =>
	nodesOf(root, "function_definition").flatMap((node) => {
		const type = node.childForFieldName("return_type");
		const parameters = node.childForFieldName("parameters");
		const name = node.childForFieldName("name");
		if (!type || !parameters || !name) return [];
		const words = nodesOf(type, "identifier").map(({ text }) => text);
		const change = (what: string, text: string) => ({
			what: `${what} of ${name.text}`,
			about: [name.text, ...words],
			edits: [{ start: parameters.endIndex, end: type.endIndex, text }],
		});
		return [
			change("no return type", ""),
			...["dict", "str", "None"].map((other) =>
				change(`the return type ${other}`, ` -> ${other}`),
			),
		];
	});

/** A field that a class lacks, and one under another name. */
const otherField: Operator = (root) =>
	nodesOf(root, "class_definition").flatMap((node) =>
		nodesOf(node, "assignment").flatMap((field) => {
			const name = field.childForFieldName("left");
			if (name?.type !== "identifier") return [];
			const about = [name.text, node.childForFieldName("name")?.text ?? ""];
			return [
				{
					what: `no field ${shortText(field)}`,
					about,
					edits: [replaced(field, "pass")],
				},
				{
					what: `field ${name.text} by another name`,
					about,
					edits: [replaced(name, `${name.text}2`)],
				},
			];
		}),
	);

export const names: Record<string, Operator> = {
	rename,
	dropParameter,
	unexport,
	otherExport,
	dropImport,
	dropBase,
	dropType,
	dropDefault,
	otherType,
	otherReturnType,
	otherField,
};
