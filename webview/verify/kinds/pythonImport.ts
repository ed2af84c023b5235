/** `pythonImport`: a module imported whole, or from which names are imported; the names asked for are those of from-imports. */

import type { Node } from "web-tree-sitter";
import {
	closestName,
	listNames,
	spellingAdvice,
	withoutSpaces,
} from "../explain/names.ts";
import { msg } from "../messages/msg.ts";
import { groupBy, type SyntaxIndex } from "../parse/syntax-index.ts";
import type { AssertionOf } from "../shapes.ts";
import { unnamed } from "./import-messages.ts";
import {
	createMiss,
	createPass,
	type Finding,
	type Matcher,
	nearMissOf,
} from "./matcher.ts";

type Wanted = AssertionOf<"pythonImport">;

interface Imported {
	module: string;
	/** The names of a from-import, by which the module gives them; `null` when the module is imported whole. */
	names: string[] | null;
	/** `from m import *`: everything, and no name. */
	isWildcard: boolean;
	node: Node;
}

/** The imported names, each by its own and not by its alias. */
const namesOf = (syntax: SyntaxIndex, statement: Node): string[] =>
	statement.childrenForFieldName("name").flatMap((child) => {
		const name = child?.childForFieldName("name") ?? child;
		return name ? [withoutSpaces(syntax.text(name))] : [];
	});

function importsOf(syntax: SyntaxIndex, node: Node): Imported[] {
	const names = namesOf(syntax, node);
	if (node.type === "import_statement")
		return names.map((module) => ({
			module,
			names: null,
			isWildcard: false,
			node,
		}));
	// The grammar gives `from __future__` a statement of its own, without a module.
	const from = node.childForFieldName("module_name");
	const module = from ? withoutSpaces(syntax.text(from)) : "__future__";
	const isWildcard = node.namedChildren.some(
		({ type }) => type === "wildcard_import",
	);
	return [{ module, names, isWildcard, node }];
}

const statements = [
	"import_statement",
	"import_from_statement",
	"future_import_statement",
];

const imports = (syntax: SyntaxIndex) =>
	groupBy(
		syntax.nodes(...statements).flatMap((node) => importsOf(syntax, node)),
		({ module }) => module,
	);

/** The line that is missing. */
const line = ({ module, names = [] }: Wanted) =>
	names.length > 0
		? `from ${module} import ${names.join(", ")}`
		: `import ${module}`;

/** The module is imported, but not with these names; `first` is where to add them. */
function missingNames(wanted: Wanted, first: Imported, all: string[]): Finding {
	const { module, names = [] } = wanted;
	const missing = names.filter((name) => !all.includes(name));
	const [wrong = ""] = missing;
	const similar = closestName(wrong, all);
	const actual = first.isWildcard ? "*" : all.join(", ");
	return createMiss(
		3,
		(where) =>
			similar
				? spellingAdvice(similar, wrong, where)
				: first.isWildcard
					? msg`The import from \`${module}\` (${where}) takes everything with \`*\`; import ${listNames(missing)} by name`
					: unnamed(module, where, missing),
		nearMissOf(first.node, "specifiers", names.join(", "), actual),
	);
}

const onlyWhole = (wanted: Wanted, { node }: Imported) =>
	createMiss(
		3,
		(where) =>
			msg`\`${wanted.module}\` (${where}) is imported as a whole; write \`${line(wanted)}\` instead`,
		nearMissOf(
			node,
			"specifiers",
			(wanted.names ?? []).join(", "),
			msg`the whole module`,
		),
	);

/** The closest miss once the module is not imported: a part of it, a thing inside it, then a similar name. */
function closest(syntax: SyntaxIndex, wanted: Wanted): Finding {
	const { module } = wanted;
	const byModule = syntax.of(imports);
	const all = [...byModule.values()].flat();
	const part = all.find((one) => one.module.startsWith(`${module}.`));
	const split = all.find(({ module: from, names }) =>
		names?.some((name) => `${from}.${name}` === module),
	);
	const other = split ?? part;
	if (other)
		return createMiss(
			2,
			(where) =>
				msg`\`${other.module}\` (${where}) is imported, not \`${module}\` itself; write \`${line(wanted)}\``,
			nearMissOf(other.node, "source", module, other.module),
		);
	const actual = closestName(module, byModule.keys());
	const similar = actual && byModule.get(actual)?.[0];
	if (similar)
		return createMiss(
			1,
			(where) => spellingAdvice(actual, module, where),
			nearMissOf(similar.node, "source", module, actual),
		);
	return createMiss(
		0,
		() =>
			msg`\`${module}\` is not imported yet; add \`${line(wanted)}\` at the top of the file`,
	);
}

const said = ({ module, node }: Imported) =>
	createPass(
		node,
		(where) => msg`Found the import of \`${module}\` (${where})`,
	);

function match(wanted: Wanted, syntax: SyntaxIndex): Finding {
	const { names = [] } = wanted;
	const candidates = syntax.of(imports).get(withoutSpaces(wanted.module)) ?? [];
	const [first] = candidates;
	if (!first) return closest(syntax, wanted);
	const fitting = candidates.find((one) =>
		names.every((name) => one.names?.includes(name)),
	);
	if (fitting) return said(fitting);
	const from = candidates.find((one) => one.names);
	if (!from) return onlyWhole(wanted, first);
	// Several imports of one module may share the names between them.
	const all = candidates.flatMap((one) => one.names ?? []);
	return names.every((name) => all.includes(name))
		? said(from)
		: missingNames(wanted, from, all);
}

export const pythonImport: Matcher<"pythonImport"> = {
	grammars: ["python"],
	nodeTypes: statements,
	compile: (wanted) => (syntax) => match(wanted, syntax),
};
