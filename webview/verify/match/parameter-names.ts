/** The names of the parameters of what is called, which say at which place an argument under a name stands. */
import { type CodeNode, calleeName } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { valuesOf } from "../model/values.ts";

/** The names of the parameters of what is called, as far as a pack tells them. Libraries' names count, not their aliases. */
export function parameterNames(call: CodeNode): readonly string[] {
	const { signatures } = call.source.project;
	if (signatures.size === 0) return [];
	const module = valuesOf(call.part.callee).find(
		({ kind }) => kind === "module",
	);
	return signatures.get(String(module?.value ?? calleeName(call) ?? "")) ?? [];
}

/** The names of the parameters of a function of the code that may be given by place: those before `*` and `*rest`. */
function placedParameters({ list, source, part }: CodeNode): string[] {
	const { parameters } = list;
	const rest = parameters.findIndex(({ facts }) => facts.isRest);
	const until = parameters[0]?.start ?? 0;
	const head = source.text.slice(until, part.body?.start ?? until);
	if (/\*\s*,/.test(head)) return [];
	return (rest < 0 ? parameters : parameters.slice(0, rest)).map(
		({ part: { target } }) =>
			target?.kind === "name" ? String(target.value) : "",
	);
}

/** The parameters of Python's own functions, in their order, as far as they may be given by name or by place. */
const pythonFunctions: Readonly<Record<string, readonly string[]>> = {
	complex: ["real", "imag"],
	enumerate: ["iterable", "start"],
	int: ["", "base"],
	open: ["file", "mode", "buffering", "encoding", "errors", "newline"],
	pow: ["base", "exp", "mod"],
	round: ["number", "ndigits"],
	str: ["object", "encoding", "errors"],
	sum: ["", "start"],
};

/** The same of the methods of texts. */
const pythonMethods: Readonly<Record<string, readonly string[]>> = {
	decode: ["encoding", "errors"],
	encode: ["encoding", "errors"],
	expandtabs: ["tabsize"],
	rsplit: ["sep", "maxsplit"],
	split: ["sep", "maxsplit"],
	splitlines: ["keepends"],
};

/** The names of the parameters of a function of Python itself, or of one that is written in the code; none for other calls. */
export function ownParameters({ part, source }: CodeNode): readonly string[] {
	const { callee } = part;
	if (source.family !== "python" || !callee) return [];
	const [written, ...others] =
		callee.kind === "name"
			? valuesOf(callee).filter(({ kind }) => kind !== "name")
			: [];
	if (written?.kind === "function" && others.length === 0)
		return placedParameters(written);
	const name = String(callee.value);
	const known =
		callee.kind === "member"
			? pythonMethods
			: callee.kind === "name" && !resolve(callee)
				? pythonFunctions
				: {};
	return (Object.hasOwn(known, name) && known[name]) || [];
}
