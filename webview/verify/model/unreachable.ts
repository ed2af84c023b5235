/** Code that never runs where it stands: behind an exit of its block, in a branch that a constant rules out, or in a clause of `try` behind one that catches the same. */
import { deadClauses } from "./errors.ts";
import {
	type CodeNode,
	firstAfter,
	type Kind,
	type Range,
	type Source,
} from "./node.ts";
import { leaves } from "./order.ts";

const unreachable = new WeakMap<Source, readonly Range[]>();

/** Whether a node is unreachable: it follows a statement that exits its block, or its branch has a constant condition that rules it out. */
export function isUnreachable(node: CodeNode): boolean {
	const { source } = node;
	let ranges = unreachable.get(source);
	if (!ranges) {
		ranges = outermost(
			source.nodes
				.filter(({ kind }) => mayRuleOut.has(kind))
				.flatMap(unreachableIn),
		);
		unreachable.set(source, ranges);
	}
	if (ranges.length === 0) return false;
	const next = firstAfter(ranges, node.start);
	return next > 0 && node.end <= (ranges[next - 1] as Range).end;
}

/** The ranges that lie in no other one, in the order of the text. They are of nodes, so that none overlaps another. */
function outermost(ranges: readonly Range[]): readonly Range[] {
	const found: Range[] = [];
	for (const range of ranges.toSorted(
		(a, b) => a.start - b.start || b.end - a.end,
	))
		if (found.length === 0 || range.end > (found.at(-1) as Range).end)
			found.push(range);
	return found;
}

/** The kinds of nodes of which parts may be unreachable. */
const mayRuleOut: ReadonlySet<Kind> = new Set([
	"block",
	"program",
	"binary",
	"if",
	"loop",
	"try",
]);

function unreachableIn(node: CodeNode): Range[] {
	const { kind, value, part, list } = node;
	if (kind === "try") return deadClauses(node);
	if (kind === "block" || kind === "program") {
		const { statements } = list;
		const last = statements.findIndex((one) => leaves(one));
		// JavaScript's function declarations and types are hoisted.
		return last < 0
			? []
			: statements.slice(last + 1).filter(({ facts }) => !facts.isFreeOfOrder);
	}
	const asked = kind === "binary" ? part.left : part.condition;
	if (!asked || !/^(constant|number|string)$/.test(asked.kind)) return [];
	const isTrue =
		asked.kind === "string"
			? asked.value !== ""
			: !/^(0|false|null)$/.test(String(asked.value));
	const isThere = asked.kind !== "constant" || asked.value !== "null";
	const ruledOut =
		kind === "if"
			? [isTrue ? part.alternative : part.consequence]
			: kind === "loop" && !isTrue
				? [part.body]
				: kind === "binary" &&
						(value === (isTrue ? "||" : "&&") || (value === "??" && isThere))
					? [part.right]
					: [];
	return ruledOut.filter((one) => one !== undefined);
}
