/** The words for near misses. */
import { inPlaceOf, msg } from "../messages/msg.ts";
import { type CodeNode, calleeName, isWithin } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import {
	lacksRequest,
	missingFunction,
	neverShown,
	otherParameter,
	readsAs,
	returnBetween,
	unfilledText,
} from "./causes.ts";
import { callsOwnFunction, handedOver } from "./forbidden-reasons.ts";
import { forbidden } from "./forbidden-words.ts";
import { capital, codeOf, labelOf } from "./label.ts";
import { memberWords } from "./member-words.ts";
import type { Miss } from "./miss.ts";
import { hasFunction } from "./place.ts";
import { isDistinctive } from "./print.ts";
import { lineOf, placeOf } from "./role.ts";

/** A node and its place: "`post(…)` (line 4)". */
export const named = (node: CodeNode) =>
	node.kind === "program"
		? `\`${node.source.path}\``
		: msg`\`${labelOf(node)}\` (line ${lineOf(node)})`;

/** What a near miss says to a learner. `here` is the path of the file that the check is for. */
export function messageOf(miss: Miss, here: string): string {
	const { facet, at, path, expected, actual } = miss;
	const last = path.at(-1);
	// "A part of it" says nothing that the code itself does not.
	const isStatement =
		/^(kind|value)$/.test(facet) &&
		/^(return|throw|if|loop|try)$/.test(at.kind);
	const role =
		(/^(a part of it|its target)$/.test(last ?? "") && facet !== "missing") ||
		isStatement ||
		(/^(kind|value)$/.test(facet) &&
			(isAround(last, at) || isInHandler(last, at)))
			? undefined
			: last;
	const where = placeOf(at, here);
	const subject = role ?? `\`${actual}\``;
	if (miss.says) return msg`\`${actual}\` (${where}) ${miss.says}`;
	if (role?.startsWith("what `<") && isStandIn(miss))
		return msg`${capital(role)} (${where}) is never \`${expected}\`; let it be this where \`${actual}\` is missing: \`${actual} ?? ${expected}\``;
	const same = /^(kind|value)$/.test(facet) && sameSides(miss, where, here);
	if (same) return same;
	switch (facet) {
		case "value":
			if (!expected)
				return role
					? msg`${capital(role)}: \`${actual}\` (${where}) is not what the check asks for`
					: msg`\`${actual}\` (${where}) is not what the check asks for`;
			return role
				? msg`${capital(role)} (${where}): expected ${quoted(expected)}, found \`${actual}\``
				: msg`Expected ${quoted(expected)}, found \`${actual}\` (${where})`;
		case "name":
			return msg`Expected \`${expected}\`, found \`${actual}\` (${where})`;
		case "missing":
			if (/^(await|return|raise|throw)$/.test(expected))
				return msg`\`${actual}\` (${where}) has no \`${expected}\` in front of it; add it`;
			return msg`\`${actual}\` (${where}) has no ${lacked(role, expected)}; add it`;
		case "count":
			return msg`Expected ${expected}, found ${actual}`;
		case "absent":
			return absent(
				{ ...miss, expected: clearest(expected) },
				subject,
				where,
				here,
			);
		case "order":
			return order(miss, where, here);
		case "parameters":
			return parameters(miss, where);
		case "async":
			return msg`This function (${where}) is not \`async\`; add \`async\``;
		case "member":
			return memberWords(miss, where);
		case "import":
			if (miss.isUndeclared)
				return msg`\`${actual}\` (${where}) is not declared; write \`${expected}\` first`;
			return msg`\`${actual}\` (${where}) is not imported; add ${expected}`;
		case "forbidden":
			return forbidden(miss, where, here);
		case "unreached":
			return msg`\`${actual}\` (${where}) is never ${expected}, so its code does not run`;
		case "kind":
			if (/^\([^()]*\) => /.test(expected) && callsOwnFunction(at))
				return msg`\`${actual}\` (${where}) calls the function at once; hand it over without a call: \`${handedOver(at)}\``;
			if (miss.isUncalled)
				return msg`\`${actual}\` (${where}) is handed over without a call, but it only makes the function that is meant; write \`${expected}\``;
			return role
				? msg`${capital(role)} (${where}): expected \`${expected}\`, found \`${actual}\``
				: msg`Expected \`${expected}\`, found \`${actual}\` (${where})`;
	}
}

/** Of code that reads as what is expected: what else is wrong; null of other code. */
function sameSides(
	{ at, expected, actual, textOf, path }: Miss,
	where: string,
	here: string,
): string | null {
	if (textOf)
		return msg`${capital(path.at(-1) ?? "")} (${where}) is a text, made by \`${codeOf(textOf)}\` (${placeOf(textOf, here)}); write \`${expected}\` in place of that call, since \`json\` makes the text itself`;
	if (!readsAs(expected, actual)) return null;
	const name = at.part.callee ?? at;
	if (expected === actual && name.kind === "name" && !resolve(name))
		return msg`\`${actual}\` (${where}) is not declared in this file; import it first`;
	const other = otherParameter(at, actual);
	return other
		? msg`\`${actual}\` (${where}) has no value: the path \`${codeOf(other.path)}\` (${placeOf(other.path, here)}) names its parameter \`${other.name}\`; write \`${actual.replace(/\w+$/, other.name)}\``
		: msg`\`${actual}\` (${where}) is not what the check asks for`;
}

/** Two parts in the wrong order: what has to move, and where the other one stands. */
function order(
	{ at, actual, before, into }: Miss,
	where: string,
	here: string,
) {
	const own = msg`\`${labelOf(at)}\` (${where})`;
	if (into && before)
		return msg`${own} must be asked before \`${codeOf(before)}\` (${placeOf(before, here)})`;
	if (into) return msg`${own} must stand ${into}`;
	if (!before) return msg`${own} must come after \`${actual}\``;
	if (before.kind === "loop" && isWithin(at, before))
		return at.kind === "return"
			? msg`${own} ends the loop of line ${lineOf(before)} in its first turn; write it after the loop`
			: msg`${own} must not stand in the loop of line ${lineOf(before)}; write it after the loop`;
	const other = msg`\`${actual}\` (${placeOf(before, here)})`;
	const end = returnBetween(before, at);
	if (end)
		return isWithin(before, end)
			? msg`${own} does not run after ${other}, since \`return\` (${placeOf(end, here)}) ends the function; leave \`return\` out`
			: msg`${own} does not run after ${other}, since \`return\` (${placeOf(end, here)}) ends the function; write it in front of that \`return\``;
	return isPlain(before) && !isPlain(at)
		? msg`${other} must come before ${own}`
		: msg`${own} must come after ${other}`;
}

/** Whether a call is a statement of a file that brings no function of its own: it can be moved as it is. */
export const isPlain = (node: CodeNode) =>
	node.kind === "call" && node.parent?.kind === "program" && !hasFunction(node);

/** Of code that leaves most of it open, the last part that names anything. */
const clearest = (expected: string) =>
	expected.startsWith("… = …, ")
		? (expected.split(", ").findLast(isDistinctive) ?? expected)
		: expected;

/** How many parameters a function has to have; of a component, its props; of an error handler, all four. */
function parameters({ at, actual, expected }: Miss, where: string) {
	const name = labelOf(at);
	const own = at.list.parameters.map(({ value }) => value ?? "…");
	if (actual === "0" && expected === "1" && /^[A-Z][\w$]*$/.test(name))
		return msg`\`${name}\` (${where}) takes no props yet; write them between its parentheses`;
	const counted =
		actual === "1"
			? msg`This function (${where}) takes ${actual} parameter; it needs ${expected}`
			: msg`This function (${where}) takes ${actual} parameters; it needs ${expected}`;
	return actual === "3" && expected === "4" && at.source.family !== "python"
		? msg`${counted}: write \`(${[...own, "next"].join(", ")})\``
		: counted;
}

/** Whether a literal is expected where a name or property is shown: it is meant for where that has no value. */
const isStandIn = ({ facet, at, expected }: Miss) =>
	/^(kind|value)$/.test(facet) &&
	/^(name|member)$/.test(at.kind) &&
	/^(-?\d|")/.test(expected);

/** Whether the last part is only the function around a node, which does not say what the node is for. */
const isAround = (last: string | undefined, { kind, parent }: CodeNode) =>
	/^`[\w$]+`$/.test(last ?? "") &&
	kind !== "field" &&
	/^(block|return)$/.test(parent?.kind ?? "");

/** Whether the last part is an argument, and a node is not that but what the function in its place gives. */
const isInHandler = (last: string | undefined, { parent }: CodeNode) =>
	!!last?.startsWith("an argument of ") &&
	/^(function|return|block)$/.test(parent?.kind ?? "");

/** What is not there, and where it belongs or what resembles it. */
function absent(
	{ at, expected, closest, isSecond, isBeside, holder, inside, home }: Miss,
	subject: string,
	where: string,
	here: string,
): string {
	const isFile = at.kind === "program";
	const owner = capital(isFile ? subject : msg`${subject} (${where})`);
	const like =
		closest && msg`\`${labelOf(closest)}\` (${placeOf(closest, here)})`;
	const [, changed] = /^([\w$]+) [-+]= /.exec(expected) ?? [];
	if (
		at.kind === "string" &&
		at.source.text.slice(at.start, at.end).includes(`{${expected}}`)
	)
		return at.source.family === "python"
			? msg`\`${codeOf(at)}\` (${where}) has no \`f\` in front of it, so that \`{${expected}}\` is not replaced; add it`
			: msg`\`${codeOf(at)}\` (${where}) stands in quotes, so that \`\${${expected}}\` is not replaced; write backticks`;
	const text = unfilledText(at, expected, where);
	if (text) return text;
	if (isBeside && changed)
		return msg`\`${changed}\` (${where}) gets its value only once; change it each time (\`${expected}\`), or make it in the function that uses it`;
	if (isBeside)
		return expected.split("(")[0] === subject.slice(1).split("(")[0]
			? msg`${owner} is the only call of it; where it has to change back, add ${quoted(expected)} with another value`
			: msg`${owner} needs ${quoted(expected)} as well; add it`;
	if (isSecond) return msg`${owner} needs a second call like ${like}`;
	if (like)
		return isFile
			? msg`${owner} has no ${quoted(expected)} yet; the closest is ${like}`
			: msg`${owner} never has ${quoted(expected)}; the closest is ${like}`;
	if (isFile && home)
		return isOf(home, expected)
			? msg`${owner} has no \`${home}\` yet; add it`
			: msg`${owner} has no \`${home}\` yet; write it first, then \`${expected}\``;
	if (isFile && holder)
		return msg`${owner} has no call like \`${holder}\` yet that runs \`${expected}\`; add one`;
	if (isFile)
		return !isDistinctive(expected)
			? msg`Nothing in ${subject} does what this check asks for yet`
			: inside && inside !== expected
				? msg`${owner} has no \`${expected}\` yet; add it, with \`${inside}\` in it`
				: msg`${owner} has no \`${expected}\` yet; add it`;
	if (lacksRequest(at, expected))
		return msg`${owner} never has \`fetch(…)\`; write it first, then ${quoted(expected)}`;
	const lacking = missingFunction(at, expected);
	if (lacking)
		return msg`There is no \`${lacking}\` in \`${at.source.path}\` yet; write or import it first, then use \`${expected}\` in ${subject} (${where})`;
	const [, operator] = /^… (\S+) …$/.exec(expected) ?? [];
	if (operator) return msg`${owner} has no \`${operator}\` yet; add it`;
	const other = returnedOther(at, expected) ?? swappedCall(at, expected);
	if (other)
		return msg`Expected ${quoted(expected)}, found \`${codeOf(other)}\` (${placeOf(other, here)})`;
	return expected === "…"
		? msg`${owner} does not have what this check asks for`
		: (neverShown(at, expected, owner) ??
				msg`${owner} never has ${quoted(expected)}; add it`);
}

/** Where a call is to be returned: the `return` of a call of the same function that is given something else. */
function returnedOther(at: CodeNode, expected: string): CodeNode | null {
	const [, name] = /^return ([\w$.]+)\(/.exec(expected) ?? [];
	const isOfIt = ({ kind, part }: CodeNode) =>
		kind === "return" &&
		part.value?.part.callee &&
		codeOf(part.value.part.callee) === name;
	return name
		? (at.source.nodes.find((one) => isWithin(one, at) && isOfIt(one)) ?? null)
		: null;
}

/** The call of the same method that is given the expected text, in capital letters or in another place. */
function swappedCall(at: CodeNode, expected: string): CodeNode | null {
	const [, name, text = ""] = /^….(\w+)\("([^"…]+)"/.exec(expected) ?? [];
	const hasText = ({ kind, value }: CodeNode) =>
		kind === "string" && String(value).toLowerCase() === text.toLowerCase();
	return name
		? (at.source.nodes.find(
				(one) =>
					one.kind === "call" &&
					isWithin(one, at) &&
					calleeName(one) === name &&
					one.list.arguments.some(hasText),
			) ?? null)
		: null;
}

/** Whether code says no more than the code that it belongs to, or names nothing by itself. */
const isOf = (home: string, expected: string) =>
	expected.startsWith("…(") || home.startsWith(expected.replace(/, ….*/, ""));

/** What is missing: the code, or the part that has a name of its own. */
const lacked = (role: string | undefined, expected: string) =>
	role === "a default" && expected !== "…"
		? msg`\`= ${expected}\` after it`
		: role?.startsWith("the type of ") && expected !== "…"
			? msg`type \`${expected}\``
			: missingPart(role, expected);

const missingPart = (role: string | undefined, expected: string) =>
	role === "a spread"
		? msg`spread \`...\``
		: expected === "…"
			? role === undefined
				? msg`such part`
				: shortened(role, /^(its|an?|the) | of `.*/g)
			: role?.startsWith("its ")
				? msg`${inPlaceOf(role, role.slice(4))} \`${expected}\``
				: !role ||
						/argument|parameters|decorator|base|type|name|^(a|what) /.test(role)
					? `\`${expected}\``
					: shortened(role, / of `.*/);

/** A role without some of its words; one that is code then is the same in every language. */
function shortened(role: string, words: RegExp): string {
	const short = role.replace(words, "");
	return short.startsWith("`") ? short : inPlaceOf(role, short);
}

/** Code as code, a kind of thing in words. */
const quoted = (expected: string) =>
	/^an? \w+$/.test(expected)
		? expected
		: expected.startsWith(valueFrom)
			? msg`a value from \`${expected.slice(valueFrom.length)}\``
			: `\`${expected}\``;

/** The import that a name needs. */
export function importOf(
	name: string,
	source: string,
	isPython: boolean,
): string {
	if (isPython) return `\`from ${source} import ${name}\``;
	return name === "default" || name === "*"
		? msg`an import of "${source}"`
		: `\`import { ${name} } from "${source}"\``;
}

/** Before the call whose result is expected. */
export const valueFrom = "a value from ";
