/** Fields that one handler sets on a parameter and another one reads: `req.book`, `res.locals.book`. */
import { type CodeNode, keyOf, type Source } from "./node.ts";
import { resolve } from "./scopes.ts";

/** Deepest path of fields that is followed. */
const mostFields = 3;

/** The place and the fields by which a member of a handler's parameter is known to other handlers; null for other expressions. */
function pathOf(node: CodeNode | undefined, left = mostFields): string | null {
	if (!node) return null;
	if (node.kind === "name") {
		const [value, ...others] = resolve(node)?.values ?? [];
		return value?.kind === "parameterValue" && others.length === 0
			? pathOf(value)
			: null;
	}
	if (node.kind === "parameterValue") {
		const count = node.facts.owner?.list.parameters.length ?? 0;
		// Handlers of errors are given the error first.
		const place = Number(node.value) - (count > 3 ? 1 : 0);
		return count > 1 && (place === 0 || place === 1) ? String(place) : null;
	}
	const key = keyOf(node);
	const object = key === null || left === 0 ? null : node.part.object;
	const path = object && pathOf(object, left - 1);
	return path ? `${path}.${key}` : null;
}

const writes = new WeakMap<Source, Map<string, CodeNode[]>>();

function writesIn(source: Source): Map<string, CodeNode[]> {
	const known = writes.get(source);
	if (known) return known;
	const found = new Map<string, CodeNode[]>();
	for (const { kind, value, part } of source.nodes) {
		const isWrite = kind === "assignment" && value === "=";
		const path =
			isWrite && keyOf(part.target) !== null ? pathOf(part.target) : null;
		if (path && part.value)
			found.set(path, [...(found.get(path) ?? []), part.value]);
	}
	writes.set(source, found);
	return found;
}

/** The values that handlers of a file give to a member of a parameter. */
export function setByHandlers(member: CodeNode): readonly CodeNode[] {
	if (member.source.family !== "javascript") return [];
	const known = writesIn(member.source);
	const path = known.size > 0 ? pathOf(member) : null;
	return (path && known.get(path)) || [];
}
