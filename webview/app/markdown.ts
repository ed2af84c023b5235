/**
 * Renders the Markdown of packs, which is untrusted: no HTML, no images, and no links to this site (a link to `/api/auth/signout`
 * would sign the reader out).
 */
import MarkdownIt from "markdown-it";

const md = new MarkdownIt({ html: false, linkify: false, typographer: true });

md.validateLink = (url) => mayPointTo(url.trim(), globalThis.location?.host);
md.disable("image");

// Whatever level an author begins with, the first one fits below the heading that stands above the text on the screen.
md.core.ruler.push("fit_headings", ({ tokens, env }) => {
	const headings = tokens.filter(({ type }) => type.startsWith("heading_"));
	const level = (tag: string) => Number(tag.slice(1));
	const highest = Math.min(...headings.map(({ tag }) => level(tag)));
	for (const token of headings)
		token.tag = `h${Math.min(6, level(token.tag) - highest + Number(env.below) + 1)}`;
});

// Items of the outermost numbered lists, by the numbers that readers see; of two with the same number, the first.
md.core.ruler.push("mark_tasks", ({ tokens, env }) => {
	if (!env.hasTasks) return;
	const seen = new Set<number>();
	let number = 0;
	for (const token of tokens) {
		if (token.type === "ordered_list_open" && token.level === 0)
			number = Number(token.attrGet("start") ?? 1);
		if (token.type === "bullet_list_open" && token.level === 0)
			number = Number.NaN;
		if (token.type !== "list_item_open" || token.level !== 1) continue;
		if (!Number.isNaN(number) && !seen.has(number)) {
			token.attrs = [
				["id", `task-${number}`],
				["data-task", String(number)],
				["tabindex", "-1"],
			];
			seen.add(number);
		}
		number++;
	}
});

md.renderer.rules.link_open = (tokens, index, options, _env, self) => {
	if (String(tokens[index]?.attrGet("href")).startsWith("#"))
		return self.renderToken(tokens, index, options);
	tokens[index]?.attrSet("target", "_blank");
	tokens[index]?.attrSet("rel", "noopener noreferrer");
	return self.renderToken(tokens, index, options);
};

const fence = md.renderer.rules.fence;
md.renderer.rules.fence = (...args) => scrollable(fence?.(...args) ?? "");
md.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>';
md.renderer.rules.table_close = () => "</table></div>";

for (const tag of ["th_open", "td_open"])
	md.renderer.rules[tag] = (tokens, index, options, _env, self) => {
		const token = tokens[index];
		// A style attribute, which the page's policy refuses.
		const side = /^text-align:(left|center|right)$/.exec(
			String(token?.attrGet("style") ?? ""),
		)?.[1];
		if (token && side) token.attrs = [["class", `align-${side}`]];
		return self.renderToken(tokens, index, options);
	};

/** What may be wider than its column is reached by keyboard too. */
function scrollable(html: string): string {
	return html.replace("<pre>", '<pre tabindex="0">');
}

/** Whether a pack's link may lead to `url` on a page that `home` serves: outwards, or to another place of the same text. */
export function mayPointTo(url: string, home: string | undefined): boolean {
	if (/^(mailto:|#)/i.test(url)) return true;
	return (
		/^https?:\/\//i.test(url) && URL.canParse(url) && new URL(url).host !== home
	);
}

/** Safe HTML of a pack's Markdown, to stand under a heading of level `below`; `hasTasks` marks numbered items as tasks. */
export function markdownToHtml(
	text: string,
	below = 1,
	hasTasks = false,
): string {
	return md.render(text, { below, hasTasks });
}
