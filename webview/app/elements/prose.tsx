import { useMemo } from "preact/hooks";
import { trustedHtml } from "../../host/trusted-types.ts";
import { markdownToHtml } from "../markdown.ts";
import { PACK_LANGUAGE } from "./content-language.ts";

/** A pack's Markdown as text; what it may contain is decided in `markdown.ts`. */
export function Prose({
	markdown,
	below = 1,
	hasTasks = false,
}: {
	markdown: string;
	/** Level of the heading that it stands under. */
	below?: number;
	/** Whether numbered items are tasks, each with an id and its number. */
	hasTasks?: boolean;
}) {
	const html = useMemo(
		() => trustedHtml(markdownToHtml(markdown, below, hasTasks)),
		[markdown, below, hasTasks],
	);
	return (
		<div
			class="prose"
			lang={PACK_LANGUAGE}
			dangerouslySetInnerHTML={{ __html: html }}
		/>
	);
}
