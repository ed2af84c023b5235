/** Lowers the expressions, patterns and functions of JavaScript, TypeScript and TSX. */

import { JavaScriptFunctions } from "./javascript-functions.ts";
import { unescapeText } from "./literals.ts";
import type { CodeNode } from "./node.ts";
import { childIn, childrenIn, named, type SyntaxNode } from "./syntax.ts";

export abstract class JavaScriptExpressions extends JavaScriptFunctions {
	/** Other names under which the text imports `createElement`. */
	protected readonly elementCreators = new Set<string>();

	expression(node: SyntaxNode): CodeNode {
		const simple = this.#literal(node);
		if (simple) return simple;
		const children = () => named(node).map((child) => this.expression(child));
		const [first] = named(node);
		switch (node.type) {
			case "parenthesized_expression":
			case "as_expression":
			case "satisfies_expression":
			case "non_null_expression":
			case "instantiation_expression":
				return first ? this.expression(first) : this.other(node, []);
			case "type_assertion":
				return this.expression(named(node).at(-1) ?? node);
			case "sequence_expression":
				return this.make("comma", node, { list: { elements: children() } });
			case "call_expression":
			case "new_expression":
				return this.#call(node);
			case "member_expression": {
				const [object, property] = [
					childIn(node, "object"),
					childIn(node, "property"),
				];
				return object && property
					? this.member(node, this.expression(object), property)
					: this.other(node, children());
			}
			case "subscript_expression": {
				const [object, key] = [childIn(node, "object"), childIn(node, "index")];
				return object && key
					? this.#indexed(node, this.expression(object), this.expression(key))
					: this.other(node, children());
			}
			case "binary_expression":
				return this.#binary(node);
			case "unary_expression":
				return this.#unary(node);
			case "update_expression":
				return this.make("assignment", node, {
					value: this.text(node).includes("++") ? "+=" : "-=",
					part: {
						target: this.optional(childIn(node, "argument")),
						value: this.make("number", node, { value: 1 }),
					},
					facts: { isPostfix: /[+-]$/.test(this.text(node)) },
				});
			case "assignment_expression":
			case "augmented_assignment_expression": {
				const left = childIn(node, "left");
				const operator = childIn(node, "operator");
				return this.make("assignment", node, {
					value: operator ? this.text(operator) : "=",
					part: {
						target: left && this.target(left),
						value: this.optional(childIn(node, "right")),
					},
				});
			}
			case "ternary_expression":
				return this.make("if", node, {
					part: {
						condition: this.optional(childIn(node, "condition")),
						consequence: this.optional(childIn(node, "consequence")),
						alternative: this.optional(childIn(node, "alternative")),
					},
				});
			case "arrow_function":
			case "function_expression":
			case "generator_function":
				return this.functionOf(node);
			case "class":
				return this.classOf(node);
			case "array":
				return this.make("array", node, { list: { elements: children() } });
			case "object":
				return this.make("object", node, {
					list: { properties: named(node).map((one) => this.#property(one)) },
				});
			case "spread_element":
				return this.make("spread", node, {
					part: { value: this.optional(first) },
				});
			case "await_expression":
				return this.make("await", node, {
					part: { value: this.optional(first) },
				});
			case "yield_expression":
				return this.make("yield", node, {
					part: { value: this.optional(first) },
				});
			case "jsx_self_closing_element":
				return this.#element(node, node, []);
			case "jsx_element":
				return this.#element(
					node,
					childIn(node, "open_tag") ?? node,
					named(node).filter(({ field }) => !field),
				);
			case "jsx_expression":
				return first
					? this.expression(first)
					: this.make("text", node, { value: "" });
			default:
				return /_(statement|declaration)$/.test(node.type)
					? this.make("block", node, {
							list: { statements: this.statement(node) },
						})
					: this.other(node, children());
		}
	}

	#literal(node: SyntaxNode): CodeNode | null {
		switch (node.type) {
			case "identifier":
			case "property_identifier":
			case "private_property_identifier":
			case "shorthand_property_identifier":
			case "shorthand_property_identifier_pattern":
			case "type_identifier":
			case "predefined_type":
			case "this_type":
				return this.identifier(node);
			case "undefined":
				return this.undefined(node);
			case "this":
			case "super":
				return this.make("name", node, { value: node.type });
			case "number":
				return this.make("number", node, {
					value: Number(this.text(node).replace(/[_n]/g, "")),
				});
			case "string":
				return this.make("string", node, { value: this.textOfString(node) });
			case "true":
			case "false":
			case "null":
				return this.make("constant", node, { value: node.type });
			case "regex":
				return this.make("regex", node, { value: this.text(node) });
			case "template_string":
				return this.template(
					node,
					named(node).flatMap((piece) => {
						if (piece.type !== "template_substitution")
							return [
								this.make("string", piece, {
									value: unescapeText(this.text(piece)),
								}),
							];
						const [inner] = named(piece);
						return inner ? [this.expression(inner)] : [];
					}),
				);
			default:
				return null;
		}
	}

	#call(node: SyntaxNode): CodeNode {
		const isNew = node.type === "new_expression";
		let callee = childIn(node, isNew ? "constructor" : "function") ?? node;
		// TypeScript's grammar reads `await f<T>(x)` as a call of `await f`.
		const isAwaited = callee.type === "await_expression";
		while (/^(await|parenthesized)_expression$/.test(callee.type)) {
			const [inner] = named(callee);
			if (!inner) break;
			callee = inner;
		}
		const list = childIn(node, "arguments");
		const given =
			list?.type === "template_string"
				? [this.expression(list)]
				: named(list).map((one) => this.expression(one));
		if (this.#createsElement(callee) && given.length > 0 && !isNew)
			return this.#created(node, given);
		const called = this.expression(callee);
		const other = isNew ? null : this.inOtherWords(node, called, given);
		if (other) return other;
		const call = this.call(node, called, given, isNew);
		return isAwaited
			? this.make("await", node, { part: { value: call } })
			: call;
	}

	#indexed(at: SyntaxNode, object: CodeNode, key: CodeNode): CodeNode {
		return key.kind === "string"
			? this.make("member", at, { part: { object }, value: key.value })
			: // It is looked up after its key is known.
				this.make("index", at, { part: { object, key }, position: key.end });
	}

	#binary(node: SyntaxNode): CodeNode {
		const operator = childIn(node, "operator");
		const [left, right] = [childIn(node, "left"), childIn(node, "right")];
		if (!operator || !left || !right)
			return this.other(
				node,
				named(node).map((child) => this.expression(child)),
			);
		const [one, other] = [this.expression(left), this.expression(right)];
		const sign = this.text(operator);
		const isText = [one, other].some(
			({ kind }) => kind === "string" || kind === "template",
		);
		return sign === "+" && isText
			? this.template(node, [one, other])
			: this.make("binary", node, {
					value: sign,
					part: { left: one, right: other },
				});
	}

	#unary(node: SyntaxNode): CodeNode {
		const operator = childIn(node, "operator");
		const value = this.optional(childIn(node, "argument"));
		const sign = operator ? this.text(operator) : "";
		// `!0` is `true`.
		if (sign === "!" && value?.kind === "number")
			return this.make("constant", node, { value: String(!value.value) });
		return /^[+-]$/.test(sign) && value?.kind === "number"
			? this.make("number", node, {
					value: Number(`${sign}1`) * Number(value.value),
				})
			: this.make("unary", node, { value: sign, part: { value } });
	}

	#property(node: SyntaxNode): CodeNode {
		const [first] = named(node);
		if (node.type === "spread_element")
			return this.make("spread", node, {
				part: { value: this.optional(first) },
			});
		if (node.type === "method_definition")
			return this.make("property", node, {
				value: this.key(childIn(node, "name") ?? node),
				part: { value: this.functionOf(node) },
			});
		if (node.type === "pair")
			return this.pair(node, this.optional(childIn(node, "value")));
		const value = this.identifier(node);
		return value.kind === "ellipsis"
			? value
			: this.make("property", node, {
					value: this.text(node),
					part: { value },
				});
	}

	#element(
		node: SyntaxNode,
		tag: SyntaxNode,
		children: readonly SyntaxNode[],
	): CodeNode {
		const name = childIn(tag, "name");
		return this.make("element", node, {
			value: name ? this.text(name) : "",
			part: { tag: name && this.expression(name) },
			list: {
				attributes: childrenIn(tag, "attribute").map((one) =>
					this.#attribute(one),
				),
				children: children.flatMap((one, index) =>
					this.#child(one, index > 0 && index < children.length - 1),
				),
			},
		});
	}

	#createsElement(callee: SyntaxNode): boolean {
		const name = this.text(callee);
		return createsElement.test(name) || this.elementCreators.has(name);
	}

	/** `createElement("p", { id }, text)` is `<p id={id}>{text}</p>`. */
	#created(node: SyntaxNode, [tag, given, ...children]: CodeNode[]): CodeNode {
		const attributes =
			given?.kind === "object"
				? given.list.properties.map((one) =>
						one.kind === "property"
							? { ...one, kind: "attribute" as const }
							: one,
					)
				: given && given.kind !== "constant"
					? [this.make("spread", given, { part: { value: given } })]
					: [];
		return this.make("element", node, {
			value: tag?.value ?? "",
			part: { tag },
			list: { attributes, children },
		});
	}

	#attribute(node: SyntaxNode): CodeNode {
		const [first, value] = named(node);
		if (node.type === "jsx_expression") {
			const spread = first?.type === "spread_element" ? named(first)[0] : first;
			return this.make("spread", node, {
				part: { value: this.optional(spread) },
			});
		}
		return this.make("attribute", node, {
			value: first ? this.text(first) : "",
			part: { value: this.optional(value) },
		});
	}

	#child(node: SyntaxNode, isBetween: boolean): CodeNode[] {
		if (node.type !== "jsx_text" && node.type !== "html_character_reference")
			return [this.expression(node)];
		const value = foldSpace(this.text(node)).trim();
		// Space between two children is text, unless the line breaks there.
		if (!value)
			return isBetween && !this.text(node).includes("\n")
				? [this.make("string", node, { value: " " })]
				: [];
		return [
			value === "µ__" || value === "..."
				? this.make("ellipsis", node)
				: this.make("text", node, { value }),
		];
	}
}

const createsElement = /^(React\s*\.\s*)?createElement$/;

const foldSpace = (text: string) =>
	text
		.replace(/\s+/g, " ")
		.replace(/&amp;/g, "&")
		.replace(/&nbsp;/g, " ");
