/** What a module says to people: its translated texts, and those that are not. Used by tests. */
import ts from "typescript-classic";

export interface SourceTexts {
	/** English texts. */
	texts: string[];
	/** `line: what is wrong`. */
	faults: string[];
}

/** Two words in a row, or one that begins like a sentence. */
const PROSE = /\p{L}{2,}[,;:.]? \p{L}|^[A-Z][a-z]+…?$/u;
/** Names of products, which are the same in every language. */
const NAMES = /^(Treeline( \(VS Code\))?|Windows)$/;

/** The texts of a module; `source` is TypeScript. */
export function textsOf(path: string, source: string): SourceTexts {
	const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
	const found: SourceTexts = { texts: [], faults: [] };
	const fault = (node: ts.Node, what: string) => {
		const { line } = file.getLineAndCharacterOfPosition(node.getStart());
		found.faults.push(`${path}:${line + 1}: ${what}`);
	};
	/** `optional` values need not be in the text. */
	const addText = (
		node: ts.Node | undefined,
		at: ts.Node,
		values: number,
		optional: number[] = [],
	) => {
		if (!node || !ts.isStringLiteralLike(node))
			return fault(at, "the text is not a literal");
		found.texts.push(node.text);
		const named = new Set(placeholdersOf(node.text));
		const given = Array.from({ length: values }, (_, index) => index);
		if (
			given.some((index) => !named.has(index) && !optional.includes(index)) ||
			[...named].some((index) => index >= values)
		)
			fault(at, "the placeholders are not those of the values");
	};
	/** Adds the texts of a translating call and returns its other arguments; null for other nodes. */
	const addCall = (node: ts.Node): readonly ts.Node[] | null => {
		if (!ts.isCallExpression(node)) return null;
		const name = node.expression.getText();
		const [first, ...rest] = node.arguments;
		if (/^(vscode\.)?l10n\.t$/.test(name)) {
			addText(first, node, rest.length);
			return rest;
		}
		if (name !== "plural") return null;
		const [forms, ...values] = rest;
		for (const form of formsOf(forms))
			addText(form, node, values.length + 1, [0]);
		return values;
	};
	const visit = (node: ts.Node, shown: boolean): void => {
		const text = literalText(node);
		if (shown && text !== null && PROSE.test(text) && !NAMES.test(text))
			fault(node, `not translated: ${JSON.stringify(text)}`);
		const below = shown && !isNotShown(node);
		const children = addCall(node) ?? node.getChildren();
		for (const child of children) visit(child, below);
	};
	visit(file, true);
	return found;
}

/** The values of an object with the forms of a plural; one null for anything else. */
const formsOf = (node: ts.Node | undefined): (ts.Node | undefined)[] =>
	node && ts.isObjectLiteralExpression(node)
		? node.properties.map((each) =>
				ts.isPropertyAssignment(each) ? each.initializer : undefined,
			)
		: [undefined];

/** The numbers of a text's placeholders, each once, in order. */
export const placeholdersOf = (text: string): number[] =>
	[
		...new Set([...text.matchAll(/\{(\d+)\}/g)].map(([, n]) => Number(n))),
	].sort();

/** Imports, types, the log, which stays English, and errors that are thrown for programs; those for people are `UserError`. */
const isNotShown = (node: ts.Node): boolean =>
	ts.isImportDeclaration(node) ||
	ts.isTypeNode(node) ||
	(ts.isCallExpression(node) && /^log\.\w+$/.test(node.expression.getText())) ||
	(ts.isNewExpression(node) && node.expression.getText() === "Error");

/** The text of a literal, with `{}` for what is put in; null for other nodes. */
function literalText(node: ts.Node): string | null {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return null;
	return [
		node.head.text,
		...node.templateSpans.map(({ literal }) => literal.text),
	].join("{}");
}
