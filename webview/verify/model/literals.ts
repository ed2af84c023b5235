/** Escape sequences in string literals. */

const escapes: Record<string, string> = {
	n: "\n",
	t: "\t",
	r: "\r",
	b: "\b",
	f: "\f",
	v: "\v",
	"0": "\0",
	"\n": "",
};

/** The content of a string literal with its escape sequences replaced. */
export const unescapeText = (text: string) =>
	text.replace(
		/\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|([\s\S]))/g,
		(whole, braced, four, two, letter: string | undefined) => {
			if (letter !== undefined) return escapes[letter] ?? letter;
			const code = Number.parseInt(braced ?? four ?? two, 16);
			return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
		},
	);
