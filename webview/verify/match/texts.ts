/** Matching of texts that are put together: `${a} ${b}`, `a + " " + b`, an f-string, `format` and `join`. */
import { type CodeNode, calleeName } from "../model/node.ts";
import { countStep } from "../model/steps.ts";
import { valuesOf } from "../model/values.ts";
import { folded } from "./literals.ts";
import { match } from "./match.ts";
import { matchInOrder } from "./parts.ts";
import type { Bindings, Next } from "./types.ts";

/** What is turned into a text that a piece of a text is anyway: `x` of `String(x)`, `str(x)` and `x.toString()`. */
function turned(piece: CodeNode): CodeNode | undefined {
	if (piece.kind !== "call") return undefined;
	const { callee } = piece.part;
	const [given, ...more] = piece.list.arguments;
	if (callee?.kind === "member" && callee.value === "toString")
		return given ? undefined : callee.part.object;
	const isText = piece.source.family === "python" ? "str" : "String";
	return callee?.kind === "name" && callee.value === isText && more.length === 0
		? given
		: undefined;
}

/** What a chain of `+` puts together, or `concat` of a text. */
export function operandsOf(node: CodeNode | undefined): CodeNode[] {
	if (!node) return [];
	const { object } = node.part.callee?.part ?? {};
	if (object && calleeName(node) === "concat")
		return [object, ...node.list.arguments].some((one) =>
			valuesOf(one).some(isText),
		)
			? [...operandsOf(object), ...node.list.arguments]
			: [node];
	return node.kind === "binary" && node.value === "+"
		? [...operandsOf(node.part.left), ...operandsOf(node.part.right)]
		: [node];
}

/** A sum of texts of a pattern with a template; what is turned into a text in one of them only is the same. */
export const matchOperands = (
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean => {
	const wanted = operandsOf(pattern);
	const plain = wanted.map((one) => turned(one) ?? one);
	const { elements } = node.list;
	return (
		matchInOrder(wanted, elements, bindings, next) ||
		(plain.some((one, index) => one !== wanted[index]) &&
			matchInOrder(plain, elements, bindings, next))
	);
};

const isText = (node: CodeNode) =>
	/^(string|template)$/.test(node.kind) || turned(node) !== undefined;

const isOpen = ({ kind, value }: CodeNode) =>
	kind === "metavariable" && value === "_";

/** The pieces of Python's `" of ".join([a, b])`, where the list is written out; none for other code. */
function joinedPieces({ kind, part, list, source }: CodeNode): CodeNode[] {
	const { object } = part.callee?.part ?? {};
	if (kind !== "call" || source.family !== "python" || !object) return [];
	const between = valuesOf(object).find((one) => one.kind === "string");
	const [given, ...more] = list.arguments;
	const elements = /^(array|tuple)$/.test(given?.kind ?? "")
		? (given?.list.elements ?? [])
		: [];
	if (part.callee?.value !== "join" || !between || more.length > 0) return [];
	return elements.some((one) => /^(spread|ellipsis)$/.test(one.kind))
		? []
		: elements.flatMap((one, index) => (index > 0 ? [between, one] : [one]));
}

/** A text of a pattern with one that is put together, in whatever way. `$_` in it stands for all that is there, in one piece or several. */
export function matchText(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const written = pattern.list.elements;
	const plain = written.map((one) => turned(one) ?? one);
	return (
		matchWanted(written, node, bindings, next) ||
		(plain.some((one, index) => one !== written[index]) &&
			matchWanted(plain, node, bindings, next))
	);
}

function matchWanted(
	wanted: readonly CodeNode[],
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	// `BASE + id` is a sum until the value of its names is known.
	const isTemplate = node.kind === "template";
	const joined = joinedPieces(node);
	const pieces = isTemplate
		? node.list.elements
		: joined.length > 0
			? joined
			: operandsOf(node);
	if (isTemplate && matchInOrder(wanted, pieces, bindings, next)) return true;
	if (pieces.length < 2) return false;
	const each = pieces.map((one) => turned(one) ?? one);
	const plain = folded(each);
	return (
		matchInOrder(wanted, folded(each, true), bindings, next) ||
		matchInOrder(wanted, folded(pieces), bindings, next) ||
		matchInOrder(wanted, plain, bindings, next) ||
		(wanted.some(isOpen) && matchPieces(wanted, plain, bindings, next))
	);
}

/** Pieces from a place on: the first of the pattern that is left, and the piece of the code with the letter in it. */
function matchPieces(
	wanted: readonly CodeNode[],
	pieces: readonly CodeNode[],
	bindings: Bindings,
	next: Next,
	first = 0,
	at = 0,
	letter = 0,
): boolean {
	countStep();
	const one = wanted[first];
	const piece = pieces[at];
	if (!one) return !piece && next(bindings);
	const text = piece?.kind === "string" ? String(piece.value) : null;
	// What is left of a piece, or the next one.
	const from = (letter: number) => (found: Bindings) =>
		text !== null && letter < text.length
			? matchPieces(wanted, pieces, found, next, first + 1, at, letter)
			: matchPieces(wanted, pieces, found, next, first + 1, at + 1);
	if (isOpen(one))
		return matchRest(wanted, pieces, bindings, next, first, at, letter);
	if (!piece) return false;
	if (one.kind === "string" && !String(one.value).includes("µ"))
		return (
			!!text?.startsWith(String(one.value), letter) &&
			from(letter + String(one.value).length)(bindings)
		);
	return letter === 0 && match(one, piece, bindings, from(text?.length ?? 0));
}

/** `$_` in a text: some letters or pieces, at least one, and what the pattern goes on with behind them. */
function matchRest(
	wanted: readonly CodeNode[],
	pieces: readonly CodeNode[],
	bindings: Bindings,
	next: Next,
	first: number,
	at: number,
	letter: number,
): boolean {
	const after = wanted[first + 1];
	if (!after) return at < pieces.length && next(bindings);
	for (let index = at; index < pieces.length; index++) {
		const piece = pieces[index] as CodeNode;
		const text = piece.kind === "string" ? String(piece.value) : "";
		// The next text of the pattern, wherever it stands in this piece; anything else at the beginning of a piece.
		if (after.kind === "string")
			for (
				let found = text.indexOf(
					String(after.value),
					index === at ? letter + 1 : 0,
				);
				found >= 0;
				found = text.indexOf(String(after.value), found + 1)
			)
				if (
					matchPieces(wanted, pieces, bindings, next, first + 1, index, found)
				)
					return true;
		if (
			index > at &&
			after.kind !== "string" &&
			matchPieces(wanted, pieces, bindings, next, first + 1, index, 0)
		)
			return true;
	}
	return false;
}
