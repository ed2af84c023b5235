/** Classes of errors: which of the language's own are derived from which, and the clauses of a `try` that never run for that. */
import type { CodeNode, Family } from "./node.ts";
import { resolve } from "./scopes.ts";

/** The classes of errors of JavaScript that are derived from `Error`. */
const fromError = /^(Aggregate|Eval|Range|Reference|Syntax|Type|URI)Error$/;

/** Python's classes of errors, each with the one that it is derived from; those that are missing are derived from `Exception`. */
const pythonBases: Readonly<Record<string, string>> = {
	FloatingPointError: "ArithmeticError",
	OverflowError: "ArithmeticError",
	ZeroDivisionError: "ArithmeticError",
	ModuleNotFoundError: "ImportError",
	IndexError: "LookupError",
	KeyError: "LookupError",
	UnboundLocalError: "NameError",
	BlockingIOError: "OSError",
	ChildProcessError: "OSError",
	ConnectionError: "OSError",
	BrokenPipeError: "ConnectionError",
	ConnectionAbortedError: "ConnectionError",
	ConnectionRefusedError: "ConnectionError",
	ConnectionResetError: "ConnectionError",
	FileExistsError: "OSError",
	FileNotFoundError: "OSError",
	InterruptedError: "OSError",
	IsADirectoryError: "OSError",
	NotADirectoryError: "OSError",
	PermissionError: "OSError",
	ProcessLookupError: "OSError",
	TimeoutError: "OSError",
	NotImplementedError: "RuntimeError",
	RecursionError: "RuntimeError",
	IndentationError: "SyntaxError",
	TabError: "IndentationError",
	UnicodeError: "ValueError",
	UnicodeDecodeError: "UnicodeError",
	UnicodeEncodeError: "UnicodeError",
	UnicodeTranslateError: "UnicodeError",
};

const isPythonError = /^[A-Z]\w*Error$|^StopIteration$/;

function baseIn(family: Family, name: string): string | null {
	if (family !== "python") return fromError.test(name) ? "Error" : null;
	return pythonBases[name] ?? (isPythonError.test(name) ? "Exception" : null);
}

/** The name of the class that one of the language's own classes of errors is derived from; null for other names. */
export const baseOf = ({ value, source }: CodeNode): string | null =>
	baseIn(source.family, String(value));

/** What a clause catches, as the names of the language's own classes; null where it is not known. */
function caughtBy({ part: { value } }: CodeNode): string[] | null {
	const types = value?.kind === "declaration" ? value.part.value : value;
	if (!types) return ["BaseException"];
	const names = types.kind === "tuple" ? types.list.elements : [types];
	return names.every((one) => one.kind === "name" && !resolve(one))
		? names.map(({ value: name }) => String(name))
		: null;
}

/** A class with those that it is derived from. */
function withBases(name: string): string[] {
	const base = baseIn("python", name);
	return [name, ...(base ? withBases(base) : []), "BaseException"];
}

/** The clauses of a `try` that never run, since the ones before catch all that they do. */
export function deadClauses({ list, source }: CodeNode): CodeNode[] {
	if (source.family !== "python" || list.handlers.length < 2) return [];
	const before = new Set<string>();
	return list.handlers.filter((clause) => {
		const caught = caughtBy(clause);
		const isDead =
			before.size > 0 &&
			!!caught?.every((name) => withBases(name).some((one) => before.has(one)));
		for (const name of caught ?? []) before.add(name);
		return isDead;
	});
}
