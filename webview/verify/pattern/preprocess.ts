/**
 * Turns pattern text into code that the grammars can parse: `$name` becomes `µname` and `...` becomes `µ__`. Lengths stay the same, so
 * that offsets stay valid.
 */

const openChain = /\.(\s*)\.\.\.(\s*)\./g;
const ellipsis = /\.\.\.(?=\s*(?:[,)\]};:\n]|$))/g;
const quoted = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** The text with metavariables and ellipses as names. */
export function readable(pattern: string): string {
	// Inside a string literal an ellipsis is plain text.
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

/** @param goesOn whether a string literal follows: before one, dots at the end are a spread. */
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
