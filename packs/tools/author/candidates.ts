/** Every plain assertion that a file's declarations, imports, calls and elements suggest; the loose form before the strict one. */
import type { Assertion } from "@treeline/verify/shapes";
import { argumentsOf, CALLS, calledMember } from "../mutants/syntax.ts";
import { type Node, nodesOf, withTree } from "../mutants/tree.ts";

/** The candidates of one file, each once; none when it does not parse. */
export async function candidatesIn(
	path: string,
	content: string,
): Promise<Assertion[]> {
	const isPython = path.endsWith(".py");
	const found = await withTree(path, content, (root) => [
		...calls(root),
		...(isPython ? python(root) : javascript(root)),
	]);
	const seen = new Set<string>();
	return (found ?? []).filter((one) => {
		const text = JSON.stringify(one);
		return seen.has(text) ? false : seen.add(text);
	});
}

const nameOf = (node: Node | null) => node?.childForFieldName("name")?.text;

function javascript(root: Node): Assertion[] {
	const found: Assertion[] = [];
	for (const node of nodesOf(root, "import_statement")) {
		const source = nodesOf(node, "string_fragment")[0]?.text;
		if (!source) continue;
		const description = `There is an import from \`${source}\`.`;
		found.push({ type: "importDeclaration", source, description });
	}
	for (const node of nodesOf(root, "function_declaration", "arrow_function")) {
		const name =
			nameOf(node) ??
			(node.parent?.type === "variable_declarator" ? nameOf(node.parent) : "");
		if (!name) continue;
		const plain = {
			type: "functionDeclaration" as const,
			name,
			description: `There is a function \`${name}\`.`,
		};
		found.push(plain);
		if (node.children.some((child) => child?.type === "async"))
			found.push({
				...plain,
				async: true,
				description: `There is an async function \`${name}\`.`,
			});
	}
	for (const node of nodesOf(root, "class_declaration")) {
		const name = nameOf(node);
		const base = nodesOf(node, "class_heritage")[0];
		const extended = base && nodesOf(base, "identifier")[0]?.text;
		if (!name) continue;
		const description = `There is a class \`${name}\`${extended ? ` that extends \`${extended}\`` : ""}.`;
		found.push({
			type: "classDeclaration",
			name,
			...(extended ? { extends: extended } : {}),
			description,
		});
	}
	found.push(...exportsOf(root), ...elements(root));
	return found;
}

function exportsOf(root: Node): Assertion[] {
	return nodesOf(root, "export_statement").flatMap((node) => {
		const isDefault = node.children.some((child) => child?.type === "default");
		const declared = node.childForFieldName("declaration");
		const name =
			nameOf(declared) ??
			nameOf(declared?.firstNamedChild ?? null) ??
			node.childForFieldName("value")?.text;
		if (!name || !/^[\w$]+$/.test(name)) return [];
		return [
			{
				type: "exportDeclaration" as const,
				name,
				...(isDefault ? { isDefault } : {}),
				description: `\`${name}\` is ${isDefault ? "the default export" : "exported"}.`,
			},
		];
	});
}

function elements(root: Node): Assertion[] {
	return nodesOf(
		root,
		"jsx_opening_element",
		"jsx_self_closing_element",
	).flatMap((node) => {
		const name = nameOf(node);
		if (!name) return [];
		const props = node.namedChildren
			.filter((child) => child?.type === "jsx_attribute")
			.map((child) => child?.firstNamedChild?.text ?? "");
		const plain = {
			type: "jsxElement" as const,
			name,
			description: `There is an element \`<${name}>\`.`,
		};
		return [
			plain,
			...props.map((prop) => ({
				...plain,
				props: [prop],
				description: `There is an element \`<${name}>\` with \`${prop}\`.`,
			})),
		];
	});
}

/** Calls on a plain name, with each short argument that they are given. */
function calls(root: Node): Assertion[] {
	return nodesOf(root, ...CALLS).flatMap((call) => {
		const member = calledMember(call);
		const callee = call.childForFieldName("function");
		if (member ? member.object.type !== "identifier" : !callee) return [];
		const method = member?.name.text ?? callee?.text ?? "";
		if (!/^[\w$]+$/.test(method)) return [];
		const plain = {
			type: "methodCall" as const,
			method,
			...(member ? { object: member.object.text } : {}),
			description: `\`${member ? `${member.object.text}.` : ""}${method}\` is called.`,
		};
		const words = argumentsOf(call)
			.map(({ text }) => text.replace(/^["'`]|["'`]$/g, ""))
			.filter((text) => text.length <= 30 && !text.includes("\n"));
		return [
			plain,
			...words.map((word) => ({
				...plain,
				args: [word],
				description: `${plain.description.slice(0, -1)} with \`${word}\`.`,
			})),
		];
	});
}

function python(root: Node): Assertion[] {
	const found: Assertion[] = [];
	for (const node of nodesOf(root, "import_from_statement")) {
		const module = node.childForFieldName("module_name")?.text;
		if (module)
			found.push({
				type: "pythonImport",
				module,
				description: `There is an import from \`${module}\`.`,
			});
	}
	for (const node of nodesOf(root, "class_definition")) {
		const name = nameOf(node);
		const bases = node.childForFieldName("superclasses")?.namedChildren ?? [];
		if (name)
			found.push({
				type: "pythonClassDef",
				name,
				...(bases.length > 0
					? { bases: bases.map((base) => base?.text ?? "") }
					: {}),
				description: `There is a class \`${name}\`.`,
			});
	}
	for (const node of nodesOf(root, "function_definition")) {
		const name = nameOf(node);
		if (!name) continue;
		const plain = {
			type: "pythonFunctionDef" as const,
			name,
			description: `There is a function \`${name}\`.`,
		};
		found.push(plain);
		const wrapping = node.parent;
		for (const decorator of wrapping?.type === "decorated_definition"
			? nodesOf(wrapping, "decorator")
			: []) {
			const called = decorator.text.slice(1).split("(")[0]?.trim();
			if (called)
				found.push({
					...plain,
					decorator: called,
					description: `\`${name}\` is decorated with \`@${called}\`.`,
				});
		}
	}
	return found;
}
