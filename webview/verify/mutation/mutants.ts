/** Law: a mutant changes one decision of one file. What is made here is every wrong turn that the cases must notice. */
import ts from "typescript-classic";

export interface Mutant {
	/** Path below the engine's folder. */
	file: string;
	/** 1-based. */
	line: number;
	/** The source line as it is, trimmed; with `change` it names the mutant in a proof. */
	source: string;
	/** What is written for what, on one line. */
	change: string;
	start: number;
	end: number;
	replacement: string;
}

type Edit = [node: ts.Node, replacement: string];

const negated: Partial<Record<ts.SyntaxKind, string>> = {
	[ts.SyntaxKind.EqualsEqualsEqualsToken]: "!==",
	[ts.SyntaxKind.ExclamationEqualsEqualsToken]: "===",
	[ts.SyntaxKind.LessThanToken]: ">=",
	[ts.SyntaxKind.LessThanEqualsToken]: ">",
	[ts.SyntaxKind.GreaterThanToken]: "<=",
	[ts.SyntaxKind.GreaterThanEqualsToken]: "<",
};
const shifted: Partial<Record<ts.SyntaxKind, string>> = {
	[ts.SyntaxKind.LessThanToken]: "<=",
	[ts.SyntaxKind.LessThanEqualsToken]: "<",
	[ts.SyntaxKind.GreaterThanToken]: ">=",
	[ts.SyntaxKind.GreaterThanEqualsToken]: ">",
};
const swapped: Partial<Record<ts.SyntaxKind, string>> = {
	[ts.SyntaxKind.AmpersandAmpersandToken]: "||",
	[ts.SyntaxKind.BarBarToken]: "&&",
};
/** Methods whose callback is a condition. */
const deciding = /^(filter|find|some|every)$/;
/** A text that may be a node's type, a field or a token; messages have spaces or marks. */
const typeLike = /^[A-Za-z][A-Za-z_]*$/;

/** Every mutant of one file's text, in the order of the text. */
export function mutantsOf(file: string, text: string): Mutant[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const lines = text.split("\n");
	const mutants: Mutant[] = [];
	const visit = (node: ts.Node) => {
		if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
		for (const [changed, replacement] of edits(node)) {
			const start = changed.getStart(source);
			const line = source.getLineAndCharacterOfPosition(start).line;
			mutants.push({
				file,
				line: line + 1,
				source: (lines[line] ?? "").trim(),
				change: `${short(changed.getText(source))} → ${short(replacement) || "nothing"}`,
				start,
				end: changed.getEnd(),
				replacement,
			});
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	for (const one of mutants) refuseBroken(one, text);
	return distinct(mutants).sort((a, b) => a.start - b.start);
}

/** A mutant that is no program would count as killed without any case's merit. */
function refuseBroken(
	{ file, line, start, end, replacement }: Mutant,
	text: string,
) {
	const changed = text.slice(0, start) + replacement + text.slice(end);
	const { diagnostics = [] } = ts.transpileModule(changed, {
		reportDiagnostics: true,
	});
	if (diagnostics.some(({ code }) => code < 2000))
		throw new Error(`${file}:${line}: a mutant of it is no program`);
}

const short = (text: string) => {
	const line = text.replace(/\s+/g, " ");
	return line.length > 70 ? `${line.slice(0, 69)}…` : line;
};

const distinct = (mutants: Mutant[]) => [
	...new Map(
		mutants.map((one) => [`${one.start} ${one.end} ${one.replacement}`, one]),
	).values(),
];

function edits(node: ts.Node): Edit[] {
	if (ts.isIfStatement(node)) return negation(node.expression);
	if (ts.isConditionalExpression(node)) return negation(node.condition);
	if (ts.isCallExpression(node)) return callback(node);
	if (ts.isBinaryExpression(node)) return binary(node);
	if (ts.isStringLiteral(node)) return dropped(node);
	if (ts.isPropertyAssignment(node)) return entry(node);
	return jump(node);
}

/** A comparison as the whole condition is negated where it stands. */
function negation(condition: ts.Expression): Edit[] {
	const isComparison =
		ts.isBinaryExpression(condition) &&
		negated[condition.operatorToken.kind] !== undefined;
	return isComparison ? [] : [[condition, `!(${condition.getText()})`]];
}

function callback({
	expression,
	arguments: [given],
}: ts.CallExpression): Edit[] {
	const decides =
		ts.isPropertyAccessExpression(expression) &&
		deciding.test(expression.name.text);
	return decides &&
		given &&
		ts.isArrowFunction(given) &&
		!ts.isBlock(given.body)
		? negation(given.body as ts.Expression)
		: [];
}

function binary(node: ts.BinaryExpression): Edit[] {
	const { kind } = node.operatorToken;
	const word = swapped[kind];
	if (word) return [[node.operatorToken, word]];
	const opposite = negated[kind];
	if (!opposite) return [];
	const beside = shifted[kind];
	return [
		[node.operatorToken, opposite],
		...(beside ? [[node.operatorToken, beside] as Edit] : []),
		[node, "true"],
		[node, "false"],
	];
}

/** A string that may be a type is dropped from its list, or replaced by one that is none. */
function dropped(node: ts.StringLiteral): Edit[] {
	if (!typeLike.test(node.text)) return [];
	const { parent } = node;
	if (ts.isPropertyAssignment(parent) && parent.name === node) return [];
	return ts.isArrayLiteralExpression(parent)
		? [[node, `...[]`]]
		: [[node, `"dropped"`]];
}

/** An entry of a table that goes by a type. */
function entry(node: ts.PropertyAssignment): Edit[] {
	const name = node.name.getText();
	return name.includes("_") && typeLike.test(name) ? [[node, "...{}"]] : [];
}

/** A return, break or continue that is not the last thing its function does. */
function jump(node: ts.Node): Edit[] {
	if (ts.isContinueStatement(node) || ts.isBreakStatement(node))
		return [[node, ";"]];
	if (!ts.isReturnStatement(node)) return [];
	const block = node.parent;
	const isLast =
		ts.isBlock(block) &&
		block.statements.at(-1) === node &&
		ts.isFunctionLike(block.parent);
	return isLast ? [] : [[node, ";"]];
}
