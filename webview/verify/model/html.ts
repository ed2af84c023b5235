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
			const child = element(node, isDirect);
			if (!child) continue;
			found.push(child);
			isDirect = false;
		}
		return found;
	};

	function element(node: SyntaxNode, isDirect = false): CodeNode | null {
		if (node.type === "doctype")
			return make("element", node, { value: "!doctype", facts: { isDirect } });
		if (!/(^|_)element$/.test(node.type)) return null;
		const [tag, ...rest] = named(node);
		if (!tag) return null;
		const [name, ...attributes] = named(tag);
		const written = name ? slice(name) : "";
		const isOpen = written.startsWith("µ");
		return make("element", node, {
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
				children: children(rest),
			},
			facts: { isDirect },
		});
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
