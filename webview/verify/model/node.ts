/** The code model: one small tree for all languages. A lowering per family makes it from the syntax. */
/** What a node is. Source and patterns share the kinds; the last line stands in patterns or behind names only. */
export type Kind =
	| Split<"program block name string number constant regex template text call member index slice object property keyword array tuple gap spread">
	| Split<"function parameter default declaration assignment if loop try clause with class return throw jump yield await delete binary unary comma">
	| Split<"element attribute import export comprehension union annotated shape field signature other">
	| Split<"rule selector atRule reference term">
	| Split<"metavariable ellipsis any sequence guarded module parameterValue item gathered">;
type Split<Words extends string> = Words extends `${infer Word} ${infer Rest}`
	? Word | Split<Rest>
	: Words;

/** Parts of which a node has one at most. */
export type PartName =
	Split<"alternative argument body callee condition consequence default final iterable key left object of parameter pattern returns right start stop tag target type value">;
/** Parts of which a node may have several. */
export type ListName =
	Split<"alternatives arguments attributes bases children decorators elements members notes parameters properties statements loops handlers">;

export type Parts = { [Name in PartName]?: CodeNode | undefined };
export type Lists = { readonly [Name in ListName]: readonly CodeNode[] };
export type GivenLists = { [Name in ListName]?: readonly CodeNode[] };

/** Properties that only some kinds have. */
export interface NodeDetails {
	isAsync?: boolean;
	isGeneric?: boolean;
	isNew?: boolean;
	/** `x++`, whose value is the old one. */
	isPostfix?: boolean;
	/** A `const`, which is never given another value. */
	isConstant?: boolean;
	/** A `var`: it belongs to the function. */
	isHoisted?: boolean;
	/** A declaration whose place in the text does not matter. */
	isFreeOfOrder?: boolean;
	/** The first condition of a `switch`. */
	isSwitchHead?: boolean;
	/** A jump that exits a `switch`. */
	exitsSwitch?: boolean;
	/** A type's name, which no code runs. */
	isType?: boolean;
	/** Of the constant `null`: that it is `undefined`. */
	isUndefined?: boolean;
	isRest?: boolean;
	/** Of a declaration of CSS: it is `!important`. */
	isImportant?: boolean;
	/** Of an element in a pattern: it stands directly in the one around it. */
	isDirect?: boolean;
	/** Of what is gathered: that nothing occurs twice, and that a pattern leaves open what is asked. */
	isUnique?: boolean;
	isOpen?: boolean;
	/** Of an import: every name that the module has. */
	isAll?: boolean;
	isOptional?: boolean;
	/** A function whose value is read like a field: `get status() {}`. */
	isGetter?: boolean;
	/** A function that is called when its field is set: `set status(value) {}`. */
	isSetter?: boolean;
	/** Of an assignment: that it is a parameter that is a field, `constructor(private name)`. */
	isField?: boolean;
	/** Of a member of a class: that it belongs to the class itself. */
	isStatic?: boolean;
	/** A member whose name a pattern leaves open: `$x.$name`, or any chain (`__`). */
	openName?: string;
	/** Of an import: the names it brings, under which name here. */
	imported?: readonly { name: string; as: string }[];
	/** Of a module's part: the module. */
	source?: string;
	/** Of a parameter's value: its function and its place. */
	owner?: CodeNode;
	/** What a parameter or a loop's target stands for. */
	stands?: CodeNode;
	/** Of a `return` in a pattern: the match of the assignment before it that sets what is returned; opaque to the model. */
	setBy?: unknown;
	/** Of a guarded part of a pattern: what its metavariables may be; opaque to the model. */
	guards?: readonly (readonly [string, unknown])[];
}

/** A node of the code model. */
export interface CodeNode {
	readonly kind: Kind;
	/** A name, text, number, operator or constant; null where a name is computed. */
	readonly value: string | number | null | undefined;
	readonly part: Readonly<Parts>;
	readonly list: Lists;
	/** Its parts in the order of the text. */
	readonly children: readonly CodeNode[];
	readonly start: number;
	readonly end: number;
	/** Where it counts in the order of the text: in a chain of calls its method's name, else its start. */
	readonly position: number;
	readonly source: Source;
	readonly facts: NodeDetails;
	parent: CodeNode | null;
	/** The names declared here, of scopes. */
	scope?: Map<string, Variable> | undefined;
	/** The variable that a name means, once resolved. */
	variable?: Variable | null | undefined;
	/** Whether it is known to run when its file does. */
	runs: boolean;
	/** Of a pattern: what it gathers, once asked for. */
	gathers: readonly CodeNode[] | undefined;
}

/** A declared name and what it is given. */
export interface Variable {
	name: string;
	declaredAt: CodeNode;
	values: CodeNode[];
	/** Whether its value is changed otherwise: `x += 1`. */
	isUpdated?: boolean;
	/** Values of its fields that are set later: `o.key = value`, and `o[by] = value`. */
	fields: { key: string; value: CodeNode; by?: CodeNode | undefined }[];
}

export type Family = "javascript" | "python" | "html" | "css" | "json";

/** Whether a family is of documents, which are read and do not run. */
export const isDocument = (family: Family) =>
	family !== "javascript" && family !== "python";

/** A lowered text: a file of the challenge, or a pattern. */
export interface Source {
	readonly path: string;
	readonly text: string;
	readonly family: Family;
	root: CodeNode;
	/** All nodes in the order of the text. */
	nodes: readonly CodeNode[];
	/** The challenge it is seen in; set anew for each verification. */
	project: Project;
}

/** What holds for a whole verification: the files, and what their libraries' functions mean. */
export interface Project {
	readonly files: ReadonlyMap<string, Source>;
	/** Functions that stand for what they are given: `memo`. */
	readonly transparent: ReadonlySet<string>;
	/** Methods that stand for what they are called on: `res.status`. */
	readonly fluent: ReadonlySet<string>;
	/** The names of functions' parameters, so that `f(1)` and `f(a=1)` are one. */
	readonly signatures: ReadonlyMap<string, readonly string[]>;
	/** What nodes may stand for, as far as known. */
	readonly values: Map<CodeNode, readonly CodeNode[]>;
	/** Nodes made by `virtualOnce`: by what they are made of and by place. */
	readonly virtual: Map<CodeNode, Map<string, CodeNode>>;
	/** How many nodes, each made of the one before, lead to one made by `virtualOnce`. */
	readonly virtualDepth: Map<CodeNode, number>;
	/** The functions that run within a node, as far as known. */
	readonly reached: Map<CodeNode, readonly Reached[]>;
}

/** A region that runs because of what stands at a place. */
export interface Reached {
	region: CodeNode;
	at: CodeNode;
}

const none: readonly CodeNode[] = Object.freeze([]);
const noLists: Lists = Object.freeze({
	alternatives: none,
	arguments: none,
	attributes: none,
	bases: none,
	children: none,
	decorators: none,
	elements: none,
	members: none,
	notes: none,
	parameters: none,
	properties: none,
	statements: none,
	loops: none,
	handlers: none,
});

/** What a new node has beside its kind and place. */
export interface NodeInit {
	value?: CodeNode["value"];
	part?: Parts;
	list?: GivenLists;
	facts?: NodeDetails;
	position?: number;
}

const noneGiven: GivenLists = Object.freeze({});

/** All lists of a node, as objects of one shape; most nodes have none. */
const listsOf = (given: GivenLists): Lists =>
	given === noneGiven ? noLists : { ...noLists, ...given };

/** Makes a node; its parts are its children. */
export function makeNode(
	source: Source,
	kind: Kind,
	{ start, end }: { start: number; end: number },
	{
		value,
		part = {},
		list = noneGiven,
		facts = {},
		position = start,
	}: NodeInit = {},
): CodeNode {
	return {
		kind,
		value,
		part,
		list: listsOf(list),
		children: childrenOf(part, list),
		start,
		end,
		position,
		source,
		facts,
		parent: null,
		// Given to all nodes, so that they are objects of one shape.
		scope: undefined,
		variable: undefined,
		runs: false,
		gathers: undefined,
	};
}

function childrenOf(part: Parts, list: GivenLists): CodeNode[] {
	const children: CodeNode[] = [];
	for (const key in part) {
		const child = part[key as PartName];
		if (child) children.push(child);
	}
	for (const key in list) children.push(...(list[key as ListName] ?? none));
	for (let index = 1; index < children.length; index++)
		if (
			(children[index] as CodeNode).start <
			(children[index - 1] as CodeNode).start
		)
			return children.sort((a, b) => a.start - b.start);
	return children;
}

/** A node that nobody wrote: what a name stands for, seen from the place of `at`. */
export const virtualNode = (
	kind: Kind,
	at: CodeNode,
	given: NodeInit = {},
): CodeNode => ({
	...makeNode(at.source, kind, at, given),
	parent: at.parent,
});

/** Longest chain of virtual nodes that are made of each other: a function that calls itself may have no end of them. */
const mostVirtual = 5;

/** A virtual node, one for each place and node `of` that it is made of, so that its values are computed once. Undefined without one, and at the end of a long chain. */
export function virtualOnce(
	kind: Kind,
	at: CodeNode,
	of: CodeNode | undefined,
	given: NodeInit,
): CodeNode | undefined {
	if (!of) return undefined;
	const { virtual, virtualDepth } = at.source.project;
	const depth =
		1 + Math.max(virtualDepth.get(at) ?? 0, virtualDepth.get(of) ?? 0);
	if (depth > mostVirtual) return undefined;
	const known = virtual.get(of) ?? new Map<string, CodeNode>();
	virtual.set(of, known);
	const what = given.value ?? given.part?.key?.value;
	const place = `${kind} ${at.source.path} ${at.start} ${at.end} ${what}`;
	const node = known.get(place) ?? virtualNode(kind, at, given);
	known.set(place, node);
	virtualDepth.set(node, depth);
	return node;
}

/** The node with other parts: for patterns, whose definitions are put in place. */
export function withParts(
	node: CodeNode,
	change: (child: CodeNode) => readonly CodeNode[],
): CodeNode {
	const part: Parts = {};
	const list: GivenLists = {};
	for (const key of Object.keys(node.part) as PartName[]) {
		const child = node.part[key];
		if (child) part[key] = change(child)[0];
	}
	for (const key of Object.keys(node.list) as ListName[])
		if (node.list[key].length > 0) list[key] = node.list[key].flatMap(change);
	// What bears the name of its target goes on bearing it.
	const { target } = node.part;
	const isNamed = target !== undefined && target.value === node.value;
	return {
		...node,
		value: isNamed ? part.target?.value : node.value,
		part,
		list: listsOf(list),
		children: childrenOf(part, list),
		gathers: undefined,
	};
}

/** Whether an object or a list takes a value apart: it is a target, or a part of one. */
export function takesApart(node: CodeNode): boolean {
	let at = node;
	for (let up = node.parent; up; at = up, up = up.parent) {
		if (up.part.target === at) return true;
		const isPart = /^(property|default|spread|object|array)$/.test(up.kind);
		if (!isPart || (up.kind === "default" && up.part.value === at))
			return false;
	}
	return false;
}

/** The function around a node, itself included. */
export function functionAround(node: CodeNode): CodeNode | null {
	for (let up: CodeNode | null = node; up; up = up.parent)
		if (up.kind === "function") return up;
	return null;
}

/** What runs when a function is called: its body, and before it the defaults of JavaScript's parameters. */
export const bodyOf = ({ source, list, part }: CodeNode): CodeNode[] =>
	[
		...(source.family === "javascript"
			? list.parameters.map((one) => one.part.default)
			: []),
		part.body,
	].filter((one) => one !== undefined);

/** The text of a node as it is written. */
export const textOf = ({ source, start, end }: CodeNode) =>
	source.text.slice(start, end);

/** A range of a text; the end is exclusive. */
export type Range = Pick<CodeNode, "start" | "end">;

/** The index of the first of some ranges that begins after a place; they are in the order of their starts. */
export function firstAfter(ranges: readonly Range[], place: number): number {
	let [from, to] = [0, ranges.length];
	while (from < to) {
		const middle = (from + to) >>> 1;
		if ((ranges[middle] as Range).start > place) to = middle;
		else from = middle + 1;
	}
	return from;
}

/** Whether a node stands in a region. */
export const isWithin = (node: CodeNode, region: CodeNode) =>
	node.source === region.source &&
	node.start >= region.start &&
	node.end <= region.end;

/** The last name of what is called: `json` of `res.json(…)`. */
export function calleeName({ part }: CodeNode): string | null {
	const callee = part.callee;
	return callee &&
		/^(name|member|metavariable)$/.test(callee.kind) &&
		typeof callee.value === "string"
		? callee.value
		: null;
}

/** The constant key of `a.b` and `a["b"]`. */
export function keyOf(node: CodeNode | undefined): string | null {
	if (node?.kind === "member" && typeof node.value === "string")
		return node.value;
	const key = node?.kind === "index" ? node.part.key : undefined;
	return key?.kind === "string" || key?.kind === "number"
		? String(key.value)
		: null;
}

/** The value of types that hold at once: `A & B`. */
export const intersection = "intersection_type";
