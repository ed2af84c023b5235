/**
 * The same job by other means, as one would write it with each library: text in, number of the five things found out. Loaded by
 * name, since they are installed by the bench alone.
 */

// biome-ignore lint/suspicious/noExplicitAny: other people's trees, of packages that are not there when types are checked.
type Any = any;
type Peer = (text: string) => number;
const load = async (name: string): Promise<Any> =>
	import(Bun.resolveSync(name, import.meta.dir));

/** What is looked for in an ESTree, node by node; answers a set of what was found. */
function lookAt(node: Any, text: string, found: Set<string>) {
	switch (node.type) {
		case "FunctionDeclaration":
			if (
				node.id?.name === "loadUser" &&
				node.async &&
				node.params.map((one: Any) => one.name).join() === "id,withPosts"
			)
				found.add("function");
			break;
		case "ImportDeclaration":
			if (
				node.source.value === "express" &&
				node.specifiers.some((one: Any) => one.local.name === "Router")
			)
				found.add("import");
			break;
		case "CallExpression": {
			const { callee } = node;
			if (
				callee.type === "MemberExpression" &&
				callee.object.name === "app" &&
				callee.property.name === "get" &&
				text.slice(node.start, node.end).includes('"/"')
			)
				found.add("call");
			break;
		}
		case "ReturnStatement":
			if (
				node.argument &&
				/notFound/.test(text.slice(node.argument.start, node.argument.end))
			)
				found.add("return");
			break;
		case "ExportNamedDeclaration":
			if (node.specifiers.some((one: Any) => one.exported.name === "app"))
				found.add("export");
			break;
	}
}

const looked = [
	"FunctionDeclaration",
	"ImportDeclaration",
	"CallExpression",
	"ReturnStatement",
	"ExportNamedDeclaration",
];
const selectors = [
	'FunctionDeclaration[async=true][id.name="loadUser"]:has(Identifier.params[name="withPosts"])',
	'ImportDeclaration[source.value="express"]:has(ImportSpecifier[local.name="Router"])',
	'CallExpression[callee.object.name="app"][callee.property.name="get"][arguments.0.value="/"]',
	'ReturnStatement > CallExpression[callee.name="notFound"]',
	'ExportSpecifier[exported.name="app"]',
];
const options = {
	ecmaVersion: "latest",
	sourceType: "module",
	range: true,
};

export const peers: Record<string, () => Promise<Peer>> = {
	async "acorn + acorn-walk"() {
		const [acorn, walk] = await Promise.all(["acorn", "acorn-walk"].map(load));
		return (text) => {
			const found = new Set<string>();
			const look = (node: Any) => lookAt(node, text, found);
			walk.simple(
				acorn.parse(text, options),
				Object.fromEntries(looked.map((type) => [type, look])),
			);
			return found.size;
		};
	},
	async "@babel/parser + traverse"() {
		const [parser, traversal] = await Promise.all(
			["@babel/parser", "@babel/traverse"].map(load),
		);
		const traverse = traversal.default?.default ?? traversal.default;
		return (text) => {
			const found = new Set<string>();
			const look = ({ node }: Any) => lookAt(node, text, found);
			traverse(
				parser.parse(text, { sourceType: "module" }),
				Object.fromEntries(looked.map((type) => [type, look])),
			);
			return found.size;
		};
	},
	async "espree + esquery"() {
		const [espree, esquery] = await Promise.all(
			["espree", "esquery"].map(load),
		);
		const { parse, match } = esquery.default ?? esquery;
		const parsed = selectors.map((one) => parse(one));
		return (text) => {
			const tree = espree.parse(text, options);
			return parsed.filter((one) => match(tree, one).length > 0).length;
		};
	},
	async eslint() {
		const { Linter } = await load("eslint");
		const linter = new Linter();
		const rule = selectors.map((selector) => ({ selector, message: selector }));
		const config = { rules: { "no-restricted-syntax": ["error", ...rule] } };
		return (text) =>
			new Set(linter.verify(text, [config]).map((one: Any) => one.message))
				.size;
	},
	async "@ast-grep/napi"() {
		const { parse, Lang } = await load("@ast-grep/napi");
		const rules = [
			"async function loadUser(id, withPosts) { $$$ }",
			'import $A, { Router } from "express"',
			'app.get("/", $$$)',
			"return notFound($$$)",
			"export { app, $$$ }",
		].map((pattern) => ({ rule: { pattern } }));
		return (text) => {
			const root = parse(Lang.JavaScript, text).root();
			return rules.filter((rule) => root.find(rule)).length;
		};
	},
	async "oxc-parser + Visitor"() {
		const { parseSync, Visitor } = await load("oxc-parser");
		return (text) => {
			const found = new Set<string>();
			const look = (node: Any) => lookAt(node, text, found);
			new Visitor(Object.fromEntries(looked.map((type) => [type, look]))).visit(
				parseSync("a.js", text).program,
			);
			return found.size;
		};
	},
	async "typescript 5.9"() {
		const loaded = await load("typescript");
		const ts = loaded.default ?? loaded;
		return (text) => {
			const found = new Set<string>();
			const tree = ts.createSourceFile("a.js", text, ts.ScriptTarget.Latest);
			const visit = (node: Any) => {
				if (ts.isFunctionDeclaration(node) && node.name?.text === "loadUser")
					found.add("function");
				else if (
					ts.isImportDeclaration(node) &&
					node.moduleSpecifier.text === "express"
				)
					found.add("import");
				else if (
					ts.isCallExpression(node) &&
					text.slice(node.expression.pos, node.expression.end).trim() ===
						"app.get"
				)
					found.add("call");
				else if (ts.isReturnStatement(node) && node.expression) {
					if (/notFound/.test(text.slice(node.pos, node.end)))
						found.add("return");
				} else if (ts.isExportSpecifier(node) && node.name.text === "app")
					found.add("export");
				ts.forEachChild(node, visit);
			};
			visit(tree);
			return found.size;
		};
	},
};
