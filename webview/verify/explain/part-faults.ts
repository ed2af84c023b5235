/** The parts of a check that alone keep it from holding, and the code that stands in their place. */
import { holds, isOfKind } from "../match/evaluate.ts";
import type { Bindings, CompiledCondition } from "../match/types.ts";
import {
	type CodeNode,
	calleeName,
	type Kind,
	type Source,
} from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { withinSteps } from "../model/steps.ts";
import { isAsked } from "./absent.ts";
import { codeOf } from "./label.ts";
import { isTypo } from "./miss.ts";
import { areAlike } from "./names.ts";
import type { Printer } from "./print.ts";
import { openPart, type Variant, variantsOf } from "./variants.ts";

/** Step budget of one variant, and of all of them together. */
export const stepsOfOne = 35_000;
export const stepsOfAll = 70_000;

/** The most that a variant asks for less: a call with some arguments. */
const mostWeight = 5;

/** The most matches of a variant whose open part is looked at. */
const mostMatches = 30;

/** What code has in the place of a part of a check. */
export interface Fault {
	part: CodeNode;
	at: CodeNode;
	isOpen: boolean;
	bindings: Bindings;
}

/** The faults that alone keep a condition from holding in a file, the smallest first. */
export function* faultsIn(
	condition: CompiledCondition,
	file: CodeNode,
	earlier: readonly CompiledCondition[],
	printer: Printer,
): Generator<Fault> {
	let left = stepsOfAll;
	const nodes = nodesByKind(file);
	for (const variant of variantsOf(condition, mostWeight)) {
		if (left <= 0) return;
		const { part, isOpen } = variant;
		const printed = part.kind === "member" ? printer.print(part, {}) : "";
		if (!mayBeMeant(variant, nodes, printed)) continue;
		let fault: Fault | null = null;
		let tried = 0;
		const run = withinSteps(Math.min(left, stepsOfOne), () =>
			holds(variant.condition(), file, {}, (bindings) => {
				const at = bindings[openPart];
				if (at?.source === file.source && at.end > at.start)
					if (isMeantFor(variant, at, printed) && !isAsked(at, earlier))
						fault = { part, at, isOpen, bindings };
				return fault !== null || ++tried >= mostMatches;
			}),
		);
		left -= run?.steps ?? stepsOfOne;
		if (fault) yield fault;
	}
}

const byKind = new WeakMap<Source, ReadonlyMap<Kind, CodeNode[]>>();

/** The nodes of a file by their kinds. */
export function nodesByKind({
	source,
}: CodeNode): ReadonlyMap<Kind, CodeNode[]> {
	const all = byKind.get(source);
	if (all) return all;
	const nodes = new Map<Kind, CodeNode[]>();
	byKind.set(source, nodes);
	for (const node of source.nodes) {
		const known = nodes.get(node.kind);
		if (known) known.push(node);
		else nodes.set(node.kind, [node]);
	}
	return nodes;
}

/** The kinds of code that may be meant for an open part of a kind. */
const meantKinds: { [K in Kind]?: readonly Kind[] } = {
	string: ["string", "template"],
	template: ["string", "template"],
	number: ["number"],
	name: ["name"],
	member: ["member"],
	call: ["call"],
	array: ["object"],
	object: ["object"],
};

/** Most nodes of a kind that are looked at before a variant is tried; of more, one may always be meant. */
const mostNodes = 500;

/** Whether a file has any code that is likely meant for a part: without any, its variant need not be tried. */
function mayBeMeant(
	variant: Variant,
	nodes: ReadonlyMap<Kind, readonly CodeNode[]>,
	printed: string,
): boolean {
	const { part, isOpen } = variant;
	if (!isOpen) {
		const calls = nodes.get("call") ?? [];
		return calls.length > mostNodes || calls.some((one) => lacksOne(part, one));
	}
	return (meantKinds[part.kind] ?? []).some((kind) => {
		const own = nodes.get(kind) ?? [];
		return (
			own.length > mostNodes ||
			own.some((at) => isMeantFor(variant, at, printed))
		);
	});
}

/** Whether code is likely meant for a part of a pattern. */
function isMeantFor(
	{ part, isOpen, isCallee }: Variant,
	at: CodeNode,
	printed: string,
): boolean {
	if (!isOpen) return at.parent?.kind === "call" && lacksOne(part, at.parent);
	const isCalled = at.parent?.kind === "call" && at.parent.part.callee === at;
	if (isCalled !== !!isCallee) return false;
	switch (part.kind) {
		case "string":
		case "template":
			return (
				/^(string|template)$/.test(at.kind) &&
				isTextFor(String(part.value ?? ""), String(at.value ?? ""))
			);
		case "number":
			return at.kind === "number";
		case "name":
			return (
				at.kind === "name" &&
				isTypo(String(part.value), String(at.value)) &&
				(at.parent?.part.target === at || !resolve(at))
			);
		case "member":
			return at.kind === "member" && isMemberFor(printed, at, isCalled);
		case "call":
			return isCallFor(part, at);
		case "array":
			return at.kind === "object" && at.parent?.kind === "return";
		case "object":
			return at.kind === "object" && !!otherValueIn(part, at, {}, null);
		default:
			return false;
	}
}

/** Whether a call has no argument that is there in place of one. */
function lacksOne(part: CodeNode, { list }: CodeNode): boolean {
	if (/^(array|object)$/.test(part.kind)) return false;
	const given = list.arguments.filter(({ kind }) => kind !== "keyword");
	return part.kind === "keyword"
		? list.arguments.every(({ value }) => value !== part.value)
		: given.every((one) => !/^(string|template|number)$/.test(one.kind)) &&
				/^(string|number)$/.test(part.kind);
}

/** Whether both are paths, or one is in the other. */
const isTextFor = (wanted: string, own: string) =>
	(wanted.startsWith("/") && own.startsWith("/")) ||
	(own !== "" && wanted.includes(own)) ||
	(wanted !== "" && own.includes(wanted)) ||
	isTypo(wanted, own);

/** The last names of methods that serve routes: a route of another method has a purpose of its own. */
const routeMethod = /^(get|post|put|patch|delete)$/;

/** Whether a member is of the same thing under another name. */
function isMemberFor(printed: string, at: CodeNode, isCalled: boolean) {
	const [, object, name = ""] = /^(.*)\.([\w$]+)$/.exec(printed) ?? [];
	const own = String(at.value);
	if (isCalled && object?.startsWith("…") && areAlike(name, own)) return true;
	if (!object || object !== codeOf(at.part.object ?? at)) return false;
	if (isCalled) return !(routeMethod.test(name) && routeMethod.test(own));
	return isTypo(name, own);
}

/** Whether a call whose result is not used is on the same thing, or is given the same. */
function isCallFor(part: CodeNode, at: CodeNode): boolean {
	if (at.kind !== "call" || !isOfKind(at, "discarded")) return false;
	const [one, other] = [receiver(part), receiver(at)];
	return (
		part.part.callee?.kind === "member" &&
		other?.kind === "name" &&
		one?.value === other.value &&
		calleeName(part) !== calleeName(at) &&
		(resolve(other)?.values ?? []).every(
			({ kind }) => kind === "parameterValue",
		)
	);
}

/** The first property of an object that has another value than a pattern's, with what that should be. */
export function otherValueIn(
	part: CodeNode,
	at: CodeNode,
	bindings: Bindings,
	printer: Printer | null,
): { at: CodeNode; expected: string } | null {
	for (const { value, part: wanted } of part.list.properties) {
		const own = at.list.properties.find((one) => one.value === value);
		if (!own?.part.value || !wanted.value) return null;
		const expected = printer?.print(wanted.value, bindings) ?? "";
		if (/^(string|number)$/.test(own.part.value.kind)) return null;
		if (expected !== codeOf(own.part.value))
			return { at: own.part.value, expected };
	}
	return null;
}

/** What a chain of calls begins with. */
function receiver(call: CodeNode): CodeNode | undefined {
	let one = call.part.callee;
	for (;;) {
		const before = one?.part.object ?? one?.part.callee;
		if (!before) return one;
		one = before;
	}
}
