/** Markdown of prompts and hints as rows: headings, lists, code and paragraphs; what else there is stays as it was written. */
import { type Row, spansOf, wrap } from "./text.ts";

const FENCE = /^\s*(```|~~~)/;
const HEADING = /^#{1,6}\s+(.*)$/;
const ITEM = /^(\s*)([-*+]|\d+[.)])\s+(.*)$/;

/** Rows of at most `width` columns. */
export function markdownRows(markdown: string, width: number): Row[] {
	const rows: Row[] = [];
	let paragraph = null as { text: string; indent: string } | null;
	let isCode = false;
	const flush = () => {
		if (paragraph)
			rows.push(...wrap(spansOf(paragraph.text), width, paragraph.indent));
		paragraph = null;
	};
	for (const line of markdown.trim().split(/\r?\n/)) {
		if (FENCE.test(line)) {
			flush();
			isCode = !isCode;
			continue;
		}
		if (isCode) {
			rows.push(
				...wrap([{ text: `    ${line}`, style: "code" }], width, "    "),
			);
			continue;
		}
		const heading = HEADING.exec(line)?.[1];
		const item = ITEM.exec(line);
		if (line.trim() === "") {
			flush();
			rows.push([]);
		} else if (heading !== undefined) {
			flush();
			rows.push(...wrap(spansOf(heading, "bold"), width));
		} else if (item) {
			flush();
			const [, space = "", marker = "", text = ""] = item;
			const start = `${space}${marker} `;
			paragraph = { text: start + text, indent: " ".repeat(start.length) };
		} else if (paragraph) {
			paragraph = { ...paragraph, text: `${paragraph.text} ${line.trim()}` };
		} else paragraph = { text: line.trim(), indent: "" };
	}
	flush();
	return rows;
}
