/** The few marks that descriptions are written with: paragraphs, and `code`. */
import { html, type Markup } from "../../../server/html-page.ts";

/** Text as it stands within a line. */
export const inline = (text: string): Markup =>
	html`${text.split(/`([^`]*)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;

/** Paragraphs; nothing for no text. */
export const prose = (text = ""): Markup =>
	html`${text
		.split(/\n{2,}/)
		.filter((paragraph) => paragraph.trim() !== "")
		.map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;
