/**
 * What the bundle gives markdown-it in place of two packages that are a third of its size: `linkify-it`, since links in plain text are
 * off, and `entities`, since a browser knows their names.
 */
export class LinkifyIt {}

/** The text of one entity, such as `&copy;`; what is none stays as it is. */
export function decodeHTMLStrict(entity: string): string {
	const area = document.createElement("textarea");
	// Text in a textarea is never markup.
	area.innerHTML = entity;
	return area.value;
}
