/** Whether two expressions are the same thing: the same variable, parameter or import, or equal expressions. */
import { isSameModuleName, moduleNameOf } from "../model/modules.ts";
import type { CodeNode } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { countStep } from "../model/steps.ts";
import { valuesOf } from "../model/values.ts";
import { isLiteral } from "./context.ts";

/** How far equal expressions are compared. */
const mostDepth = 4;

export function isSame(
	one: CodeNode,
	other: CodeNode,
	depth = mostDepth,
): boolean {
	countStep();
	if (one === other) return true;
	if (one.kind === "name" && other.kind === "name" && isSameName(one, other))
		return true;
	if (depth === 0) return false;
	// A parameter is not the same thing as what some call gives for it.
	if (
		isLiteral(one) ? isParameter(other) : isLiteral(other) && isParameter(one)
	)
		return false;
	const others = valuesOf(other);
	return valuesOf(one).some((value) =>
		others.some((another) => isAlike(value, another, depth)),
	);
}

const isParameter = (node: CodeNode) =>
	(node.kind === "name" ? (resolve(node)?.values ?? []) : [node]).some(
		({ kind }) => kind === "parameterValue",
	);

/** Whether two names mean the same variable, or are the same name that no text declares. */
function isSameName(one: CodeNode, other: CodeNode): boolean {
	const variable = resolve(one);
	return variable
		? variable === resolve(other)
		: one.value === other.value && !resolve(other);
}

/** Whether two expressions are the same thing as they are written, whatever else they stand for. */
export function isAlike(
	one: CodeNode,
	other: CodeNode,
	depth = mostDepth,
): boolean {
	if (one === other) return true;
	if (one.kind !== other.kind) return false;
	switch (one.kind) {
		case "name":
			return isSameName(one, other);
		case "parameterValue":
			return one.facts.owner === other.facts.owner && one.value === other.value;
		case "module": {
			const [name, another] = [moduleNameOf(one), moduleNameOf(other)];
			return !!name && !!another && isSameModuleName(name, another);
		}
		// Each of them creates a distinct value, even where the text is the same.
		case "function":
		case "class":
			return false;
		case "call":
			if (one.facts.isNew || other.facts.isNew || isFactoryCall(one))
				return false;
	}
	const [parts, others] = [one.children, other.children];
	if (one.value !== other.value || parts.length !== others.length) return false;
	if (one.facts.isUndefined !== other.facts.isUndefined) return false;
	if (parts.length === 0 && one.value === undefined) return false;
	return parts.every((part, index) =>
		isSame(part, others[index] as CodeNode, depth - 1),
	);
}

/** Names of functions that give the same value each time: hooks, but for those that keep a value of their own. */
const readsOnly = /^(use(?!State$|Reducer$|Ref$|Id$)([A-Z]|$)|get)/;

/** Whether a call creates a new value each time, as libraries' factories do: two calls of `express.Router()` are two routers. */
function isFactoryCall(call: CodeNode): boolean {
	const called = moduleNameOf(call.part.callee);
	return called !== null && !readsOnly.test(called.name);
}

/** Whether an import brings the names that a pattern asks for; under which names here does not matter. */
export function isImported(pattern: CodeNode, node: CodeNode): boolean {
	const there = node.facts.imported ?? [];
	const name = (one: CodeNode) => ({ source: String(one.value), name: "*" });
	return (
		isSameModuleName(name(pattern), name(node)) &&
		(pattern.facts.imported ?? []).every(
			(wanted) =>
				node.facts.isAll || there.some((one) => one.name === wanted.name),
		)
	);
}
