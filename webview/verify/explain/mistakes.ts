/** Mistakes, which are wrong whatever a check asks for: a result that is lost, and a function that is handed over without the call that makes it. */

import { isOfKind } from "../match/evaluate.ts";
import { msg } from "../messages/msg.ts";
import { type CodeNode, calleeName, isWithin } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { isUnreachable } from "../model/unreachable.ts";
import { valuesOf } from "../model/values.ts";
import { codeOf, labelOf } from "./label.ts";
import { type Cost, costOf, type Miss } from "./miss.ts";

/** Methods that change nothing, so that a call whose result is not used does nothing. */
const pure =
	/^(l?strip|rstrip|lower|upper|casefold|trim(Start|End)?|toLowerCase|toUpperCase|slice|concat|filter|map|toSorted|toReversed|toSpliced|includes|startsWith|endsWith|startswith|endswith|model_copy)$/;

/** The mistake in the code that a miss is about; null without one. */
export function mistakeAt(cost: Cost | null, file: CodeNode): Cost | null {
	const miss = cost?.miss;
	if (!miss || miss.at.kind === "program") return null;
	const open = openFor(miss, file);
	if (open) return open;
	const around = file.list.statements.find((one) => isWithin(miss.at, one));
	if (!around) return null;
	return (
		unusedResultIn(around) ??
		uncalledFactoryIn(around, file) ??
		(miss.facet === "absent" ? manualConversionIn(around) : null)
	);
}

/** A call whose result is lost although it does nothing else. */
function unusedResultIn(around: CodeNode): Cost | null {
	const at = around.source.nodes.find(
		(one) =>
			one.kind === "call" &&
			isWithin(one, around) &&
			one.part.callee?.kind === "member" &&
			pure.test(calleeName(one) ?? "") &&
			isOfKind(one, "discarded") &&
			!isUnreachable(one),
	);
	return at
		? costOf(
				1,
				{},
				{
					facet: "forbidden",
					at,
					path: [],
					expected: "",
					actual: codeOf(at),
					isDiscarded: true,
				},
			)
		: null;
}

/** The methods of a router that are handed functions. */
const handling = /^(use|all|get|post|put|patch|delete)$/;

/** A function that makes the one that is meant, handed over without a call. */
function uncalledFactoryIn(around: CodeNode, file: CodeNode): Cost | null {
	const name = around.value ?? around.part.value?.value;
	for (const at of file.source.nodes) {
		if (at.kind !== "name" || at.value !== name) continue;
		const { parent } = at;
		if (parent?.kind !== "call" || !parent.list.arguments.includes(at))
			continue;
		if (!handling.test(calleeName(parent) ?? "")) continue;
		const maker = valuesOf(at).find(({ kind }) => kind === "function");
		if (!maker || !makesFunction(maker)) continue;
		return costOf(
			1,
			{},
			{
				facet: "kind",
				at,
				path: [],
				expected: `${name}(${maker.list.parameters.map(({ value }) => value ?? "…").join(", ")})`,
				actual: labelOf(at),
				isUncalled: true,
			},
		);
	}
	return null;
}

/** Whether a function does nothing but return a function. */
function makesFunction({ part: { body } }: CodeNode): boolean {
	const last = body?.list.statements.at(-1);
	return (
		last?.kind === "return" &&
		valuesOf(last.part.value).some(({ kind }) => kind === "function")
	);
}

/** A parameter that is declared as a text and turned into a number by hand. */
function manualConversionIn(around: CodeNode): Cost | null {
	for (const call of around.source.nodes) {
		const [given, ...others] = call.list.arguments;
		const name = call.kind === "call" ? calleeName(call) : null;
		if (!/^(int|float)$/.test(name ?? "") || !isWithin(call, around)) continue;
		const parameter = around.part.value?.list.parameters.find(
			({ value }) => given?.kind === "name" && value === given.value,
		);
		const type = parameter?.part.type;
		if (others.length === 0 && type && codeOf(type) === "str")
			return costOf(
				1,
				{},
				{
					facet: "value",
					at: type,
					path: [msg`the type of \`${parameter.value}\``],
					expected: String(name),
					actual: codeOf(type),
				},
			);
	}
	return null;
}

/** The name of the wanted header in capital letters: a request of Node.js has all of them in lower case. */
export function capitalHeader({ expected }: Miss, file: CodeNode): Cost | null {
	const at = file.source.nodes.find((one) => {
		const { kind, value, part, parent } = one;
		const request = part.object?.part.object;
		return (
			kind === "member" &&
			parent?.part.target !== one &&
			/[A-Z]/.test(String(value)) &&
			expected.includes(String(value).toLowerCase()) &&
			part.object?.kind === "member" &&
			part.object.value === "headers" &&
			request?.kind === "name" &&
			(resolve(request)?.values ?? []).some(
				(one) => one.kind === "parameterValue",
			)
		);
	});
	const name = String(at?.value);
	return at
		? costOf(
				1,
				{},
				{
					facet: "value",
					at,
					path: [],
					expected: codeOf(at).replace(name, name.toLowerCase()),
					actual: codeOf(at),
				},
			)
		: null;
}

/** What guards a route that is asked for, where it guards every route: the path is missing. */
function openFor({ facet, at, expected }: Miss, file: CodeNode): Cost | null {
	const path = at.list.arguments.find(({ kind }) => kind === "string");
	if (facet !== "missing" || at.kind !== "call" || !path) return null;
	const guard = file.list.statements.find(
		(one) =>
			one.kind === "call" &&
			calleeName(one) === "use" &&
			one.list.arguments.length === 1 &&
			one.list.arguments.some(({ value, part }) =>
				[value, part.callee?.value].includes(expected),
			),
	);
	return guard
		? costOf(
				1,
				{},
				{
					facet: "missing",
					at: guard,
					path: [msg`an argument`],
					expected: codeOf(path),
					actual: labelOf(guard),
				},
			)
		: null;
}
