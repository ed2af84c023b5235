/** What Python refuses although its grammar takes it: indentation that opens or closes no block, and statements in the wrong place. */

import type { Node, Tree } from "web-tree-sitter";
import { msg } from "../messages/msg.ts";

export interface PythonFault {
	message: string;
	/** The word that it stands at; 0-based, in UTF-16 units. */
	row: number;
	column: number;
	length: number;
}

/** The first fault of a file, or none. */
export function pythonFaults(text: string, tree: Tree): PythonFault[] {
	const fault = indentationFault(text);
	if (fault && isStatement(fault, tree)) return [fault];
	const [statements, assignments] = nodesOf(tree);
	const found = misplacedStatement(statements) ?? unboundVariable(assignments);
	return found ? [found] : [];
}

/** Whether the tree, too, has the start of a statement there, and no part of a text or of something in brackets. */
function isStatement({ row, column }: PythonFault, tree: Tree): boolean {
	let node: Node | null = tree.rootNode.descendantForPosition({ row, column });
	for (; node; node = node.parent)
		if (
			/string|comment|argument_list|parameters|list$|dictionary|set$|tuple|parenthesized|comprehension|subscript/.test(
				node.type,
			) &&
			(node.startPosition.row < row || node.startPosition.column < column)
		)
			return false;
	return true;
}

/** A line of code as Python counts it: over several lines of text within brackets, long texts and behind a backslash. */
interface Line {
	row: number;
	/** Columns of its first word: as written, with tabs as eight columns at most, and with tabs as one. */
	column: number;
	wide: number;
	/** Its first word. */
	word: string;
	/** Whether its last character opens a block. */
	opens: boolean;
}

interface Level {
	wide: number;
	column: number;
}

function indentationFault(text: string): PythonFault | null {
	const levels: Level[] = [{ wide: 0, column: 0 }];
	let opened: Line | null = null;
	let last: Line | null = null;
	for (const line of linesOf(text)) {
		const at = (message: string): PythonFault => ({
			message,
			row: line.row,
			column: line.column,
			length: Math.max(line.word.length, 1),
		});
		const top = levels.at(-1) as Level;
		const isDeeper = line.wide > top.wide;
		if (!opened && line.wide < top.wide)
			while (levels.length > 1 && (levels.at(-1) as Level).wide > line.wide)
				levels.pop();
		const level = levels.at(-1) as Level;
		if (
			Math.sign(line.wide - top.wide) !== Math.sign(line.column - top.column) ||
			(line.wide === level.wide && line.column !== level.column)
		)
			return at(
				msg`TabError: this line mixes tabs and spaces; indent with spaces only`,
			);
		if (opened && !isDeeper) return at(lackingBlock(opened));
		if (opened) levels.push(line);
		else if (isDeeper)
			return at(
				msg`IndentationError: this line is indented, and nothing before it opens a block; move it to the left`,
			);
		else if (level.wide !== line.wide)
			return at(
				msg`IndentationError: this line is not indented like any block before it; line it up with one`,
			);
		opened = line.opens ? line : null;
		last = line;
	}
	return opened && last
		? {
				message: lackingBlock(opened),
				row: opened.row,
				column: opened.column,
				length: Math.max(opened.word.length, 1),
			}
		: null;
}

const lackingBlock = ({ word, row }: Line) =>
	msg`IndentationError: expected an indented block after \`${word}\` (line ${row + 1}); indent its code`;

/** The lines of a file, comments and empty ones left out. Ends early where a text or a bracket has no end. */
function* linesOf(text: string): Generator<Line> {
	const token =
		/[rbfut]{0,2}("""|'''|"|')|#[^\n]*|[([{]|[)\]}]|\\\r?\n|\r?\n|[^\s"'#()[\]{}\\]+|\\/giy;
	let row = 0;
	let start = 0;
	let depth = 0;
	let line: Line | null = null;
	let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
	start = at;
	while (at < text.length) {
		token.lastIndex = at;
		const [found, quote] = token.exec(text) ?? [];
		if (found === undefined) {
			at += 1;
			continue;
		}
		const begin = at;
		at += found.length;
		if (found === "\n" || found === "\r\n") {
			row += 1;
			start = at;
			if (depth > 0 || !line) continue;
			yield line;
			line = null;
			continue;
		}
		if (found.startsWith("#")) continue;
		if (found === "\\\n" || found === "\\\r\n") {
			// A line that begins with a backslash is odd enough to be left to the grammar.
			if (!line) return;
			row += 1;
			start = at;
			continue;
		}
		line ??= startOf(text, start, begin, row);
		line.opens = found.endsWith(":") && depth === 0;
		if (quote) {
			const end = endOfText(text, at, quote);
			if (end < 0) return;
			const lines = text.slice(at, end).split("\n").length - 1;
			row += lines;
			at = end;
		} else if (found === "(" || found === "[" || found === "{") depth += 1;
		else if (found === ")" || found === "]" || found === "}") {
			depth -= 1;
			if (depth < 0) return;
		}
	}
	if (line && depth === 0) yield line;
}

function startOf(
	text: string,
	start: number,
	begin: number,
	row: number,
): Line {
	let wide = 0;
	for (const character of text.slice(start, begin))
		wide = character === "\t" ? wide + 8 - (wide % 8) : wide + 1;
	const [word = ""] =
		/^@?\w+(?: def\b| for\b| with\b)?/.exec(text.slice(begin, begin + 64)) ??
		[];
	return { row, column: begin - start, wide, word, opens: false };
}

/** Where a text ends that began with this quote, behind the closing one; -1 without one. */
function endOfText(text: string, from: number, quote: string): number {
	for (let at = from; at < text.length; at++) {
		if (text[at] === "\\") at += 1;
		else if (text.startsWith(quote, at)) return at + quote.length;
		else if (quote.length === 1 && text[at] === "\n") return -1;
	}
	return -1;
}

const loops = /^(?:for|while)_statement$/;
const scopes = /^(?:function_definition|class_definition|lambda|module)$/;

const assignmentTypes = ["augmented_assignment", "assignment"];

/** The statements that have their place, and the assignments; found in one pass over the tree. */
function nodesOf({
	rootNode,
}: Tree): [statements: Node[], assignments: Node[]] {
	const found: [Node[], Node[]] = [[], []];
	for (const node of rootNode.descendantsOfType([
		"return_statement",
		"break_statement",
		"continue_statement",
		...assignmentTypes,
	]))
		found[assignmentTypes.includes(node.type) ? 1 : 0].push(node);
	return found;
}

/** A `return`, `yield`, `await`, `break` or `continue` where Python takes none. */
function misplacedStatement(statements: readonly Node[]): PythonFault | null {
	for (const node of statements) {
		const isReturn = node.type === "return_statement";
		let up = node.parent;
		while (up && !scopes.test(up.type) && (isReturn || !loops.test(up.type)))
			up = up.parent;
		const isRight = isReturn
			? up?.type === "function_definition"
			: !!up && loops.test(up.type);
		if (isRight) continue;
		const [word = ""] = node.text.split(/\W/, 1);
		const { row, column } = node.startPosition;
		return {
			message: isReturn
				? msg`SyntaxError: \`return\` stands outside of a function; indent it like the function's other code`
				: msg`SyntaxError: \`${word}\` stands outside of a loop; indent it like the loop's other code`,
			row,
			column,
			length: word.length,
		};
	}
	return null;
}

const inner = /^(?:function_definition|class_definition|lambda)$/;
const comprehensions =
	/^(?:(?:list|set|dictionary)_comprehension|generator_expression)$/;

/** A function's assignment to a variable that is read to compute it and that nothing else in the function gives a value: `total += 1` without `global total`. */
function unboundVariable(assignments: readonly Node[]): PythonFault | null {
	for (const node of assignments) {
		const left = node.childForFieldName("left");
		const right = node.childForFieldName("right");
		if (left?.type !== "identifier" || !right) continue;
		const isAugmented = node.type === "augmented_assignment";
		if (!isAugmented && !reads(right, left.text)) continue;
		const owner = functionAround(node);
		if (!owner || givesValue(owner, left.text, node)) continue;
		const { row, column } = left.startPosition;
		const name = left.text;
		return {
			message: msg`UnboundLocalError: the assignment makes \`${name}\` a variable of this function, which has no value yet; write \`global ${name}\` above it, or change what \`${name}\` holds without an assignment`,
			row,
			column,
			length: name.length,
		};
	}
	return null;
}

/** The function whose variable an assignment sets; null for one of a class or of the file. */
function functionAround(node: Node): Node | null {
	let up = node.parent;
	while (up && !inner.test(up.type)) up = up.parent;
	return up?.type === "function_definition" ? up : null;
}

/** Whether an expression reads a variable; by its text first, because walking a tree takes longer. */
const reads = (node: Node, name: string): boolean =>
	node.text.includes(name) && isRead(node, name);

/** Whether an expression reads a variable where it stands. */
function isRead(node: Node, name: string): boolean {
	if (node.type === "identifier") return node.text === name;
	if (inner.test(node.type) || comprehensions.test(node.type)) return false;
	if (node.type === "attribute") {
		const object = node.childForFieldName("object");
		return !!object && isRead(object, name);
	}
	if (node.type === "keyword_argument") {
		const value = node.childForFieldName("value");
		return !!value && isRead(value, name);
	}
	// `a or b`, `a if b else c` may not read all that they name.
	if (/^(?:boolean_operator|conditional_expression)$/.test(node.type))
		return false;
	return node.namedChildren.some((child) => !!child && isRead(child, name));
}

/** Whether a function has a name from elsewhere than an assignment: as a parameter, `global`, a loop, another assignment. */
function givesValue(owner: Node, name: string, assignment: Node): boolean {
	const visit = (node: Node): boolean => {
		if (node.id === assignment.id) return false;
		if (node.type === "identifier" && node.text === name)
			return !isReadOnly(node);
		return node.namedChildren.some((child) => !!child && visit(child));
	};
	const parameters = owner.childForFieldName("parameters");
	const body = owner.childForFieldName("body");
	return (!!parameters && visit(parameters)) || (!!body && visit(body));
}

/** Whether a name stands where it can only be read: in an expression that is no target. */
function isReadOnly(node: Node): boolean {
	const { parent } = node;
	if (!parent) return false;
	if (parent.type === "augmented_assignment") return true;
	return /^(?:argument_list|call|attribute|subscript|binary_operator|comparison_operator|return_statement|expression_statement|interpolation|if_statement|unary_operator|not_operator)$/.test(
		parent.type,
	);
}
