/** Reach: whether code may run at all. Where that cannot be told, it may: a right answer must not be refused. */
import type { CodeNode, Source, Variable } from "./node.ts";
import { resolve } from "./scopes.ts";

const references = new WeakMap<Source, Map<Variable, CodeNode[]>>();

/** The places where a text names its variables, their declarations aside. */
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

/** Whether functions and classes are used, as far as known. A text's own answer: exported is used. */
const used = new WeakMap<CodeNode, boolean>();

/** Whether a function or class is called, exported, registered or otherwise named in code that may run. */
function isUsed(node: CodeNode): boolean {
	const known = used.get(node);
	if (known !== undefined) return known;
	const declared = node.parent;
	const variable = declared?.part.target?.variable;
	// What is not declared under a name is handed over where it is written.
	if (
		declared?.kind !== "declaration" ||
		declared.part.value !== node ||
		!variable
	)
		return true;
	if (declared.list.decorators.length > 0 || isOpenToAll(declared)) return true;
	// Functions that only use each other are not used.
	const isOutermost = visited === null;
	visited ??= new Set();
	if (visited.has(node)) return false;
	visited.add(node);
	try {
		const places = referencesIn(node.source).get(variable) ?? [];
		const is = places.some((place) => isReached(place));
		// What was not found on the way to another may still be used by what led to it.
		if (is || isOutermost) used.set(node, is);
		return is;
	} finally {
		if (isOutermost) visited = null;
	}
}

/** The functions that one question has come to so far. */
let visited: Set<CodeNode> | null = null;

/** Whether others may use a declaration without its file saying so: a module's own in Python, a script's in JavaScript. */
function isOpenToAll({ parent, source }: CodeNode): boolean {
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
		if (/^(function|class)$/.test(up.kind) && !isUsed(up)) return up;
	return null;
}

const isReached = (node: CodeNode) => unusedAround(node) === null;

/** A declaration is there whether or not it is used; what is in it has to run. */
function startOf(node: CodeNode): CodeNode | null {
	const isDefinition = /^(function|class)$/.test(node.kind);
	return isDefinition ? node.parent : node;
}

let isIgnored = false;

/** Whether a node may run when a region does. */
export const mayRun = (node: CodeNode, region: CodeNode): boolean =>
	isIgnored || unusedAround(node, region) === null;

/** Runs an action to which all code counts, used or not. */
export function ignoringReach<Value>(action: () => Value): Value {
	const before = isIgnored;
	isIgnored = true;
	try {
		return action();
	} finally {
		isIgnored = before;
	}
}
