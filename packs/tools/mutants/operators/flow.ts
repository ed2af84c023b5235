/** What happens when: waiting, deciding, and doing anything at all. */
import { enclosingNames, functionsIn, shortText } from "../syntax.ts";
import { nodesOf, replaced } from "../tree.ts";
import type { Operator } from "./operator.ts";

const dropAsync: Operator = (root) =>
	functionsIn(root).flatMap(({ node, names }) => {
		const word = node.children.find((child) => child?.type === "async");
		if (!word) return [];
		// An await needs its async: both go.
		const waits = nodesOf(node, "await").filter(({ isNamed }) => !isNamed);
		return [
			{
				what: `no async at ${shortText(node)}`,
				about: ["async", ...names],
				edits: [word, ...waits].map((one) => replaced(one, "")),
			},
		];
	});

const dropAwait: Operator = (root) =>
	nodesOf(root, "await_expression", "await")
		.filter((wait) => wait.firstNamedChild !== null)
		.map((wait) => ({
			what: `no await at ${shortText(wait)}`,
			about: ["await", "async"],
			edits: [replaced(wait, wait.firstNamedChild?.text ?? "")],
		}));

const emptyBody: Operator = (root) =>
	functionsIn(root).flatMap(({ node, names }) => {
		const body = node.childForFieldName("body");
		if (!body) return [];
		const nothing: Record<string, string> = {
			block: "pass",
			statement_block: "{}",
		};
		return [
			{
				what: `nothing in ${shortText(node)}`,
				about: names,
				edits: [replaced(body, nothing[body.type] ?? "undefined")],
			},
		];
	});

/** A decision that is not made: nothing happens in the case. */
const dropIf: Operator = (root) =>
	nodesOf(root, "if_statement").map((statement) => ({
		what: `without ${shortText(statement)}`,
		about: enclosingNames(statement),
		edits: [
			replaced(statement, statement.parent?.type === "block" ? "pass" : ""),
		],
	}));

/** One answer for both cases. */
const oneWay: Operator = (root) =>
	nodesOf(root, "ternary_expression").flatMap((choice) =>
		["consequence", "alternative"].flatMap((side) => {
			const kept = choice.childForFieldName(side);
			return kept
				? [
						{
							what: `always ${shortText(kept)} in ${shortText(choice)}`,
							about: enclosingNames(choice),
							edits: [replaced(choice, kept.text)],
						},
					]
				: [];
		}),
	);

/** An error that is not raised. */
const dropThrow: Operator = (root) =>
	nodesOf(root, "throw_statement", "raise_statement").map((statement) => ({
		what: `without ${shortText(statement)}`,
		about: [
			...enclosingNames(statement),
			...nodesOf(statement, "identifier").map((node) => node.text),
		],
		edits: [
			replaced(statement, statement.type === "raise_statement" ? "pass" : ""),
		],
	}));

export const flow: Record<string, Operator> = {
	dropAsync,
	dropAwait,
	emptyBody,
	dropIf,
	oneWay,
	dropThrow,
};
