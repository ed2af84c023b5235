/** Why code must not be there where the code itself shows it, and what to write in its place. */

import { msg } from "../messages/msg.ts";
import { type CodeNode, calleeName, functionAround } from "../model/node.ts";
import { valuesOf } from "../model/values.ts";
import { codeOf } from "./label.ts";
import { lineOf } from "./role.ts";

/** What is wrong with code that must not be there, and what to write; null where its own text does not show it. */
export function reasonOf(at: CodeNode, where: string): string | null {
	return (
		thrownText(at, where) ??
		returnedError(at, where) ??
		returnedNothing(at, where) ??
		wrapped(at, where) ??
		returnedInLoop(at, where) ??
		silentFunction(at) ??
		uncalledInner(at, where) ??
		calledHandler(at, where) ??
		comparedWithItself(at) ??
		comparedWithText(at)
	);
}

/** `throw "text"`. */
function thrownText({ kind, part }: CodeNode, where: string): string | null {
	const thrown = part.value;
	if (kind !== "throw" || !/^(string|template)$/.test(thrown?.kind ?? ""))
		return null;
	return msg`\`throw\` (${where}) throws a text, not an error; write \`throw new Error(${codeOf(thrown as CodeNode)})\``;
}

/** Whether code makes an error of JavaScript. */
export const makesError = (node: CodeNode): boolean =>
	node.kind === "call" &&
	!!node.facts.isNew &&
	/(Error|Exception)$/.test(calleeName(node) ?? "");

/** `return new Error(…)`. */
function returnedError({ kind, part }: CodeNode, where: string): string | null {
	return kind === "return" && part.value && makesError(part.value)
		? msg`\`return\` (${where}) gives the error back and does not throw it; write \`throw ${codeOf(part.value)}\``
		: null;
}

/** Methods of lists of Python that change the list and give nothing. */
const changing = /^(append|extend|insert|remove|clear|sort|reverse)$/;

/** `return items.append(item)`. */
function returnedNothing(
	{ kind, part, source }: CodeNode,
	where: string,
): string | null {
	const call = kind === "return" ? part.value : undefined;
	if (call?.kind !== "call" || source.family !== "python") return null;
	const name = calleeName(call);
	return call.part.callee?.kind === "member" && changing.test(name ?? "")
		? msg`\`${name}\` (${where}) gives nothing back, so \`None\` is returned; write \`${codeOf(call)}\` on a line of its own, and return after it`
		: null;
}

/** `return { item: find(id) }`, an object for one value. */
function wrapped(
	{ kind, part, source }: CodeNode,
	where: string,
): string | null {
	const object = kind === "return" ? part.value : undefined;
	const [only, ...others] = object?.list.properties ?? [];
	const value = only?.part.value;
	if (object?.kind !== "object" || !value || others.length > 0) return null;
	if (!/^(call|name|member|await)$/.test(value.kind)) return null;
	return source.family === "python"
		? msg`\`${codeOf(object)}\` (${where}) is a dictionary around the value; write \`return ${codeOf(value)}\``
		: msg`\`${codeOf(object)}\` (${where}) is an object around the value; write \`return ${codeOf(value)}\``;
}

/** `return` in a loop, which ends with it. */
function returnedInLoop(at: CodeNode, where: string): string | null {
	let loop = at.kind === "return" ? at.parent : null;
	while (loop && /^(block|if)$/.test(loop.kind)) loop = loop.parent;
	return loop?.kind === "loop"
		? msg`\`${codeOf(at)}\` (${where}) ends the loop of line ${lineOf(loop)} too early; write it after the loop`
		: null;
}

/** Methods that go by what the function that they are given returns. */
const asking =
	/^(filter|find|findIndex|findLast|findLastIndex|some|every|map|flatMap|reduce)$/;

/** `items.filter((item) => { item.isDone; })`. */
function silentFunction(at: CodeNode): string | null {
	const { parent } = at;
	const around =
		at.kind === "function" && parent?.kind === "call" ? parent : at;
	for (const call of [around, ...inside(around)]) {
		const name = call.kind === "call" ? calleeName(call) : null;
		const [given] = call.list.arguments;
		const body = given?.kind === "function" ? given.part.body : undefined;
		if (!name || !asking.test(name) || body?.kind !== "block") continue;
		if (call.source.family !== "javascript") continue;
		if ([...inside(body)].some(({ kind }) => /^(return|throw)$/.test(kind)))
			continue;
		const last = body.list.statements.at(-1);
		const line = msg`line ${lineOf(call)}`;
		return last && /^(binary|call|unary|member|object)$/.test(last.kind)
			? msg`The function that \`${name}\` is given (${line}) returns nothing; write \`return ${codeOf(last)}\``
			: msg`The function that \`${name}\` is given (${line}) returns nothing; write \`return\` in it`;
	}
	return null;
}

/** The code in code, functions in it aside. */
function* inside(node: CodeNode): Generator<CodeNode> {
	for (const child of node.children) {
		if (child.kind === "function") continue;
		yield child;
		yield* inside(child);
	}
}

/** `(event) => () => save(event)`, which makes a function and calls none. */
function uncalledInner(found: CodeNode, where: string): string | null {
	const at = (found.kind === "return" && found.part.value) || found;
	if (at.kind !== "function" || at.source.family !== "javascript") return null;
	const around = at.parent && functionAround(at.parent);
	const maker = around && isOnlyResult(at, around) ? around : at;
	const inner =
		maker === at ? at.part.body?.list.statements[0]?.part.value : at;
	return inner?.kind === "function" && isOnlyResult(inner, maker)
		? msg`\`${codeOf(maker)}\` (${where}) only makes another function, which nothing calls; leave out the inner \`() =>\``
		: null;
}

/** `onClick={save()}`, which calls the function while the page is drawn. */
function calledHandler(at: CodeNode, where: string): string | null {
	const isHandler =
		at.parent?.kind === "attribute" && /^on[A-Z]/.test(`${at.parent.value}`);
	return isHandler && callsOwnFunction(at)
		? msg`\`${codeOf(at)}\` (${where}) calls the function at once; hand it over without a call: \`${handedOver(at)}\``
		: null;
}

/** Whether code calls a function of the same files, and hands it none. */
export function callsOwnFunction(at: CodeNode): boolean {
	const callee = at.kind === "call" ? at.part.callee : undefined;
	return (
		at.source.family === "javascript" &&
		callee?.kind === "name" &&
		!at.list.arguments.some(({ kind }) => kind === "function") &&
		valuesOf(callee).some(({ kind }) => kind === "function")
	);
}

/** How the function of a call is handed over. */
export const handedOver = (call: CodeNode) =>
	call.list.arguments.length === 0 && call.part.callee
		? codeOf(call.part.callee)
		: `() => ${codeOf(call)}`;

/** Whether a function does nothing but return some code. */
function isOnlyResult(inner: CodeNode, maker: CodeNode): boolean {
	const [only, ...others] = maker.part.body?.list.statements ?? [];
	return (
		only?.kind === "return" && only.part.value === inner && others.length === 0
	);
}

const isEquality = ({ kind, value }: CodeNode) =>
	kind === "binary" && /^[!=]==?$/.test(String(value));

/** The comparison that is all that code does. */
function comparisonIn(at: CodeNode): CodeNode | null {
	if (isEquality(at)) return at;
	const found = at.source.nodes.filter(
		(one) => isEquality(one) && one.start >= at.start && one.end <= at.end,
	);
	return found.length === 1 ? (found[0] ?? null) : null;
}

/** `genre === genre`. */
function comparedWithItself(at: CodeNode): string | null {
	const comparison = comparisonIn(at);
	const { left, right } = comparison?.part ?? {};
	if (!comparison || !left || !right || codeOf(left) !== codeOf(right))
		return null;
	const line = msg`line ${lineOf(comparison)}`;
	return left.kind === "name"
		? msg`\`${codeOf(comparison)}\` (${line}) compares \`${left.value}\` with itself, since both names mean the inner one; give one of them another name`
		: msg`\`${codeOf(comparison)}\` (${line}) compares a value with itself; compare it with the value that is asked for`;
}

/** `book.genre === "travel"`. */
function comparedWithText(at: CodeNode): string | null {
	if (!isEquality(at)) return null;
	const { left, right } = at.part;
	const [text] = [left, right].filter(
		(one) => one?.kind === "string" && one.value !== "",
	);
	return text && !codeOf(at).startsWith("typeof ")
		? msg`\`${codeOf(at)}\` (${msg`line ${lineOf(at)}`}) compares with the fixed text \`${codeOf(text)}\`; compare with the value that is asked for`
		: null;
}
