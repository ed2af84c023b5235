/** Lowers Python's statements to the nodes that JavaScript gives, where the two say the same. */
import type { CodeNode, Source } from "./node.ts";
import { PythonExpressions } from "./python-expressions.ts";
import { childIn, childrenIn, named, type SyntaxNode } from "./syntax.ts";

class Python extends PythonExpressions {
	#blockIn(node: SyntaxNode | undefined, field: string): CodeNode | undefined {
		const body = childIn(node, field);
		return body && this.block(body);
	}

	statement(node: SyntaxNode): CodeNode[] {
		const [first] = named(node);
		switch (node.type) {
			case "expression_statement":
				return this.#expressions(node);
			case "import_statement":
				return childrenIn(node, "name").map((one) => this.#module(node, one));
			case "import_from_statement":
			case "future_import_statement":
				return [this.#importFrom(node)];
			case "decorated_definition":
				return this.#decorated(node);
			case "function_definition":
				return [this.#definition(node, this.functionOf(node))];
			case "class_definition":
				return [this.#definition(node, this.#class(node))];
			case "return_statement":
				return [
					this.make("return", node, { part: { value: this.optional(first) } }),
				];
			case "raise_statement": {
				const raised = named(node).find(({ field }) => field !== "cause");
				return [
					this.make("throw", node, { part: { value: this.optional(raised) } }),
				];
			}
			case "assert_statement":
				return [this.#assert(node)];
			case "if_statement":
				return [this.#if(node)];
			case "for_statement":
			case "while_statement":
				return this.#loopAndElse(node);
			case "try_statement":
				return [this.#try(node)];
			case "with_statement":
				return [this.#with(node)];
			case "match_statement":
				return this.#match(node);
			case "type_alias_statement": {
				const [left, right] = [childIn(node, "left"), childIn(node, "right")];
				return [
					this.make("declaration", node, {
						value: left ? this.text(left) : null,
						part: {
							target: this.optional(left),
							value: right && this.type(right),
						},
						facts: { isType: true },
					}),
				];
			}
			case "pass_statement":
			case "global_statement":
			case "nonlocal_statement":
			case "comment":
				return [];
			case "break_statement":
			case "continue_statement":
				return [this.make("jump", node, { value: node.type.split("_")[0] })];
			case "delete_statement":
				return [
					this.make("delete", node, {
						list: { children: named(node).map((one) => this.expression(one)) },
					}),
				];
			default:
				return [this.expression(node)];
		}
	}

	#expressions(node: SyntaxNode): CodeNode[] {
		return named(node).flatMap((child) => {
			// A lone text is a comment; in a pattern it is a text that is asked for.
			const isAlone = child.type === "string" && node.children.length === 1;
			if (isAlone && this.source.path !== "pattern") return [];
			return [this.expression(child)];
		});
	}

	#definition(node: SyntaxNode, value: CodeNode): CodeNode {
		const name = childIn(node, "name");
		return this.make("declaration", node, {
			value: name ? this.text(name) : null,
			part: { target: this.optional(name), value },
		});
	}

	#decorated(node: SyntaxNode): CodeNode[] {
		const definition = childIn(node, "definition");
		const [declared] = definition ? this.statement(definition) : [];
		if (!declared) return [];
		const decorators = named(node)
			.filter(({ type }) => type === "decorator")
			.flatMap((one) => named(one).slice(0, 1))
			.map((one) => this.expression(one));
		return [
			this.make("declaration", node, {
				value: declared.value ?? null,
				part: declared.part,
				list: { decorators },
			}),
		];
	}

	#class(node: SyntaxNode): CodeNode {
		const name = childIn(node, "name");
		const bases = named(childIn(node, "superclasses")).filter(
			({ type }) => type !== "keyword_argument",
		);
		return this.make("class", node, {
			value: name ? this.text(name) : undefined,
			part: { body: this.#blockIn(node, "body") },
			list: { bases: bases.map((one) => this.expression(one)) },
		});
	}

	#assert(node: SyntaxNode): CodeNode {
		const [condition, ...rest] = named(node);
		const name = this.make("name", node, { value: "AssertionError" });
		const thrown = this.make("throw", node, { part: { value: name } });
		return this.make("if", node, {
			part: {
				condition: this.make("unary", condition ?? node, {
					value: "!",
					part: { value: this.optional(condition) },
				}),
				consequence: this.make("block", node, {
					list: {
						statements: [thrown, ...rest.map((one) => this.expression(one))],
					},
				}),
			},
		});
	}

	#if(node: SyntaxNode): CodeNode {
		let rest: CodeNode | undefined;
		for (const other of childrenIn(node, "alternative").reverse())
			rest =
				other.type === "else_clause"
					? this.#blockIn(other, "body")
					: this.make("block", upTo(other, rest), {
							list: { statements: [this.#branch(other, rest)] },
						});
		return this.#branch(node, rest);
	}

	#branch(node: SyntaxNode, alternative: CodeNode | undefined): CodeNode {
		return this.make("if", upTo(node, alternative), {
			part: {
				condition: this.optional(childIn(node, "condition")),
				consequence: this.#blockIn(node, "consequence"),
				alternative,
			},
		});
	}

	/** The `else` of a loop that nothing breaks off is what follows the loop. */
	#loopAndElse(node: SyntaxNode): CodeNode[] {
		const otherwise = childIn(node, "alternative");
		if (!otherwise) return [this.#loop(node)];
		if (breaksOff(childIn(node, "body")))
			return [this.#loop(node, this.#blockIn(otherwise, "body"))];
		return [
			this.#loop(node),
			...this.statements(named(childIn(otherwise, "body"))),
		];
	}

	#loop(node: SyntaxNode, final?: CodeNode): CodeNode {
		const end = final ? node.end : (childIn(node, "body")?.end ?? node.end);
		return this.make(
			"loop",
			{ start: node.start, end },
			{
				part: {
					target: this.optional(childIn(node, "left")),
					iterable: this.optional(childIn(node, "right")),
					condition: this.optional(childIn(node, "condition")),
					body: this.#blockIn(node, "body"),
					final,
				},
			},
		);
	}

	#try(node: SyntaxNode): CodeNode {
		const inClause = (type: string) =>
			bodyOf(node.children.find((one) => one.type === type));
		const final = inClause("finally_clause");
		const otherwise = inClause("else_clause");
		const body = childIn(node, "body") ?? node;
		return this.make("try", node, {
			part: {
				// What follows `else` runs after the body.
				body: this.make(
					"block",
					{ start: body.start, end: otherwise?.end ?? body.end },
					{
						list: {
							statements: [
								...this.statements(named(body)),
								...this.statements(named(otherwise)),
							],
						},
					},
				),
				final: final && this.block(final),
			},
			list: {
				handlers: node.children
					.filter(({ type }) => /^except/.test(type))
					.map((one) => this.#clause(one)),
			},
		});
	}

	/** `except KeyError as problem` declares `problem`. */
	#clause(node: SyntaxNode): CodeNode {
		const body = bodyOf(node);
		const value =
			childIn(node, "value") ??
			named(node).find(({ type }) => type !== "block");
		return this.make("clause", node, {
			part: {
				value: value && this.#bound(value),
				body: body && this.block(body),
			},
		});
	}

	/** `value as name`, or the value alone. */
	#bound(node: SyntaxNode): CodeNode {
		if (node.type !== "as_pattern") return this.expression(node);
		const [value] = named(node);
		const [name] = named(childIn(node, "alias"));
		const target = this.optional(name);
		return this.make("declaration", node, {
			value: target?.value ?? null,
			part: { target, value: this.optional(value) },
		});
	}

	#with(node: SyntaxNode): CodeNode {
		const clause = node.children.find(({ type }) => type === "with_clause");
		return this.make("with", node, {
			part: { body: this.#blockIn(node, "body") },
			list: {
				elements: named(clause).map((item) =>
					this.#bound(childIn(item, "value") ?? item),
				),
			},
		});
	}

	/** `match` as conditions one after the other. */
	#match(node: SyntaxNode): CodeNode[] {
		const subject = childIn(node, "subject") ?? node;
		let rest: CodeNode | undefined;
		for (const one of named(childIn(node, "body")).toReversed()) {
			const pattern = named(one).find(({ type }) => type === "case_pattern");
			const consequence = this.#blockIn(one, "consequence");
			const [what] = named(pattern);
			const guard = childIn(one, "guard");
			rest =
				what && pattern
					? this.make("if", upTo(one, rest), {
							part: {
								condition: this.#guarded(this.#case(subject, what), guard),
								consequence,
								alternative: rest,
							},
						})
					: consequence;
		}
		return rest ? [rest] : [];
	}

	/** `case found if found > 7` asks both. */
	#guarded(left: CodeNode, guard: SyntaxNode | undefined): CodeNode {
		const right = this.optional(guard && named(guard)[0]);
		return guard && right
			? this.make("binary", guard, { value: "&&", part: { left, right } })
			: left;
	}

	/** `case 7` compares, `case found` declares a name. */
	#case(subject: SyntaxNode, what: SyntaxNode): CodeNode {
		const [left, right] = [this.expression(subject), this.expression(what)];
		return right.kind === "name"
			? this.make("declaration", what, {
					value: right.value,
					part: { target: right, value: left },
				})
			: this.make("binary", what, { value: "==", part: { left, right } });
	}

	/** `import a.b` declares `a`. */
	#module(node: SyntaxNode, one: SyntaxNode): CodeNode {
		const alias = childIn(one, "alias");
		const name = this.text((alias && childIn(one, "name")) ?? one);
		const top = alias ? name : (name.split(".")[0] ?? name);
		const as = alias ? this.text(alias) : top;
		if (name === "operator") this.operatorNames.add(as);
		return this.make("import", node, {
			value: top,
			facts: { imported: [{ name: "*", as }] },
		});
	}

	#importFrom(node: SyntaxNode): CodeNode {
		const from = childIn(node, "module_name");
		const imported = childrenIn(node, "name").map((one) => {
			const name = this.text(childIn(one, "name") ?? one);
			return { name, as: this.text(childIn(one, "alias") ?? one) };
		});
		if (from && /^typing(_extensions)?$/.test(this.text(from)))
			for (const { name, as } of imported) this.typingNames.set(as, name);
		if (from && this.text(from) === "operator")
			for (const { name, as } of imported) this.getterNames.set(as, name);
		const isAll = node.children.some(({ type }) => type === "wildcard_import");
		return this.make("import", node, {
			value: from ? this.text(from) : "__future__",
			facts: { imported, isAll },
		});
	}
}

/** Whether a `break` ends the loop of this body; one in the body of a loop inside it ends that one. */
function breaksOff(node: SyntaxNode | undefined): boolean {
	if (!node || /^(function|class)_definition$/.test(node.type)) return false;
	if (node.type === "break_statement") return true;
	return /^(for|while)_statement$/.test(node.type)
		? breaksOff(childIn(node, "alternative"))
		: named(node).some(breaksOff);
}

/** The block of a clause of `try`. */
const bodyOf = (clause: SyntaxNode | undefined) =>
	clause?.children.findLast(({ type }) => type === "block");

/** The place of a condition with the branches that follow it. */
const upTo = ({ start, end }: SyntaxNode, rest: CodeNode | undefined) => ({
	start,
	end: Math.max(end, rest?.end ?? end),
});

/** The program of a Python file. */
export const lowerPython = (source: Source, syntax: SyntaxNode) =>
	new Python(source).program(syntax);
