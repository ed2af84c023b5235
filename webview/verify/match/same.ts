/** Whether two expressions are the same thing: the same variable, parameter or import, or equal expressions. */
import { isSameModuleName, moduleNameOf } from "../model/modules.ts";
import type { CodeNode, Source } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { countStep } from "../model/steps.ts";
import { valuesOf } from "../model/values.ts";
import { isLiteral, isRefusing } from "./context.ts";

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
	if (isOtherCount(one, other) || isOtherCount(other, one)) return false;
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

/** Whether a name is of a variable that collects, and the other expression is a number or a variable that only ever holds numbers, as where both begin with 0. */
function isOtherCount(one: CodeNode, other: CodeNode): boolean {
	// What must not be there is known by what was written last.
	if (one.kind !== "name" || isRefusing()) return false;
	const isNumber = ({ kind }: CodeNode) => kind === "number";
	const values =
		other.kind === "name" ? (resolve(other)?.values ?? []) : [other];
	return values.length > 0 && values.every(isNumber) && collects(one);
}

const collectingIn = new WeakMap<Source, Set<unknown>>();

/** Whether the variable of a name is changed by what it holds: `sum += x`. */
function collects(name: CodeNode): boolean {
	const { source } = name;
	let variables = collectingIn.get(source);
	if (!variables) {
		variables = new Set();
		for (const { kind, value, part } of source.nodes)
			if (kind === "assignment" && value !== "=" && part.target)
				if (part.target.kind === "name") variables.add(resolve(part.target));
		variables.delete(null);
		variables.delete(undefined);
		collectingIn.set(source, variables);
	}
	return variables.has(resolve(name));
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
