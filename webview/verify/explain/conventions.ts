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

/** An import as its language writes it. */
export function importIn({ facts, value, source }: CodeNode): string {
	const all = facts.imported ?? [];
	const names = all.filter(({ name }) => !/^(default|\*)$/.test(name));
	const list = names.map(({ name }) => name).join(", ");
	if (source.family === "python")
		return list || facts.isAll
			? `from ${value} import ${list || "*"}`
			: `import ${value}`;
	const own = (kind: string) => all.find(({ name }) => name === kind)?.as;
	const [main, whole] = [own("default"), own("*")];
	const parts = [
		...(main ? [main] : []),
		...(whole ? [`* as ${whole}`] : []),
		...(list ? [`{ ${list} }`] : []),
	];
	return `import ${parts.join(", ")}${parts.length > 0 ? " from " : ""}"${value}"`;
}
