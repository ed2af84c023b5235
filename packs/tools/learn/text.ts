/** Rows of styled text: wrapped to a width, and cut to it. Texts of packs and files are made harmless here: no control character reaches the terminal. */

export type Style = "bold" | "dim" | "code" | "good" | "bad" | "selected";

export interface Span {
	text: string;
	style?: Style | undefined;
}

/** One line of the screen. */
export type Row = Span[];

/** Control characters, marks that turn the direction of writing, characters without width, and lone surrogates. */
const INVISIBLE =
	/[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}/gu;

let isUnicode = true;

/** Sets whether the terminal shows characters beyond ASCII; without, they are written in ASCII. */
export function setUnicode(is: boolean): void {
	isUnicode = is;
}

/** `text` with its control characters shown as code (`\x1b`), and tabs as spaces, so that it can be printed as one line. */
export function visible(text: string): string {
	const harmless = text
		.replaceAll("\t", "    ")
		.replace(INVISIBLE, (character) => {
			const hex = (character.codePointAt(0) ?? 0).toString(16);
			if (hex.length <= 2) return `\\x${hex.padStart(2, "0")}`;
			return hex.length <= 4 ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
		});
	return isUnicode ? harmless : asciiOf(harmless);
}

/** What stands for characters that a terminal without Unicode cannot show. */
const ASCII: Record<string, string> = {
	"✓": "+",
	"✗": "x",
	"○": "-",
	"◐": "~",
	"↻": "@",
	"▸": ">",
	"·": "|",
	"─": "-",
	"│": "|",
	"•": "*",
	"…": "...",
	"–": "-",
	"—": "-",
	"‘": "'",
	"’": "'",
	"“": '"',
	"”": '"',
	"„": '"',
	"→": "->",
	"↑": "Up",
	"↓": "Down",
	"≤": "<=",
	"≥": ">=",
	"×": "x",
	ß: "ss",
};

/** `text` in ASCII: accents are left out, other characters become a question mark. */
const asciiOf = (text: string): string =>
	text.normalize("NFC").replace(
		/[^\x20-\x7e]/gu,
		(character) =>
			ASCII[character] ??
			character
				.normalize("NFKD")
				.replace(/\p{M}/gu, "")
				.replace(/[^\x20-\x7e]/gu, "?"),
	);

/** `text` as a span without its backticks' meaning lost: code is styled, and the backticks stay, so that it is told apart without colours. */
export const spansOf = (text: string, style?: Style): Row =>
	text
		.split(/(`[^`]+`)/)
		.filter(Boolean)
		.map((part) => ({
			text: part,
			style: part.length > 2 && part.startsWith("`") ? "code" : style,
		}));

/** `row` broken between words into rows of at most `width` columns; rows after the first begin with `indent`. */
export function wrap(row: Row, width: number, indent = ""): Row[] {
	const rows: Row[] = [[]];
	let used = 0;
	/** Spaces that are written only if a word follows in the same row. */
	let space: Span = { text: "" };
	const words = row.flatMap(({ text, style }) =>
		(visible(text).match(/ +|[^ ]+/g) ?? []).flatMap((word) =>
			pieces(word, Math.max(1, width - indent.length)).map((part) => ({
				text: part,
				style,
			})),
		),
	);
	for (const word of words) {
		if (word.text.startsWith(" ")) {
			space = { ...word, text: space.text + word.text };
			continue;
		}
		const columns = Bun.stringWidth(word.text);
		if (used > 0 && used + space.text.length + columns > width) {
			rows.push(indent ? [{ text: indent }] : []);
			used = indent.length;
			space = { text: "" };
		}
		append(rows.at(-1) ?? [], space);
		append(rows.at(-1) ?? [], word);
		used += space.text.length + columns;
		space = { text: "" };
	}
	return rows;
}

/** Adds a span, or its text to the last one of the same style. */
function append(row: Row, { text, style }: Span): void {
	if (text === "") return;
	const last = row.at(-1);
	if (last && last.style === style)
		row[row.length - 1] = { text: last.text + text, style };
	else row.push({ text, style });
}

/** A word in parts that fit into `width`. */
function pieces(word: string, width: number): string[] {
	if (Bun.stringWidth(word) <= width) return [word];
	const parts = [""];
	for (const { segment } of new Intl.Segmenter().segment(word)) {
		const part = parts.at(-1) ?? "";
		if (part && Bun.stringWidth(part + segment) > width) parts.push(segment);
		else parts[parts.length - 1] = part + segment;
	}
	return parts;
}

/** `row` with at most `width` columns, the rest cut off. */
export function cut(row: Row, width: number): Row {
	const kept: Row = [];
	let left = width;
	for (const { text, style } of row) {
		if (left <= 0) break;
		const [part = ""] = pieces(visible(text), left);
		if (Bun.stringWidth(part) > left) break;
		kept.push({ text: part, style });
		left -= Bun.stringWidth(part);
		if (part !== visible(text)) break;
	}
	return kept;
}

export const widthOf = (row: Row): number =>
	row.reduce((sum, { text }) => sum + Bun.stringWidth(visible(text)), 0);

/** `row` filled up with spaces to `width` columns, or cut to it. */
export function fit(row: Row, width: number): Row {
	const fitting = cut(row, width);
	return [
		...fitting,
		{ text: " ".repeat(Math.max(0, width - widthOf(fitting))) },
	];
}

const SGR: Record<Style, { colour: string; plain: string }> = {
	bold: { colour: "1", plain: "1" },
	dim: { colour: "2", plain: "" },
	code: { colour: "36", plain: "" },
	good: { colour: "32", plain: "" },
	bad: { colour: "31", plain: "" },
	selected: { colour: "1;7", plain: "7" },
};

/** How rows are styled: with colours, without them, or not at all, for lines in a pipe. */
export type Styles = "colour" | "plain" | "none";

/** `row` as it is sent to the terminal. */
export const paint = (row: Row, styles: Styles): string =>
	row
		.map(({ text, style }) => {
			const shown = visible(text);
			const code = style && styles !== "none" ? SGR[style][styles] : "";
			return code && shown ? `\x1b[${code}m${shown}\x1b[0m` : shown;
		})
		.join("");
