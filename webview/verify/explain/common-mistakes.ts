/**
 * Mistakes that explain why a part is absent: a misspelt name, a key without quotes, `=` as a comparison, a pair that is not taken
 * apart, an import or export in another form.
 */

import { isLiteral } from "../match/context.ts";
import { isOfKind } from "../match/evaluate.ts";
import { isReadFromKey } from "../match/members.ts";
import type { CompiledCondition } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import { moduleNameOf } from "../model/modules.ts";
import { type CodeNode, calleeName, isWithin, textOf } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { valuesOf } from "../model/values.ts";
import { patternsOf } from "./absent.ts";
import { itemsOf } from "./forbidden.ts";
import { makesError } from "./forbidden-reasons.ts";
import { codeOf } from "./label.ts";
import { type Cost, costOf, isTypo, type Miss } from "./miss.ts";
import type { Printer } from "./print.ts";

/** What is looked at for a mistake. */
interface Place {
	miss: Miss;
	/** The nodes of what lacks something. */
	nodes: readonly CodeNode[];
	file: CodeNode;
}

/** A mistake: wrong code, what the message says after it, and what it should be. */
interface CommonMistake {
	at: CodeNode;
	says: string;
	expected: string;
}

/** The mistake because of which a part is absent or missing; null when none is known. */
export function commonMistakeOf(
	cost: Cost | null,
	condition: CompiledCondition,
	file: CodeNode,
	printer: Printer,
): Cost | null {
	const miss = cost?.miss;
	if (!miss) return null;
	const nodes = file.source.nodes.filter((one) => isWithin(one, miss.at));
	const place = { miss, nodes, file };
	const wanted = patternsOf(condition).flatMap(itemsOf);
	const mistake =
		uncalledIn(place, wanted) ??
		unthrownIn(place, wanted) ??
		assignedIn(place) ??
		keyReadIn(place) ??
		(/^(absent|kind|missing)$/.test(miss.facet)
			? wholePairIn(file, wanted)
			: null) ??
		(/^(absent|missing)$/.test(miss.facet)
			? (unquotedIn(place) ??
				otherImportIn(file, wanted, printer) ??
				otherExportIn(place, wanted, printer) ??
				misspeltIn(place))
			: null);
	if (!mistake) return null;
	const { at, says, expected } = mistake;
	const actual = codeOf(at);
	return costOf(
		cost.lost,
		{},
		{ facet: "value", at, path: [], expected, actual, says },
	);
}

/** The nodes of patterns. */
const nodesOf = (patterns: readonly CodeNode[]): CodeNode[] =>
	patterns.flatMap((one) => [one, ...nodesOf(one.children)]);

/** `event.preventDefault;`, a function that has to be called and is only named. */
function uncalledIn(
	{ file }: Place,
	wanted: readonly CodeNode[],
): CommonMistake | null {
	const at = file.source.nodes.find(
		(one) =>
			/^(name|member)$/.test(one.kind) &&
			isOfKind(one, "discarded") &&
			nodesOf(wanted).some(
				(call) =>
					call.kind === "call" &&
					(calleeName(call) === one.value || isParameterOf(call, one)),
			),
	);
	if (!at) return null;
	const expected = `${codeOf(at)}()`;
	return {
		at,
		expected,
		says: msg`only names the function; call it: \`${expected}\``,
	};
}

/** Whether a call of a pattern calls a parameter, and a name is one. */
const isParameterOf = ({ part }: CodeNode, name: CodeNode): boolean =>
	part.callee?.kind === "metavariable" &&
	name.kind === "name" &&
	(resolve(name)?.values ?? []).some(({ kind }) => kind === "parameterValue");

/** `new Error("…");`, an error that is made and not thrown. */
function unthrownIn(
	{ miss, file }: Place,
	wanted: readonly CodeNode[],
): CommonMistake | null {
	const isAsked = nodesOf(wanted).some(({ kind }) => kind === "throw");
	const at = file.source.nodes.find(
		(one) =>
			makesError(one) &&
			isOfKind(one, "discarded") &&
			(isAsked || one === miss.before),
	);
	if (!at) return null;
	const expected = `throw ${codeOf(at)}`;
	return {
		at,
		expected,
		says: msg`makes an error and does not throw it; write \`throw\` in front of it`,
	};
}

/** The words of code. */
const wordsOf = (code: string): string[] => code.match(/[A-Za-z_]\w*/g) ?? [];

/** The assignment that stands in place of a comparison: `if (ready = true)`, and `ready = true ? a : b`, which gives `ready` one of the two. */
function assignmentIn({ kind, value, part }: CodeNode) {
	const { condition, target } = part;
	if (/^(if|loop)$/.test(kind) && condition?.kind === "assignment")
		return condition.value === "=" &&
			condition.part.target &&
			condition.part.value
			? {
					at: condition,
					target: condition.part.target,
					given: condition.part.value,
				}
			: null;
	const given = part.value?.kind === "if" ? part.value.part.condition : null;
	return kind === "assignment" && value === "=" && target && given
		? { at: part.value as CodeNode, target, given }
		: null;
}

/** Whether code is a literal, or the name of one. */
const isFixed = (given: CodeNode): boolean =>
	isLiteral(given) ||
	(given.kind === "name" && valuesOf(given).some(isLiteral));

/** A condition that gives a value in place of comparing. */
function assignedIn({ miss, nodes }: Place): CommonMistake | null {
	const about = miss.under
		? codeOf(miss.under.condition)
		: `${miss.expected} ${miss.actual}`;
	for (const node of nodes) {
		const { at, target, given } = assignmentIn(node) ?? {};
		if (!at || !target || !given || !isFixed(given)) continue;
		const isAsked = wordsOf(about).includes(String(target.value));
		if (!isAsked && !about.includes(`== ${codeOf(given)}`)) continue;
		const isTrue = given.kind === "constant" && given.value === "true";
		const expected = isTrue
			? codeOf(target)
			: `${codeOf(target)} === ${codeOf(given)}`;
		return {
			at: { ...at, start: target.start, end: given.end },
			expected,
			says: msg`gives \`${codeOf(target)}\` a value, \`=\` does not compare; write \`${expected}\``,
		};
	}
	return null;
}

/** A field that is read from a key: `for … in` goes through keys. */
function keyReadIn({ miss, file }: Place): CommonMistake | null {
	const about = wordsOf(`${miss.expected} ${miss.actual}`);
	const at = file.source.nodes.find(
		(one) => isReadFromKey(one) && about.includes(String(one.value)),
	);
	const object = at?.part.object;
	const key = object && resolve(object)?.values[0];
	if (!at || !key?.part.of || !object) return null;
	const expected = `for (const ${codeOf(object)} of ${codeOf(key.part.of)})`;
	return {
		at,
		expected,
		says: msg`reads from \`${codeOf(object)}\`, which is a key: \`for … in\` goes through keys; write \`${expected}\``,
	};
}

/** `{station: 1}` of Python: a key without quotes is a name. */
function unquotedIn({ miss, nodes }: Place): CommonMistake | null {
	const wanted = wordsOf(`${miss.expected} ${miss.path.at(-1)}`);
	for (const { kind, part } of nodes) {
		const at = kind === "property" ? part.key : undefined;
		if (at?.kind !== "name" || at.source.family !== "python") continue;
		const name = String(at.value);
		if (!wanted.includes(name) || resolve(at)) continue;
		return {
			at,
			expected: `"${name}"`,
			says: msg`has no quotes, so that it is the name of a variable; write \`"${name}"\``,
		};
	}
	return null;
}

/** Shortest word whose misspelling is reported. */
const shortest = 4;

/** A key, member, attribute or undeclared name that is almost the word that is absent. */
function misspeltIn({ miss, nodes }: Place): CommonMistake | null {
	const role = miss.facet === "missing" ? (miss.path.at(-1) ?? "") : "";
	const wanted = wordsOf(`${miss.expected} ${role}`);
	const own = new Set(nodes.map(({ value }) => value));
	for (const word of wanted) {
		if (word.length < shortest || own.has(word)) continue;
		const at = nodes.find((one) => {
			const name = nameIn(one);
			return (
				name !== null &&
				name.length >= shortest &&
				!wanted.includes(name) &&
				isTypo(word, name)
			);
		});
		if (at)
			return {
				at: nameNode(at),
				expected: word,
				says: msg`looks like \`${word}\`; correct its spelling`,
			};
	}
	return null;
}

/** A name that a learner wrote and nothing declares: a key, a member that is read, an unknown variable. */
function nameIn(node: CodeNode): string | null {
	const { kind, value, parent } = node;
	if (typeof value !== "string") return null;
	if (/^(property|field|keyword|attribute)$/.test(kind)) return value;
	const isMethod = parent?.part.callee === node || moduleNameOf(node) !== null;
	if (kind === "member") return isMethod ? null : value;
	const isDeclared = parent?.part.target === node || resolve(node) !== null;
	return kind === "name" && !isDeclared && !node.facts.isType ? value : null;
}

/** The name itself of a key, a member or an export. */
function nameNode(node: CodeNode, name = String(node.value)): CodeNode {
	const text = textOf(node);
	const from =
		node.kind === "member" ? text.lastIndexOf(name) : text.indexOf(name);
	return from < 0 || node.kind === "name"
		? node
		: {
				...node,
				start: node.start + from,
				end: node.start + from + name.length,
			};
}

/** A call of a pattern of which a part is asked for, by its place: `useState(2)` of `const [a, b] = useState(2)`. */
function pairsIn(pattern: CodeNode): CodeNode[] {
	const { kind, part } = pattern;
	const made =
		kind === "index" && part.key?.kind === "number"
			? part.object
			: kind === "declaration" && part.target?.kind === "array"
				? part.value
				: undefined;
	return [
		...(made?.kind === "call" ? [made] : []),
		...pattern.children.flatMap(pairsIn),
	];
}

/** `const count = useState(2)`: the pair itself is kept. */
function wholePairIn(
	file: CodeNode,
	wanted: readonly CodeNode[],
): CommonMistake | null {
	let names: Set<string | null> | null = null;
	for (const { kind, part, source } of file.source.nodes) {
		const { target: at, value } = part;
		if (kind !== "declaration" || at?.kind !== "name") continue;
		if (value?.kind !== "call") continue;
		names ??= new Set(wanted.flatMap(pairsIn).map(calleeName));
		if (!names.has(calleeName(value))) continue;
		const isTaken = source.nodes.some(
			(one) =>
				one.kind === "index" && valuesOf(one.part.object).includes(value),
		);
		if (isTaken || calleeName(value) === null) continue;
		const name = String(at.value);
		const setter = /^useState$/.test(calleeName(value) ?? "")
			? `set${name.charAt(0).toUpperCase()}${name.slice(1)}`
			: "…";
		const expected =
			source.family === "python"
				? `${name}, … = ${codeOf(value)}`
				: `const [${name}, ${setter}] = ${codeOf(value)}`;
		return {
			at,
			expected,
			says: msg`is the whole pair that \`${calleeName(value)}\` gives; take it apart: \`${expected}\``,
		};
	}
	return null;
}

/** `import FastAPI` for `from fastapi import FastAPI`. */
function otherImportIn(
	file: CodeNode,
	patterns: readonly CodeNode[],
	printer: Printer,
): CommonMistake | null {
	for (const wanted of patterns) {
		if (wanted.kind !== "import" || wanted.source.family !== "python") continue;
		const names = (wanted.facts.imported ?? []).map(({ name }) => name);
		const at = file.list.statements.find(
			({ kind, value }) => kind === "import" && names.includes(String(value)),
		);
		const expected = printer.print(wanted, {});
		if (at)
			return {
				at,
				expected,
				says: msg`asks for a module \`${at.value}\`; the name stands in \`${wanted.value}\`: write \`${expected}\``,
			};
	}
	return null;
}

/** `module.exports = app` and `export { app }` for `export default app`, and the other way round. */
function otherExportIn(
	{ miss, file }: Place,
	patterns: readonly CodeNode[],
	printer: Printer,
): CommonMistake | null {
	if (miss.at.kind !== "program") return null;
	for (const wanted of patterns) {
		if (wanted.kind !== "export") continue;
		const isDefault = wanted.value === "default";
		const expected = printer.print(wanted, {});
		for (const at of file.source.nodes) {
			const { kind, value, part } = at;
			const name = String(part.value?.value ?? "…");
			const isCommon =
				kind === "assignment" &&
				/^(module\.)?exports\b/.test(codeOf(part.target ?? at));
			if (isCommon)
				return {
					at,
					expected,
					says: msg`does not export from an ES module; write \`${expected}\``,
				};
			if (kind !== "export" || value === wanted.value) continue;
			if (isDefault && expected === `export default ${name}`)
				return {
					at: nameNode(at, name),
					expected,
					says: msg`is exported by its name; write \`${expected}\``,
				};
			if (value === "default" && name === wanted.value)
				return {
					at: nameNode(at, name),
					expected,
					says: msg`is the default export; write \`export\` without \`default\``,
				};
		}
	}
	return null;
}
