/** Scopes and bindings: which names a file declares, which values each is assigned, and which declaration a name refers to. */
import { noteFilled } from "./filled.ts";
import {
	type CodeNode,
	calleeName,
	keyOf,
	type Source,
	type Variable,
	virtualNode,
} from "./node.ts";

/** Links the nodes of a lowered text upwards, lists them in order, and declares their names. */
export function link(source: Source): void {
	const nodes: CodeNode[] = [];
	const pending = [source.root];
	for (let node = pending.pop(); node; node = pending.pop()) {
		nodes.push(node);
		for (let i = node.children.length - 1; i >= 0; i--) {
			const child = node.children[i] as CodeNode;
			// A node that stands in two places (the code of two cases) belongs to the first.
			if (child.parent) continue;
			child.parent = node;
			pending.push(child);
		}
	}
	source.nodes = nodes;
	for (const node of nodes) declare(node);
	for (const node of nodes) {
		if (node.kind === "assignment") noteWrite(node);
		else if (node.kind === "call") noteMerge(node);
		else if (node.kind === "declaration" && source.family === "python")
			noteGrowth(node);
	}
}

const scopeKinds = /^(program|function|block|class|loop|clause|comprehension)$/;
const functionScopes = /^(program|function|class|comprehension)$/;

function scopeFor(node: CodeNode, isHoisted: boolean | undefined): CodeNode {
	const kinds =
		node.source.family === "python" || isHoisted ? functionScopes : scopeKinds;
	let up = node.parent ?? node;
	while (up.parent && !kinds.test(up.kind)) up = up.parent;
	return up;
}

function variableIn(
	scope: CodeNode,
	name: string,
	declaredAt: CodeNode,
): Variable {
	scope.scope ??= new Map();
	let variable = scope.scope.get(name);
	if (!variable) {
		variable = { name, declaredAt, values: [], fields: [] };
		scope.scope.set(name, variable);
	}
	return variable;
}

/** Declares the names of a binding pattern, each with its part of the value. */
function bind(
	target: CodeNode | undefined,
	value: CodeNode | undefined,
	scope: CodeNode,
): void {
	if (!target) return;
	if (target.kind === "name" || target.kind === "metavariable") {
		const variable = variableIn(scope, String(target.value), target);
		target.variable = variable;
		if (value) variable.values.push(value);
	} else if (target.kind === "object") {
		for (const property of target.list.properties)
			bindProperty(property, value, scope);
	} else if (target.kind === "array" || target.kind === "tuple") {
		for (const [index, element] of target.list.elements.entries()) {
			const key = virtualNode("number", element, { value: index });
			const part =
				value &&
				virtualNode("index", element, { part: { object: value, key } });
			bind(element, part, scope);
		}
	} else if (target.kind === "default") {
		bind(target.part.target, value, scope);
		const { variable } = target.part.target ?? {};
		if (variable && target.part.value) variable.values.push(target.part.value);
	} else if (target.kind === "spread") bind(target.part.value, value, scope);
}

function bindProperty(
	property: CodeNode,
	value: CodeNode | undefined,
	scope: CodeNode,
): void {
	if (property.kind === "spread") {
		bind(property, value, scope);
		return;
	}
	bind(property.part.value, value && partOf(value, property), scope);
}

/** What a property of a pattern takes out of a value: `value.name`, or `value[key]` where the key is computed. */
function partOf(object: CodeNode, property: CodeNode): CodeNode | undefined {
	const { value } = property;
	const { key } = property.part;
	if (value != null)
		return virtualNode("member", property, { part: { object }, value });
	return key && virtualNode("index", property, { part: { object, key } });
}

function declare(node: CodeNode): void {
	const { part, facts } = node;
	switch (node.kind) {
		case "declaration":
			if (part.target)
				bind(part.target, part.value, scopeFor(node, facts.isHoisted));
			break;
		case "parameter":
			declareParameter(node);
			break;
		case "loop":
			if (part.target) declareTarget(node, part.target);
			break;
		case "clause":
			if (part.parameter) bind(part.parameter, undefined, node);
			break;
		case "import":
			for (const { name, as } of facts.imported ?? [])
				declareImport(node, name, as);
			break;
	}
}

function declareParameter(node: CodeNode): void {
	const owner = node.parent;
	if (owner?.kind !== "function") return;
	const stands = virtualNode("parameterValue", node, {
		value: owner.list.parameters.indexOf(node),
		facts: { owner },
	});
	node.facts.stands = stands;
	bind(node.part.target, stands, owner);
	const { variable } = node.part.target ?? {};
	if (node.part.default && variable) variable.values.push(node.part.default);
}

function declareTarget(node: CodeNode, target: CodeNode): void {
	const iterable = node.part.iterable;
	const isKey = node.source.family === "javascript" && node.value === "in";
	const stands = virtualNode("item", target, {
		...(isKey && { value: "in" }),
		part: { of: iterable },
	});
	node.facts.stands = stands;
	const isOwn = node.source.family === "javascript";
	bind(target, stands, isOwn ? node : scopeFor(node, true));
}

function declareImport(node: CodeNode, name: string, as: string): void {
	const source = String(node.value);
	const part = virtualNode("module", node, { value: name, facts: { source } });
	const variable = variableIn(node.source.root, as, node);
	// Of two imports under one name the later one counts; `import a.b` and `import a.c` import `a` once.
	const isSame = (one: CodeNode) =>
		one.facts.source === source && one.value === name;
	const others = variable.values.filter(
		(one) => one.kind !== "module" || one.facts.source === source,
	);
	variable.values = others.some(isSame) ? others : [...others, part];
}

/** The field that holds what is added to a list, or set at a place that is computed. */
export const addedKey = "[]";

function noteWrite(node: CodeNode): void {
	const { target, value } = node.part;
	// `d |= { "a": 1 }`
	if (
		node.value === "|=" &&
		target?.kind === "name" &&
		value?.kind === "object"
	)
		addFields(resolve(target), [value]);
	if (!target || !value) return;
	if (!/^(=|\|\|=|\?\?=|&&=)$/.test(String(node.value))) {
		const variable = target.kind === "name" ? resolve(target) : null;
		if (!variable) return;
		variable.isUpdated = true;
		// `x += 1` gives `x + 1`.
		variable.values.push(
			virtualNode("binary", node, {
				value: String(node.value).slice(0, -1),
				part: { left: target, right: value },
			}),
		);
		return;
	}
	if (target.kind === "name") {
		const variable = resolve(target);
		variable?.values.push(value);
		if (variable && isSumOf(value, variable)) variable.isUpdated = true;
	} else if (/^(object|array)$/.test(target.kind)) writeParts(target, value);
	const key = keyOf(target) ?? (target.kind === "index" ? addedKey : null);
	const object = target.part.object;
	if (key !== null && object?.kind === "name")
		resolve(object)?.fields.push({ key, value, by: target.part.key });
}

/** Python's `x = x + 1` is written as a declaration. */
function noteGrowth({ part: { target, value } }: CodeNode): void {
	const variable = target?.kind === "name" && value ? resolve(target) : null;
	if (variable && value && isSumOf(value, variable)) variable.isUpdated = true;
}

/** Whether a value is computed from a variable by an operator: `x + 1`. */
const isSumOf = (
	{ kind, value, part: { left, right } }: CodeNode,
	variable: Variable,
): boolean =>
	kind === "binary" &&
	/^([-+*/%]|\*\*)$/.test(String(value)) &&
	[left, right].some(
		(one) => one?.kind === "name" && resolve(one) === variable,
	);

/** `[a, b] = [1, 2]`, `({ a } = o)` */
function writeParts(target: CodeNode, value: CodeNode): void {
	const parts =
		target.kind === "object" ? target.list.properties : target.list.elements;
	for (const [index, one] of parts.entries()) {
		const name = one.kind === "property" ? one.part.value : one;
		if (name?.kind !== "name") continue;
		const key = virtualNode("number", one, { value: index });
		const part =
			target.kind === "object"
				? virtualNode("member", one, {
						part: { object: value },
						value: one.value,
					})
				: virtualNode("index", one, { part: { object: value, key } });
		resolve(name)?.values.push(part);
	}
}

/** `d.update(a=1)`, `Object.assign(o, { a: 1 })`, `list.push(1)` */
function noteMerge(node: CodeNode): void {
	const name = calleeName(node);
	const given = node.list.arguments;
	if (name === "push" || name === "unshift") {
		const list = node.part.callee?.part.object;
		const variable = list?.kind === "name" ? resolve(list) : null;
		if (!variable) return;
		const others = variable.fields.filter(({ key }) => key === addedKey);
		if (name === "push")
			noteFilled(
				variable,
				node,
				others.map(({ value }) => value),
			);
		for (const value of given) variable.fields.push({ key: addedKey, value });
		return;
	}
	const onto =
		name === "update"
			? node.part.callee?.part.object
			: name === "assign"
				? given[0]
				: undefined;
	if (onto?.kind === "name") addFields(resolve(onto), given);
}

/** Adds the fields of objects and keywords to a variable. */
function addFields(variable: Variable | null, given: readonly CodeNode[]) {
	for (const one of given)
		for (const property of one.kind === "object"
			? one.list.properties
			: [one]) {
			const { value } = property.part;
			if (
				/^(keyword|property)$/.test(property.kind) &&
				value &&
				property.value != null
			)
				variable?.fields.push({ key: String(property.value), value });
		}
}

/** The variable that a name refers to; `null` for a name that the file does not declare. */
export function resolve(name: CodeNode): Variable | null {
	if (name.variable !== undefined) return name.variable;
	let found: Variable | null = null;
	for (let up = name.parent; up && !found; up = up.parent) {
		// A class's scope is invisible to the functions in it.
		const isHidden =
			up.kind === "class" &&
			up.source.family === "python" &&
			isInFunction(name, up);
		if (up.scope && !isHidden) found = up.scope.get(String(name.value)) ?? null;
	}
	name.variable = found;
	return found;
}

function isInFunction(node: CodeNode, limit: CodeNode): boolean {
	for (let up = node.parent; up && up !== limit; up = up.parent)
		if (up.kind === "function") return true;
	return false;
}
