/** What TypeScript's own parser finds in a file, by the rules of the kinds; nothing here looks at our grammars. */
import ts from "typescript-classic";

/** What a file declares, as texts that can be compared. */
export interface Declared {
	functions: Set<string>;
	classes: Set<string>;
	/** `source` alone, and `source name` for each specifier. */
	imports: Set<string>;
	/** `name`, and `name default` for a default export. */
	exports: Set<string>;
}

export interface Read extends Declared {
	hasErrors: boolean;
}

/** Reads a file with TypeScript's parser. */
export function readWithTypeScript(path: string, content: string): Read {
	const file = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true);
	const found: Declared = {
		functions: new Set(),
		classes: new Set(),
		imports: new Set(),
		exports: new Set(),
	};
	const visit = (node: ts.Node) => {
		functionOrClass(node, found);
		imported(node, found.imports);
		exported(node, found.exports);
		ts.forEachChild(node, visit);
	};
	visit(file);
	// Not part of the public type, though every file that was parsed has them.
	const { parseDiagnostics } = file as unknown as {
		parseDiagnostics: unknown[];
	};
	return { ...found, hasErrors: parseDiagnostics.length > 0 };
}

function functionOrClass(node: ts.Node, { functions, classes }: Declared) {
	if (ts.isFunctionDeclaration(node) && node.name && node.body)
		functions.add(node.name.text);
	if (ts.isClassDeclaration(node) && node.name) classes.add(node.name.text);
	if (!ts.isVariableDeclaration(node) || !node.initializer) return;
	const name = node.name.getText();
	if (
		ts.isArrowFunction(node.initializer) ||
		ts.isFunctionExpression(node.initializer)
	)
		functions.add(name);
	if (ts.isClassExpression(node.initializer)) classes.add(name);
}

function imported(node: ts.Node, imports: Set<string>) {
	if (
		ts.isImportEqualsDeclaration(node) &&
		ts.isExternalModuleReference(node.moduleReference) &&
		ts.isStringLiteral(node.moduleReference.expression)
	) {
		const source = node.moduleReference.expression.text;
		imports.add(source).add(`${source} ${node.name.text}`);
	}
	if (!ts.isImportDeclaration(node)) return;
	const source = node.moduleSpecifier.getText().slice(1, -1);
	imports.add(source);
	const clause = node.importClause;
	if (clause?.name) imports.add(`${source} ${clause.name.text}`);
	if (clause?.namedBindings && ts.isNamedImports(clause.namedBindings))
		for (const { name, propertyName } of clause.namedBindings.elements)
			for (const one of [name, propertyName])
				if (one) imports.add(`${source} ${one.text}`);
}

function exported(node: ts.Node, exports: Set<string>) {
	if (ts.isExportDeclaration(node)) listed(node, exports);
	if (
		ts.isExportAssignment(node) &&
		!node.isExportEquals &&
		ts.isIdentifier(node.expression)
	)
		exports.add(`${node.expression.text} default`);
	if (!ts.canHaveModifiers(node)) return;
	const words = (ts.getModifiers(node) ?? []).map(({ kind }) => kind);
	if (!words.includes(ts.SyntaxKind.ExportKeyword)) return;
	const suffix = words.includes(ts.SyntaxKind.DefaultKeyword) ? " default" : "";
	for (const name of declaredNames(node)) exports.add(name + suffix);
}

function listed({ exportClause }: ts.ExportDeclaration, exports: Set<string>) {
	if (exportClause && ts.isNamespaceExport(exportClause))
		exports.add(exportClause.name.text);
	if (!exportClause || !ts.isNamedExports(exportClause)) return;
	for (const { name, propertyName } of exportClause.elements)
		exports.add(
			name.text === "default"
				? `${(propertyName ?? name).text} default`
				: name.text,
		);
}

function declaredNames(node: ts.Node): string[] {
	if (ts.isVariableStatement(node))
		return node.declarationList.declarations.flatMap(({ name }) =>
			boundNames(name),
		);
	const { name } = node as { name?: ts.Node };
	return name && ts.isIdentifier(name) ? [name.text] : [];
}

const boundNames = (name: ts.BindingName): string[] =>
	ts.isIdentifier(name)
		? [name.text]
		: name.elements.flatMap((element) =>
				ts.isBindingElement(element) ? boundNames(element.name) : [],
			);
