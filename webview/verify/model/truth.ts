/** Truth values that code decides on: the condition of which a choice between `true` and `false` is the value. */
import { type CodeNode, functionAround, virtualOnce } from "./node.ts";
import { countStep } from "./steps.ts";

/** The operator that means the negation. */
export const oppositeOperator: Readonly<Record<string, string>> = {
	"<": ">=",
	">": "<=",
	"<=": ">",
	">=": "<",
	"==": "!=",
	"!=": "==",
	"===": "!==",
	"!==": "===",
	in: "not in",
	"not in": "in",
};

/** What a node of `true` or `false` is; undefined for other code. */
export const truthOf = (node: CodeNode | undefined): boolean | undefined =>
	node?.kind !== "constant"
		? undefined
		: ({ true: true, false: false } as const)[String(node.value)];

/** The question with the other answer: `a < b` for `a >= b`, `!a` for `a`, `a` for `!a`. */
export function negationOf(node: CodeNode): CodeNode | undefined {
	if (node.kind === "unary" && node.value === "!") return node.part.value;
	const other =
		node.kind === "binary" ? oppositeOperator[String(node.value)] : undefined;
	return other === undefined
		? virtualOnce("unary", node, node, { value: "!", part: { value: node } })
		: virtualOnce("binary", node, node, { value: other, part: node.part });
}

const joined = (value: string, left?: CodeNode, right?: CodeNode) =>
	left &&
	right &&
	virtualOnce("binary", left, right, { value, part: { left, right } });

/** The question that a choice answers: `a` of `a ? true : false`, `a && b` of `a ? b : false`; undefined where both ways give other code. */
function questionOf(
	condition: CodeNode | undefined,
	yes: CodeNode | undefined,
	no: CodeNode | undefined,
): CodeNode | undefined {
	if (!condition || !yes || !no) return undefined;
	const [whenYes, whenNo] = [truthOf(yes), truthOf(no)];
	if (whenYes === whenNo) return undefined;
	if (whenYes !== undefined && whenNo !== undefined)
		return whenYes ? condition : negationOf(condition);
	if (whenYes === true) return joined("||", condition, no);
	if (whenYes === false) return joined("&&", negationOf(condition), no);
	return whenNo === false
		? joined("&&", condition, yes)
		: joined("||", negationOf(condition), yes);
}

/** The question that an expression answers: `a ? true : false`. */
export const chosenTruth = ({ part }: CodeNode): CodeNode | undefined =>
	truthOf(part.consequence) === undefined ||
	truthOf(part.alternative) === undefined
		? undefined
		: questionOf(part.condition, part.consequence, part.alternative);

/** What statements return, and the `return` that comes last among them. */
interface Returned {
	value: CodeNode;
	last: CodeNode;
}

const statementsOf = (node: CodeNode | undefined): readonly CodeNode[] =>
	!node ? [] : node.kind === "block" ? node.list.statements : [node];

const returning = new WeakMap<CodeNode, boolean>();

function returnsIn(node: CodeNode): boolean {
	const known = returning.get(node);
	if (known !== undefined) return known;
	const is =
		node.kind !== "function" &&
		(node.kind === "return" || node.children.some(returnsIn));
	returning.set(node, is);
	return is;
}

/** What statements return, where they do so by truth values in branches: `if (a) return true; return b` is `a || b`. */
function returnedBy(statements: readonly CodeNode[]): Returned | undefined {
	countStep();
	const [first, ...rest] = statements;
	if (!first) return undefined;
	if (first.kind === "return") {
		const { value } = first.part;
		return value && { value, last: first };
	}
	if (!returnsIn(first)) return returnedBy(rest);
	const { condition, consequence, alternative } = first.part;
	if (first.kind !== "if") return undefined;
	const yes = returnedBy(statementsOf(consequence));
	const no = returnedBy(alternative ? statementsOf(alternative) : rest);
	const value = questionOf(condition, yes?.value, no?.value);
	return value && no && { value, last: no.last };
}

/** The question that a function answers by its branches, at the last of its `return`s; undefined elsewhere. */
export function returnedTruth(node: CodeNode): CodeNode | undefined {
	const body = functionAround(node)?.part.body;
	if (body?.kind !== "block") return undefined;
	const returned = returnedBy(body.list.statements);
	return returned?.last === node && returned.value !== node.part.value
		? returned.value
		: undefined;
}
