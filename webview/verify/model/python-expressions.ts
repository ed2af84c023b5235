/** Lowers Python's expressions, types and parameters. */
import type { CodeNode } from "./node.ts";
import { isSplat, PythonFunctions } from "./python-functions.ts";
import { percentPieces } from "./python-texts.ts";
import { childIn, childrenIn, named, type SyntaxNode } from "./syntax.ts";

export abstract class PythonExpressions extends PythonFunctions {
	expressions(node: SyntaxNode | undefined): CodeNode[] {
		return named(node).map((child) => this.expression(child));
	}

	expression(node: SyntaxNode): CodeNode {
		const simple = this.literal(node) ?? this.#operation(node);
		if (simple) return simple;
		const [first] = named(node);
		switch (node.type) {
			case "parenthesized_expression":
				return first ? this.expression(first) : this.other(node, []);
			case "type":
				return this.type(node);
			case "generic_type": {
				const [object, parameters] = named(node);
				return this.generic(
					node,
					this.expression(object ?? node),
					named(parameters).map((one) => this.type(one)),
				);
			}
			case "union_type":
				return this.union(
					node,
					named(node).map((one) => this.type(one)),
				);
			case "member_type": {
				const parts = named(node);
				const [object, property] = [parts[0], parts.at(-1)];
				return object && property
					? this.member(node, this.type(object), property)
					: this.other(node, []);
			}
			case "call":
				return this.#call(node);
			case "attribute": {
				const [object, property] = [
					childIn(node, "object"),
					childIn(node, "attribute"),
				];
				return object && property
					? this.#unpacked(node, this.expression(object), (on) =>
							this.member(node, on, property),
						)
					: this.other(node, this.expressions(node));
			}
			case "subscript":
				return this.#subscript(node);
			case "conditional_expression": {
				const [consequence, condition, alternative] = this.expressions(node);
				return this.make("if", node, {
					part: { condition, consequence, alternative },
				});
			}
			case "named_expression":
				return this.#declared(
					node,
					childIn(node, "name"),
					childIn(node, "value"),
				);
			case "assignment":
				return this.#assigned(node);
			case "augmented_assignment": {
				const operator = childIn(node, "operator");
				return this.make("assignment", node, {
					value: operator ? this.text(operator) : "=",
					part: {
						target: this.optional(childIn(node, "left")),
						value: this.optional(childIn(node, "right")),
					},
				});
			}
			case "lambda":
				return this.functionOf(node);
			case "await":
				return this.make("await", node, {
					part: { value: this.optional(first) },
				});
			case "yield":
				return this.make("yield", node, {
					part: { value: this.optional(first) },
				});
			case "tuple_pattern":
				// `(name) = value` has no comma, and is no tuple.
				return first && !node.children.some(({ type }) => type === ",")
					? this.expression(first)
					: this.make("array", node, {
							list: { elements: this.expressions(node) },
						});
			case "list":
			case "list_pattern":
			case "pattern_list":
				return this.make("array", node, {
					list: { elements: this.expressions(node) },
				});
			case "tuple":
			case "expression_list":
				return this.make("tuple", node, {
					list: { elements: this.expressions(node) },
				});
			case "dictionary":
				return this.make("object", node, {
					list: { properties: named(node).map((one) => this.#pair(one)) },
				});
			case "list_splat":
			case "dictionary_splat":
			case "list_splat_pattern":
			case "dictionary_splat_pattern":
			case "parenthesized_list_splat":
				return this.make("spread", node, {
					part: { value: this.optional(first) },
				});
			case "list_comprehension":
			case "generator_expression":
			case "set_comprehension":
			case "dictionary_comprehension":
				return this.#comprehension(node);
			case "slice":
				return this.#slice(node);
			case "keyword_argument": {
				const name = childIn(node, "name");
				return this.make("keyword", node, {
					value: name ? this.text(name) : null,
					part: { value: this.optional(childIn(node, "value")) },
				});
			}
			default:
				return this.other(node, this.expressions(node));
		}
	}

	/** What is made of a value. The grammar reads `*a.b` as `(*a).b`. */
	#unpacked(
		node: SyntaxNode,
		on: CodeNode,
		make: (on: CodeNode) => CodeNode,
	): CodeNode {
		const { value } = on.part;
		return on.kind === "spread" && value
			? this.make("spread", node, { part: { value: make(value) } })
			: make(on);
	}

	#operation(node: SyntaxNode): CodeNode | null {
		const operator = childIn(node, "operator");
		const sign = operator ? this.text(operator) : "";
		const [left, right] = [
			this.optional(
				/_operator$/.test(node.type) ? childIn(node, "left") : undefined,
			),
			this.optional(
				/_operator$/.test(node.type) ? childIn(node, "right") : undefined,
			),
		];
		switch (node.type) {
			case "binary_operator":
				return left && right ? this.#binary(node, sign, left, right) : null;
			case "boolean_operator":
				return this.make("binary", node, {
					value: sign === "and" ? "&&" : "||",
					part: { left, right },
				});
			case "not_operator":
				return this.make("unary", node, {
					value: "!",
					part: { value: this.optional(childIn(node, "argument")) },
				});
			case "unary_operator": {
				const value = this.optional(childIn(node, "argument"));
				return sign === "-" && value?.kind === "number"
					? this.make("number", node, { value: -Number(value.value) })
					: this.make("unary", node, { value: sign, part: { value } });
			}
			case "comparison_operator":
				return this.#comparison(node);
			default:
				return null;
		}
	}

	#binary(
		node: SyntaxNode,
		sign: string,
		left: CodeNode,
		right: CodeNode,
	): CodeNode {
		const isText = ({ kind }: CodeNode) =>
			kind === "string" || kind === "template";
		if (sign === "|") return this.union(node, [left, right]);
		if (sign === "+" && (isText(left) || isText(right)))
			return this.template(node, [left, right]);
		if (sign === "%" && left.kind === "string") {
			const given = right.kind === "tuple" ? right.list.elements : [right];
			return this.together(node, left, given, percentPieces);
		}
		return this.make("binary", node, { value: sign, part: { left, right } });
	}

	/** `a < b < c` is `a < b and b < c`. */
	#comparison(node: SyntaxNode): CodeNode {
		const operands = named(node);
		const signs = node.children
			.filter(({ isNamed }) => !isNamed)
			.map((one) => this.text(one).replace(/\s+/g, " "));
		const spelled: Record<string, string> = {
			is: "==",
			"is not": "!=",
			"<>": "!=",
		};
		const links = operands.slice(1).map((right, index) => {
			const left = operands[index] ?? right;
			const sign = signs[index] ?? "";
			return this.make(
				"binary",
				{ start: left.start, end: right.end },
				{
					value: spelled[sign] ?? sign,
					part: { left: this.expression(left), right: this.expression(right) },
				},
			);
		});
		return (
			links.reduce<CodeNode | null>(
				(left, right) =>
					left
						? this.make("binary", node, { value: "&&", part: { left, right } })
						: right,
				null,
			) ?? this.other(node, [])
		);
	}

	#call(node: SyntaxNode): CodeNode {
		const callee = this.expression(childIn(node, "function") ?? node);
		const list = childIn(node, "arguments");
		const given =
			list?.type === "argument_list"
				? this.expressions(list)
				: list
					? [this.expression(list)]
					: [];
		const isKeyword = ({ kind }: CodeNode) =>
			kind === "keyword" || kind === "spread";
		if (
			callee.kind === "name" &&
			callee.value === "dict" &&
			given.every(isKeyword)
		)
			return this.make("object", node, {
				list: {
					properties: given.map((one) =>
						one.kind === "keyword"
							? this.make("property", one, {
									value: one.value ?? null,
									part: one.part,
								})
							: one,
					),
				},
			});
		return (
			this.textOf(node, callee, given) ??
			this.getter(node, callee, given) ??
			this.#unpacked(node, callee, (on) => this.call(node, on, given))
		);
	}

	#subscript(node: SyntaxNode): CodeNode {
		const object = this.optional(childIn(node, "value"));
		const keys = childrenIn(node, "subscript").map((one) =>
			this.expression(one),
		);
		if (!object) return this.other(node, keys);
		if (/^(Optional|Union|Annotated|List|Dict)$/.test(this.typeName(object)))
			return this.generic(node, object, keys);
		const key =
			keys.length === 1
				? keys[0]
				: this.make("array", node, { list: { elements: keys } });
		return this.#unpacked(node, object, (on) =>
			this.make("index", node, { part: { object: on, key } }),
		);
	}

	#slice(node: SyntaxNode): CodeNode {
		const colon = node.children.findIndex(({ type }) => type === ":");
		const part = (nodes: readonly SyntaxNode[]) =>
			this.optional(
				nodes.find(({ isNamed, type }) => isNamed && type !== "comment"),
			);
		return this.make("slice", node, {
			part: {
				start: part(node.children.slice(0, colon)),
				stop: part(node.children.slice(colon + 1)),
			},
		});
	}

	#pair(node: SyntaxNode): CodeNode {
		if (node.type !== "pair") {
			const inner = this.expression(named(node)[0] ?? node);
			if (/^(ellipsis|metavariable)$/.test(inner.kind) && !isSplat(node))
				return inner;
			return this.make("spread", node, { part: { value: inner } });
		}
		const key = this.optional(childIn(node, "key"));
		const isFixed = key?.kind === "string" || key?.kind === "number";
		return this.make("property", node, {
			value: isFixed ? String(key.value) : null,
			part: {
				key: isFixed ? undefined : key,
				value: this.optional(childIn(node, "value")),
			},
		});
	}

	#comprehension(node: SyntaxNode): CodeNode {
		const [body, ...clauses] = named(node);
		const tests = clauses.filter(({ type }) => type === "if_clause");
		return this.make("comprehension", node, {
			value: node.type.replace(/_.*/, ""),
			part: {
				body:
					body &&
					(body.type === "pair" ? this.#pair(body) : this.expression(body)),
			},
			list: {
				loops: clauses
					.filter(({ type }) => type === "for_in_clause")
					.map((clause) =>
						this.make("loop", clause, {
							part: {
								target: this.optional(childIn(clause, "left")),
								iterable: this.optional(childIn(clause, "right")),
							},
						}),
					),
				children: tests.flatMap((one) => this.expressions(one).slice(0, 1)),
			},
		});
	}

	#assigned(node: SyntaxNode): CodeNode {
		const left = childIn(node, "left") ?? node;
		const right = childIn(node, "right");
		const type = childIn(node, "type");
		const target = this.expression(left);
		// `a = b = 1` gives both the same.
		const value = this.optional(
			right?.type === "assignment" ? childIn(right, "right") : right,
		);
		return target.kind === "member" || target.kind === "index"
			? this.make("assignment", node, {
					value: "=",
					part: {
						target,
						value: value ?? this.make("constant", node, { value: "null" }),
					},
				})
			: this.make("declaration", node, {
					value: target.value ?? null,
					part: { target, type: type && this.type(type), value },
				});
	}

	#declared(
		node: SyntaxNode,
		name: SyntaxNode | undefined,
		value: SyntaxNode | undefined,
	) {
		return this.make("declaration", node, {
			value: name ? this.text(name) : null,
			part: { target: this.optional(name), value: this.optional(value) },
		});
	}
}
