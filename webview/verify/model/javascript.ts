/** Lowers JavaScript, TypeScript and TSX: statements and declarations. What does not change the meaning of code is dropped. */
import { withCommonExports } from "./commonjs.ts";
import { JavaScriptExpressions } from "./javascript-expressions.ts";
import type { CodeNode, NodeDetails, Parts, Source } from "./node.ts";
import { leaves } from "./order.ts";
import {
	childIn,
	childrenIn,
	hasToken,
	named,
	type SyntaxNode,
} from "./syntax.ts";

/** Characters of a file's cases that are lowered once more for the cases that run on into them. */
const MOST_COPIED = 100_000;

class JavaScript extends JavaScriptExpressions {
	override program(node: SyntaxNode): CodeNode {
		const statements = this.statements(named(node));
		return this.make("program", node, {
			list: {
				statements: withCommonExports(statements, (kind, at, init) =>
					this.make(kind, at, init),
				),
			},
		});
	}

	/** One statement may be several nodes: declarations of several names, an export beside what it exports. */
	statement(node: SyntaxNode): CodeNode[] {
		switch (node.type) {
			case "expression_statement":
				return named(node).map((child) => this.expression(child));
			case "empty_statement":
			case "comment":
			case "hash_bang_line":
			case "debugger_statement":
				return [];
			case "lexical_declaration":
			case "variable_declaration":
				return this.#variables(node);
			case "function_declaration":
			case "generator_function_declaration":
			case "function_signature":
			case "class_declaration":
			case "abstract_class_declaration":
				return [this.#definition(node)];
			case "export_statement":
				return this.#exported(node);
			case "import_statement":
				return [this.#imported(node)];
			case "return_statement":
				return [this.#leaving("return", node)];
			case "throw_statement":
				return [this.#leaving("throw", node)];
			case "continue_statement":
			case "break_statement":
				return [this.#jump(node)];
			case "if_statement":
				return [this.#if(node)];
			case "switch_statement":
				return [this.#switch(node)];
			case "for_in_statement":
			case "for_statement":
			case "while_statement":
			case "do_statement":
				return [this.#loop(node)];
			case "try_statement":
				return [this.#try(node)];
			case "statement_block":
				return [this.block(node)];
			case "labeled_statement":
				return this.statements(named(node).slice(1));
			case "interface_declaration":
				return [this.#type(node, this.interface(node))];
			case "type_alias_declaration":
				return [this.#type(node, this.type(childIn(node, "value")))];
			default:
				return [
					/_(statement|declaration)$/.test(node.type)
						? this.other(
								node,
								named(node).map((child) => this.expression(child)),
							)
						: this.expression(node),
				];
		}
	}

	#leaving(kind: "return" | "throw", node: SyntaxNode): CodeNode {
		return this.make(kind, node, {
			part: { value: this.optional(named(node)[0]) },
		});
	}

	#variables(node: SyntaxNode): CodeNode[] {
		const isHoisted = node.type === "variable_declaration";
		const isConstant = hasToken(node, "const");
		return named(node)
			.filter(({ type }) => type === "variable_declarator")
			.map((one) =>
				this.#declare(
					one,
					{
						target: this.target(childIn(one, "name") ?? one),
						type: this.annotation(childIn(one, "type")),
						value: this.optional(childIn(one, "value")),
					},
					{ isHoisted, isConstant },
				),
			);
	}

	#declare(at: SyntaxNode, part: Parts, facts: NodeDetails = {}): CodeNode {
		return this.make("declaration", at, {
			part,
			facts,
			value: part.target?.value ?? null,
		});
	}

	#definition(node: SyntaxNode): CodeNode {
		const name = childIn(node, "name");
		return this.#declare(
			node,
			{
				target: name && this.target(name),
				value: node.type.includes("class")
					? this.classOf(node)
					: this.functionOf(node),
			},
			{ isFreeOfOrder: true },
		);
	}

	#type(node: SyntaxNode, value: CodeNode | undefined): CodeNode {
		const name = childIn(node, "name") ?? node;
		return this.make("declaration", node, {
			value: this.text(name),
			part: { target: this.target(name), value },
			list: {
				parameters: named(childIn(node, "type_parameters")).map((one) =>
					this.typeParameter(one),
				),
			},
			facts: { isFreeOfOrder: true, isType: true },
		});
	}

	/** A body or a branch, as a block. */
	branch(node: SyntaxNode): CodeNode {
		return node.type === "statement_block"
			? this.block(node)
			: this.make("block", node, {
					list: { statements: this.statement(node) },
				});
	}

	#if(node: SyntaxNode): CodeNode {
		const otherwise = childIn(node, "alternative");
		const consequence = childIn(node, "consequence");
		return this.make("if", node, {
			part: {
				condition: this.optional(childIn(node, "condition")),
				consequence: consequence && this.branch(consequence),
				alternative: otherwise && this.branch(named(otherwise)[0] ?? otherwise),
			},
		});
	}

	#jump(node: SyntaxNode): CodeNode {
		const [value] = node.type.split("_");
		const exitsSwitch =
			value === "break" && named(node).length === 0 && this.#isInSwitch;
		return this.make("jump", node, { value, facts: { exitsSwitch } });
	}

	/** Whether a `break` exits a `switch`. */
	#isInSwitch = false;
	#copied = 0;

	/** Lowers what stands in a `switch`, or in a loop or function in it. */
	#within<Lowered>(isInSwitch: boolean, lower: () => Lowered): Lowered {
		const before = this.#isInSwitch;
		this.#isInSwitch = isInSwitch;
		const lowered = lower();
		this.#isInSwitch = before;
		return lowered;
	}

	override functionOf(node: SyntaxNode): CodeNode {
		return this.#within(false, () => super.functionOf(node));
	}

	/** `switch` as conditions one after the other; a case that runs on into the next one has its code, too. */
	#switch(node: SyntaxNode): CodeNode {
		const subject = childIn(node, "value") ?? node;
		const cases = named(childIn(node, "body")).filter(
			({ type }) => type !== "comment",
		);
		const bodies = this.#bodiesOf(cases);
		const isDefault = (one: SyntaxNode) => !childIn(one, "value");
		let rest = bodies[cases.findIndex(isDefault)];
		const first = cases.findIndex((one) => !isDefault(one));
		for (let index = cases.length - 1; index >= first && first >= 0; index--) {
			const one = cases[index] as SyntaxNode;
			const value = childIn(one, "value");
			if (!value) continue;
			const condition = this.make("binary", value, {
				value: "===",
				part: { left: this.expression(subject), right: this.expression(value) },
			});
			const end = Math.max(one.end, rest?.end ?? one.end);
			const place = { start: one.start, end };
			rest = this.make("if", place, {
				part: { condition, consequence: bodies[index], alternative: rest },
				facts: { isSwitchHead: index === first },
			});
		}
		return rest ?? this.make("block", node);
	}

	/** The code of each case: its own, and without an exit that of the next one, too. */
	#bodiesOf(cases: readonly SyntaxNode[]): CodeNode[] {
		const lower = (all: readonly SyntaxNode[]) =>
			this.#within(true, () => this.statements(all));
		let shared: readonly SyntaxNode[] = [];
		return cases
			.toReversed()
			.map((one) => {
				const all = childrenIn(one, "body");
				const [first] = all;
				const own =
					first?.type === "statement_block" && all.length === 1
						? named(first)
						: all;
				const statements = lower(own);
				if (statements.some((each) => leaves(each))) shared = [];
				this.#copied += shared.reduce(
					(sum, { start, end }) => sum + end - start,
					0,
				);
				// Cases that run on, one in another, would double the code with each of them.
				if (this.#copied > MOST_COPIED) shared = [];
				const end = (shared.at(-1) ?? own.at(-1) ?? one).end;
				const list = [...statements, ...lower(shared)].filter(isNoBreak);
				shared = [...own, ...shared];
				return this.make(
					"block",
					{ start: one.start, end },
					{ list: { statements: list } },
				);
			})
			.toReversed();
	}

	#loop(node: SyntaxNode): CodeNode {
		const body = childIn(node, "body");
		const left = childIn(node, "left");
		const ahead = (field: string) =>
			childrenIn(node, field).flatMap((child) => this.statement(child));
		return this.make("loop", node, {
			...(left && { value: this.text(childIn(node, "operator") ?? left) }),
			part: {
				target: left && this.target(left),
				iterable: this.optional(childIn(node, "right")),
				condition: ahead("condition")[0],
				body: body && this.#within(false, () => this.branch(body)),
			},
			list: { children: [...ahead("initializer"), ...ahead("increment")] },
		});
	}

	#try(node: SyntaxNode): CodeNode {
		const body = childIn(node, "body");
		const last = childIn(childIn(node, "finalizer"), "body");
		return this.make("try", node, {
			part: {
				body: body && this.block(body),
				final: last && this.block(last),
			},
			list: {
				handlers: childrenIn(node, "handler").map((one) => this.#clause(one)),
			},
		});
	}

	#clause(node: SyntaxNode): CodeNode {
		const parameter = childIn(node, "parameter");
		const body = childIn(node, "body");
		return this.make("clause", node, {
			part: {
				parameter: parameter && this.target(parameter),
				body: body && this.block(body),
			},
		});
	}

	#exported(node: SyntaxNode): CodeNode[] {
		const inner = childIn(node, "declaration");
		const value = childIn(node, "value");
		const isDefault = hasToken(node, "default");
		if (inner)
			return this.statement(inner).flatMap((declared) =>
				this.#beside(node, declared, isDefault),
			);
		if (value) return [this.#export(node, "default", this.expression(value))];
		const clause = node.children.find(({ type }) => type === "export_clause");
		const from = childIn(node, "source");
		const source = from && this.textOfString(from);
		return named(clause).map((one) => this.#exportedName(one, source));
	}

	#beside(at: SyntaxNode, declared: CodeNode, isDefault: boolean): CodeNode[] {
		const name = declared.value;
		if (declared.kind !== "declaration" || declared.facts.isType)
			return [declared];
		if (typeof name === "string")
			return [
				declared,
				this.#export(
					at,
					isDefault ? "default" : name,
					this.make("name", at, { value: name }),
				),
			];
		const value = declared.part.value ?? declared;
		return isDefault ? [this.#export(at, "default", value)] : [declared];
	}

	#exportedName(one: SyntaxNode, source: string | undefined): CodeNode {
		const name = this.text(childIn(one, "name") ?? one);
		const alias = childIn(one, "alias");
		const asDefault =
			hasToken(one, "default") && /\bas\s+default$/.test(this.text(one));
		const as = alias ? this.text(alias) : asDefault ? "default" : name;
		const value =
			source === undefined
				? this.make("name", one, { value: name })
				: this.make("module", one, { value: name, facts: { source } });
		return this.#export(one, as, value);
	}

	#export(at: SyntaxNode, name: string, value: CodeNode): CodeNode {
		return this.make("export", at, { value: name, part: { value } });
	}

	#imported(node: SyntaxNode): CodeNode {
		const from = childIn(node, "source");
		const clause = named(node).find(({ type }) => type === "import_clause");
		const imported = named(clause).flatMap((child) => {
			if (child.type === "identifier")
				return [{ name: "default", as: this.text(child) }];
			if (child.type === "namespace_import")
				return named(child).map((as) => ({ name: "*", as: this.text(as) }));
			return named(child).map((one) => {
				const name = childIn(one, "name");
				const as = childIn(one, "alias") ?? name ?? one;
				return { name: name ? this.text(name) : "default", as: this.text(as) };
			});
		});
		for (const { name, as } of imported)
			if (name === "createElement") this.elementCreators.add(as);
		return this.make("import", node, {
			value: from ? this.textOfString(from) : "",
			facts: { imported },
		});
	}
}

const isNoBreak = ({ kind, value }: CodeNode) =>
	kind !== "jump" || value !== "break";

/** The program of a JavaScript, TypeScript or TSX file. */
export const lowerJavaScript = (source: Source, syntax: SyntaxNode) =>
	new JavaScript(source).program(syntax);
