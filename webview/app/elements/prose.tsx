import { useMemo } from "preact/hooks";
import { markdownToHtml } from "../markdown.ts";

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
		() => markdownToHtml(markdown, below),
		[markdown, below],
	);
	return <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
