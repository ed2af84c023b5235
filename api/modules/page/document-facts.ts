/** What the page's document tells the page of this service: in its bytes, so that one build serves every configuration and caches tell them apart. */

/** Data attributes of the document's root, by their names in scripts. */
export type DocumentFacts = Partial<Record<"signIn", string>>;

/** The document with `facts` in it. */
export function withFacts(
	document: Uint8Array,
	facts: DocumentFacts,
): Uint8Array<ArrayBuffer> {
	const attributes = Object.entries(facts).map(
		([name, value]) =>
			`data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${Bun.escapeHTML(value)}" `,
	);
	const text = new TextDecoder().decode(document);
	return new TextEncoder().encode(
		text.replace("<html ", () => `<html ${attributes.join("")}`),
	);
}
