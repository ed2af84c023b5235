/** Lowers the functions, classes and binding patterns of JavaScript, TypeScript and TSX. */
import { JavaScriptTypes } from "./javascript-types.ts";
import type { CodeNode } from "./node.ts";
import { childIn, hasToken, named, type SyntaxNode } from "./syntax.ts";

export abstract class JavaScriptFunctions extends JavaScriptTypes {
	functionOf(node: SyntaxNode): CodeNode {
		const single = childIn(node, "parameter");
		const list = named(childIn(node, "parameters")).filter(
			({ type }) => type !== "this",
		);
		const body = childIn(node, "body");
		const name = childIn(node, "name");
		return this.make("function", node, {
			value: name ? this.text(name) : undefined,
			part: {
				returns: this.annotation(childIn(node, "return_type")),
				body: this.#withFields(this.#body(node, body), list),
			},
			list: {
				parameters: (single ? [single] : list).map((one) =>
					this.#parameter(one),
				),
			},
			facts: {
				isAsync: hasToken(node, "async"),
				isGetter: hasToken(node, "get"),
				isSetter: hasToken(node, "set"),
				isGeneric: !!childIn(node, "type_parameters"),
			},
		});
	}

	#body(owner: SyntaxNode, body: SyntaxNode | undefined): CodeNode {
		if (!body) return this.make("block", owner);
		if (body.type === "statement_block") return this.block(body);
		return this.expressionBody(body);
	}

	/** The body of a constructor, which begins with `this.name = name` for each parameter that is a field: `constructor(private name: string)`. */
	#withFields(body: CodeNode, parameters: readonly SyntaxNode[]): CodeNode {
		const fields = parameters.flatMap((one) => {
			const isField =
				/_parameter$/.test(one.type) &&
				one.children.some(({ type }) =>
					/^(accessibility_modifier|override_modifier|readonly)$/.test(type),
				);
			const name = isField ? childIn(one, "pattern") : undefined;
			if (name?.type !== "identifier") return [];
			const value = this.text(name);
			const target = this.make("member", name, {
				value,
				part: { object: this.make("name", name, { value: "this" }) },
			});
			return [
				this.make("assignment", one, {
					value: "=",
					part: { target, value: this.make("name", name, { value }) },
					facts: { isField: true },
				}),
			];
		});
		return fields.length === 0
			? body
			: this.make("block", parameters[0] as SyntaxNode, {
					list: { statements: [...fields, ...body.list.statements] },
				});
	}

	#parameter(node: SyntaxNode): CodeNode {
		let [target, standard, type]: (SyntaxNode | undefined)[] = [
			node,
			undefined,
			undefined,
		];
		if (/^(required|optional)_parameter$/.test(node.type)) {
			target = childIn(node, "pattern");
			standard = childIn(node, "value");
			type = childIn(node, "type");
		}
		if (target?.type === "assignment_pattern") {
			standard = childIn(target, "right");
			target = childIn(target, "left");
		}
		const isRest = target?.type === "rest_pattern";
		const inner = (isRest ? named(target)[0] : target) ?? node;
		const bound = this.target(inner);
		if (bound.kind === "ellipsis") return bound;
		return this.make("parameter", node, {
			value: bound.value ?? null,
			part: {
				target: bound,
				type: this.annotation(type),
				default: this.optional(standard),
			},
			facts: { isRest },
		});
	}

	/** What a declaration, a parameter or an assignment binds. */
	target(node: SyntaxNode): CodeNode {
		const [first] = named(node);
		switch (node.type) {
			case "object_pattern":
				return this.make("object", node, {
					list: {
						properties: named(node).map((one) => this.#boundProperty(one)),
					},
				});
			case "array_pattern":
				return this.make("array", node, {
					list: { elements: this.#boundElements(node) },
				});
			case "assignment_pattern": {
				const left = childIn(node, "left");
				return this.make("default", node, {
					part: {
						target: left && this.target(left),
						value: this.optional(childIn(node, "right")),
					},
				});
			}
			case "rest_pattern":
				return this.make("spread", node, {
					part: { value: first && this.target(first) },
				});
			default:
				return this.expression(node);
		}
	}

	#boundElements(node: SyntaxNode): CodeNode[] {
		const elements: CodeNode[] = [];
		let isOpen = true;
		for (const child of node.children) {
			if (child.type === ",") {
				if (isOpen) elements.push(this.make("gap", child));
				isOpen = true;
			} else if (child.isNamed && child.type !== "comment") {
				elements.push(this.target(child));
				isOpen = false;
			}
		}
		return elements;
	}

	#boundProperty(node: SyntaxNode): CodeNode {
		if (node.type === "rest_pattern") return this.target(node);
		if (node.type === "pair_pattern") {
			const value = childIn(node, "value");
			return this.pair(node, value && this.target(value));
		}
		const isDefault = node.type === "object_assignment_pattern";
		const name = isDefault ? (childIn(node, "left") ?? node) : node;
		const target = this.identifier(name);
		if (target.kind === "ellipsis") return target;
		const value = isDefault
			? this.make("default", node, {
					part: { target, value: this.optional(childIn(node, "right")) },
				})
			: target;
		return this.make("property", node, {
			value: this.text(name),
			part: { value },
		});
	}

	classOf(node: SyntaxNode): CodeNode {
		const name = childIn(node, "name");
		const body = childIn(node, "body");
		const heritage = named(node).find(({ type }) => type === "class_heritage");
		const clauses = named(heritage);
		const base =
			clauses.find(({ type }) => type === "extends_clause") ?? heritage;
		const [parent] = named(base);
		return this.make("class", node, {
			value: name ? this.text(name) : undefined,
			part: {
				body: this.make("block", body ?? node, {
					list: { statements: named(body).flatMap((one) => this.#member(one)) },
				}),
			},
			list: {
				bases:
					parent && parent.type !== "implements_clause"
						? [this.expression(parent)]
						: [],
			},
		});
	}

	#member(node: SyntaxNode): CodeNode[] {
		const name = childIn(node, "name") ?? childIn(node, "property");
		if (!name)
			return node.type === "class_static_block" ? this.statement(node) : [];
		const value = /^method_/.test(node.type)
			? this.functionOf(node)
			: this.optional(childIn(node, "value"));
		if (!value && this.text(name) === "µ__")
			return [this.make("ellipsis", node)];
		return [
			this.make("property", node, {
				value: this.key(name),
				part: { type: this.annotation(childIn(node, "type")), value },
				facts: { isStatic: hasToken(node, "static") },
			}),
		];
	}

	/** What a call does in other words; null for most. */
	inOtherWords(
		node: SyntaxNode,
		called: CodeNode,
		given: readonly CodeNode[],
	): CodeNode | null {
		return (
			this.#joined(node, called, given) ??
			this.#bound(node, called, given) ??
			this.#defined(node, called, given)
		);
	}

	/** `f.bind(null, a)` is `() => f(a)`. */
	#bound(
		node: SyntaxNode,
		{ kind, value, part: { object } }: CodeNode,
		[, ...given]: readonly CodeNode[],
	): CodeNode | null {
		if (kind !== "member" || value !== "bind" || !object) return null;
		if (given.length === 0) return null;
		const call = this.call(node, object, given);
		const returned = this.make("return", node, { part: { value: call } });
		const body = this.make("block", node, { list: { statements: [returned] } });
		return this.make("function", node, { part: { body } });
	}

	/** `"a".concat(b)` and `["a", b].join("")` are templates. */
	#joined(
		node: SyntaxNode,
		{ kind, value, part: { object } }: CodeNode,
		given: readonly CodeNode[],
	): CodeNode | null {
		if (kind !== "member" || !object) return null;
		if (value === "concat" && /^(string|template)$/.test(object.kind))
			return this.template(node, [object, ...given]);
		const [between] = given;
		if (value !== "join" || object.kind !== "array") return null;
		if (!between || !/^(string|name)$/.test(between.kind) || given.length !== 1)
			return null;
		const { elements } = object.list;
		if (elements.some((one) => /^(spread|ellipsis)$/.test(one.kind)))
			return null;
		return this.template(
			node,
			elements.flatMap((one, index) =>
				index > 0 && between.value ? [between, one] : [one],
			),
		);
	}

	/** `Object.defineProperty(object, "key", { value })` sets the member. */
	#defined(
		node: SyntaxNode,
		{ value, part: { object: owner } }: CodeNode,
		[object, key, described]: readonly CodeNode[],
	): CodeNode | null {
		if (owner?.value !== "Object" || value !== "defineProperty") return null;
		const given = described?.list.properties.find(
			(one) => one.value === "value",
		)?.part.value;
		if (!object || key?.kind !== "string" || !given) return null;
		const target = this.make("member", node, {
			part: { object },
			value: key.value,
		});
		return this.make("assignment", node, {
			value: "=",
			part: { target, value: given },
		});
	}
}
