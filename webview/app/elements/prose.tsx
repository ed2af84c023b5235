import { useMemo } from "preact/hooks";
import { trustedHtml } from "../../host/trusted-types.ts";
import { markdownToHtml } from "../markdown.ts";
import { PACK_LANGUAGE } from "./content-language.ts";

/** A pack's Markdown as text; what it may contain is decided in `markdown.ts`. */
export function Prose({
	markdown,
	below = 1,
}: {
	markdown: string;
	/** Level of the heading that it stands under. */
	below?: number;
}) {
	const html = useMemo(
		() => trustedHtml(markdownToHtml(markdown, below)),
		[markdown, below],
	);
	return (
		<div
			class="prose"
			lang={PACK_LANGUAGE}
			dangerouslySetInnerHTML={{ __html: html }}
		/>
	);
}
