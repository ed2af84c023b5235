/** Lowers HTML: elements with their attributes and texts. Case, quotes, layout and comments do not matter. */

import type { Source } from "./node.ts";
import { type CodeNode, type Kind, makeNode, type NodeInit } from "./node.ts";
import { named, type SyntaxNode } from "./syntax.ts";

/** Attributes whose presence alone counts, whatever their value is. */
const isBoolean =
	/^(allowfullscreen|async|autofocus|autoplay|checked|controls|default|defer|disabled|formnovalidate|hidden|inert|ismap|itemscope|loop|multiple|muted|nomodule|novalidate|open|playsinline|readonly|required|reversed|selected)$/;

const characters: Record<string, string> = {
	amp: "&",
	apos: "'",
	copy: "©",
	euro: "€",
	gt: ">",
	hellip: "…",
	laquo: "«",
	larr: "←",
	lt: "<",
	mdash: "—",
	middot: "·",
	nbsp: " ",
	ndash: "–",
	quot: '"',
	raquo: "»",
	rarr: "→",
	reg: "®",
	times: "×",
	trade: "™",
};

/** Text with its character references resolved; those of no common name stay. */
const decoded = (text: string): string =>
	text.replace(
		/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,10}));/gi,
		(whole, hex: string, decimal: string, name: string) => {
			if (name) return characters[name] ?? whole;
			const code = Number.parseInt(hex ?? decimal, hex ? 16 : 10);
			return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
		},
	);

/** Text as it is shown: white space folded. */
const folded = (text: string): string =>
	decoded(text.replace(/<!--[\s\S]*?-->/g, ""))
		.replace(/\s+/g, " ")
		.trim();

const words = (text: string) => new Set(text.split(" "));
const afterRows = "caption col colgroup tbody tfoot thead";

/** The start tags before which an element without an end tag ends, by its tag (HTML standard, "Optional tags"). */
const endsBefore: Record<string, ReadonlySet<string>> = {
	caption: words("caption col colgroup tbody td tfoot th thead tr"),
	colgroup: words("caption colgroup tbody td tfoot th thead tr"),
	dd: words("dd dt"),
	dt: words("dd dt"),
	head: words("body"),
	li: words("li"),
	optgroup: words("hr optgroup"),
	option: words("hr optgroup option"),
	p: words(
		"address article aside blockquote details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section table ul",
	),
	rp: words("rp rt"),
	rt: words("rp rt"),
	tbody: words(afterRows),
	td: words(`td th tr ${afterRows}`),
	tfoot: words(afterRows),
	th: words(`td th tr ${afterRows}`),
	thead: words(afterRows),
	tr: words(`tr ${afterRows}`),
};

/** A parsed file or pattern as code model. */
export function lowerHtml(source: Source, syntax: SyntaxNode): CodeNode {
	const slice = ({ start, end }: { start: number; end: number }) =>
		source.text.slice(start, end);
	const make = (
		kind: Kind,
		at: { start: number; end: number },
		init?: NodeInit,
	) => makeNode(source, kind, at, init);

	/** A metavariable or ellipsis, if a pattern's text is nothing else; otherwise a text. */
	const text = (at: { start: number; end: number }): CodeNode => {
		const value = folded(slice(at));
		if (value === "µ__") return make("ellipsis", at);
		return /^µ\w+$/.test(value)
			? make("metavariable", at, { value: value.slice(1) })
			: make("text", at, { value });
	};

	const attribute = (node: SyntaxNode): CodeNode => {
		const [first, given] = named(node);
		const name = slice(first ?? node);
		if (name === "µ__") return make("ellipsis", node);
		const value = name.startsWith("µ") ? name : name.toLowerCase();
		// A quoted value that is empty has no node of its own.
		const inner =
			given?.type === "quoted_attribute_value"
				? (named(given)[0] ?? { start: given.start + 1, end: given.end - 1 })
				: given;
		return make("attribute", node, {
			value,
			part: {
				value:
					inner && !isBoolean.test(value)
						? make("string", inner, { value: decoded(slice(inner)).trim() })
						: undefined,
			},
		});
	};

	const children = (nodes: readonly SyntaxNode[]): CodeNode[] => {
		const found: CodeNode[] = [];
		let isDirect = false;
		for (let index = 0; index < nodes.length; index++) {
			const node = nodes[index] as SyntaxNode;
			if (isText(node)) {
				let last = node;
				for (let next = nodes[index + 1]; next && isText(next); ) {
					last = next;
					index++;
					next = nodes[index + 1];
				}
				const at = { start: node.start, end: last.end };
				// `>` in front of an element of a pattern.
				if (slice(at) === "µ") isDirect = true;
				else found.push(text(at));
				continue;
			}
			const siblings = elements(node, isDirect);
			if (siblings.length === 0) continue;
			found.push(...siblings);
			isDirect = false;
		}
		return found;
	};

	/** An element, and after it those that the parser leaves in it although its end tag is implied before them. */
	function elements(node: SyntaxNode, isDirect: boolean): CodeNode[] {
		if (node.type === "doctype")
			return [
				make("element", node, { value: "!doctype", facts: { isDirect } }),
			];
		if (!/(^|_)element$/.test(node.type)) return [];
		const [tag, ...rest] = named(node);
		if (!tag) return [];
		const [name, ...attributes] = named(tag);
		const written = name ? slice(name) : "";
		const isOpen = written.startsWith("µ");
		const inside = children(rest);
		const ends = endsBefore[written.toLowerCase()];
		const isClosed = rest.at(-1)?.type === "end_tag";
		const next =
			ends && !isClosed
				? inside.findIndex(
						({ kind, value }) => kind === "element" && ends.has(String(value)),
					)
				: -1;
		const siblings = next < 0 ? [] : inside.splice(next);
		const end = siblings[0]?.start ?? node.end;
		const element = make(
			"element",
			{ start: node.start, end },
			{
				// Names of tags have no underscore, so that `$_` is written with a hyphen.
				value: isOpen ? written : written.toLowerCase(),
				part: {
					tag: isOpen
						? make("metavariable", name ?? node, {
								value: written.slice(1).replaceAll("-", "_"),
							})
						: undefined,
				},
				list: {
					attributes: attributes.map(attribute),
					children: inside,
				},
				facts: { isDirect },
			},
		);
		return [element, ...siblings];
	}

	return make("program", syntax, {
		list: { statements: children(named(syntax)) },
	});
}

const isText = ({ type }: SyntaxNode) => /^(text|entity|raw_text)$/.test(type);

const contents = new WeakMap<CodeNode, string>();

/** All text in an element, as it is shown. Scripts and styles in it are none. */
export function textContent(element: CodeNode): string {
	const known = contents.get(element);
	if (known !== undefined) return known;
	const { text } = element.source;
	let content = "";
	let end = -1;
	const visit = (node: CodeNode) => {
		for (const one of node.list.children)
			if (one.kind === "text") {
				const between = end < 0 ? "" : text.slice(end, one.start);
				const isApart = /\s/.test(
					between.replace(/<br\b/gi, " <").replace(/<[^>]*>/g, ""),
				);
				content += (isApart ? " " : "") + one.value;
				end = one.end;
			} else if (!/^(script|style|template)$/.test(String(one.value)))
				visit(one);
	};
	visit(element);
	contents.set(element, content);
	return content;
}

/** The start tag of an element as it is written. */
export function startTagOf({ source, start, end, list }: CodeNode): string {
	const last = list.attributes.at(-1)?.end ?? start;
	const stop = source.text.indexOf(">", last);
	return source.text.slice(start, stop < 0 ? end : Math.min(end, stop + 1));
}
