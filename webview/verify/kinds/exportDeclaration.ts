/** `exportDeclaration`: a name that the module exports, as its default or by name; what has no name never matches. */

import type { Node } from "web-tree-sitter";
import { closestName, spellingAdvice } from "../explain/names.ts";
import { msg } from "../messages/msg.ts";
import { javascriptFamily } from "../parse/grammars.ts";
import {
	firstPart,
	groupBy,
	hasToken,
	type SyntaxIndex,
} from "../parse/syntax-index.ts";
import type { AssertionOf } from "../shapes.ts";
import { boundNames } from "./bindings.ts";
import {
	createMiss,
	createPass,
	type Finding,
	type Matcher,
	nearMissOf,
} from "./matcher.ts";

type Wanted = AssertionOf<"exportDeclaration">;

interface Exported {
	/** The name that others import, or the default export's own; empty when that has none. */
	name: string;
	/** The name inside this file, when it is exported under another one. */
	inner?: string;
	isDefault: boolean;
	node: Node;
}

const unquoted = (text: string) => text.replace(/^(["'])(.*)\1$/s, "$2");

/** `{ a as b }` is b, and `{ a as default }` the default export of a: its `default` is a token that no list of nodes shows. */
function listed(syntax: SyntaxIndex, specifier: Node): Exported[] {
	const name = specifier.childForFieldName("name");
	if (!name) return [];
	const inner = unquoted(syntax.text(name));
	const alias = specifier.childForFieldName("alias");
	const outer = alias ? unquoted(syntax.text(alias)) : inner;
	return outer === "default"
		? [{ name: inner, isDefault: true, node: specifier }]
		: [{ name: outer, inner, isDefault: false, node: specifier }];
}

/** The names of an exported declaration; `declare` stands around one. */
function declaredNames(syntax: SyntaxIndex, outer: Node): string[] {
	const inner = outer.type === "ambient_declaration" ? firstPart(outer) : null;
	const declaration = inner ?? outer;
	const declarators = declaration.namedChildren.filter(
		({ type }) => type === "variable_declarator",
	);
	if (declarators.length > 0)
		return declarators
			.flatMap((one) => one.childForFieldName("name") ?? [])
			.flatMap(boundNames)
			.map((node) => syntax.text(node));
	// `import A = B` has its name in no field; of `namespace A.B` the first part is exported.
	const name =
		declaration.childForFieldName("name") ??
		(declaration.type === "import_alias" ? firstPart(declaration) : null);
	return name ? syntax.text(name).split(".").slice(0, 1) : [];
}

function exportedBy(syntax: SyntaxIndex, statement: Node): Exported[] {
	const node = statement;
	const declaration = statement.childForFieldName("declaration");
	if (hasToken(statement, "default")) {
		const value = statement.childForFieldName("value");
		const [own = ""] = declaration ? declaredNames(syntax, declaration) : [];
		const name = value?.type === "identifier" ? syntax.text(value) : own;
		return [{ name, isDefault: true, node }];
	}
	if (declaration)
		return declaredNames(syntax, declaration).map((name) => ({
			name,
			isDefault: false,
			node,
		}));
	return statement.namedChildren.flatMap((child) => {
		if (child.type === "export_clause")
			return child.namedChildren.flatMap((one) => listed(syntax, one));
		const as = child.type === "namespace_export" ? firstPart(child) : null;
		return as
			? [{ name: unquoted(syntax.text(as)), isDefault: false, node: child }]
			: [];
	});
}

const exported = (syntax: SyntaxIndex) =>
	groupBy(
		syntax
			.nodes("export_statement")
			.flatMap((statement) => exportedBy(syntax, statement)),
		({ name }) => name,
	);

const declarations = [
	"function_declaration",
	"generator_function_declaration",
	"class_declaration",
	"abstract_class_declaration",
	"variable_declarator",
	"interface_declaration",
	"type_alias_declaration",
	"enum_declaration",
];

/** What is declared in the file, exported or not. */
const declared = (syntax: SyntaxIndex) =>
	groupBy(
		syntax
			.nodes(...declarations)
			.flatMap((node) => node.childForFieldName("name") ?? [])
			.flatMap(boundNames),
		(node) => syntax.text(node),
	);

/** `exports.a = …` and `module.exports = a`, by the name. */
const commonJs = (syntax: SyntaxIndex) =>
	groupBy(
		syntax.nodes("assignment_expression"),
		(node) =>
			/^(?:module\.)?exports(?:\.([\w$]+)\s*=|\s*=\s*\{?\s*([\w$]+))/
				.exec(syntax.text(node))
				?.slice(1)
				.find(Boolean) ?? "",
	);

/** The words of the file's code, without lines that are comments. */
const words = ({ file }: SyntaxIndex) =>
	new Set(
		file.content
			.replace(/^[ \t]*(\/\/|\/?\*).*/gm, "")
			.match(/[A-Za-z_$][\w$]*/g),
	);

const line = ({ name, isDefault }: Wanted) =>
	isDefault ? `export default ${name}` : `export { ${name} }`;

/** The right name, exported in the other way. */
function otherWay(wanted: Wanted, { node }: Exported): Finding {
	const { name, isDefault } = wanted;
	return createMiss(
		3,
		(where) =>
			isDefault
				? msg`\`${name}\` (${where}) is exported by its name; write \`export default\` for it`
				: msg`\`${name}\` (${where}) is the default export; export it by its name, without \`default\``,
		nearMissOf(
			node,
			"default or named",
			isDefault ? "default" : "named",
			isDefault ? "named" : "default",
		),
	);
}

/** The right thing under another name, or under none. */
function otherName(syntax: SyntaxIndex, wanted: Wanted): Finding | null {
	const { name } = wanted;
	const all = [...syntax.of(exported).values()].flat();
	const renamed = all.find(({ inner }) => inner === name);
	if (renamed)
		return createMiss(
			2,
			(where) =>
				msg`\`${name}\` (${where}) is exported as \`${renamed.name}\`; export it as \`${name}\``,
			nearMissOf(renamed.node, "name", name, renamed.name),
		);
	const other = wanted.isDefault && all.find(({ isDefault }) => isDefault);
	if (!other || closestName(name, [other.name])) return null;
	const found = other.name;
	return createMiss(
		2,
		(where) =>
			found
				? msg`The default export (${where}) is \`${found}\`; export \`${name}\` instead`
				: msg`The default export (${where}) has no name; export \`${name}\` instead`,
		nearMissOf(other.node, "name", name, other.name || msg`no name`),
	);
}

/** The name without an export: in CommonJS, or only declared. */
function unexported(syntax: SyntaxIndex, wanted: Wanted): Finding | null {
	const { name, isDefault } = wanted;
	const assigned = syntax.of(commonJs).get(name)?.[0];
	if (assigned)
		return createMiss(
			2,
			(where) =>
				msg`\`${name}\` (${where}) is exported with \`exports\`; write \`${line(wanted)}\` instead`,
			nearMissOf(assigned, "kind", "export", "exports"),
		);
	const node = syntax.of(declared).get(name)?.[0];
	if (!node) return null;
	const advice = isDefault
		? msg`add \`${line(wanted)}\``
		: msg`put \`export\` before its declaration`;
	return createMiss(
		2,
		(where) => msg`\`${name}\` (${where}) is not exported yet; ${advice}`,
		nearMissOf(node, "kind", "export", msg`not exported`),
	);
}

function similar(syntax: SyntaxIndex, wanted: Wanted): Finding {
	const { name, isDefault = false } = wanted;
	const all = syntax.of(exported);
	const candidates = all.get(closestName(name, all.keys()) ?? "") ?? [];
	const candidate =
		candidates.find((one) => one.isDefault === isDefault) ?? candidates[0];
	if (candidate?.name)
		return createMiss(
			1,
			(where) => spellingAdvice(candidate.name, name, where),
			nearMissOf(candidate.node, "name", name, candidate.name),
		);
	if (/^[A-Za-z_$][\w$]*$/.test(name) && !syntax.of(words).has(name))
		return createMiss(0, () =>
			isDefault
				? msg`There is no \`${name}\` yet; write it first, then add \`${line(wanted)}\``
				: msg`There is no \`${name}\` yet; write it first, with \`export\` in front of it`,
		);
	return createMiss(
		0,
		() => msg`There is no export of \`${name}\` yet; add \`${line(wanted)}\``,
	);
}

function match(wanted: Wanted, syntax: SyntaxIndex): Finding {
	const { name, isDefault = false } = wanted;
	const candidates = syntax.of(exported).get(name) ?? [];
	const fitting = candidates.find((one) => one.isDefault === isDefault);
	if (fitting)
		return createPass(fitting.node, (where) =>
			isDefault
				? msg`Found the default export of \`${name}\` (${where})`
				: msg`Found the export of \`${name}\` (${where})`,
		);
	return candidates[0]
		? otherWay(wanted, candidates[0])
		: (otherName(syntax, wanted) ??
				unexported(syntax, wanted) ??
				similar(syntax, wanted));
}

export const exportDeclaration: Matcher<"exportDeclaration"> = {
	grammars: javascriptFamily,
	nodeTypes: ["export_statement", "assignment_expression", ...declarations],
	compile: (wanted) => (syntax) => match(wanted, syntax),
};
