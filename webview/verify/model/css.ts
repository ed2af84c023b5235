/** Lowers CSS: rules with their selectors and declarations, at-rules around them. Nested rules are written out; spelling, layout and comments do not matter. */
import { normalRanges } from "../parse/media-ranges.ts";
import {
	type CodeNode,
	type Kind,
	makeNode,
	type NodeInit,
	type Source,
	type Variable,
} from "./node.ts";
import { named, type SyntaxNode } from "./syntax.ts";

interface Range {
	start: number;
	end: number;
}

/** The most selectors that nested ones are written out to, how long one gets, and all of a file in characters; further ones select nothing. */
const mostSelectors = 100;
const longestSelector = 1000;
const mostWritten = 200_000;

/** How deeply functions nest in a value. */
const mostFunctions = 20;

/** What blocks hold. */
interface Body {
	declarations: CodeNode[];
	statements: CodeNode[];
}

/** A parsed file or pattern as code model. */
export function lowerCss(source: Source, syntax: SyntaxNode): CodeNode {
	const make = (kind: Kind, at: Range, init?: NodeInit) =>
		makeNode(source, kind, at, init);
	const slice = ({ start, end }: Range) => source.text.slice(start, end);

	const customProperties = new Map<string, Variable>();
	let written = 0;

	/** Nested selectors written out: `&` is the outer one; without it, they stand inside of it. */
	function nested(own: string[], outer: string[] | null): string[] {
		if (!outer) return own.slice(0, mostSelectors);
		const all: string[] = [];
		for (const up of outer)
			for (const one of own) {
				const text = one.includes("&")
					? one.slice(0, longestSelector).replaceAll("&", () => up)
					: `${up}${/^[>+~]/.test(one) ? "" : " "}${one}`;
				written += text.length;
				if (all.length >= mostSelectors || written > mostWritten) return all;
				if (text.length <= longestSelector) all.push(normalSelector(text));
			}
		return all;
	}

	function bodyOf(nodes: readonly SyntaxNode[], outer: string[] | null): Body {
		const body: Body = { declarations: [], statements: [] };
		for (const node of nodes) {
			if (node.type === "declaration") {
				const one = declaration(node);
				if (one) body.declarations.push(one);
				continue;
			}
			const block = node.children.find(({ type }) => /block/.test(type));
			const head = {
				start: node.start,
				end: block ? block.start : node.end,
			};
			const text = plain(slice(head)).replace(/;$/, "");
			if (text.startsWith("@"))
				body.statements.push(atRule(node, text, head, block, outer));
			else if (block) body.statements.push(...rules(node, text, block, outer));
		}
		return body;
	}

	function rules(
		node: SyntaxNode,
		head: string,
		block: SyntaxNode,
		outer: string[] | null,
	): CodeNode[] {
		const own = nested(splitAt(head, ",").map(normalSelector), outer);
		const { declarations, statements } = bodyOf(named(block), own);
		// Declarations of a pattern without a rule around them.
		if (head === "µ") return declarations;
		// What only holds other rules says nothing itself.
		return declarations.length > 0 || statements.length === 0
			? [rule(node, own, declarations), ...statements]
			: statements;
	}

	const rule = (at: Range, selectors: string[], properties: CodeNode[]) =>
		make("rule", at, {
			value: selectors.join(", "),
			list: {
				elements: selectors.map((value) =>
					make("selector", { start: at.start, end: at.start }, { value }),
				),
				properties,
			},
		});

	function atRule(
		node: SyntaxNode,
		text: string,
		head: Range,
		block: SyntaxNode | undefined,
		outer: string[] | null,
	): CodeNode {
		const [, name = "", rest = ""] =
			/^@(?:-\w+-)?([\w-]+)([\s\S]*)$/.exec(text) ?? [];
		const isGroup = !/^(keyframes|font-face|page|property)$/i.test(name);
		const { declarations, statements } = bodyOf(
			named(block),
			isGroup ? outer : null,
		);
		const isOfRule = isGroup && outer && declarations.length > 0;
		return make("atRule", node, {
			value: name.toLowerCase(),
			part: {
				argument: make("string", head, {
					value: normalPrelude(name.toLowerCase(), rest),
				}),
			},
			list: {
				properties: isOfRule ? [] : declarations,
				statements: isOfRule
					? [rule(block ?? node, outer, declarations), ...statements]
					: statements,
			},
		});
	}

	function declaration(node: SyntaxNode): CodeNode | null {
		const text = slice(node).replace(/\s*;?\s*$/, "");
		const colon = text.indexOf(":");
		if (colon < 0) return null;
		const name = plain(text.slice(0, colon));
		const value = text.replace(/\s*!\s*important$/i, "");
		const given = valueAt(node.start + colon + 1, node.start + value.length);
		const at = { start: node.start, end: node.start + text.length };
		const one = make("property", at, {
			value: /^(--|µ)/.test(name) ? name : name.toLowerCase(),
			part: { value: given },
			facts: { isImportant: value !== text },
		});
		if (name.startsWith("--")) {
			const known = customProperties.get(name);
			if (known) known.values.push(given);
			else
				customProperties.set(name, {
					name,
					declaredAt: one,
					values: [given],
					fields: [],
				});
		}
		return one;
	}

	/** The value that is written in a range. */
	function valueAt(start: number, end: number, depth = 0): CodeNode {
		let at = start;
		const lists: CodeNode[][] = [[]];
		const put = (node: CodeNode) => lists.at(-1)?.push(node);
		while (at < end) {
			const rest = source.text.slice(at, Math.min(end, at + 2000));
			const [space] = /^(\s|\/\*[\s\S]*?\*\/)+/.exec(rest) ?? [];
			if (space) {
				at += space.length;
				continue;
			}
			if (rest.startsWith(",")) {
				lists.push([]);
				at++;
				continue;
			}
			const [text = rest.slice(0, 1)] =
				/^"(?:[^"\\]|\\[\s\S])*"|^'(?:[^'\\]|\\[\s\S])*'|^[-+]?[\d.][\w.%]*|^[\w\-#.%@!µ\u00a0-\uffff]+/.exec(
					rest,
				) ?? [];
			const place = { start: at, end: at + text.length };
			if (source.text[place.end] === "(" && depth < mostFunctions) {
				const close = closing(source.text, place.end, end);
				put(call(text, { start: at, end: close + 1 }, place.end + 1, depth));
				at = close + 1;
			} else {
				put(word(text, place));
				at = place.end;
			}
		}
		const range = { start, end };
		const all = lists.map((elements) => listOf(" ", elements, range));
		return listOf(",", all, range);
	}

	function listOf(value: string, elements: CodeNode[], at: Range): CodeNode {
		const [only, ...others] = elements;
		if (only && others.length === 0) return only;
		const [first, last] = [elements[0], elements.at(-1)];
		const range = first && last ? { start: first.start, end: last.end } : at;
		return make("term", range, { value, list: { elements } });
	}

	function call(name: string, at: Range, from: number, depth: number) {
		const inner = { start: from, end: at.end - 1 };
		const known = name.toLowerCase();
		if (known === "url")
			return make("term", at, {
				value: "url",
				list: {
					elements: [
						make("string", inner, {
							value: slice(inner)
								.trim()
								.replace(/^["']|["']$/g, ""),
						}),
					],
				},
			});
		const given = valueAt(inner.start, inner.end, depth + 1);
		const isList = given.kind === "term" && given.value === ",";
		const list = isList ? given.list.elements : [given];
		const [first, ...rest] = list;
		if (known === "var" && first)
			return make("reference", at, {
				value: String(first.value ?? ""),
				part: {
					default: rest.length > 0 ? listOf(",", rest, inner) : undefined,
				},
			});
		// `rgba(0, 0, 0, 50%)` is `rgb(0 0 0 / 50%)`.
		const isColor = /^(rgb|hsl)a?$/.test(known);
		const elements = isColor
			? list
					.flatMap((one) => (one.kind === "term" ? one.list.elements : one))
					.filter(({ value }) => value !== "/")
					.map((one, index) => (index === 3 ? opacity(one) : one))
			: list;
		return make("term", at, {
			value: isColor ? known.slice(0, 3) : known,
			list: { elements },
		});
	}

	/** Half of a color is `50%` or `0.5`. */
	const opacity = (one: CodeNode): CodeNode =>
		/^[\d.]+%$/.test(String(one.value))
			? make("string", one, {
					value: String(Number.parseFloat(String(one.value)) / 100),
				})
			: one;

	function word(text: string, at: Range): CodeNode {
		if (text === "µ__") return make("ellipsis", at);
		if (/^µ\w+$/.test(text))
			return make("metavariable", at, { value: text.slice(1) });
		const isQuoted = /^["']/.test(text);
		return make("string", at, {
			value: isQuoted ? text.slice(1, -1) : normalWord(text),
		});
	}

	const { declarations, statements } = bodyOf(named(syntax), null);
	const root = make("program", syntax, {
		list: { statements: [...statements, ...declarations] },
	});
	root.scope = customProperties;
	return root;
}

/** Text without comments, on one line. */
const plain = (text: string) =>
	text
		.replace(/\/\*[\s\S]*?\*\//g, " ")
		.replace(/\s+/g, " ")
		.trim();

/** Where a bracket that opens at `at` is closed, before `end`. */
function closing(text: string, at: number, end: number): number {
	let depth = 0;
	for (let index = at; index < end; index++) {
		if (text[index] === "(") depth++;
		if (text[index] === ")" && --depth === 0) return index;
	}
	return end - 1;
}

/** The parts of a text between separators, those in brackets and quotes aside. */
function splitAt(text: string, separator: string): string[] {
	const parts = [""];
	let depth = 0;
	let quote = "";
	for (const letter of text) {
		if (quote ? letter === quote : /["']/.test(letter))
			quote = quote ? "" : letter;
		else if (!quote && /[([]/.test(letter)) depth++;
		else if (!quote && /[)\]]/.test(letter)) depth--;
		if (letter === separator && depth === 0 && !quote) parts.push("");
		else parts[parts.length - 1] += letter;
	}
	return parts;
}

/** A selector in the one way that it is compared in: spacing, case of tags, order of classes. */
const normalSelector = (text: string): string =>
	plain(text)
		.replace(/["']/g, "")
		.replace(/\s*([>+~(),=])\s*/g, "$1")
		.replace(/(^|[^:]):(before|after|first-line|first-letter)\b/g, "$1::$2")
		.replace(/\*(?=[.#[:])/g, "")
		.replace(
			/(^|[\s>+~(,])([A-Za-z][\w-]*)/g,
			(_, before, tag) => `${before}${tag.toLowerCase()}`,
		)
		.replace(/(?:[.#][\w\-\u00a0-\uffff]+|\[[^\]]*\]){2,}/g, (run) =>
			(run.match(/[.#][\w\-\u00a0-\uffff]+|\[[^\]]*\]/g) ?? []).sort().join(""),
		)
		.replace(/^from$/i, "0%")
		.replace(/^to$/i, "100%");

/** What stands between the name of an at-rule and its block, in the one way that it is compared in. */
function normalPrelude(name: string, text: string): string {
	if (!/^(media|supports|container)$/.test(name))
		return plain(text)
			.replace(/^url\((.*)\)/, "$1")
			.replace(/["']/g, "");
	return normalRanges(
		plain(text)
			.toLowerCase()
			.replace(/\s*([:()])\s*/g, "$1"),
	)
		.replace(/\band\b/g, " and ")
		.replace(/\s+/g, " ")
		.trim()
		.replace(/^(only )?(screen|all) and /, "")
		.split(" and ")
		.sort()
		.join(" and ");
}

const colors: Record<string, string> = {
	aqua: "00ffff",
	black: "000000",
	blue: "0000ff",
	cyan: "00ffff",
	fuchsia: "ff00ff",
	gray: "808080",
	green: "008000",
	grey: "808080",
	lime: "00ff00",
	magenta: "ff00ff",
	maroon: "800000",
	navy: "000080",
	olive: "808000",
	orange: "ffa500",
	purple: "800080",
	red: "ff0000",
	silver: "c0c0c0",
	teal: "008080",
	white: "ffffff",
	yellow: "ffff00",
};

/** A word of a value in the one way that it is compared in: numbers by value, colors by their digits. */
function normalWord(text: string): string {
	if (text.startsWith("--") || text.includes("µ")) return text;
	const word = text.toLowerCase();
	const [, digits = colors[word] ?? ""] = /^#([\da-f]{3,8})$/.exec(word) ?? [];
	if (digits) {
		const all =
			digits.length < 5 ? digits.replace(/./g, (one) => one + one) : digits;
		return `#${all.replace(/^(.{6})ff$/, "$1")}`;
	}
	const [, number, unit = ""] =
		/^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)([a-z]*|%)$/.exec(word) ?? [];
	if (number === undefined) return word;
	const value = Number(number) / (unit === "ms" ? 1000 : 1);
	const isLength = /^(px|r?em|ch|ex|v[hw]|vmin|vmax|pt|cm|mm|in)$/.test(unit);
	return `${value === 0 ? 0 : value}${value === 0 && isLength ? "" : unit.replace("ms", "s")}`;
}
