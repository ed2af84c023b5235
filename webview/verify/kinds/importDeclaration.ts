/** `importDeclaration`: an import statement from exactly this source; other ways to load a module are none. */

import type { Node } from "web-tree-sitter";
import { closestName, listNames, spellingAdvice } from "../explain/names.ts";
import { msg } from "../messages/msg.ts";
import { javascriptFamily } from "../parse/grammars.ts";
import { groupBy, memoize, type SyntaxIndex } from "../parse/syntax-index.ts";
import type { AssertionOf } from "../shapes.ts";
import { unnamed } from "./import-messages.ts";
import {
	createMiss,
	createPass,
	type Finding,
	type Matcher,
} from "./matcher.ts";

type Wanted = AssertionOf<"importDeclaration">;

interface Sourced {
	source: string;
	node: Node;
}

const unquoted = (text: string) => text.slice(1, -1);

function sourceOf(syntax: SyntaxIndex, statement: Node): Sourced[] {
	// `import x = require("y")` holds its source one level deeper.
	const required = statement.namedChildren.find(
		(child) => child.type === "import_require_clause",
	);
	const node = (required ?? statement).childForFieldName("source");
	return node ? [{ source: unquoted(syntax.text(node)), node: statement }] : [];
}

const imports = (syntax: SyntaxIndex) =>
	groupBy(
		syntax
			.nodes("import_statement")
			.flatMap((statement) => sourceOf(syntax, statement)),
		({ source }) => source,
	);

interface Names {
	/** Every name that counts as a specifier: imported and local ones. */
	specifiers: string[];
	/** The local name of `* as name`, which is no specifier. */
	namespace: string | null;
}

const namesOf = memoize((syntax, statement: Node): Names => {
	const names: Names = { specifiers: [], namespace: null };
	for (const clause of statement.namedChildren) {
		for (const child of clause.namedChildren) {
			if (child.type === "identifier")
				names.specifiers.push(syntax.text(child));
			else if (child.type === "namespace_import")
				names.namespace = syntax.text(child).replace(/^\*\s*as\s*/, "");
			else
				for (const specifier of child.namedChildren)
					names.specifiers.push(...namesOfSpecifier(syntax, specifier));
		}
	}
	return names;
});

/** The imported name, which may be a string or the word `default`, and the local one if it differs. */
const namesOfSpecifier = (syntax: SyntaxIndex, specifier: Node): string[] =>
	["name", "alias"].flatMap((field) => {
		const node = specifier.childForFieldName(field);
		if (!node) return [];
		const text = syntax.text(node);
		return [node.type === "string" ? unquoted(text) : text];
	});

/** What loads a module without importing it, by source: `require`, `import()` and `export … from`. */
const detours = (syntax: SyntaxIndex) =>
	groupBy(
		[
			...syntax
				.nodes("export_statement")
				.flatMap((node) => sourceOf(syntax, node)),
			...syntax.nodes("call_expression").flatMap((node) => {
				const callee = node.childForFieldName("function");
				const [argument] =
					node.childForFieldName("arguments")?.namedChildren ?? [];
				return callee &&
					argument?.type === "string" &&
					/^(require|import)$/.test(syntax.text(callee))
					? [{ source: unquoted(syntax.text(argument)), node }]
					: [];
			}),
		],
		({ source }) => source,
	);

/** What to do, without a line to copy: whether a name is the default one or a named one is not the check's to say. */
const advice = ({ source, specifiers = [] }: Wanted) =>
	specifiers.length > 0
		? msg`import ${listNames(specifiers)} from it`
		: msg`write \`import … from "${source}"\``;

/** Sources that only differ in what is easily forgotten: `./`, `node:` and the extension. */
const bareSource = (source: string) =>
	source.replace(/^(\.\/|node:)/, "").replace(/\.\w+$/, "");

function closestSource(syntax: SyntaxIndex, wanted: Wanted): Finding {
	const bySource = syntax.of(imports);
	const { source } = wanted;
	const detour = syntax.of(detours).get(source)?.[0];
	if (detour) {
		const callee = detour.node.childForFieldName("function");
		const how = callee ? `${syntax.text(callee)}()` : "export … from";
		return createMiss(
			2,
			(where) =>
				msg`\`${source}\` is loaded with \`${how}\` (${where}); ${advice(wanted)} at the top of the file instead`,
			{
				node: detour.node,
				nearMiss: { facet: "kind", expected: "import", actual: how },
			},
		);
	}
	const bare = bareSource(source);
	const actual =
		[...bySource.keys()].find((other) => bareSource(other) === bare) ??
		closestName(source, bySource.keys());
	const similar = actual && bySource.get(actual)?.[0];
	if (similar)
		return createMiss(1, (where) => spellingAdvice(actual, source, where), {
			node: similar.node,
			nearMiss: { facet: "source", expected: source, actual },
		});
	return createMiss(
		0,
		() =>
			msg`Nothing is imported from \`${source}\` yet; ${advice(wanted)} at the top of the file`,
	);
}

function missingSpecifiers(
	{ source, specifiers = [] }: Wanted,
	{ node }: Sourced,
	names: Names,
): Finding {
	const missing = specifiers.filter((name) => !names.specifiers.includes(name));
	const [first = ""] = missing;
	const similar = closestName(first, names.specifiers);
	const actual = names.namespace
		? `* as ${names.namespace}`
		: names.specifiers.join(", ");
	const near = {
		node,
		nearMiss: { facet: "specifiers", expected: specifiers.join(", "), actual },
	};
	if (similar)
		return createMiss(
			3,
			(where) => spellingAdvice(similar, first, where),
			near,
		);
	if (names.namespace)
		return createMiss(
			3,
			(where) =>
				msg`The import from \`${source}\` (${where}) takes everything as \`${names.namespace}\`; import ${listNames(missing)} by name`,
			near,
		);
	return createMiss(3, (where) => unnamed(source, where, missing), near);
}

function match(wanted: Wanted, syntax: SyntaxIndex): Finding {
	const statements = syntax.of(imports).get(wanted.source) ?? [];
	const [first] = statements;
	if (!first) return closestSource(syntax, wanted);
	const { specifiers = [] } = wanted;
	const together: Names = { specifiers: [], namespace: null };
	for (const statement of statements) {
		const names = namesOf(syntax, statement.node);
		if (specifiers.every((name) => names.specifiers.includes(name)))
			return said(wanted, statement);
		together.specifiers.push(...names.specifiers);
		together.namespace ??= names.namespace;
	}
	// Several imports of one source may share the names between them.
	return specifiers.every((name) => together.specifiers.includes(name))
		? said(wanted, first)
		: missingSpecifiers(wanted, first, together);
}

const said = ({ source }: Wanted, { node }: Sourced) =>
	createPass(
		node,
		(where) => msg`Found the import from \`${source}\` (${where})`,
	);

export const importDeclaration: Matcher<"importDeclaration"> = {
	grammars: javascriptFamily,
	nodeTypes: ["import_statement", "export_statement", "call_expression"],
	compile: (wanted) => (syntax) => match(wanted, syntax),
};
