/** The words for code that must not be there, or not where it is. */

import { isOfKind } from "../match/evaluate.ts";
import { msg } from "../messages/msg.ts";
import {
	type CodeNode,
	calleeName,
	functionAround,
	isWithin,
} from "../model/node.ts";
import { callBetween, positionTest } from "./causes.ts";
import { reasonOf } from "./forbidden-reasons.ts";
import { capital, codeOf, labelOf } from "./label.ts";
import type { Miss } from "./miss.ts";
import { lineOf, placeOf } from "./role.ts";

/** What must not be there, the value that a part must not have, or what it must not come after. */
export function forbidden(
	{
		at,
		path,
		expected,
		actual,
		before,
		beside,
		under,
		replaces,
		stands,
		isDiscarded,
		isInPlace,
		isUnwanted,
	}: Miss,
	where: string,
	here: string,
): string {
	const role = path.at(-1);
	if (isInPlace)
		return msg`\`${actual}\` (${where}) changes the object itself; put a copy in its place: \`${expected}\``;
	if (isDiscarded)
		return expected
			? msg`The result of \`${actual}\` (${where}) is not used; write \`${expected}\``
			: msg`The result of \`${actual}\` (${where}) is not used; store it in a variable or return it`;
	if (beside)
		return msg`\`${actual}\` (${where}) must not be here together with \`${codeOf(beside)}\` (${placeOf(beside, here)})`;
	if (replaces)
		return msg`\`${actual}\` (${where}) replaces the \`${actual}\` of line ${lineOf(replaces)}; import both under different names, for example with \`as\`, and use both`;
	const why = stands
		? msg`: ${stands}`
		: isLength.test(actual)
			? msg`: where numbers count from 1, the length of a list is the number of its last item`
			: "";
	const [, uncalled] = /^\([^()]*\) => ([A-Za-z_$][\w$]*)$/.exec(actual) ?? [];
	if (uncalled && !/^(true|false|null|undefined)$/.test(uncalled))
		return msg`\`${actual}\` (${where}) does not call \`${uncalled}\`; write \`${uncalled}()\``;
	if (
		!before &&
		!under &&
		at.kind === "binary" &&
		at.value === "||" &&
		at.part.right?.kind !== "string"
	)
		return msg`\`||\` (${where}) must not be used here: it also replaces \`0\`, \`false\` and \`""\`; \`??\` replaces only \`null\` and \`undefined\``;
	const position = positionTest({ at, under, stands });
	if (position)
		return position.isNegated
			? msg`\`${codeOf(position.condition)}\` (${placeOf(position.condition, here)}) is true for \`0\`, the first position, and not for \`-1\`; \`-1\` stands for none, so write \`${position.expected}\``
			: msg`\`${codeOf(position.condition)}\` (${placeOf(position.condition, here)}) is true for \`-1\`, and not for \`0\`, the first position; \`-1\` stands for none, so write \`${position.expected}\``;
	if (under)
		return msg`\`${actual}\` (${where}) must not run when ${conditionAndPlace(under.condition, here)} is ${under.isTrue}${why}`;
	const reason = before ? null : reasonOf(at, where);
	if (reason) return reason;
	if (
		!before &&
		at.kind === "property" &&
		at.parent?.kind === "object" &&
		!role
	)
		return msg`\`${labelOf(at.parent)}\` (${where}) must not have \`${at.value ?? actual}\`${why}`;
	if (!before && !role && at.kind === "call" && isPartial.test(actual)) {
		const negation =
			at.parent?.kind === "unary" && /^(!|not)$/.test(String(at.parent.value))
				? at.parent
				: null;
		const equals = at.source.family === "python" ? "==" : "===";
		return negation
			? msg`\`${codeOf(negation)}\` (${where}) is also false for a part of the text; compare the whole with \`${equals.replace("=", "!")}\``
			: msg`\`${actual}\` (${where}) is also true for a part of the text; compare the whole with \`${equals}\``;
	}
	if (!before)
		return role && role !== `\`${actual}\``
			? msg`${capital(role)} (${where}) must not be \`${actual}\`${why}`
			: stands?.startsWith("`")
				? msg`\`${actual}\` (${where}) must not be here as long as ${stands}`
				: (isUnwanted || isOfObject(at)) && !why
					? msg`\`${actual}\` (${where}) must not be here; remove it`
					: msg`\`${actual}\` (${where}) must not be here${why}`;
	const first = msg`\`${codeOf(before)}\` (${placeOf(before, here)})`;
	if (/^(spread|property)$/.test(at.kind))
		return msg`\`${actual}\` (${where}) must not come after ${first}, which it overwrites`;
	if (at.kind === "element")
		return at.value === before.value
			? msg`\`<${at.value}>\` (${where}) is a second one, beside line ${lineOf(before)}; write one that holds both`
			: msg`\`${actual}\` (${where}) must not come after ${first}`;
	if (codeOf(before) === actual && lineOf(before) !== lineOf(at))
		return msg`\`${actual}\` (${where}) does once more what line ${lineOf(before)} does; write there what is meant, or remove it`;
	const again = restarted(before, at);
	if (again)
		return msg`${first} gives \`${again}\` its first value again each time, before \`${actual}\` (${where}); declare it outside of this function`;
	if (isOwnDeclaration(before, at))
		return msg`\`${actual}\` (${where}) must not be here together with \`${codeOf(before)}\` (${placeOf(before, here)})`;
	if (isValueUsed(before) && !isSameTarget(before, at))
		return msg`\`${actual}\` (${where}) must come before ${first}, not after it`;
	const call = callBetween(before, at);
	const helper = call?.part.callee?.value;
	if (call)
		return msg`After \`${codeOf(call)}\` (${placeOf(call, here)}), which may run ${first}, the code goes on to \`${actual}\` (${where}); let \`${helper}\` return \`true\` where it answers, and write \`if (${codeOf(call)}) return;\``;
	if (isInThen(before) && leaves(before, at))
		return msg`After ${first} the code goes on to \`${actual}\` (${where}); throw an error there: a \`return\` leaves only this function, and the next \`then\` runs all the same`;
	return leaves(before, at) || isInCase(before)
		? msg`After ${first} the code goes on to \`${actual}\` (${where}); it must stop there, for example with \`${isInCase(before) ? "break" : "return"}\``
		: msg`\`${actual}\` (${where}) may still run after ${first}; it must not`;
}

/** The length of a list as a number or text, with nothing added to it. */
const isLength = /^(String\(|`\$\{)[\w.]+\.length[)}]`?$/;

/** A call that looks for a part of a text. */
const isPartial = /\.(includes|startsWith|endsWith|startswith|endswith)\(/;

/** Whether code is one of the properties of an object. */
const isOfObject = ({ kind, parent }: CodeNode) =>
	kind === "property" || (kind === "string" && parent?.kind === "object");

/** A condition and its place; of a `switch` the comparison that a `case` stands for. */
const conditionAndPlace = (condition: CodeNode, here: string) =>
	msg`\`${codeOf(condition)}\` (${placeOf(condition, here)})`;

/** The variable that is declared with a literal and changed in the same function. */
function restarted(before: CodeNode, at: CodeNode): string | null {
	const { kind, value, part } = before;
	const isChanged = at.kind === "assignment" && at.part.target?.value === value;
	return kind === "declaration" && part.value?.kind === "number" && isChanged
		? String(value)
		: null;
}

/** Whether code gives a variable another value that it needs to be declared for, so that it cannot stand before the declaration. */
const isOwnDeclaration = (before: CodeNode, at: CodeNode): boolean =>
	before.kind === "declaration" &&
	before.part.target?.kind === "name" &&
	at.source.nodes.some(
		(one) =>
			one.kind === "assignment" &&
			isWithin(one, at) &&
			one.part.target?.value === before.part.target?.value,
	);

/** Whether both set the same variable. */
const isSameTarget = (one: CodeNode, other: CodeNode) =>
	one.kind === "assignment" &&
	other.kind === "assignment" &&
	one.part.target?.value !== undefined &&
	one.part.target.value === other.part.target?.value;

/** Whether code stands in a `case` of a `switch`, which only a jump ends. */
function isInCase(node: CodeNode): boolean {
	for (let up = node.parent; up && up.kind !== "function"; up = up.parent)
		if (up.kind === "if") return /^case\b/.test(codeOf(up));
	return false;
}

/** Whether code stands in a function that `then` is given, itself a part of a longer chain. */
function isInThen(node: CodeNode): boolean {
	const call = functionAround(node)?.parent;
	return (
		call?.kind === "call" &&
		calleeName(call) === "then" &&
		call.parent?.kind === "member" &&
		call.parent.value === "then"
	);
}

/** Whether what code gives is used: stored, handed over or part of something else. */
function isValueUsed(node: CodeNode): boolean {
	if (/^(declaration|assignment)$/.test(node.kind)) return true;
	const { parent } = node;
	if (!parent || parent.kind === "return") return false;
	if (parent.kind === "member" || parent.part.callee === node)
		return isValueUsed(parent);
	return parent.kind === "await"
		? isValueUsed(parent)
		: !isOfKind(node, "discarded");
}

/** Whether code stands in a branch that a `return` at its end would leave, before other code. */
function leaves(before: CodeNode, at: CodeNode): boolean {
	for (let up = before.parent; up && !isWithin(at, up); up = up.parent)
		if (up.kind === "block") return up.source.family !== "python";
	return false;
}
