/** Formats files with Prettier, whose parts are loaded when a file first needs them. */
import type { FileEntry } from "@treeline/verify/shapes";
import type { SettingValues } from "../../host/settings.ts";

interface Language {
	parser: string;
	plugins(): Promise<unknown>[];
}

const babel = (parser: string): Language => ({
	parser,
	plugins: () => [
		import("prettier/plugins/babel"),
		import("prettier/plugins/estree"),
	],
});
const css: Language = {
	parser: "css",
	plugins: () => [import("prettier/plugins/postcss")],
};
const html: Language = {
	parser: "html",
	plugins: () => [
		import("prettier/plugins/html"),
		...babel("babel").plugins(),
		...css.plugins(),
	],
};

/** By file extension; Python has no formatter here. */
const LANGUAGES: Record<string, Language> = {
	...Object.fromEntries(
		["js", "mjs", "cjs", "jsx"].map((each) => [each, babel("babel")]),
	),
	...Object.fromEntries(
		["ts", "mts", "cts", "tsx"].map((each) => [each, babel("babel-ts")]),
	),
	json: babel("json"),
	css,
	html,
};

/** The file's text as the formatter writes it; as it is in a language that it does not know. Rejects on a syntax error. */
export async function formatted(
	{ path, content }: FileEntry,
	settings: SettingValues,
): Promise<string> {
	const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
	const language = LANGUAGES[extension];
	if (!language || content.trim() === "") return content;
	const [{ format }, ...plugins] = await Promise.all([
		import("prettier/standalone"),
		...language.plugins(),
	]);
	return format(content, {
		parser: language.parser,
		plugins: plugins as [],
		tabWidth: settings["formatter.tabSize"],
		useTabs: settings["formatter.useTabs"],
		printWidth: settings["formatter.printWidth"],
		semi: settings["formatter.semi"],
		singleQuote: settings["formatter.singleQuote"],
	});
}
