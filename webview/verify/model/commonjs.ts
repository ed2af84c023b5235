/** Lowers the exports of CommonJS: `module.exports = { f }` and `exports.f = …` as `export`, in scripts without `import` and `export`. */
import type { CodeNode, NodeInit } from "./node.ts";

type Make = (
	kind: "declaration" | "export" | "name",
	at: CodeNode,
	init: NodeInit,
) => CodeNode;

const isNamed = (node: CodeNode | undefined, name: string) =>
	node?.kind === "name" && node.value === name;

/** Whether a node is `module.exports` or `exports`. */
const isExports = (node: CodeNode | undefined): boolean =>
	isNamed(node, "exports") ||
	(node?.kind === "member" &&
		node.value === "exports" &&
		isNamed(node.part.object, "module"));

/** The statements of a script with an `export` behind each statement that exports as CommonJS does. */
export function withCommonExports(
	statements: CodeNode[],
	make: Make,
): CodeNode[] {
	const isModule = statements.some(
		({ kind, part: { target } }) =>
			/^(import|export)$/.test(kind) ||
			isNamed(target, "exports") !== isNamed(target, "module"),
	);
	return isModule
		? statements
		: statements.flatMap((one) => [one, ...exportsOf(one, make)]);
}

function exportsOf(statement: CodeNode, make: Make): CodeNode[] {
	const { kind, value, part } = statement;
	if (kind !== "assignment" || value !== "=" || !part.value) return [];
	const { target } = part;
	// `module.exports = exports = { f }`
	if (part.value.kind === "assignment" && isExports(part.value.part.target))
		return exportsOf(
			{ ...part.value, part: { ...part.value.part, target } },
			make,
		);
	if (target?.kind === "member" && isExports(target.part.object))
		return exported(String(target.value), part.value, statement, make);
	if (!isExports(target) || isNamed(target, "exports")) return [];
	const { list } = part.value;
	return [
		...(part.value.kind === "object" ? list.properties : []).flatMap((one) =>
			one.kind === "property" && typeof one.value === "string" && one.part.value
				? exported(one.value, one.part.value, one, make)
				: [],
		),
		make("export", statement, {
			value: "default",
			part: { value: copied(part.value, make) },
		}),
	];
}

/** A name again, so that each of two statements has its own; other values are the same. */
const copied = (value: CodeNode, make: Make) =>
	value.kind === "name" ? make("name", value, { value: value.value }) : value;

/** The export of a value under a name. A value that is no name is declared, too, as `export const` does. */
function exported(
	name: string,
	value: CodeNode,
	at: CodeNode,
	make: Make,
): CodeNode[] {
	const as = (value: CodeNode) =>
		make("export", at, { value: name, part: { value } });
	if (value.kind === "name") return [as(copied(value, make))];
	const target = make("name", at, { value: name });
	return [
		make("declaration", at, { value: name, part: { target, value } }),
		as(make("name", at, { value: name })),
	];
}
