/** Finds the first syntax error of a JSON text, by line and column. */
import { createScanner } from "jsonc-parser";

/** The first mistake in a text. */
interface JsonMistake {
	/** From 1. */
	line: number;
	/** From 1, in UTF-16 code units, as editors count. */
	column: number;
	/** What is wrong there. */
	what: string;
}

const EXPECTED = {
	value: "a value is expected",
	"first value": "a value or ] is expected",
	name: "a name in double quotes is expected",
	"first name": "a name in double quotes or } is expected",
	colon: "a colon is expected",
	"comma or }": "a comma or } is expected",
	"comma or ]": "a comma or ] is expected",
	end: "the document is complete before this",
};

/** Tokens that are broken in themselves, by the scanner's `ScanError`, which cannot be imported. */
const BROKEN: Record<number, string> = {
	2: "this text has no closing quote",
	3: "this number is incomplete",
	4: "this text has a malformed \\u escape",
	5: "this text has an unknown escape",
	6: "this text has a control character that is not escaped",
};

const LITERALS = new Set(["true", "false", "null"]);

/**
 * The first mistake in a text that `JSON.parse` refuses; null when none is found. Reads each token once and builds no tree, so that any
 * depth and any number of mistakes cost no more than the text before the first.
 */
export function findJsonMistake(text: string): JsonMistake | null {
	const scanner = createScanner(text);
	/** The brackets that close what is open, the innermost last. */
	const open: ("}" | "]")[] = [];
	const afterValue = () => {
		const close = open.at(-1);
		return close ? (`comma or ${close}` as const) : "end";
	};
	let expected: keyof typeof EXPECTED = "value";
	for (;;) {
		scanner.scan();
		const char = text.charAt(scanner.getTokenOffset());
		if (char !== "" && " \t\r\n".includes(char)) continue;
		if (char === "" && expected === "end") return null;
		const value = scanner.getTokenValue();
		const isText = char === '"';
		const isScalar =
			isText ||
			LITERALS.has(value) ||
			(/[-\d]/.test(char) && scanner.getTokenLength() > (char === "-" ? 1 : 0));
		const isComment = char === "/" && scanner.getTokenLength() > 1;
		const broken = isComment
			? "JSON has no comments"
			: BROKEN[scanner.getTokenError()];
		const takesValue = expected === "value" || expected === "first value";
		const mayClose = /^(first|comma) /.test(expected);
		if (broken !== undefined) return mistake(broken);
		if (mayClose && char === open.at(-1)) {
			open.pop();
			expected = afterValue();
		} else if (takesValue && char === "{") {
			open.push("}");
			expected = "first name";
		} else if (takesValue && char === "[") {
			open.push("]");
			expected = "first value";
		} else if (takesValue && isScalar) expected = afterValue();
		else if (expected.endsWith("name") && isText) expected = "colon";
		else if (expected === "colon" && char === ":") expected = "value";
		else if (expected === "comma or }" && char === ",") expected = "name";
		else if (expected === "comma or ]" && char === ",") expected = "value";
		else return mistake(EXPECTED[expected]);
	}

	function mistake(what: string): JsonMistake {
		return {
			line: scanner.getTokenStartLine() + 1,
			column: scanner.getTokenStartCharacter() + 1,
			what,
		};
	}
}
