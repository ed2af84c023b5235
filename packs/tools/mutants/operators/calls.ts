/** Calls made wrong: on the wrong thing, with too little, too late or not at all. */
import {
	argumentsOf,
	CALLS,
	calledMember,
	calledName,
	enclosingNames,
	importedNames,
	shortText,
} from "../syntax.ts";
import { nodesOf, replaced, withoutItem } from "../tree.ts";
import type { Operator } from "./operator.ts";

/** Calls what a module offers on another module, or decorates with another object's method. */
const swapReceiver: Operator = (root) => {
	const imported = importedNames(root);
	return nodesOf(root, ...CALLS).flatMap((call) => {
		const member = calledMember(call);
		if (member?.object.type !== "identifier") return [];
		const known = imported.has(member.object.text);
		if (!known && call.parent?.type !== "decorator") return [];
		return [
			{
				what: `other in place of ${member.object.text} before .${member.name.text}`,
				about: [member.name.text],
				edits: [replaced(member.object, "other")],
			},
		];
	});
};

const dropArgument: Operator = (root) =>
	nodesOf(root, ...CALLS).flatMap((call) =>
		argumentsOf(call).map((argument) => ({
			what: `no argument ${shortText(argument)} in ${shortText(call.childForFieldName("function"))}`,
			about: [calledName(call)],
			edits: [withoutItem(argument)],
		})),
	);

/** The first two arguments the wrong way round. */
const swapArguments: Operator = (root) =>
	nodesOf(root, ...CALLS).flatMap((call) => {
		// Arguments with names may stand in any order.
		const [first, second] = argumentsOf(call).filter(
			({ type }) => type !== "keyword_argument",
		);
		if (!first || !second) return [];
		return [
			{
				what: `${shortText(second)} before ${shortText(first)} in ${shortText(call.childForFieldName("function"))}`,
				about: [calledName(call), ...enclosingNames(call)],
				edits: [replaced(first, second.text), replaced(second, first.text)],
			},
		];
	});

/** A line that is forgotten: a call for its effect, at the top or in a body. */
const dropCall: Operator = (root) =>
	nodesOf(root, "expression_statement").flatMap((statement) => {
		const call = statement.firstNamedChild;
		if (!call || !CALLS.includes(call.type)) return [];
		const inBlock = statement.parent?.type === "block";
		return [
			{
				what: `without ${shortText(statement)}`,
				about: [calledName(call), ...enclosingNames(call)],
				edits: [replaced(statement, inBlock ? "pass" : "")],
			},
		];
	});

/** What is registered or called comes one statement too late: order decides who hears a request first. */
const otherOrder: Operator = (root) =>
	nodesOf(root, "expression_statement").flatMap((statement) => {
		const call = statement.firstNamedChild;
		const next = statement.nextNamedSibling;
		if (!call || !CALLS.includes(call.type) || !next) return [];
		// Only at the top: in a body, what happens in which order is for the suites.
		if (!["program", "module"].includes(statement.parent?.type ?? ""))
			return [];
		if (next.type !== "expression_statement") return [];
		return [
			{
				what: `${shortText(statement)} after ${shortText(next)}`,
				about: [calledName(call), ...enclosingNames(call)],
				edits: [replaced(statement, next.text), replaced(next, statement.text)],
			},
		];
	});

export const calls: Record<string, Operator> = {
	swapReceiver,
	dropArgument,
	swapArguments,
	dropCall,
	otherOrder,
};
