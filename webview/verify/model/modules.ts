/** Modules: what an imported name stands for in the other files of the challenge. */
import { modulePaths } from "./module-paths.ts";
import { type CodeNode, calleeName, type Source, virtualNode } from "./node.ts";
import { resolve } from "./scopes.ts";

/** The file of the challenge that a module's name means here. */
export function fileOfModule(from: Source, source: string): Source | undefined {
	const { files } = from.project;
	for (const path of modulePaths(from.path, source)) {
		const file = files.get(path);
		if (file) return file;
	}
	return undefined;
}

/** What an imported name stands for in another file. */
export function exportedValue(module: CodeNode): CodeNode | null {
	const file = fileOfModule(module.source, String(module.facts.source));
	if (!file || module.value === "*" || file === module.source) return null;
	if (file.family === "javascript")
		return (
			file.nodes.find(
				({ kind, value }) => kind === "export" && value === module.value,
			)?.part.value ?? null
		);
	const variable = file.root.scope?.get(String(module.value));
	if (!variable) return null;
	const name = virtualNode("name", file.root, { value: String(module.value) });
	name.parent = file.root;
	name.variable = variable;
	return name;
}

/** `from . import part` means the module `.part`. */
const submodule = (source: string, name: string) =>
	source.endsWith(".") ? source + name : `${source}.${name}`;

/** A member of an imported module or of an imported default. */
export function partOfModule(module: CodeNode, key: string): CodeNode {
	const isPackage = module.source.family === "python" && module.value !== "*";
	const source = isPackage
		? submodule(String(module.facts.source), String(module.value))
		: String(module.facts.source);
	return virtualNode("module", module, { value: key, facts: { source } });
}

/** An exported name of a module. */
export interface ModuleName {
	source: string;
	name: string;
	/** The file whose import it is. */
	from?: Source;
}

const isWhole = (name: string) => name === "default" || name === "*";

/** Which module's name a node means, where its text imports it. */
export function moduleNameOf(node: CodeNode | undefined): ModuleName | null {
	if (node?.kind === "module")
		return {
			source: String(node.facts.source),
			name: String(node.value),
			from: node.source,
		};
	if (node?.kind === "name")
		return moduleNameOf(
			resolve(node)?.values.find(({ kind }) => kind === "module"),
		);
	if (node?.kind !== "member" || node.value === undefined) return null;
	const of = moduleNameOf(node.part.object);
	if (!of) return null;
	if (isWhole(of.name)) return { ...of, name: String(node.value) };
	return node.source.family === "python"
		? { source: submodule(of.source, of.name), name: String(node.value) }
		: null;
}

/** The name of the function that is called, as its module exports it: `memo` of `React.memo(…)`, and of `m(…)` where it is imported as `m`. */
export function calledName(call: CodeNode): string | null {
	const meant = moduleNameOf(call.part.callee)?.name;
	return meant === undefined || isWhole(meant) ? calleeName(call) : meant;
}

const withoutEnding = (source: string) =>
	source.startsWith(".")
		? source.replace(/\.(js|ts|tsx|jsx)$/, "")
		: source.replace(/^node:/, "");

/** Whether a script of another folder imports a file of the challenge that a pattern writes as seen from its own: `./shelf.js` for `../shelf.js`. */
const isSeenFrom = (wanted: string, { source, from }: ModuleName): boolean => {
	const beside = (path: string) => path.replace(/^(\.{1,2}\/)+/, "./");
	return (
		from?.family === "javascript" &&
		/^\.{1,2}\//.test(wanted) &&
		beside(wanted) === beside(withoutEnding(source)) &&
		fileOfModule(from, source) !== undefined
	);
};

/** Whether two names of modules mean the same: a pattern's, and a text's. */
export const isSameModuleName = (one: ModuleName, other: ModuleName) => {
	const [from, to] = [withoutEnding(one.source), withoutEnding(other.source)];
	if (from === to || isSeenFrom(from, other))
		return (
			one.name === other.name || (isWhole(one.name) && isWhole(other.name))
		);
	// A package hands on what its modules have: `fastapi.routing.APIRouter` is `fastapi.APIRouter`.
	return (
		one.name === other.name &&
		!isWhole(one.name) &&
		(isModuleOf(from, to) || isModuleOf(to, from))
	);
};

/** `a.b` of the package `a`; relative modules and paths are none. */
const isModuleOf = (module: string, name: string) =>
	/^\w+$/.test(name) && module.startsWith(`${name}.`);

const exported = new WeakMap<Source, Map<string, string[]>>();

/** The names under which a script exports other names of its own: `RecipeCard` by `Card` of `export { Card as RecipeCard }`. */
function exportedBy(source: Source): Map<string, string[]> {
	const known = exported.get(source);
	if (known) return known;
	const names = new Map<string, string[]>();
	for (const { kind, value: name, part } of source.root.list.statements) {
		const own = part.value?.kind === "name" ? part.value.value : null;
		if (kind !== "export" || own === name || name === "default") continue;
		if (typeof own !== "string") continue;
		names.set(own, [...(names.get(own) ?? []), String(name)]);
	}
	exported.set(source, names);
	return names;
}

/** The other names under which a script exports a declaration: `export { Card as RecipeCard }`. */
export const exportedNames = ({ value, source }: CodeNode): string[] =>
	(source.family === "javascript" && exportedBy(source).get(String(value))) ||
	[];

const wholeImports = new WeakMap<CodeNode, readonly CodeNode[]>();

/** The statements of a text that import every name of a module. */
function wholeImportsOf({ root }: Source): readonly CodeNode[] {
	const known = wholeImports.get(root);
	if (known) return known;
	const found = root.list.statements.filter(({ facts }) => facts.isAll);
	wholeImports.set(root, found);
	return found;
}

/** What `from module import *` may bring under a name that nothing else declares. */
export const allImported = (node: CodeNode): CodeNode[] =>
	wholeImportsOf(node.source).map(({ value }) =>
		virtualNode("module", node, {
			value: node.value,
			facts: { source: String(value) },
		}),
	);
