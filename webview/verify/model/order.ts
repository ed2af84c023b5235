/** Order: which code may run after which, and which functions code runs. */
import { type CodeNode, isWithin, type Reached } from "./node.ts";
import { valuesOf } from "./values.ts";

/** How far code leaves what is around it: the function, the loop, or not at all. */
type Leaving = "function" | "loop" | null;

/** What a statement surely leaves. */
export function leaves(node: CodeNode | undefined): Leaving {
	switch (node?.kind) {
		case "return":
		case "throw":
			return "function";
		case "jump":
			return "loop";
		case "block":
			for (const one of node.list.statements) {
				const far = leaves(one);
				if (far) return far;
			}
			return null;
		case "if": {
			const [one, other] = [
				leaves(node.part.consequence),
				leaves(node.part.alternative),
			];
			return one && other ? (one === other ? one : "loop") : null;
		}
		default:
			return null;
	}
}

/** Whether `later` may run after `earlier`: it stands later, not in another branch, and nothing leaves in between. */
export function mayFollow(earlier: CodeNode, later: CodeNode): boolean {
	const path: CodeNode[] = [];
	for (let up: CodeNode | null = earlier; up; up = up.parent) path.push(up);
	if (path.includes(later)) return earlier.position < later.position;
	let below = later;
	while (below.parent && !path.includes(below.parent)) below = below.parent;
	const meet = below.parent;
	if (!meet) return true;
	const side = path[path.indexOf(meet) - 1] ?? earlier;
	const { condition } = meet.part;
	if (
		meet.kind === "if" &&
		side !== condition &&
		below !== condition &&
		side !== below
	)
		return false;
	if (later.position < earlier.position) return false;
	return !leavesBetween(path, meet, below);
}

/** Whether the code between a node (the start of `path`) and what stands below `meet` leaves. */
function leavesBetween(
	path: readonly CodeNode[],
	meet: CodeNode,
	below: CodeNode,
): boolean {
	let isInner = false;
	let isOutOfLoop = false;
	const counts = (far: Leaving) =>
		!isInner && (far === "function" || (far === "loop" && !isOutOfLoop));
	for (const [index, node] of path.entries()) {
		if (node === meet) break;
		if (node.kind === "function") isInner = true;
		if (node.kind === "loop") isOutOfLoop = true;
		if (
			counts(node.kind === "block" || node.kind === "if" ? null : leaves(node))
		)
			return true;
		const up = path[index + 1];
		if (up?.kind !== "block" && up?.kind !== "program") continue;
		const rest = up.list.statements;
		const until = up === meet ? rest.indexOf(below) : rest.length;
		if (
			rest
				.slice(rest.indexOf(node) + 1, until)
				.some((one) => counts(leaves(one)))
		)
			return true;
	}
	return false;
}

/** Functions of the challenge that are called, handed over or drawn below a node, each with the place that leads to it. */
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
): Reached[] {
	const found: Reached[] = [];
	const visit = (at: CodeNode) => {
		if (
			(at.kind === "name" || at.kind === "member") &&
			at.parent?.part.target !== at
		)
			for (const region of valuesOf(at)) {
				if (
					region.kind !== "function" ||
					seen.has(region) ||
					isWithin(region, node)
				)
					continue;
				seen.add(region);
				found.push({ region, at });
				if (depth > 1 && region.part.body)
					for (const inner of collect(region.part.body, seen, depth - 1))
						found.push({ region: inner.region, at });
			}
		for (const child of at.children) visit(child);
	};
	visit(node);
	return found;
}
