/** What programs usually call the things that a pattern leaves open. */
import { type CodeNode, calleeName } from "../model/node.ts";

/** The learner's name of the app or router of a file that has a method; null without one. */
export const ownRouter = (
	{ list }: CodeNode,
	method: string,
): string | null => {
	if (!/^(use|include_router)$/.test(method)) return null;
	const made = list.statements.find(
		({ kind, part }) =>
			kind === "declaration" &&
			part.value?.kind === "call" &&
			(method === "use" ? /^(express|Router)$/ : /^FastAPI$/).test(
				calleeName(part.value) ?? "",
			),
	);
	return typeof made?.value === "string" ? made.value : null;
};

/** Whether a call makes a thing of its own each time. */
export const isMaker = (call: CodeNode) =>
	/^([A-Z].*Router|Router)$/.test(calleeName(call) ?? "");

/** Whether a pattern's parameters are four of any name, as only error handlers have. */
export const isErrorHandler = (parameters: readonly CodeNode[]) =>
	parameters.length === 4 &&
	parameters.every(({ part }) => part.target?.value === "_");

/** Python's words for constants of the code model. */
export const pythonConstants: Record<string, string> = {
	null: "None",
	true: "True",
	false: "False",
};

/** An operator as the language writes it. */
export function operatorIn(operator: string, isPython: boolean): string {
	if (!isPython) return operator;
	return operator === "&&" ? "and" : operator === "||" ? "or" : operator;
}

/** A metavariable's name as its author wrote it. */
export const ownName = (name: string) => name.replace(/^.*·/, "");

/** The names that an import brings. */
export const namesIn = ({ facts }: CodeNode) =>
	(facts.imported ?? []).map(({ name }) => name).join(", ");
