/** Lowers Python's functions, types and texts. */
import { Builder } from "./builder.ts";
import { unescapeText } from "./literals.ts";
import type { CodeNode } from "./node.ts";
import { formatPieces, type Piece } from "./python-texts.ts";
import { childIn, hasToken, named, type SyntaxNode } from "./syntax.ts";

const typing: Record<string, string> = {
	List: "list",
	Dict: "dict",
	Set: "set",
	Tuple: "tuple",
	FrozenSet: "frozenset",
	Type: "type",
};
export const isSplat = (node: SyntaxNode | undefined) =>
	/splat/.test(node?.type ?? "");

export abstract class PythonFunctions extends Builder {
	/** The names under which this file imports those of `typing`. */
	protected readonly typingNames = new Map<string, string>();
	/** What the file calls the functions of `operator` that make getters, and the module itself. */
	protected readonly getterNames = new Map([
		["itemgetter", "itemgetter"],
		["attrgetter", "attrgetter"],
	]);
	protected readonly operatorNames = new Set(["operator"]);

	literal(node: SyntaxNode): CodeNode | null {
		switch (node.type) {
			case "identifier":
				return this.name(node, this.text(node));
			case "dotted_name":
				return (
					named(node).reduce<CodeNode | null>(
						(object, one) =>
							object ? this.member(node, object, one) : this.expression(one),
						null,
					) ?? this.other(node, [])
				);
			case "integer":
			case "float":
				return this.make("number", node, {
					value: Number(this.text(node).replace(/_/g, "")),
				});
			case "true":
			case "false":
				return this.make("constant", node, { value: node.type });
			case "none":
				return this.make("constant", node, { value: "null" });
			case "ellipsis":
				return this.make("constant", node, { value: "..." });
			case "string":
				return this.string(node);
			case "concatenated_string":
				return this.template(
					node,
					named(node).map((one) => this.expression(one)),
				);
			default:
				return null;
		}
	}

	functionOf(node: SyntaxNode): CodeNode {
		const body = childIn(node, "body");
		const name = childIn(node, "name");
		const returns = childIn(node, "return_type");
		return this.make("function", node, {
			value: name ? this.text(name) : undefined,
			part: {
				returns: returns && this.type(returns),
				body: this.#body(node, body),
			},
			list: {
				parameters: named(childIn(node, "parameters")).flatMap((one) =>
					this.#parameter(one),
				),
			},
			facts: { isAsync: hasToken(node, "async") },
		});
	}

	/** `itemgetter("name")` and `attrgetter("name")` as the function that they make: `lambda item: item["name"]`. */
	getter(
		node: SyntaxNode,
		callee: CodeNode,
		given: readonly CodeNode[],
	): CodeNode | null {
		const [key, ...more] = given;
		const { object } = callee.part;
		const isOfModule =
			object?.kind === "name" && this.operatorNames.has(String(object.value));
		const name = isOfModule
			? callee.value
			: this.getterNames.get(String(callee.value));
		if (callee.kind !== "name" && !isOfModule) return null;
		if (more.length > 0 || !/^(string|number)$/.test(key?.kind ?? ""))
			return null;
		const item = () => this.make("name", node, { value: "item" });
		const part =
			name === "itemgetter"
				? this.make("index", node, { part: { object: item(), key } })
				: name === "attrgetter" && /^\w+$/.test(String(key?.value))
					? this.make("member", node, {
							value: String(key?.value),
							part: { object: item() },
						})
					: null;
		const returned =
			part && this.make("return", node, { part: { value: part } });
		return (
			returned &&
			this.make("function", node, {
				part: {
					body: this.make("block", node, { list: { statements: [returned] } }),
				},
				list: {
					parameters: [
						this.make("parameter", node, {
							value: "item",
							part: { target: item() },
						}),
					],
				},
			})
		);
	}

	#body(owner: SyntaxNode, body: SyntaxNode | undefined): CodeNode {
		if (!body) return this.make("block", owner);
		if (owner.type !== "lambda") return this.block(body);
		return this.expressionBody(body);
	}

	#parameter(node: SyntaxNode): CodeNode[] {
		if (/separator$/.test(node.type)) return [];
		const [first] = named(node);
		const splat = isSplat(node) ? node : isSplat(first) ? first : undefined;
		const name =
			childIn(node, "name") ??
			(node.type === "identifier" ? node : splat ? named(splat)[0] : first);
		if (!name) return [];
		const target = this.expression(name);
		if (target.kind === "ellipsis") return [target];
		const type = childIn(node, "type");
		return [
			this.make("parameter", node, {
				value: target.value ?? null,
				part: {
					target,
					type: type && this.type(type),
					default: this.optional(childIn(node, "value")),
				},
				facts: { isRest: !!splat },
			}),
		];
	}

	/** A type: `Optional[X]`, `Union[X, None]` and `X | None` are one, quotes do not matter. */
	type(node: SyntaxNode): CodeNode {
		const [first] = named(node);
		if (node.type === "type" && first) return this.type(first);
		const quoted =
			node.type === "string" &&
			/^(?:(\w+)\[)?(\w+)\]?$/.exec(this.text(node).slice(1, -1));
		if (!quoted) return this.expression(node);
		const [, outer, inner = ""] = quoted;
		const name = this.make("name", node, { value: inner });
		return outer
			? this.generic(node, this.make("name", node, { value: outer }), [name])
			: name;
	}

	/** The name of a generic type, as `typing` exports it. */
	typeName({ kind, value }: CodeNode): string {
		if (kind === "member") return String(value);
		return kind === "name"
			? (this.typingNames.get(String(value)) ?? String(value))
			: "";
	}

	generic(node: SyntaxNode, object: CodeNode, given: CodeNode[]): CodeNode {
		const name = this.typeName(object);
		if (name === "Optional")
			return this.union(node, [
				...given,
				this.make("constant", node, { value: "null" }),
			]);
		if (name === "Union") return this.union(node, given);
		if (name === "Annotated")
			return this.make("annotated", node, {
				part: { type: given[0] },
				list: { notes: given.slice(1) },
			});
		const plain = typing[name];
		const key =
			given.length === 1
				? given[0]
				: this.make("array", node, { list: { elements: given } });
		return this.make("index", node, {
			part: {
				object: plain ? this.make("name", object, { value: plain }) : object,
				key,
			},
		});
	}

	union(node: SyntaxNode, types: CodeNode[]): CodeNode {
		return this.make("union", node, {
			list: {
				elements: types.flatMap((one) =>
					one.kind === "union" ? one.list.elements : [one],
				),
			},
		});
	}

	string(node: SyntaxNode): CodeNode {
		const [opening] = node.children;
		const isRaw = /r/i.test(opening ? this.text(opening) : "");
		const isFormatted = /f/i.test(opening ? this.text(opening) : "");
		const pieces = node.children.flatMap((piece) => {
			if (piece.type === "interpolation") {
				const inner = childIn(piece, "expression") ?? named(piece)[0];
				return inner ? [this.expression(inner)] : [];
			}
			if (piece.type !== "string_content") return [];
			const text = isRaw ? this.text(piece) : unescapeText(this.text(piece));
			const value = isFormatted
				? text.replace(/\{\{|\}\}/g, (twice) => twice[0] ?? "")
				: text;
			return [this.make("string", piece, { value })];
		});
		return this.template(node, pieces);
	}

	/** `"{} {}".format(a, b)` as a text that is put together; null for other calls. */
	textOf(
		node: SyntaxNode,
		{ kind, value, part: { object } }: CodeNode,
		given: readonly CodeNode[],
	): CodeNode | null {
		return kind === "member" && value === "format" && object?.kind === "string"
			? this.together(node, object, given, formatPieces)
			: null;
	}

	#template(node: SyntaxNode, pieces: readonly Piece[]): CodeNode {
		return this.template(
			node,
			pieces.map((one) =>
				typeof one === "string"
					? this.make("string", node, { value: one })
					: one,
			),
		);
	}

	/** A text with placeholders, and what is put into them; as it is written where that does not fit. */
	together(
		node: SyntaxNode,
		text: CodeNode,
		given: readonly CodeNode[],
		piecesOf: typeof formatPieces,
	): CodeNode {
		const pieces = piecesOf(String(text.value), given);
		if (pieces) return this.#template(node, pieces);
		const elements = given.map((one) =>
			one.kind === "keyword" ? (one.part.value ?? one) : one,
		);
		return this.make("template", node, {
			list: { elements: [text, ...elements] },
		});
	}
}
