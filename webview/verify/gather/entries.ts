/** The entries of a variable with keys: which one code reads, and whether a question asks for one. */
import { type CodeNode, calleeName, virtualNode } from "../model/node.ts";
import {
	constantOf,
	isEqual,
	type Key,
	keyOfName,
	mentions,
} from "./replace.ts";

/** An entry of the variable that code reads: `d[k]`, `d.get(k)`, `d[k] || 0`, `(d[k] ||= [])`; with what it gives in place of a missing one. */
export function entryIn(
	node: CodeNode | undefined,
	key: Key,
): { key: CodeNode; start?: CodeNode | undefined } | null {
	if (!node) return null;
	const { part } = node;
	if (/^(index|member)$/.test(node.kind) && keyOfName(part.object) === key) {
		const at =
			part.key ?? virtualNode("string", node, { value: node.value as string });
		return { key: at };
	}
	if (
		node.kind === "call" &&
		/^(get|setdefault)$/.test(calleeName(node) ?? "")
	) {
		const [first, start] = node.list.arguments;
		return first && keyOfName(part.callee?.part.object) === key
			? { key: first, start }
			: null;
	}
	const isDefault =
		(node.kind === "binary" && /^(\|\||\?\?)$/.test(String(node.value))) ||
		(node.kind === "assignment" && /^(\|\||\?\?)=$/.test(String(node.value)));
	if (isDefault) {
		const entry = entryIn(part.left ?? part.target, key);
		return entry && { ...entry, start: part.right ?? part.value };
	}
	if (node.kind === "if" && isPresence(part.condition, key) !== null) {
		const isThere = isPresence(part.condition, key);
		const [there, missing] = isThere
			? [part.consequence, part.alternative]
			: [part.alternative, part.consequence];
		const entry = entryIn(there, key);
		const isAsked = isPresence(part.condition, key, entry?.key) === isThere;
		return entry && isAsked && missing && !mentions(missing, key)
			? { ...entry, start: missing }
			: null;
	}
	return null;
}

/** Whether a question asks for an entry, that of `by` if given (true), or for that it is missing (false); null for other questions. */
export function isPresence(
	question: CodeNode | undefined,
	key: Key,
	by?: CodeNode,
): boolean | null {
	if (!question) return null;
	const { kind, part } = question;
	const isBy = (one: CodeNode | undefined) =>
		!by || isEqual(one, by) || isEqual(constantOf(one), constantOf(by));
	if (kind === "unary" && question.value === "!") {
		const inner = isPresence(part.value, key, by);
		return inner === null ? null : !inner;
	}
	if (kind === "binary") {
		const operator = String(question.value);
		if (/^(not )?in$/.test(operator))
			return isBy(part.left) &&
				(keyOfName(part.right) === key ||
					(part.right?.kind === "call" &&
						calleeName(part.right) === "keys" &&
						keyOfName(part.right.part.callee?.part.object) === key))
				? operator === "in"
				: null;
		const isNothing =
			(part.right?.kind === "constant" &&
				/^(null|undefined)$/.test(String(part.right.value))) ||
			(part.right?.kind === "string" && part.right.value === "undefined");
		const asked =
			part.left?.kind === "unary" && part.left.value === "typeof"
				? part.left.part.value
				: part.left;
		const entry = entryIn(asked, key);
		if (!isNothing || !entry || !isBy(entry.key)) return null;
		if (/^(===?|is)$/.test(operator)) return false;
		return /^(!==?|is not)$/.test(operator) ? true : null;
	}
	if (kind === "call") {
		const name = calleeName(question) ?? "";
		if (/^(has|hasOwnProperty)$/.test(name))
			return keyOfName(part.callee?.part.object) === key &&
				isBy(question.list.arguments[0])
				? true
				: null;
		if (/^(hasOwn|includes)$/.test(name)) {
			const [first, second] = question.list.arguments;
			const isAsked = keyOfName(first) === key || mentions(part.callee, key);
			return isAsked && isBy(name === "hasOwn" ? second : first) ? true : null;
		}
	}
	const entry = entryIn(question, key);
	return entry && isBy(entry.key) ? true : null;
}
