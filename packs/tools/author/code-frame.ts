/** Pieces of code as a terminal shows them: the lines around a place, and what is meant underlined. */
import type { FileEntry, Location } from "@treeline/verify/shapes";

/** Ways to paint a text; each is the text itself where colours are not wanted. */
export interface Paint {
	red(text: string): string;
	green(text: string): string;
	dim(text: string): string;
	bold(text: string): string;
}

export function painter(colour: boolean): Paint {
	const paint = (code: number) => (text: string) =>
		colour ? `\u001b[${code}m${text}\u001b[0m` : text;
	return { red: paint(31), green: paint(32), dim: paint(2), bold: paint(1) };
}

/** The place with a line before it and one after; nothing when its file is not among `files`. */
export function frame(
	{ file, line, column, endLine, endColumn }: Location,
	files: FileEntry[],
	paint: Paint,
): string[] {
	const content = files.find(({ path }) => path === file)?.content;
	if (content === undefined) return [];
	const lines = content.split("\n");
	const gutter = (number: number | null) =>
		paint.dim(`    ${String(number ?? "").padStart(4)} | `);
	const shown = (text: string) => expanded(visible(text));
	const rows: string[] = [paint.dim(`      ${file}:${line}:${column}`)];
	for (const number of [line - 1, line, line + 1]) {
		const text = lines[number - 1];
		if (text === undefined) continue;
		rows.push(gutter(number) + shown(text));
		if (number !== line) continue;
		const before = shown(text.slice(0, column - 1)).length;
		const end = endLine === line ? endColumn - 1 : text.length;
		const width = shown(text.slice(column - 1, end)).length;
		rows.push(
			gutter(null) + " ".repeat(before) + paint.red("^".repeat(width || 1)),
		);
	}
	return rows;
}

const expanded = (text: string) => text.replaceAll("\t", "  ");

/** What is shown is a learner's text: it must not steer the terminal. */
export const visible = (text: string) =>
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
	text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "·");
