/**
 * What the bundle gives markdown-it in place of packages that are a third of its size: `linkify-it`, since links in plain text are
 * off, `entities` and `uc.micro`, since a browser knows the names of entities and the classes of characters, and `punycode.js`, since
 * a browser writes a link's host in ASCII by itself.
 */
import { trustedHtml } from "../host/trusted-types.ts";

export default {
	toASCII: (host: string) => host,
	toUnicode: (host: string) => host,
};

export class LinkifyIt {}

/** The text of one entity, such as `&copy;`; what is none stays as it is. */
export function decodeHTMLStrict(entity: string): string {
	const area = document.createElement("textarea");
	// Text in a textarea is never markup.
	area.innerHTML = trustedHtml(entity);
	return area.value;
}

/** Punctuation and symbols. */
export const P = /\p{P}/u;
export const S = /\p{S}/u;
