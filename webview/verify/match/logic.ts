/** Questions that are joined by `&&` and `||`: in any order, where the order does not decide on what runs. */
import { type CodeNode, calleeName } from "../model/node.ts";
import { oppositeOperator } from "../model/truth.ts";
import { valuesOf } from "../model/values.ts";
import { either, otherBound } from "../pattern/whole-numbers.ts";
import { isRefusing } from "./context.ts";
import { match } from "./match.ts";
import { pick } from "./parts.ts";
import { isAlike } from "./same.ts";
import type { Bindings, Next } from "./types.ts";

/** The operator between two negated questions: `!(a && b)` is `!a || !b`. */
const dual: Readonly<Record<string, string>> = { "&&": "||", "||": "&&" };

const isJoin = ({ kind, value }: CodeNode) =>
	kind === "binary" && String(value) in dual;

/** Whether a pattern and code join questions by the same operator. */
export const isSameJoin = (pattern: CodeNode, node: CodeNode) =>
	isJoin(pattern) && isJoin(node) && pattern.value === node.value;

/** The questions that an operator joins: `a`, `b` and `c` of `a && b && c`. */
export const joinedBy = (
	node: CodeNode | undefined,
	operator: CodeNode["value"],
): CodeNode[] =>
	!node
		? []
		: node.kind === "binary" && node.value === operator
			? [
					...joinedBy(node.part.left, operator),
					...joinedBy(node.part.right, operator),
				]
			: [node];

const isText = ({ kind }: CodeNode) => /^(string|template|array)$/.test(kind);

/** Three or more operands of `+` or `*`, in any order; as they stand where one of them is or may be a text, which `+` puts one after the other. */
export function matchSum(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	if (!/^[+*]$/.test(String(pattern.value)) || isRefusing()) return false;
	const wanted = joinedBy(pattern, pattern.value);
	const given = wanted.length > 2 ? joinedBy(node, pattern.value) : [];
	return (
		given.length === wanted.length &&
		![...wanted, ...given].some((operand) =>
			[operand, ...valuesOf(operand)].some(isText),
		) &&
		pick(wanted, given, bindings, next, match)
	);
}

/** Calls that ask something and change nothing. */
const asks = /^(is|has|can|includes|startsWith|endsWith|some|every|test|trim)/;

function changesNothing(node: CodeNode): boolean {
	if (/^(function|string|number|constant)$/.test(node.kind)) return true;
	if (/^(assignment|await|yield|delete)$/.test(node.kind)) return false;
	if (node.kind === "call" && !asks.test(calleeName(node) ?? "")) return false;
	return node.children.every(changesNothing);
}

/** The expressions of which a question reads a member, so that it fails where they are missing; in Python also what is compared or computed with. */
function readFrom(node: CodeNode): CodeNode[] {
	const { kind, value, part, source, children } = node;
	const read =
		/^(member|index)$/.test(kind) && part.object
			? [part.object]
			: source.family === "python" &&
					kind === "binary" &&
					/^([<>]=?|[-+*/%])$/.test(String(value))
				? [part.left, part.right].filter((one) => one !== undefined)
				: [];
	return [...read, ...children.flatMap(readFrom)];
}

/** The expressions that a question asks about as a whole. */
const askedOf = (node: CodeNode): CodeNode[] => [
	node,
	...(/^(unary|call)$/.test(node.kind) ||
	(node.kind === "binary" &&
		/^([!=]==?|instanceof|in)$/.test(String(node.value)))
		? [...node.list.arguments, ...node.children].flatMap(askedOf)
		: []),
];

/** Whether a question may be asked before another one that stands before it: both only ask, and the other one does not say whether it can be asked. */
const mayBeFirst = (earlier: CodeNode, later: CodeNode) =>
	changesNothing(earlier) &&
	changesNothing(later) &&
	![
		[earlier, later],
		[later, earlier],
	].some(([one, other]) =>
		readFrom(one as CodeNode).some((from) =>
			askedOf(other as CodeNode).some((asked) => isAlike(from, asked)),
		),
	);

/** Whether a question asks whether a number is a whole one, and of what. */
function wholeNumberIn(question: CodeNode): CodeNode | undefined {
	const asked =
		question.kind === "unary" && question.value === "!"
			? question.part.value
			: question;
	const isAsked =
		asked?.kind === "call" &&
		/^(isInteger|isSafeInteger)$/.test(calleeName(asked) ?? "");
	return isAsked ? asked.list.arguments[0] : undefined;
}

/** The questions that a pattern joins. Where one of them asks for a whole number, a bound of it may be written with the next number. */
export function wantedBy(
	pattern: CodeNode | undefined,
	operator: CodeNode["value"],
): CodeNode[] {
	const all = joinedBy(pattern, operator);
	const whole = all.map(wholeNumberIn).find((one) => one !== undefined);
	return all.map((one) => {
		const isOfWhole = whole && one.part.left?.value === whole.value;
		const other = isOfWhole ? otherBound(one) : undefined;
		return other ? either(one, other) : one;
	});
}

type Ask = (
	pattern: CodeNode | undefined,
	question: CodeNode | undefined,
	yes: boolean,
	bindings: Bindings,
	next: Next,
) => boolean;

/** The questions that a pattern joins, each with another one that the code joins in the same way; or all of them negated, with `yes` false. */
export function matchJoined(
	pattern: CodeNode,
	question: CodeNode,
	yes: boolean,
	bindings: Bindings,
	next: Next,
	ask: Ask,
): boolean {
	const operator = String(question.value);
	if (!isJoin(pattern) || !isJoin(question)) return false;
	if (pattern.value !== (yes ? operator : dual[operator])) return false;
	const wanted = wantedBy(pattern, pattern.value);
	const given = joinedBy(question, operator);
	if (wanted.length > given.length) return false;
	if (isRefusing() && wanted.length < given.length) return false;
	const from = (places: readonly number[], found: Bindings): boolean => {
		const one = wanted[places.length];
		if (!one) return next(found);
		return given.some((other, place) => {
			if (places.includes(place)) return false;
			const isFree = places.every(
				(before) =>
					before < place || mayBeFirst(other, given[before] as CodeNode),
			);
			return (
				isFree &&
				ask(one, other, yes, found, (inner) => from([...places, place], inner))
			);
		});
	};
	return from([], bindings);
}

/** Whether the value of an expression is true or false by its form. */
const isTruth = ({ kind, value, part }: CodeNode): boolean =>
	(kind === "unary" && value === "!") ||
	(kind === "call" && asks.test(String(part.callee?.value))) ||
	(kind === "binary" &&
		(String(value) in oppositeOperator ||
			value === "instanceof" ||
			(String(value) in dual &&
				!!part.left &&
				!!part.right &&
				isTruth(part.left) &&
				isTruth(part.right))));

/** Whether both sides of `&&` or `||` are truth values that may be computed in either order. */
export const isSymmetric = ({ value, part: { left, right } }: CodeNode) =>
	String(value) in dual &&
	!!left &&
	!!right &&
	isTruth(left) &&
	isTruth(right) &&
	mayBeFirst(left, right);

/** What a comparison with `true` or `false` asks, where the other side is a question: `(a > b) === false`; null for other code. */
export function truthAsked(
	node: CodeNode,
): { question: CodeNode; yes: boolean } | null {
	const { left, right } = node.part;
	const equal = /^([!=])==?$/.exec(String(node.value))?.[1];
	if (node.kind !== "binary" || !equal || !left || !right) return null;
	for (const [one, other] of [
		[left, right],
		[right, left],
	] as const)
		if (other.kind === "constant" && /^(true|false)$/.test(String(other.value)))
			if (valuesOf(one).some(isTruth))
				return {
					question: one,
					yes: (other.value === "true") === (equal === "="),
				};
	return null;
}
