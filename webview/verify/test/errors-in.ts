/** The syntax errors of a text, all of which have a German message, each as one line: "line:column-endLine:endColumn message". */
import { readerFor } from "#bytes";
import { syntaxErrors } from "../diagnose/diagnostics.ts";
import { createGrammars, grammarOf } from "../parse/grammars.ts";
import { parseFile } from "../parse/parse.ts";
import { notGerman } from "./german.ts";

const grammars = createGrammars(readerFor());

export async function errorsIn(
	path: string,
	content: string,
): Promise<string[]> {
	const name = grammarOf(path);
	if (!name) throw new Error(`no grammar for ${path}`);
	const grammar = await grammars.load(name);
	const parsed = parseFile({ path, content }, grammar);
	if (typeof parsed === "string") throw new Error(parsed);
	try {
		const errors = syntaxErrors(parsed);
		const english = notGerman(errors.map(({ message }) => message));
		if (english.length > 0) throw new Error(english.join("\n"));
		return errors.map(
			({ message, startLine, startColumn, endLine, endColumn }) =>
				`${startLine}:${startColumn}-${endLine}:${endColumn} ${message}`,
		);
	} finally {
		parsed.tree.delete();
	}
}
