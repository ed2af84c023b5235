/** Lowers the types of TypeScript, and the keys and names that all parts of the language share. */
import { Builder } from "./builder.ts";
import { unescapeText } from "./literals.ts";
import { type CodeNode, intersection } from "./node.ts";
import { childIn, hasToken, named, type SyntaxNode } from "./syntax.ts";

export abstract class JavaScriptTypes extends Builder {
	identifier(node: SyntaxNode): CodeNode {
		const name = this.text(node);
		return name === "undefined" ? this.undefined(node) : this.name(node, name);
	}

	/** Code that asks whether there is a value asks for `null` and `undefined` alike. */
	undefined(at: SyntaxNode): CodeNode {
		const facts = { isUndefined: true };
		return this.make("constant", at, { value: "null", facts });
	}

	textOfString(node: SyntaxNode): string {
		return unescapeText(this.text(node).slice(1, -1));
	}

	/** The name of a key, or null when it is computed. */
	key(node: SyntaxNode): string | null {
		if (node.type === "string") return this.textOfString(node);
		if (node.type !== "computed_property_name") return this.text(node);
		const [inner] = named(node);
		return inner?.type === "string" ? this.textOfString(inner) : null;
	}

	/** The property of a `key: value` pair, in an object or in a pattern that takes one apart. */
	pair(node: SyntaxNode, value: CodeNode | undefined): CodeNode {
		const written = childIn(node, "key") ?? node;
		const key = this.key(written);
		return this.make("property", node, {
			value: key,
			part: {
				key: key === null ? this.optional(named(written)[0]) : undefined,
				value,
			},
		});
	}

	/** The type after a colon. */
	annotation(node: SyntaxNode | undefined): CodeNode | undefined {
		return node && this.type(named(node)[0] ?? node);
	}

	type(node: SyntaxNode | undefined): CodeNode | undefined {
		if (!node) return undefined;
		const [first] = named(node);
		switch (node.type) {
			case "object_type":
			case "interface_body":
				return this.shape(node);
			case "parenthesized_type":
			case "readonly_type":
				return this.type(first);
			case "union_type":
				return this.make("union", node, {
					list: {
						elements: named(node).flatMap((child) => {
							const type = this.#type(child);
							return type.kind === "union" ? type.list.elements : [type];
						}),
					},
				});
			case "predefined_type":
			case "type_identifier":
				return this.identifier(node);
			case "literal_type":
				return first && this.expression(first);
			case "array_type":
				return this.make("index", node, {
					part: {
						object: this.make("name", node, { value: "Array" }),
						key: this.type(first),
					},
				});
			case "generic_type":
				return this.#generic(node);
			case "lookup_type": {
				const [object, key] = named(node).map((one) => this.#type(one));
				const part = { object, key };
				return object && key?.kind === "string"
					? this.make("member", node, { part: { object }, value: key.value })
					: this.make("index", node, { part });
			}
			default:
				return this.other(
					node,
					named(node).map((child) => this.#type(child)),
				);
		}
	}

	#type(node: SyntaxNode): CodeNode {
		return this.type(node) ?? this.other(node, []);
	}

	#generic(node: SyntaxNode): CodeNode {
		const name = childIn(node, "name") ?? named(node)[0] ?? node;
		const given = named(childIn(node, "type_arguments")).map((one) =>
			this.#type(one),
		);
		return this.make("index", node, {
			part: {
				object: this.expression(name),
				key:
					given.length === 1
						? given[0]
						: this.make("array", node, { list: { elements: given } }),
			},
		});
	}

	/** `T extends string = "a"` */
	typeParameter(node: SyntaxNode): CodeNode {
		const standard = childIn(node, "value");
		return this.make("parameter", node, {
			value: this.text(childIn(node, "name") ?? node),
			part: { default: standard && this.type(named(standard)[0] ?? standard) },
		});
	}

	/** An interface, together with those that it extends. */
	interface(node: SyntaxNode): CodeNode {
		const own = this.shape(childIn(node, "body") ?? node);
		const clause = named(node).find(
			({ type }) => type === "extends_type_clause",
		);
		const bases = named(clause).map((one) => this.#type(one));
		return bases.length === 0
			? own
			: this.make("other", node, {
					value: intersection,
					list: { children: [...bases, own] },
				});
	}

	shape(node: SyntaxNode): CodeNode {
		const members = named(node).filter(({ type }) =>
			/^(property|method)_signature$/.test(type),
		);
		return this.make("shape", node, {
			list: {
				members: members.map((member) =>
					this.make("field", member, {
						value: this.key(childIn(member, "name") ?? member),
						part: {
							type:
								member.type === "method_signature"
									? this.make("signature", member)
									: this.annotation(childIn(member, "type")),
						},
						facts: { isOptional: hasToken(member, "?") },
					}),
				),
			},
		});
	}
}
