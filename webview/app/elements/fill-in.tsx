import { type ComponentChildren, Fragment } from "preact";

/** `text`, already translated, with `parts` in place of its `{name}`s: for a sentence with a link or code in it. */
export function fillIn(
	text: string,
	parts: Record<string, ComponentChildren>,
): ComponentChildren {
	return text
		.split(/\{(\w+)\}/)
		.map((piece, index) => (
			<Fragment key={index}>{index % 2 === 1 ? parts[piece] : piece}</Fragment>
		));
}
