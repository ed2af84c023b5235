/** Generic types: what their uses stand for. */
import { type CodeNode, virtualNode, virtualOnce } from "./node.ts";
import { resolve } from "./scopes.ts";
import { valuesOf } from "./values.ts";

/** What `Name<Type>` stands for, as far as it is known. */
export function* typesOf(node: CodeNode): Generator<CodeNode | undefined> {
	if (sameTypes.test(String(node.part.object?.value))) yield node.part.key;
	yield* mappedType(node);
	yield* instantiated(node);
}

/** Generic types with the same fields as their type argument. */
const sameTypes = /^(Readonly|Required|PropsWithChildren)$/;

/** The fields that `Partial`, `Pick` and `Omit` take over from a known type. */
function* mappedType(node: CodeNode): Generator<CodeNode> {
	const by = node.part.object?.value;
	const [from, names] =
		by === "Partial" ? [node.part.key] : (node.part.key?.list.elements ?? []);
	if (by !== "Partial" && !(names && (by === "Pick" || by === "Omit"))) return;
	const options = names?.kind === "union" ? names.list.elements : [names];
	const taken = (field: CodeNode) =>
		by === "Partial" ||
		options.some((one) => one?.value === field.value) === (by === "Pick");
	for (const shape of valuesOf(from))
		if (shape.kind === "shape")
			yield virtualNode("shape", node, {
				list: {
					members: shape.list.members
						.filter(taken)
						.map((field) =>
							by === "Partial"
								? { ...field, facts: { ...field.facts, isOptional: true } }
								: field,
						),
				},
			});
}

/** The fields of a generic type of the file, with what a use gives for its parameters. */
function* instantiated(node: CodeNode): Generator<CodeNode | undefined> {
	const { object, key } = node.part;
	const declared = object && resolve(object)?.declaredAt.parent;
	if (!declared?.facts.isType || declared.list.parameters.length === 0) return;
	const given = key?.kind === "array" ? key.list.elements : [key];
	const typeFor = (type: CodeNode | undefined): CodeNode | undefined => {
		const { parameters } = declared.list;
		const index = parameters.findIndex(({ value }) => value === type?.value);
		return index >= 0 && type?.kind === "name"
			? (given[index] ?? parameters[index]?.part.default)
			: undefined;
	};
	for (const one of valuesOf(declared.part.value)) {
		yield typeFor(one);
		if (one.kind === "shape")
			yield virtualOnce("shape", node, one, {
				list: {
					members: one.list.members.map((field) => {
						const type = typeFor(field.part.type);
						return type ? { ...field, part: { ...field.part, type } } : field;
					}),
				},
			});
	}
}
