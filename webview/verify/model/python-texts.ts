/** The pieces of Python's texts that are put together: `"%s of %s" % (a, b)` and `"{} of {}".format(a, b)`. */
import type { CodeNode } from "./node.ts";

/** A text as it is written, or what stands in it. */
export type Piece = string | CodeNode;

/** The pieces between and in the placeholders of a text; null where what is given does not fit them. */
function split(
	text: string,
	placeholder: RegExp,
	valueFor: (found: RegExpExecArray) => Piece | undefined,
): Piece[] | null {
	const pieces: Piece[] = [];
	let from = 0;
	for (const found of text.matchAll(placeholder)) {
		const value = valueFor(found);
		if (value === undefined) return null;
		pieces.push(text.slice(from, found.index), value);
		from = found.index + found[0].length;
	}
	pieces.push(text.slice(from));
	return pieces.filter((one) => one !== "");
}

/** `"%s of %d" % (a, b)`. */
export function percentPieces(
	text: string,
	given: readonly CodeNode[],
): Piece[] | null {
	let next = 0;
	const pieces = split(
		text,
		/%(?:%|[-+0 #]*\d*(?:\.\d+)?([a-zA-Z]))/g,
		(found) => (found[1] ? given[next++] : "%"),
	);
	return next === given.length ? pieces : null;
}

/** `"{} of {last}".format(a, last=b)`. */
export function formatPieces(
	text: string,
	given: readonly CodeNode[],
): Piece[] | null {
	const isNamed = ({ kind }: CodeNode) => /^(keyword|spread)$/.test(kind);
	const inOrder = given.filter((one) => !isNamed(one));
	let next = 0;
	return split(
		text,
		/\{\{|\}\}|\{(\w*)(?:![rsa])?(?::[^{}]*)?\}/g,
		({ 0: all, 1: name }) =>
			name === undefined
				? all.charAt(0)
				: /^\d*$/.test(name)
					? inOrder[name === "" ? next++ : Number(name)]
					: given.find(
							({ kind, value }) => kind === "keyword" && value === name,
						)?.part.value,
	);
}
