/**
 * Pattern text as code that the grammars read: `$name` becomes `µname` and `...` becomes `µ__`, both of the same length, so that
 * places in the one are places in the other.
 */

const openChain = /\.(\s*)\.\.\.(\s*)\./g;
const ellipsis = /\.\.\.(?=\s*(?:[,)\]};:\n]|$))/g;
const quoted = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** The text with metavariables and ellipses as names. */
export function readable(pattern: string): string {
	// An ellipsis in a text is a text.
	let from = 0;
	const parts: string[] = [];
	for (const { 0: text, index } of pattern.matchAll(quoted)) {
		parts.push(
			withEllipses(
				pattern.slice(from, index),
				index + text.length < pattern.length,
			),
			text,
		);
		from = index + text.length;
	}
	parts.push(withEllipses(pattern.slice(from), false));
	return parts.join("").replace(/\$(?=[A-Za-z_])/g, "µ");
}

/** @param goesOn whether a text follows, which an ellipsis at the end would stand before. */
function withEllipses(code: string, goesOn: boolean): string {
	const chained = code.replace(openChain, ".$1µ__$2.");
	return chained.replace(ellipsis, (dots, at: number) =>
		goesOn &&
		chained.slice(at + 3).trim() === "" &&
		!chained.slice(at + 3).includes("\n")
			? dots
			: "µ__",
	);
}

/** The text as the author wrote it. */
export const asWritten = (text: string) =>
	text.replaceAll("µ__", "...").replace(/µ(?=\w)/g, "$");
