/** Base of the lowerings, which turn a syntax tree into the code model. */
import {
	type CodeNode,
	type Kind,
	makeNode,
	type NodeInit,
	type Source,
} from "./node.ts";
import { named, type SyntaxNode } from "./syntax.ts";

/** Base of the lowerings: makes the nodes that both families share. */
export abstract class Builder {
	constructor(readonly source: Source) {}

	/** The nodes of one statement: none for what does not run, several for declarations of several names. */
	abstract statement(node: SyntaxNode): CodeNode[];
	abstract expression(node: SyntaxNode): CodeNode;

	optional(node: SyntaxNode | undefined): CodeNode | undefined {
		return node && this.expression(node);
	}

	program(node: SyntaxNode): CodeNode {
		return this.make("program", node, {
			list: { statements: this.statements(named(node)) },
		});
	}

	block(node: SyntaxNode): CodeNode {
		return this.make("block", node, {
			list: { statements: this.statements(named(node)) },
		});
	}

	statements(nodes: readonly SyntaxNode[]): CodeNode[] {
		return nodes.flatMap((node) => this.statement(node));
	}

	/** The body of a function that is one expression: a block that returns it. An ellipsis stays one, for any body. */
	expressionBody(body: SyntaxNode): CodeNode {
		const value = this.expression(body);
		const only =
			value.kind === "ellipsis"
				? value
				: this.make("return", body, { part: { value } });
		return this.make("block", body, { list: { statements: [only] } });
	}

	text(node: SyntaxNode): string {
		return this.source.text.slice(node.start, node.end);
	}

	make(kind: Kind, at: { start: number; end: number }, init?: NodeInit) {
		return makeNode(this.source, kind, at, init);
	}

	/** A name, a metavariable or an ellipsis, by its spelling. */
	name(at: { start: number; end: number }, text: string): CodeNode {
		if (text === "µ__") return this.make("ellipsis", at);
		return text.startsWith("µ")
			? this.make("metavariable", at, { value: text.slice(1) })
			: this.make("name", at, { value: text });
	}

	member(at: SyntaxNode, object: CodeNode, property: SyntaxNode): CodeNode {
		const name = this.text(property);
		const isOpen = name.startsWith("µ");
		return this.make("member", at, {
			position: at.end,
			part: { object },
			value: isOpen ? undefined : name,
			facts: isOpen ? { openName: name.slice(1) } : {},
		});
	}

	call(at: SyntaxNode, callee: CodeNode, list: CodeNode[], isNew = false) {
		return this.make("call", at, {
			part: { callee },
			list: { arguments: list },
			facts: { isNew },
			...(callee.kind === "member" && { position: callee.end }),
		});
	}

	/** One text of pieces, however it is put together. */
	template(at: { start: number; end: number }, all: CodeNode[]): CodeNode {
		const elements = all.flatMap((piece) =>
			piece.kind === "template" ? piece.list.elements : [piece],
		);
		return elements.every(({ kind }) => kind === "string")
			? this.make("string", at, {
					value: elements.map(({ value }) => value).join(""),
				})
			: this.make("template", at, { list: { elements } });
	}

	/** What has no meaning of its own in the model: compared by its syntax. */
	other(node: SyntaxNode, children: CodeNode[]): CodeNode {
		return children.length > 0
			? this.make("other", node, { value: node.type, list: { children } })
			: this.make("other", node, { value: `${node.type} ${this.text(node)}` });
	}
}
