/** Causes of a near miss that stand in other code than the miss: a constant's text, a helper that answers, a route's path, a missing function. */

import { isOfKind } from "../match/evaluate.ts";
import { msg } from "../messages/msg.ts";
import {
	type CodeNode,
	calleeName,
	functionAround,
	isWithin,
	textOf,
} from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { valuesOf } from "../model/values.ts";
import { codeOf } from "./label.ts";
import { type Cost, costOf, type Miss } from "./miss.ts";
import { lineOf } from "./role.ts";

/** What to write for a name whose text has `{expected}` in it, which is not replaced; null without one. */
export function unfilledText(
	at: CodeNode,
	expected: string,
	where: string,
): string | null {
	const name =
		at.kind === "keyword" || at.kind === "property" ? at.part.value : at;
	if (!/^[A-Za-z_]\w*$/.test(expected) || name?.kind !== "name") return null;
	const text = resolve(name)?.values.find(({ kind }) => kind === "string");
	if (
		text?.source !== at.source ||
		!text.source.text.slice(text.start, text.end).includes(`{${expected}}`)
	)
		return null;
	const [own, line] = [name.value, lineOf(text)];
	return text.source.family === "python"
		? msg`The text of \`${own}\` (line ${line}) is no f-string, so that \`{${expected}}\` is not replaced; write \`${own}.format(${expected}=${expected})\` (${where})`
		: msg`The text of \`${own}\` (line ${line}) stands in quotes, so that \`\${${expected}}\` is not replaced; write the text in backticks in place of \`${own}\` (${where})`;
}

/** How code that an element of JSX has to show is written in it: a value in braces, a text as it is; null for other code. */
function shownIn(at: CodeNode, expected: string): string | null {
	if (at.kind !== "element" || at.source.family !== "javascript") return null;
	const [, text] = /^"([^"\\{}<>]*)"$/.exec(expected) ?? [];
	if (text?.trim()) return msg`the text \`${text}\``;
	if (text) return `\`{${expected}}\``;
	const [, name] = /^([A-Za-z_$][\w$]*)(?:\??\.[\w$]+)*$/.exec(expected) ?? [];
	// A word that no variable is called by is a text.
	const isVariable = at.source.nodes.some(
		({ kind, value }) => /^(name|parameter)$/.test(kind) && value === name,
	);
	return name && isVariable ? `\`{${expected}}\`` : null;
}

/** Of an element of JSX: what it never shows, and that the name stands in it as a word. */
export function neverShown(
	at: CodeNode,
	expected: string,
	owner: string,
): string | null {
	const shown = shownIn(at, expected);
	if (!shown) return null;
	const [, inside = ""] = />([^<>{}]*)<\/[^<>]*>$/.exec(textOf(at)) ?? [];
	const isWord = inside.trim() === expected;
	const [only, ...others] = at.list.children.filter(
		({ kind }) => kind !== "string",
	);
	const isOther =
		others.length === 0 && /^(name|member)$/.test(only?.kind ?? "");
	if (only && isOther && shown.startsWith("`{"))
		return msg`${owner} shows ${`\`{${codeOf(only)}}\``}; write ${shown} in its place`;
	return isWord
		? msg`${owner} shows the word \`${expected}\`, not its value; write ${shown}`
		: msg`${owner} never has ${shown}; add it`;
}

/** The call of a helper that has answered, after which its caller goes on to other code; null where the helper is not called that way. */
export function callBetween(before: CodeNode, at: CodeNode): CodeNode | null {
	const [helper, caller] = [functionAround(before), functionAround(at)];
	if (!helper || !caller || helper === caller || isWithin(caller, helper))
		return null;
	const { parent, facts, source } = helper;
	const name =
		helper.value ?? (parent?.kind === "declaration" ? parent.value : null);
	if (!name || facts.isAsync || source.family === "python") return null;
	return (
		source.nodes.find(
			(one) =>
				one.kind === "call" &&
				one.part.callee?.kind === "name" &&
				one.part.callee.value === name &&
				functionAround(one) === caller &&
				one.end <= at.start &&
				isOfKind(one, "discarded"),
		) ?? null
	);
}

/** The `return` that keeps code from running after other code of the same function; null without one. */
export function returnBetween(before: CodeNode, at: CodeNode): CodeNode | null {
	const around = functionAround(before);
	if (!around || around !== functionAround(at) || at.start < before.end)
		return null;
	return (
		around.source.nodes.find(
			(one) =>
				one.kind === "return" &&
				functionAround(one) === around &&
				!!one.parent &&
				isWithin(before, one.parent) &&
				!isWithin(at, one.parent) &&
				(isWithin(before, one) || one.start >= before.end),
		) ?? null
	);
}

/** Of a parameter that no path of the file names: the path that names another one. */
export function otherParameter(at: CodeNode, actual: string) {
	const [, own] = /\.params\.(\w+)$/.exec(actual) ?? [];
	if (!own) return null;
	const paths = at.source.nodes.filter(
		({ kind, value, parent }) =>
			kind === "string" &&
			parent?.kind === "call" &&
			/\/:\w/.test(String(value)),
	);
	const [path, ...others] = paths;
	const names = paths.flatMap(({ value }) =>
		[...String(value).matchAll(/:(\w+)/g)].map(([, name = ""]) => name),
	);
	const [name] = names;
	return path && name && others.length === 0 && names.length === 1
		? name === own
			? null
			: { path, name }
		: null;
}

/** Whether code reads the same as what is expected, apart from the parts that are left open. */
export function readsAs(expected: string, actual: string): boolean {
	if (!/\w/.test(expected)) return false;
	const [first = "", ...rest] = expected.split("…");
	const last = rest.pop();
	if (last === undefined) return expected === actual;
	const end = actual.length - last.length;
	if (!actual.startsWith(first) || !actual.endsWith(last)) return false;
	let from = first.length;
	for (const part of rest) {
		const found = actual.indexOf(part, from);
		if (found < 0) return false;
		from = found + part.length;
	}
	return from <= end;
}

/** The functions that Python brings along, as far as checks ask for them. */
const builtIn =
	/^(abs|all|any|bool|dict|enumerate|filter|float|int|isinstance|len|list|map|max|min|next|open|print|range|repr|reversed|round|set|sorted|str|sum|super|tuple|type|zip)$/;

/** The function that Python code is to call and that its file does not mention; null when it does. */
export function missingFunction(
	{ source }: CodeNode,
	expected: string,
): string | null {
	const [, name] = /^([a-z]\w*)\([^…]*$/.exec(expected) ?? [];
	if (!name || source.family !== "python" || builtIn.test(name)) return null;
	return source.nodes.some(({ value }) => value === name) ||
		new RegExp(`\\b${name}\\b|import \\*`).test(withoutComments(source.text))
		? null
		: name;
}

const withoutComments = (text: string) => text.replace(/#.*/g, "");

/** Whether JavaScript code is to read a response in a file that requests none. */
export const lacksRequest = ({ source }: CodeNode, expected: string) =>
	source.family === "javascript" &&
	/…\.(ok|json\(\))/.test(expected) &&
	!source.nodes.some(
		({ kind, value }) =>
			kind === "await" || value === "fetch" || value === "then",
	);

/** A condition that takes a position for a truth value, and what to write: `0` is the first one, `-1` stands for none. */
export function positionTest({
	at,
	under,
	stands,
}: Pick<Miss, "at" | "under" | "stands">) {
	const condition =
		under?.condition ?? (at.parent?.kind === "if" ? at : undefined);
	const [, not, name] =
		/^(!?)(\w+)$/.exec(condition ? codeOf(condition) : "") ?? [];
	return condition && name && isPosition.test(stands ?? "")
		? {
				condition,
				isNegated: !!not,
				expected: `${name} ${not ? "=" : "!"}== -1`,
			}
		: null;
}

/** What a name stands for, where that is the position of something in a list. */
const isPosition = /^`\w+` is `[^`]*\.(find(Last)?Index|(lastI|i)ndexOf)\(/;

/** A value that is handed to `json` as the text that `JSON.stringify` makes of it; null without one. */
export function givenAsText(cost: Cost | null): Cost | null {
	const at = cost?.miss?.at;
	const call = at?.parent;
	if (!at || call?.kind !== "call" || calleeName(call) !== "json") return null;
	if (call.part.callee?.kind !== "member" || call.list.arguments[0] !== at)
		return null;
	const made = valuesOf(at).find(
		({ kind, part }) =>
			kind === "call" &&
			part.callee &&
			codeOf(part.callee) === "JSON.stringify",
	);
	const [value] = made?.list.arguments ?? [];
	return made && value
		? costOf(cost.lost, cost.bindings, {
				facet: "kind",
				at,
				path: [msg`the first argument of \`json(…)\``],
				expected: codeOf(value),
				actual: codeOf(at),
				textOf: made,
			})
		: null;
}
