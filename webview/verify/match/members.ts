/** Members by their names, and texts that stand for a metavariable. */
import {
	type CodeNode,
	calleeName,
	keyOf,
	textOf,
	virtualNode,
} from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { valuesOf } from "../model/values.ts";
import { isRefusing, isUpdatedName } from "./context.ts";
import { literalValue } from "./literals.ts";
import { match } from "./match.ts";
import type { Bindings, Next } from "./types.ts";

/** Binds a metavariable to a text: a part of another text, or the name of a member. */
export function bindText(
	name: string,
	text: string,
	at: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	if (name === "_") return next(bindings);
	const bound = bindings[name];
	return bound
		? literalValue(bound) === text && next(bindings)
		: next({ ...bindings, [name]: virtualNode("string", at, { value: text }) });
}

/** The name of a member of a class; a metavariable in its place is bound to it as a text. */
export function bindKey(
	{ value: wanted }: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const open = /^#?µ(\w+)$/.exec(String(wanted))?.[1];
	return open !== undefined && typeof node.value === "string"
		? bindText(open, node.value, node, bindings, next)
		: wanted === node.value && next(bindings);
}

/** Whether a member is the one of a pattern: by name, by any name (`$x.$name`), or after any members and calls (`$x. ... .name`). */
export function matchMember(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	const { object } = pattern.part;
	const { openName } = pattern.facts;
	if (openName !== undefined && openName !== "__" && object) {
		// `$x.$name`: any member, its name kept as a text.
		const name = keyOf(node);
		const names = name === null ? keysOf(node) : [name];
		return match(object, node.part.object, bindings, (found) =>
			names.some((one) => bindText(openName, one, node, found, next)),
		);
	}
	if (
		pattern.value !== undefined &&
		pattern.value !== node.value &&
		!isNamedKey(pattern, node)
	)
		return false;
	if (isReadFromKey(node)) return false;
	if (object?.facts.openName !== "__")
		return match(object, node.part.object, bindings, next);
	// `$x. ... .name`: any members and calls between, names for parts of the chain included.
	const seen = new Set<CodeNode>();
	const from = (hop: CodeNode | undefined): boolean => {
		if (!hop || seen.has(hop)) return false;
		seen.add(hop);
		if (match(object.part.object, hop, bindings, next)) return true;
		return valuesOf(hop).some((value) =>
			value.kind === "member"
				? from(value.part.object)
				: value.kind === "call" && from(value.part.callee?.part.object),
		);
	};
	return from(node.part.object);
}

/** What a text has. */
const ofText =
	/^(length|at|charAt|charCodeAt|codePointAt|concat|endsWith|includes|indexOf|lastIndexOf|localeCompare|match|matchAll|normalize|pad(End|Start)|repeat|replace|replaceAll|search|slice|split|startsWith|substr|substring|to(Locale)?(Lower|Upper)Case|toString|trim|trim(End|Start)|valueOf)$/;

/** Whether a member is read from a key that `for … in` gives: a text, which does not have it. */
export function isReadFromKey({
	kind,
	value,
	part: { object },
}: CodeNode): boolean {
	if (kind !== "member" || !object || isRefusing()) return false;
	const [only, ...others] =
		object.kind === "name" ? (resolve(object)?.values ?? []) : [object];
	return (
		only?.kind === "item" &&
		only.value === "in" &&
		others.length === 0 &&
		!ofText.test(String(value))
	);
}

/**
 * Whether a member may be meant by `a[key]` of a pattern: JavaScript's `a["b"]`, which is lowered as `a.b`, and `a.b` where the pattern says
 * what its key is. In Python the two are different things.
 */
export const isKeyedMember = (pattern: CodeNode, node: CodeNode): boolean =>
	node.kind === "member" &&
	typeof node.value === "string" &&
	node.source.family !== "python" &&
	(pattern.part.key?.kind !== "metavariable" || textOf(node).endsWith("]"));

/** Whether a pattern reads a key that is a text, and code does with `get`: in Python `d.get("name")` for `d["name"]`. */
export const isReadByGet = (pattern: CodeNode, node: CodeNode): boolean =>
	node.kind === "call" &&
	node.source.family === "python" &&
	pattern.part.key?.kind === "string" &&
	calleeName(node) === "get" &&
	node.part.callee?.kind === "member" &&
	valuesOf(node.list.arguments[0]).some(({ kind }) => kind === "string") &&
	!isRefusing();

/** Whether a pattern asks for a place by its number, and code has a counter there, which is that number once. */
export const isCounted = (pattern: CodeNode, { part: { key } }: CodeNode) =>
	pattern.part.key?.kind === "number" && !!key && isUpdatedName(key);

/** `a[KEY]`, where the key may be the member's name or the name is left open. In Python a key is no member. */
export const isComputed = (pattern: CodeNode, node: CodeNode): boolean =>
	node.source.family !== "python" &&
	(isNamedKey(pattern, node) ||
		(node.kind === "index" && pattern.facts.openName !== undefined));

/** `a[KEY]` where the key is known to be the member's name. */
const isNamedKey = (pattern: CodeNode, node: CodeNode): boolean =>
	typeof pattern.value === "string" && keysOf(node).includes(pattern.value);

/** The names that the key of `a[KEY]` may stand for; of several none is certain. */
function keysOf({ kind, part: { key } }: CodeNode): string[] {
	if (kind !== "index") return [];
	const names = valuesOf(key).map(literalValue);
	const known = [...new Set(names.filter((name) => name !== undefined))];
	return isRefusing() && known.length > 1 ? [] : known.map(String);
}
