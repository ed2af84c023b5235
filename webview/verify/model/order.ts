/** Control flow: which code may run after which, which code never runs, and which functions code calls. */
import {
	type CodeNode,
	calleeName,
	functionAround,
	isWithin,
	type Reached,
} from "./node.ts";
import { referencesTo } from "./reach.ts";
import { addedTo, constructorsOf, handlersIn } from "./reached-parts.ts";
import { countStep } from "./steps.ts";
import { throwsIn } from "./throws.ts";
import { isUnreachable } from "./unreachable.ts";
import { valuesOf } from "./values.ts";

/** What a statement always exits: the function, the loop, the `switch`, or nothing. */
type Leaving = "function" | "loop" | "switch" | null;
const byReach: readonly Leaving[] = [null, "switch", "loop", "function"];

/** What a statement exits on every path. */
export function leaves(node: CodeNode | undefined): Leaving {
	switch (node?.kind) {
		case "return":
		case "throw":
			return "function";
		case "jump":
			return node.facts.exitsSwitch ? "switch" : "loop";
		case "block":
			for (const one of node.list.statements) {
				const far = leaves(one);
				if (far) return far;
			}
			return null;
		case "if": {
			const both = [node.part.consequence, node.part.alternative].map(leaves);
			const far = byReach.find((one) => both.includes(one)) ?? null;
			// What exits a `switch` goes on after it.
			return far === "switch" && node.facts.isSwitchHead ? null : far;
		}
		default:
			return null;
	}
}

/** How many functions are left on the way to the places where they are called. */
const mostLifted = 3;

/**
 * Whether `later` may run after `earlier`: it comes later in the text, is not in another branch, and no statement in between exits. What
 * stands in a function that has a name counts at the places that name it. `quiet` is a call that throws nothing more.
 */
export function mayFollow(
	earlier: CodeNode,
	later: CodeNode,
	lifts = mostLifted,
	quiet: CodeNode | null = null,
): boolean {
	const before = lifts > 0 ? namedAt(earlier, later) : null;
	if (before)
		return before.some((one) => mayFollow(one, later, lifts - 1, quiet));
	const after = lifts > 0 ? namedAt(later, earlier) : null;
	if (after)
		return after.some((one) => mayFollow(earlier, one, lifts - 1, quiet));
	return comesLater(earlier, later, quiet);
}

/** Whether the function around a node may still throw after it. */
export function mayThrowAfter(node: CodeNode): boolean {
	const body = functionAround(node)?.part.body;
	return !body || throwsIn(body).some((one) => mayFollow(node, one));
}

/** The places that name the outermost function around a node that is not around the other; null where it is written at its place. */
function namedAt(node: CodeNode, other: CodeNode): CodeNode[] | null {
	let owner: CodeNode | null = null;
	for (
		let up: CodeNode | null = node;
		up && !isAround(up, other);
		up = up.parent
	)
		if (up.kind === "function") owner = up;
	countStep();
	const declared = owner?.parent;
	const variable = declared?.part.target?.variable;
	if (!owner || declared?.kind !== "declaration" || !variable) return null;
	if (declared.part.value !== owner || node === owner) return null;
	const region = owner;
	const places = referencesTo(variable, owner.source).filter(
		(place) => !isWithin(place, region),
	);
	return places.length > 0 ? places : null;
}

const isAround = (region: CodeNode, node: CodeNode): boolean => {
	for (let up: CodeNode | null = node; up; up = up.parent)
		if (up === region) return true;
	return false;
};

function comesLater(
	earlier: CodeNode,
	later: CodeNode,
	quiet: CodeNode | null = null,
): boolean {
	const path: CodeNode[] = [];
	for (let up: CodeNode | null = earlier; up; up = up.parent) path.push(up);
	if (path.includes(later))
		return (
			earlier.position < later.position ||
			// What a statement hands on is computed first, and so is what a call is given.
			((/^(return|throw|yield|assignment)$/.test(later.kind) ||
				later.list.arguments.some((one) => isWithin(earlier, one))) &&
				functionAround(earlier) === functionAround(later))
		);
	let below = later;
	while (below.parent && !path.includes(below.parent)) below = below.parent;
	const meet = below.parent;
	if (!meet) return true;
	const side = path[path.indexOf(meet) - 1] ?? earlier;
	const { condition, consequence, alternative } = meet.part;
	// The other branch of one that exits runs as what follows would.
	if (meet === earlier && meet.kind === "if")
		return !!(
			(below === alternative && leaves(consequence)) ||
			(below === consequence &&
				(leaves(alternative) ||
					(!alternative && leaves(consequence) && isExitedBehind(meet))))
		);
	if (
		meet.kind === "if" &&
		side !== condition &&
		below !== condition &&
		side !== below
	)
		return false;
	if (later.position < earlier.position) return false;
	if (meet.kind === "try") {
		if (below === meet.part.final) return true;
		// Only one clause runs.
		if (below.kind === "clause" && side.kind === "clause") return false;
		// Where the body says itself what it throws, only that counts.
		const isCaught = below.kind === "clause" && side === meet.part.body;
		const throwing = isCaught ? throwsIn(side) : [];
		if (throwing.length > 0)
			return throwing.some(
				(one) =>
					one !== quiet &&
					(isWithin(earlier, one) ||
						// What is given to a call is computed before it.
						((isRepeated(one) || !isWithin(one, earlier)) &&
							comesLater(earlier, one))),
			);
		// What the last code of a `try` throws, it throws before it is done.
		const isDone = path
			.slice(1, path.indexOf(meet))
			.every((up, index) => isLastIn(up, path[index] as CodeNode));
		if (isCaught && isDone) return false;
	}
	return !leavesBetween(path, meet, below);
}

/** Whether what stands behind a statement in its block always exits it. */
function isExitedBehind(node: CodeNode): boolean {
	const statements = node.parent?.list.statements ?? [];
	return statements
		.slice(statements.indexOf(node) + 1)
		.some((one) => leaves(one) !== null);
}

/** Whether a node runs again and again: in a loop, or in a function for each element of a list. */
export function isRepeated(node: CodeNode): boolean {
	for (let up = node.parent; up; up = up.parent) {
		if (up.kind === "loop") return true;
		if (up.kind === "function")
			return (
				up.parent?.kind === "call" &&
				/^(forEach|map)$/.test(calleeName(up.parent) ?? "")
			);
	}
	return false;
}

/** Whether a part of a node is what runs last in it, so far as blocks, branches and loops decide on that. */
function isLastIn({ kind, value, part, list }: CodeNode, child: CodeNode) {
	switch (kind) {
		case "block":
			return list.statements.at(-1) === child;
		case "if":
			return part.condition !== child;
		case "binary":
			return part.left !== child || !/^(\|\||&&|\?\?)$/.test(String(value));
		case "try":
			return !part.final || part.final === child;
		default:
			return kind !== "loop" && kind !== "function";
	}
}

/** Whether a statement between a node (the start of `path`, its ancestors upwards) and `below`, a child of the common ancestor `meet`, exits. */
function leavesBetween(
	path: readonly CodeNode[],
	meet: CodeNode,
	below: CodeNode,
): boolean {
	const between = path.slice(0, path.indexOf(meet));
	// What a function in between exits is that function alone; with loops and switches it is the same.
	const inner = between.findLastIndex(({ kind }) => kind === "function");
	const loop = between.findLastIndex(({ kind }) => kind === "loop");
	const choice = between.findLastIndex(({ facts }) => facts.isSwitchHead);
	const isExited = (far: Leaving, index: number) =>
		far === "function" ||
		(far === "loop" && loop <= index) ||
		(far === "switch" && choice <= index);
	for (const [index, node] of between.entries()) {
		if (index < inner) continue;
		const isPassed = node.kind === "block" || node.kind === "if";
		if (!isPassed && isExited(leaves(node), index)) return true;
		const up = path[index + 1];
		if (up?.kind !== "block" && up?.kind !== "program") continue;
		const rest = up.list.statements;
		const until = up === meet ? rest.indexOf(below) : rest.length;
		if (
			rest
				.slice(rest.indexOf(node) + 1, until)
				.some((one) => isExited(leaves(one), index))
		)
			return true;
	}
	return false;
}

/**
 * The regions that run because of a node, each with the node that refers to it: functions that are called, passed on or rendered, and the
 * values of names among the children of an element.
 */
export function reachedFrom(node: CodeNode): readonly Reached[] {
	const known = node.source.project.reached.get(node);
	if (known) return known;
	const found = collect(node, new Set([node]), 3);
	node.source.project.reached.set(node, found);
	return found;
}

function collect(
	node: CodeNode,
	seen: Set<CodeNode>,
	depth: number,
	isShownHere = isShown(node),
): Reached[] {
	const found: Reached[] = [];
	const reach = (region: CodeNode, at: CodeNode, isSeen: boolean) => {
		if (isWithin(region, node) || isWithin(node, region)) return;
		if (seen.has(region)) {
			// Another call may give the function other arguments.
			const isCalled =
				region.list.parameters.length > 0 && at.parent?.part.callee === at;
			if (isCalled && !found.some((one) => one.at === at))
				found.push({ region, at });
			return;
		}
		seen.add(region);
		found.push({ region, at });
		const inner = region.kind === "function" ? region.part.body : region;
		if (depth > 1 && inner)
			for (const further of collect(
				inner,
				seen,
				depth - 1,
				// The names in a value that is shown are shown with it.
				(isSeen && !/^(function|element)$/.test(region.kind)) || isShown(inner),
			))
				found.push({ region: further.region, at });
	};
	const visit = (at: CodeNode, isSeen: boolean) => {
		if (isUnreachable(at)) return;
		if (
			/^(name|member|index)$/.test(at.kind) &&
			at.parent?.part.target !== at
		) {
			for (const region of valuesOf(at))
				if (
					/^(function|element)$/.test(region.kind) ||
					(isSeen && isWritten(region))
				)
					reach(region, at, isSeen);
				else
					for (const one of [
						...constructorsOf(region, at),
						...handlersIn(region, at),
					])
						reach(one, at, false);
			if (isSeen)
				for (const one of valuesOf(at).flatMap(addedTo)) reach(one, at, false);
		}
		for (const child of at.children)
			visit(
				child,
				at.kind === "element"
					? isShownIn(at, child)
					: isSeen && child.kind !== "function",
			);
	};
	visit(node, isShownHere);
	return found;
}

/** Whether an element shows a node, or the condition that decides on it. */
function isShown(node: CodeNode): boolean {
	const { parent } = node;
	if (parent?.kind === "element") return isShownIn(parent, node);
	return (
		!!parent &&
		/^(if|binary)$/.test(parent.kind) &&
		parent.part.condition !== node &&
		isShown(parent)
	);
}

const isShownIn = ({ list }: CodeNode, child: CodeNode) =>
	list.children.includes(child);

/** Whether an element can show what is written here: no class, and no instance of one. */
const isWritten = ({ kind, start, end, facts }: CodeNode) =>
	start < end && kind !== "class" && !facts.isNew;
