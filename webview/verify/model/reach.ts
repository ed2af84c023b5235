/** Reachability: whether a function or class is used at all. Where that is not known it counts as used, so that no right answer is refused. */
import type { CodeNode, Source, Variable } from "./node.ts";
import { resolve } from "./scopes.ts";

const references = new WeakMap<Source, Map<Variable, CodeNode[]>>();

/** The references to each variable of a file, without its declaration. */
function referencesIn(source: Source): Map<Variable, CodeNode[]> {
	let known = references.get(source);
	if (known) return known;
	known = new Map();
	for (const node of source.nodes) {
		if (node.kind !== "name" || node.parent?.part.target === node) continue;
		const variable = resolve(node);
		if (!variable) continue;
		const places = known.get(variable);
		if (places) places.push(node);
		else known.set(variable, [node]);
	}
	references.set(source, known);
	return known;
}

/** The places that refer to a variable of a file, without its declaration. */
export const referencesTo = (
	variable: Variable,
	source: Source,
): readonly CodeNode[] => referencesIn(source).get(variable) ?? [];

/** Cache of `isUsed`. It depends on one file alone, since whatever is exported counts as used. */
const used = new WeakMap<CodeNode, boolean>();

/** Whether a function or class is called, exported, registered or otherwise named in code that may run. */
function isUsed(node: CodeNode): boolean {
	const known = used.get(node);
	if (known !== undefined) return known;
	const declared = node.parent;
	const variable = declared?.part.target?.variable;
	// A function without a declared name is used where it is written.
	if (
		declared?.kind !== "declaration" ||
		declared.part.value !== node ||
		!variable
	)
		return true;
	if (declared.list.decorators.length > 0 || isImplicitlyExported(declared))
		return true;
	// The functions visited on the way, so that functions that only use each other do not count as used.
	const isOutermost = visited === null;
	visited ??= new Set();
	if (visited.has(node)) return false;
	visited.add(node);
	try {
		const places = referencesIn(node.source).get(variable) ?? [];
		const is = places.some((place) => isReached(place));
		// A negative result within another search is incomplete: it leaves out the functions that are being visited.
		if (is || isOutermost) used.set(node, is);
		return is;
	} finally {
		if (isOutermost) visited = null;
	}
}

/** The functions visited by the outermost call of `isUsed`; null outside of one. */
let visited: Set<CodeNode> | null = null;

/** Whether other files may use a declaration that is not exported: any of a Python module, and of a JavaScript file without imports and exports. */
function isImplicitlyExported({ parent, source }: CodeNode): boolean {
	if (parent?.kind !== "program" && parent?.parent?.kind !== "class")
		return false;
	return (
		source.family === "python" ||
		!parent?.list.statements.some(
			({ kind }) => kind === "import" || kind === "export",
		)
	);
}

/** The innermost function or class around a node, within a region, that nothing uses. */
export function unusedAround(
	node: CodeNode,
	region: CodeNode | null = null,
): CodeNode | null {
	for (let up = startOf(node); up && up !== region; up = up.parent)
		if ((up.kind === "function" || up.kind === "class") && !isUsed(up))
			return up;
	return null;
}

const isReached = (node: CodeNode) => unusedAround(node) === null;

/** The first ancestor that counts: a declaration exists even where nothing uses it, what is inside it has to run. */
function startOf(node: CodeNode): CodeNode | null {
	const isDefinition = node.kind === "function" || node.kind === "class";
	return isDefinition ? node.parent : node;
}

let isIgnored = false;

/** Whether a node may run when a region does. */
export function mayRun(node: CodeNode, region: CodeNode): boolean {
	if (isIgnored || node.runs) return true;
	const is = unusedAround(node, region) === null;
	// What runs when its file does runs in each part of it.
	if (is && region.kind === "program") node.runs = true;
	return is;
}

let isDeadCodeIncluded = false;

/** Whether code counts that follows an exit of its block. */
export const includesDeadCode = () => isDeadCodeIncluded;

/** Runs an action to which all code counts, used or not; with `withDeadCode` that after an exit of its block, too. */
export function ignoringReach<Value>(
	action: () => Value,
	withDeadCode = false,
): Value {
	const before = { isIgnored, isDeadCodeIncluded };
	isIgnored = true;
	isDeadCodeIncluded = withDeadCode;
	try {
		return action();
	} finally {
		({ isIgnored, isDeadCodeIncluded } = before);
	}
}
